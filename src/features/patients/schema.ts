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
  formatted,
  givenId,
  integer,
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
} from '../../http/shape.ts'
import { languageIds } from '../../messages/languages.ts'

/** What a field means is the same wherever it occurs. */
const means = {
  firstName: 'First name. Trimmed; not empty.',
  lastName: 'Last name. Trimmed; not empty.',
  gender: 'Gender, in words of your own. Null when not known.',
  email: 'E-mail address. Null when not known.',
  phoneMobile:
    'Mobile number, as written. `POST /api/v1/patients/phone-check` says whether it can be texted. Null when not known.',
  address: 'Street and number. Null when not known.',
  postcode: 'Postcode. Null when not known.',
  town: 'Town. Null when not known.',
  country:
    'Country, as any text; the desk writes an ISO 3166-1 code. A number without country code is read by such a code, or by a name in English or German. Null when not known.',
  status: "The patient's status: the id of one of the pack's statuses, as `GET /api/v1/me` lists them.",
  notifyByEmail: 'Whether the patient agreed to be reminded by e-mail.',
  notifyBySms: 'Whether the patient agreed to be reminded by text message.',
  recallConsent: 'Whether the patient agreed to be told by message when they should come again.',
  preferredLanguage: 'The language of messages to the patient and of their answer page.',
  mayBookOnline: 'Whether the patient can book online. Who is shut out reads that they should call.',
  ownFields: "Texts in the practice's own fields, as `GET /api/v1/practice` lists them.",
  ownField: "The id of one of the practice's own fields.",
}

const name = (description: string, example: string) => filledText(200, { description, examples: [example] })
const freeText = (description: string, example: string) =>
  optional(nullable(text(1000, { description, examples: [example] })))

