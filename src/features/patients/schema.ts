import { type Static, Type } from '@sinclair/typebox'
import { duplicateReasons } from '../../domain/duplicates.ts'
import { longestEmail } from '../../domain/email.ts'
import { longestOwnText, mostOwnFields } from '../../domain/own-fields.ts'
import { exampleIds } from '../../http/examples.ts'
import {
  answeredCount,
  answeredFlag,
  answeredId,
  answeredInstant,
  answeredText,
  describedShape,
  filledText,
  flag,
  formatted,
  givenId,
  integer,
  listOf,
  metadata,
  namedShape,
  nullable,
  ofPractice,
  oneOf,
  optional,
  query,
  text,
  timestamps,
  unchecked,
  versioned,
  versionNumber,
} from '../../http/shape.ts'
import { languageIds } from '../../messages/languages.ts'

/** The meaning of each field. It is the same in every request and answer. */
const means = {
  firstName: 'First name. Trimmed; not empty.',
  lastName: 'Last name. Trimmed; not empty.',
  gender: 'Gender, in words of your own. Null when not known.',
  email: 'E-mail address. Null when not known.',
  phoneMobile:
    'Mobile number, as written. `POST /api/v1/patients/phone-check` says whether the number can get text messages. Null when not known.',
  address: 'Street and number. Null when not known.',
  postcode: 'Postcode. Null when not known.',
  town: 'Town. Null when not known.',
  country:
    'Country, as any text; the desk writes an ISO 3166-1 code. The service reads a phone number without country code by such a code, or by a name in English or German. Null when not known.',
  status: "The patient's status: the id of one of the pack's statuses, as `GET /api/v1/me` lists them.",
  notifyByEmail: 'Whether the patient agreed to be reminded by e-mail.',
  notifyBySms: 'Whether the patient agreed to be reminded by text message.',
  recallConsent: 'Whether the patient agreed to get messages about coming again.',
  preferredLanguage: 'The language of messages to the patient and of their answer page.',
  mayBookOnline:
    'Whether the patient can book online. A patient who cannot book online reads that they should call.',
  ownFields: "Texts in the practice's own fields, as `GET /api/v1/practice` lists them.",
  ownField: "The id of one of the practice's own fields.",
}

const name = (description: string, example: string) => filledText(200, description, example)
const freeText = (description: string, example: string) =>
  optional(nullable(text(1000, description, example)))

const fields = {
  dob: optional(
    nullable(
      formatted('date', 'Date of birth, `YYYY-MM-DD`; a day that exists. Null when not known.', '1987-04-23'),
    ),
  ),
  gender: freeText(means.gender, 'female'),
  email: optional(
    nullable({ ...formatted('email', means.email, 'zoe.muller@example.org'), maxLength: longestEmail }),
  ),
  phoneMobile: freeText(means.phoneMobile, '+49 151 2345678'),
  address: freeText(means.address, 'Lindenstraße 4'),
  postcode: freeText(means.postcode, '10969'),
  town: freeText(means.town, 'Berlin'),
  country: freeText(means.country, 'Germany'),
  status: optional(text(200, `${means.status} A new patient gets the pack's default status.`, 'active')),
  notifyByEmail: optional(flag(`${means.notifyByEmail} True for a new patient.`, true)),
  notifyBySms: optional(flag(`${means.notifyBySms} False for a new patient.`, false)),
  recallConsent: optional(flag(`${means.recallConsent} False for a new patient.`, false)),
  preferredLanguage: optional(
    nullable(oneOf(languageIds, `${means.preferredLanguage} Null means the language of the practice.`, 'de')),
  ),
  mayBookOnline: optional(flag(`${means.mayBookOnline} True for a new patient.`, true)),
  ownFields: optional(
    listOf(
      describedShape('The text of one own field.', {
        id: text(50, means.ownField, 'insurer'),
        text: nullable(
          text(longestOwnText, 'The text. Null, or a blank text, clears the field.', 'AOK Nordost'),
        ),
      }),
      `${means.ownFields} Fields that are not named stay.`,
      { maxItems: mostOwnFields },
    ),
  ),
}

