import type { Field, Kind } from './state.ts'

const patient = [
  'patientExternalId',
  'patientFirstName',
  'patientLastName',
  'patientDob',
  'patientEmail',
  'patientPhone',
] as const

/** What a column of each kind of file can hold, in the order in which the page offers it. */
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

/** What holds a day. Where its cells allow both orders, the page asks which one it is. */
export const dateFields: readonly (string | null)[] = [
  'dob',
  'patientDob',
  'startAt',
  'endAt',
  'date',
  'writtenAt',
]

/** What several columns fill together, such as the lines of an address. */
export const joinedFields: readonly string[] = ['address', 'notes', 'body', 'title']