const fields = {
  dob: optional(
    nullable(
      formatted('date', {
        description: 'Date of birth, `YYYY-MM-DD`; a day that exists. Null when not known.',
        examples: ['1987-04-23'],
      }),
    ),
  ),
  gender: freeText(means.gender, 'female'),
  email: optional(
    nullable(
      formatted('email', {
        maxLength: longestEmail,
        description: means.email,
        examples: ['zoe.muller@example.org'],
      }),
    ),
  ),
  phoneMobile: freeText(means.phoneMobile, '+49 151 2345678'),
  address: freeText(means.address, 'Lindenstraße 4'),
  postcode: freeText(means.postcode, '10969'),
  town: freeText(means.town, 'Berlin'),
  country: freeText(means.country, 'Germany'),
  status: optional(
    text(200, {
      description: `${means.status} A new patient gets the pack's default status.`,
      examples: ['active'],
    }),
  ),
  notifyByEmail: optional(
    Type.Boolean({ description: `${means.notifyByEmail} True for a new patient.`, examples: [true] }),
  ),
  notifyBySms: optional(
    Type.Boolean({ description: `${means.notifyBySms} False for a new patient.`, examples: [false] }),
  ),
  recallConsent: optional(
    Type.Boolean({ description: `${means.recallConsent} False for a new patient.`, examples: [false] }),
  ),
  preferredLanguage: optional(
    nullable(
      oneOf(languageIds, {
        description: `${means.preferredLanguage} Null stands for the language of the practice.`,
        examples: ['de'],
      }),
    ),
  ),
  mayBookOnline: optional(
    Type.Boolean({ description: `${means.mayBookOnline} True for a new patient.`, examples: [true] }),
  ),
  ownFields: optional(
    Type.Array(
      describedShape('The text of one own field.', {
        id: text(50, { description: means.ownField, examples: ['insurer'] }),
        text: nullable(
          text(longestOwnText, {
            description: 'The text. Null, or a blank text, clears the field.',
            examples: ['AOK Nordost'],
          }),
        ),
      }),
      { maxItems: mostOwnFields, description: `${means.ownFields} Fields that are not named stay.` },
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

/** Nothing here is ever rejected: what is out of range is clamped, what matches nothing finds nothing. */
export const patientListQuery = query({
  limit: optional(
    unchecked({
      type: 'integer',
      minimum: 1,
      maximum: 200,
      default: 50,
      description: 'How many patients to answer at most. Clamped into 1 to 200.',
      examples: [50],
    }),
  ),
  offset: optional(
    unchecked({
      type: 'integer',
      minimum: 0,
      default: 0,
      description: 'How many patients to leave out first. Raised to 0.',
      examples: [0],
    }),
  ),
  search: optional(
    unchecked({
      type: 'string',
      description:
        'Words that must all occur in the name, in any order. Case, accents and commas do not count. `%`, `_` and `\\` mean themselves.',
      examples: ['muller zo'],
    }),
  ),
  status: optional(
    unchecked({
      type: 'string',
      description: 'Only patients with this status. A status that the pack does not have finds nobody.',
      examples: ['new'],
    }),
  ),
  tagId: optional(
    unchecked({
      type: 'string',
      format: 'uuid',
      description: 'Only patients with this tag. An unknown tag finds nobody.',
      examples: [exampleIds.tag],
    }),
  ),
  phone: optional(
    unchecked({
      type: 'string',
      description:
        'At least three digits that must occur in the phone number, as it is written, from inside its country, or from abroad. A number with `+` or `00` also finds numbers without a country code that begin with it.',
      examples: ['0151 234'],
    }),
  ),
  email: optional(
    unchecked({
      type: 'string',
      description: 'The e-mail address or its beginning. Case does not count.',
      examples: ['zoe.muller@example.org'],
    }),
  ),
  dob: optional(
    unchecked({
      type: 'string',
      format: 'date',
      description: 'Only patients who were born on this day.',
      examples: ['1987-04-23'],
    }),
  ),
  birthYear: optional(
    unchecked({
      type: 'integer',
      minimum: 0,
      maximum: 9999,
      description: 'Only patients who were born in this year, in four digits.',
      examples: [1987],
    }),
  ),
  ids: optional(
    unchecked({
      type: 'string',
      description:
        'Only these patients: ids with commas between them. The first 200 count. The order stays that of the list.',
      examples: [exampleIds.patient],
    }),
  ),
  count: optional(
    unchecked({
      type: 'boolean',
      description:
        'With `true` the answer has `total`, the number of patients on all pages. Counting takes longer than the page.',
      examples: [true],
    }),
  ),
  nextVisits: optional(
    unchecked({
      type: 'boolean',
      description:
        'With `true` the answer has `nextVisits`, for those of the page who have an appointment ahead.',
      examples: [true],
    }),
  ),
})

const tagIds = Type.Array(answeredId('tag', 'A tag of the practice.'), {
  description: "The patient's tags, in the order in which they were added.",
})

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
  statusChangedAt: nullable(answeredInstant('When the status last changed. Null while it is the first one.')),
  tagIds,
  notifyByEmail: answeredFlag(means.notifyByEmail, true),
  notifyBySms: answeredFlag(means.notifyBySms, false),
  recallConsent: answeredFlag(means.recallConsent, false),
  preferredLanguage: optional(
    oneOf(languageIds, {
      description: `${means.preferredLanguage} Left out where it is the language of the practice.`,
      examples: ['de'],
    }),
  ),
  mayBookOnline: optional(
    Type.Literal(false, {
      description: `${means.mayBookOnline} Left out for a patient who is not shut out.`,
      examples: [false],
    }),
  ),
  ownFields: optional(
    Type.Array(
      describedShape('The text of one own field.', {
        id: answeredText(means.ownField, 'insurer'),
        text: answeredText('The text.', 'AOK Nordost'),
      }),
      { description: `${means.ownFields} Left out where there are none.` },
    ),
  ),
  metadata,
  ...timestamps,
  ...versioned,
})

export const patientList = namedShape('PatientList', 'One page of the list of patients.', {
  patients: Type.Array(patient, { description: 'The patients of this page.' }),
  limit: integer(1, 200, { description: 'The limit that was used, after clamping.', examples: [50] }),
  offset: answeredCount('The offset that was used, after clamping.', 0),
  total: optional(answeredCount('How many patients there are on all pages. Only with `count=true`.', 1)),
  nextVisits: optional(
    Type.Array(
      describedShape('When a patient comes next.', {
        patientId: answeredId('patient', 'The patient.'),
        startAt: answeredInstant('When their next appointment starts.', '2030-03-26T10:00:00.000Z'),
      }),
      {
        description:
          'The next appointments of the patients on this page. Who has none ahead is left out. Only with `nextVisits=true`.',
      },
    ),
  ),
})

export const toggledTags = namedShape('PatientTags', "A patient's tags after one was toggled.", {
  id: answeredId('patient', 'The id of the patient.'),
  tagIds,
})

/** What a form says about a person. A name counts where both parts are given. */
const personFields = {
  firstName: optional(name(means.firstName, 'Zoé')),
  lastName: optional(name(means.lastName, 'Müller')),
  dob: optional(
    formatted('date', {
      description: 'Date of birth, `YYYY-MM-DD`; a day that exists.',
      examples: ['1987-04-23'],
    }),
  ),
  phoneMobile: optional(
    text(1000, { description: 'Phone number, in any form.', examples: ['0151 2345678'] }),
  ),
  email: optional(
    text(longestEmail, { description: 'E-mail address.', examples: ['zoe.muller@example.org'] }),
  ),
}

/**
 * A later check refuses a form that says too little. It cannot be a rule of the schema: a rule does not see fields that are
 * wrong, and would take them for missing.
 */
export const duplicatesQuery = query({
  ...personFields,
  exceptId: optional(
    formatted('uuid', {
      description: 'A patient to leave out, such as the patient of the form.',
      examples: [exampleIds.otherPatient],
    }),
  ),
})
export type DuplicatesQuery = Static<typeof duplicatesQuery>

export const duplicateList = namedShape('DuplicateList', 'The patients who may be the person in a form.', {
  duplicates: Type.Array(
    describedShape('A patient who may be the person.', {
      patient,
      reasons: Type.Array(
        oneOf(duplicateReasons, {
          description:
            '`name_and_dob`: the names, also in the other order, and the date of birth. `phone`: one of the numbers, in any form. `email`: the address, whatever the case. `name`: only the names.',
        }),
        { description: 'Why the patient may be the same person.' },
      ),
    }),
    { description: 'The likeliest first. At most 20.' },
  ),
})

export const mergePatientBody = namedShape(
  'MergePatient',
  'Which record is merged into the one in the path.',
  {
    from: givenId('otherPatient', 'The other record of the same person. It moves to the archive.'),
    version: optional(
      Type.Integer({
        minimum: 1,
        description:
          'The version of `from` that you saw. The answer is 409 when it has changed. `If-Match` says it of the kept patient.',
        examples: [1],
      }),
    ),
  },
)
export type MergePatient = Static<typeof mergePatientBody>

const number = (description: string) => answeredCount(description, 0)

export const mergedPatient = namedShape('MergedPatient', 'The kept patient, and what was merged into them.', {
  patient,
  archiveId: answeredId('patient', 'The item of the archive that undoes the merge.'),
  filled: Type.Array(answeredText('The name of a field.', 'email'), {
    description: 'The fields of the kept patient that changed.',
  }),
  moved: describedShape('How many records moved to the kept patient.', {
    notes: number('Notes.'),
    appointments: number('Entries of the calendar.'),
    cancellations: number('Appointments that were cancelled.'),
    waitingList: number('Places on the waiting list.'),
    messages: number('Messages, those that went out included.'),
    tags: number('Tags that the kept patient lacked.'),
    deleted: number('Items of the archive.'),
  }),
})