export const createPatientBody = namedShape('CreatePatient', 'A new patient. Only the names are required.', {
  firstName: name(means.firstName, 'Zoé'),
  lastName: name(means.lastName, 'Müller'),
  ...fields,
})
export const updatePatientBody = namedShape(
  'UpdatePatient',
  'The fields to change. Null clears a field that may be null.',
  {
    firstName: optional(name(means.firstName, 'Zoé')),
    lastName: optional(name(means.lastName, 'Müller-Lüdenscheidt')),
    ...fields,
  },
)
export type CreatePatient = Static<typeof createPatientBody>
export type UpdatePatient = Static<typeof updatePatientBody>

const lenient = (type: string, description: string, example: unknown, more = {}) =>
  optional(unchecked({ type, ...more, description, examples: [example] }))

/** No value is ever rejected: a number out of range is clamped, and a value that matches nobody finds nobody. */
export const patientListQuery = query({
  limit: lenient(
    'integer',
    'How many patients the answer has at most. A number outside of 1 to 200 becomes 1 or 200.',
    50,
    {
      minimum: 1,
      maximum: 200,
      default: 50,
    },
  ),
  offset: lenient('integer', 'How many patients to leave out first. A negative number becomes 0.', 0, {
    minimum: 0,
    default: 0,
  }),
  search: lenient(
    'string',
    'Words that must all occur in the name, in any order. Case, accents and commas do not count. `%`, `_` and `\\` mean themselves.',
    'muller zo',
  ),
  status: lenient(
    'string',
    'Only patients with this status. A status that the pack does not have finds nobody.',
    'new',
  ),
  tagId: lenient('string', 'Only patients with this tag. An unknown tag finds nobody.', exampleIds.tag, {
    format: 'uuid',
  }),
  phone: lenient(
    'string',
    'At least three digits that must occur in the phone number: as written, in its national form, or with its country code. A number with `+` or `00` also finds numbers without a country code that begin with it.',
    '0151 234',
  ),
  email: lenient(
    'string',
    'The e-mail address or its beginning. Case does not count.',
    'zoe.muller@example.org',
  ),
  dob: lenient('string', 'Only patients who were born on this day.', '1987-04-23', { format: 'date' }),
  birthYear: lenient('integer', 'Only patients who were born in this year, in four digits.', 1987, {
    minimum: 0,
    maximum: 9999,
  }),
  ids: lenient(
    'string',
    'Only these patients: ids with commas between them. The first 200 count. The answer is in the order of the list of patients, and not of the ids.',
    exampleIds.patient,
  ),
  count: lenient(
    'boolean',
    'With `true` the answer has `total`, the number of patients on all pages. Counting takes longer than the page.',
    true,
  ),
  nextVisits: lenient(
    'boolean',
    'With `true` the answer has `nextVisits`, for the patients of the page who have a future appointment.',
    true,
  ),
})

const tagIds = listOf(
  answeredId('tag', 'A tag of the practice.'),
  "The patient's tags, in the order in which they were added.",
)

export const patient = namedShape('Patient', 'A person who is treated at the practice.', {
  id: answeredId('patient', 'The id of the patient.'),
  ...ofPractice,
  firstName: answeredText('First name.', 'Zoé'),
  lastName: answeredText('Last name.', 'Müller'),
  dob: nullable(
    answeredInstant(
      'Date of birth, as midnight UTC of that day. Null when not known.',
      '1987-04-23T00:00:00.000Z',
    ),
  ),
  gender: nullable(answeredText(means.gender, 'female')),
  email: nullable(answeredText(means.email, 'zoe.muller@example.org')),
  phoneMobile: nullable(answeredText(means.phoneMobile, '+49 151 2345678')),
  address: nullable(answeredText(means.address, 'Lindenstraße 4')),
  postcode: nullable(answeredText(means.postcode, '10969')),
  town: nullable(answeredText(means.town, 'Berlin')),
  country: nullable(answeredText(means.country, 'Germany')),
  status: answeredText(means.status, 'active'),
  statusChangedAt: nullable(
    answeredInstant('When the status last changed. Null while the patient has the first status.'),
  ),
  tagIds,
  notifyByEmail: answeredFlag(means.notifyByEmail, true),
  notifyBySms: answeredFlag(means.notifyBySms, false),
  recallConsent: answeredFlag(means.recallConsent, false),
  preferredLanguage: optional(
    oneOf(languageIds, `${means.preferredLanguage} Left out when it is the language of the practice.`, 'de'),
  ),
  mayBookOnline: optional(
    Type.Literal(false, {
      description: `${means.mayBookOnline} Left out for a patient who can book online.`,
      examples: [false],
    }),
  ),
  ownFields: optional(
    listOf(
      describedShape('The text of one own field.', {
        id: answeredText(means.ownField, 'insurer'),
        text: answeredText('The text.', 'AOK Nordost'),
      }),
      `${means.ownFields} Left out when the patient has no such text.`,
    ),
  ),
  metadata,
  ...timestamps,
  ...versioned,
})

