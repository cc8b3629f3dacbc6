/** The fields that a column of a file can fill, for each kind of import. */
import { fold } from '../fold.ts'
import type { OwnField } from '../own-fields.ts'
import { type ImportKind, mostColumns } from './kinds.ts'

const patientRef = [
  'patientExternalId',
  'patientFirstName',
  'patientLastName',
  'patientDob',
  'patientEmail',
  'patientPhone',
] as const

export const importFields = {
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
    ...patientRef,
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
  notes: ['externalId', ...patientRef, 'body', 'title', 'isNext', 'writtenAt'],
} as const satisfies Readonly<Record<ImportKind, readonly string[]>>

/** The target of a column that fills an own text field of the practice, by the id of the field. Only for patients. */
type OwnTarget = `own.${string}`
export const ownTarget = (id: string): OwnTarget => `own.${id}`
/** The id of the own field of the practice that a target names; null for any other field. */
export const ownIdOf = (field: ImportField): string | null =>
  field.startsWith('own.') ? field.slice('own.'.length) : null
type FixedField = (typeof importFields)[ImportKind][number]
export type ImportField = FixedField | OwnTarget
export const allFields = [...new Set(Object.values(importFields).flat())] as FixedField[]

/** Fields that hold a day, or a day with a time. */
export const dateFields: readonly ImportField[] = [
  'dob',
  'patientDob',
  'startAt',
  'endAt',
  'date',
  'writtenAt',
]
/** Fields whose values name a record or a status of the practice, or a step of a visit. */
export const namedFields = ['chair', 'practitioner', 'appointmentType', 'status', 'visit'] as const
export type NamedField = (typeof namedFields)[number]
/** Fields that several columns may fill together. The parts are joined, such as the lines of an address. */
const joinedFields: readonly ImportField[] = ['address', 'notes', 'body', 'title']

/** A row must have at least one field of each of these lists. */
const needed: Readonly<Record<ImportKind, readonly (readonly ImportField[])[]>> = {
  patients: [['firstName'], ['lastName']],
  appointments: [
    ['patientExternalId', 'patientLastName', 'patientEmail', 'patientPhone'],
    ['startAt', 'date'],
    ['endAt', 'endTime', 'minutes', 'pattern'],
  ],
  notes: [['patientExternalId', 'patientLastName', 'patientEmail', 'patientPhone'], ['body']],
}

/** The lists of needed fields from which the mapping has no field. */
export const missingFields = (
  kind: ImportKind,
  fields: readonly (ImportField | null)[],
): (readonly ImportField[])[] => [
  ...needed[kind].filter((list) => !list.some((field) => fields.includes(field))),
  ...(fields.includes('date') && !fields.includes('startTime') ? [['startTime' as const]] : []),
]

/** Whether several columns may fill this field together. */
export const isJoined = (field: ImportField): boolean => joinedFields.includes(field)

/** Whether an import of this kind has this field, in a practice with these own fields. */
export const isFieldOf = (kind: ImportKind, field: string, own: readonly OwnField[]): field is ImportField =>
  (importFields[kind] as readonly string[]).includes(field) ||
  (kind === 'patients' && own.some(({ id }) => ownTarget(id) === field))

/** A name of a column without case, accents, gaps and signs. */
const headerKey = (name: string): string => fold(name).replace(/[^\p{L}\p{N}]/gu, '')

const common = {
  externalId: ['id', 'externalid', 'patientid', 'patientennummer', 'nummer'],
  firstName: ['firstname', 'givenname', 'vorname', 'first'],
  lastName: ['lastname', 'surname', 'familyname', 'nachname', 'name', 'last'],
  dob: ['dob', 'dateofbirth', 'birthdate', 'birthday', 'geburtsdatum', 'geburtstag', 'geb'],
  gender: ['gender', 'sex', 'geschlecht', 'genderidentity'],
  email: ['email', 'emailaddress', 'mail'],
  phoneMobile: ['phonemobile', 'mobile', 'mobilephone', 'phone', 'telefon', 'handy', 'mobil', 'cellphone'],
  address: ['address', 'address1', 'address2', 'address3', 'street', 'strasse', 'adresse'],
  postcode: ['postcode', 'postalcode', 'zip', 'zipcode', 'plz', 'postleitzahl'],
  town: ['town', 'city', 'ort', 'stadt', 'wohnort'],
  country: ['country', 'countrycode', 'land'],
  status: ['status'],
  preferredLanguage: ['language', 'preferredlanguage', 'sprache'],
} satisfies Names

const person = {
  patientExternalId: ['patientid', 'patientexternalid', 'patientnumber', 'patientennummer'],
  patientFirstName: ['patientfirstname', 'firstname', 'vorname'],
  patientLastName: ['patientlastname', 'lastname', 'nachname'],
  patientDob: ['patientdob', 'patientdateofbirth', 'dob', 'dateofbirth', 'geburtsdatum'],
  patientEmail: ['patientemail', 'email'],
  patientPhone: ['patientphone', 'patientmobile', 'phone', 'mobile', 'telefon'],
} satisfies Names

type Names = { readonly [F in FixedField]?: readonly string[] }

