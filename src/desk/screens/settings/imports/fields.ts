import type { Field, Kind } from './state.ts'

const patient = [
  'patientExternalId',
  'patientFirstName',
  'patientLastName',
  'patientDob',
  'patientEmail',
  'patientPhone',
] as const

/** The fields that a column can fill, by the kind of the file, in the order of the page. */
export const fieldsOf: Readonly<Record<Kind, readonly Field[]>> = {
  patients: [
    'externalId',
    'firstName',
    'lastName',
    'dob',
    'gender',
    'email',
    'phoneMobile',
    'address',
    'postcode',
    'town',
    'country',
    'status',
    'notifyByEmail',
    'notifyBySms',
    'recallConsent',
    'preferredLanguage',
    'mayBookOnline',
  ],
  appointments: [
    'externalId',
    ...patient,
    'startAt',
    'date',
    'startTime',
    'endAt',
    'endTime',
    'minutes',
    'pattern',
    'chair',
    'practitioner',
    'appointmentType',
    'title',
    'notes',
    'serviceRef',
    'visit',
    'arrived',
    'noShow',
    'cancelledAt',
  ],
  notes: ['externalId', ...patient, 'body', 'title', 'isNext', 'writtenAt'],
}

/** The fields that contain a day. When the cells allow both orders of day and month, the page asks for the order. */
export const dateFields: readonly (string | null)[] = [
  'dob',
  'patientDob',
  'startAt',
  'endAt',
  'date',
  'writtenAt',
]

/** The fields that several columns may fill together, such as the lines of an address. */
export const joinedFields: readonly string[] = ['address', 'notes', 'body', 'title']