export const patientList = namedShape('PatientList', 'One page of the list of patients.', {
  patients: listOf(patient, 'The patients of this page.'),
  limit: integer(1, 200, 'The limit that was used, between 1 and 200.', 50),
  offset: answeredCount('The offset that was used, 0 or more.', 0),
  total: optional(answeredCount('How many patients there are on all pages. Only with `count=true`.', 1)),
  nextVisits: optional(
    listOf(
      describedShape('The next appointment of a patient.', {
        patientId: answeredId('patient', 'The patient.'),
        startAt: answeredInstant('When the appointment starts.', '2030-03-26T10:00:00.000Z'),
      }),
      'The next appointments of the patients on this page. Patients without a future appointment are left out. Only with `nextVisits=true`.',
    ),
  ),
})

export const toggledTags = namedShape('PatientTags', "A patient's tags after a tag was toggled.", {
  id: answeredId('patient', 'The id of the patient.'),
  tagIds,
})

/** What a form contains about a person. A name counts only when both first and last name are given. */
const personFields = {
  firstName: optional(name(means.firstName, 'Zoé')),
  lastName: optional(name(means.lastName, 'Müller')),
  dob: optional(formatted('date', 'Date of birth, `YYYY-MM-DD`; a day that exists.', '1987-04-23')),
  phoneMobile: optional(text(1000, 'Phone number, in any form.', '0151 2345678')),
  email: optional(text(longestEmail, 'E-mail address.', 'zoe.muller@example.org')),
}

/**
 * `findDuplicates` refuses a form with too few fields. The schema cannot: its rules do not see invalid fields, and
 * would take an invalid field for a missing one.
 */
export const duplicatesQuery = query({
  ...personFields,
  exceptId: optional(
    formatted('uuid', 'A patient to leave out, such as the patient of the form.', exampleIds.otherPatient),
  ),
})
export type DuplicatesQuery = Static<typeof duplicatesQuery>

export const duplicateList = namedShape('DuplicateList', 'The patients who may be the person in a form.', {
  duplicates: listOf(
    describedShape('A patient who may be the person.', {
      patient,
      reasons: listOf(
        oneOf(
          duplicateReasons,
          '`name_and_dob`: the names, also in the other order, and the date of birth. `phone`: one of the numbers, in any form. `email`: the address, in any case. `name`: only the names.',
        ),
        'Why the patient may be the same person.',
      ),
    }),
    'The patients, the likeliest first. At most 20.',
  ),
})

export const mergePatientBody = namedShape(
  'MergePatient',
  'The record that is merged into the record in the path.',
  {
    from: givenId('otherPatient', 'The other record of the same person, which moves to the archive.'),
    version: optional(
      versionNumber(
        'The version of `from` that you saw. The answer is 409 when `from` has changed since. Send the version of the kept patient in `If-Match`.',
      ),
    ),
  },
)
export type MergePatient = Static<typeof mergePatientBody>

const number = (description: string) => answeredCount(description, 0)

export const mergedPatient = namedShape('MergedPatient', 'The kept patient, and the changes by the merge.', {
  patient,
  archiveId: answeredId('patient', 'The item of the archive that undoes the merge.'),
  filled: listOf(
    answeredText('The name of a field.', 'email'),
    'The fields of the kept patient that changed.',
  ),
  moved: describedShape('How many records moved to the kept patient.', {
    notes: number('Notes.'),
    appointments: number('Entries of the calendar.'),
    cancellations: number('Cancelled appointments.'),
    waitingList: number('Items of the waiting list.'),
    messages: number('Messages, also messages that were sent.'),
    tags: number('Tags that the kept patient lacked.'),
    deleted: number('Items of the archive.'),
  }),
})