/** The usual names of columns, in English and German. */
const usual: Readonly<Record<ImportKind, Names>> = {
  patients: common,
  appointments: {
    ...person,
    externalId: ['id', 'externalid', 'appointmentid', 'terminnummer'],
    startAt: ['startat', 'start', 'startsat', 'starttime', 'beginn', 'begin'],
    date: ['date', 'datum', 'appointmentdate'],
    startTime: ['time', 'uhrzeit', 'zeit'],
    endAt: ['endat', 'end', 'endsat', 'ende'],
    endTime: ['endtime', 'bis'],
    minutes: ['minutes', 'duration', 'durationminutes', 'length', 'dauer', 'minuten'],
    chair: ['chair', 'room', 'operatory', 'stuhl', 'raum', 'zimmer'],
    practitioner: ['practitioner', 'provider', 'practitionername', 'behandler', 'arzt'],
    appointmentType: ['appointmenttype', 'type', 'terminart', 'behandlung'],
    title: ['title', 'titel', 'reason', 'grund'],
    notes: ['notes', 'note', 'notiz', 'notizen', 'bemerkung'],
    serviceRef: ['serviceref', 'service', 'leistung'],
    visit: ['status', 'appointmentstatus', 'visit'],
    arrived: ['arrived', 'patientarrived', 'erschienen'],
    noShow: ['noshow', 'didnotarrive', 'nichterschienen'],
    cancelledAt: ['cancelledat', 'canceledat', 'abgesagtam'],
  },
  notes: {
    ...person,
    externalId: ['id', 'externalid', 'noteid'],
    body: ['body', 'note', 'notes', 'text', 'content', 'notiz', 'inhalt'],
    title: ['title', 'subject', 'titel', 'betreff'],
    writtenAt: ['date', 'createdat', 'created', 'writtenat', 'datum'],
  },
}

/**
 * The column names of two programs whose exports are known. Cliniko: the attributes of Patient and Individual
 * Appointment in the public reference of its API (https://docs.api.cliniko.com/openapi/reference/tag/Patient/). Also
 * the columns of the reports that use this API (https://github.com/CalicoTechnology/cliniko-powerbi,
 * `docs/patients-table-guide.md`, `docs/appointments-guide.md`). Open Dental: the fields of its tables, as in the
 * sample answers of the public reference (https://www.opendental.com/site/apiappointments.html,
 * https://www.opendental.com/site/apipatients.html).
 */
const programs: readonly Readonly<Record<ImportKind, Names>>[] = [
  {
    patients: {
      ...common,
      phoneMobile: ['patientphonenumbers', 'mobilephone', 'phonenumber'],
    },
    appointments: {
      patientExternalId: ['patientid'],
      startAt: ['startsat', 'appointmentstart'],
      endAt: ['endsat', 'appointmentend'],
      practitioner: ['practitioner', 'practitionername'],
      appointmentType: ['appointmenttype', 'appointmenttypename'],
      title: ['name'],
      notes: ['notes', 'appointmentnotes'],
      externalId: ['id', 'appointmentid'],
      arrived: ['patientarrived'],
      noShow: ['didnotarrive'],
      cancelledAt: ['cancelledat'],
    },
    notes: {
      patientExternalId: ['patientid'],
      body: ['content', 'notes'],
      writtenAt: ['createdat'],
      externalId: ['id'],
    },
  },
  {
    patients: {
      externalId: ['patnum'],
      lastName: ['lname'],
      firstName: ['fname'],
      dob: ['birthdate'],
      gender: ['gender'],
      phoneMobile: ['wirelessphone'],
      email: ['email'],
      address: ['address', 'address2'],
      town: ['city'],
      postcode: ['zip'],
      country: ['country'],
    },
    appointments: {
      externalId: ['aptnum'],
      patientExternalId: ['patnum'],
      startAt: ['aptdatetime'],
      pattern: ['pattern'],
      chair: ['op'],
      practitioner: ['provnum', 'provabbr'],
      visit: ['aptstatus'],
      notes: ['note'],
      title: ['procdescript'],
    },
    notes: {
      externalId: ['commlognum'],
      patientExternalId: ['patnum'],
      writtenAt: ['commdatetime'],
      body: ['note'],
    },
  },
]

/**
 * The fields that the names of the columns suggest. The names of the best fitting program count first, then the usual
 * names. A column with the name of an own field of the practice fills that own field.
 */
export function suggestedFields(
  kind: ImportKind,
  columns: readonly string[],
  own: readonly OwnField[],
): (ImportField | null)[] {
  const keys = columns.slice(0, mostColumns).map(headerKey)
  const counted = programs.map((names) => matches(names[kind], keys))
  const best = counted.sort((a, b) => filled(b) - filled(a))[0]!
  const others = matches(usual[kind], keys)
  const named = kind === 'patients' ? own.filter(({ archived }) => !archived) : []
  const ofPractice = new Map(named.map(({ id, name }) => [headerKey(name), ownTarget(id)]))
  const taken = new Set<ImportField>()
  const ours = filled(best) > filled(others) / 2 ? keys.map((_, i) => best[i] ?? others[i]!) : others
  return ours.map((usualField, i) => {
    const field = ofPractice.get(keys[i]!) ?? usualField
    if (field === null || (taken.has(field) && !isJoined(field))) return null
    taken.add(field)
    return field
  })
}

const filled = (fields: readonly (ImportField | null)[]): number =>
  fields.filter((field) => field !== null).length

const matches = (names: Names, keys: readonly string[]): (ImportField | null)[] => {
  const fieldOf = new Map<string, ImportField>()
  for (const [field, list] of Object.entries(names))
    for (const name of list) if (!fieldOf.has(name)) fieldOf.set(name, field as ImportField)
  return keys.map((key) => fieldOf.get(key) ?? null)
}
