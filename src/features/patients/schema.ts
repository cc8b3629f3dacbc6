import { type Static, Type } from '@sinclair/typebox'
import {
  answeredId,
  answeredInstant,
  filledText,
  formatted,
  nullable,
  optional,
  query,
  shape,
  text,
  unchecked,
} from '../../http/shape.ts'

const name = (examples: string[]) => filledText(200, { description: 'Trimmed; not empty.', examples })
const freeText = (examples: string[] = []) => optional(nullable(text(1000, { examples })))

const fields = {
  dob: optional(
    nullable(formatted('date', { description: 'A real calendar date.', examples: ['1987-04-23'] })),
  ),
  gender: freeText(['female']),
  email: optional(nullable(formatted('email', { examples: ['zoe.muller@example.org'] }))),
  phoneMobile: freeText(['+49 151 2345678']),
  address: freeText(['Lindenstraße 4']),
  postcode: freeText(['10969']),
  country: freeText(['Germany']),
  status: optional(
    text(200, {
      description: "A status id of the practice's pack; see `GET /api/v1/me`.",
      examples: ['active'],
    }),
  ),
  notifyByEmail: optional(
    Type.Boolean({ description: 'May be emailed; true for a new patient unless said otherwise.' }),
  ),
  notifyBySms: optional(
    Type.Boolean({ description: 'May be texted; false for a new patient unless said otherwise.' }),
  ),
}

export const createPatientBody = shape({ firstName: name(['Zoé']), lastName: name(['Müller']), ...fields })
export const updatePatientBody = shape({
  firstName: optional(name(['Zoé'])),
  lastName: optional(name(['Müller-Lüdenscheidt'])),
  ...fields,
})
export type CreatePatient = Static<typeof createPatientBody>
export type UpdatePatient = Static<typeof updatePatientBody>

/** Nothing here is ever rejected: what is out of range is clamped, what matches nothing finds nothing. */
export const patientListQuery = query({
  limit: optional(
    unchecked({
      type: 'integer',
      minimum: 1,
      maximum: 200,
      description: 'Clamped into 1..200; 50 by default.',
    }),
  ),
  offset: optional(
    unchecked({ type: 'integer', minimum: 0, description: 'Rows to leave out first; 0 by default.' }),
  ),
  search: optional(
    unchecked({
      type: 'string',
      description:
        'Words that must all occur in the name, in any order, whatever their case and accents. Commas between them do not count. `%`, `_` and `\\` mean themselves.',
      examples: ['muller zo'],
    }),
  ),
  status: optional(unchecked({ type: 'string', description: "A status id of the practice's pack." })),
  tagId: optional(unchecked({ type: 'string', format: 'uuid', description: 'Only patients with this tag.' })),
})

const answeredText = (example: string) => nullable(Type.String({ examples: [example] }))

export const patient = shape({
  id: answeredId('patient'),
  practiceId: answeredId('practice'),
  firstName: Type.String({ examples: ['Zoé'] }),
  lastName: Type.String({ examples: ['Müller'] }),
  dob: nullable(
    answeredInstant({
      description: 'Midnight UTC of the date of birth.',
      examples: ['1987-04-23T00:00:00.000Z'],
    }),
  ),
  gender: answeredText('female'),
  email: answeredText('zoe.muller@example.org'),
  phoneMobile: answeredText('+49 151 2345678'),
  address: answeredText('Lindenstraße 4'),
  postcode: answeredText('10969'),
  country: answeredText('Germany'),
  status: Type.String({ examples: ['active'] }),
  statusChangedAt: nullable(answeredInstant({ description: 'Null until the status first really changes.' })),
  tagIds: Type.Array(answeredId('tag'), { description: 'In the order the tags were added.' }),
  notifyByEmail: Type.Boolean(),
  notifyBySms: Type.Boolean(),
  metadata: unchecked<Record<string, unknown>>({ type: 'object' }),
  createdAt: answeredInstant(),
  updatedAt: answeredInstant(),
})

export const patientList = shape({
  patients: Type.Array(patient),
  limit: Type.Integer({ description: 'As used, after clamping.', examples: [50] }),
  offset: Type.Integer({ description: 'As used, after clamping.', examples: [0] }),
})

export const toggledTags = shape({ id: answeredId('patient'), tagIds: Type.Array(answeredId('tag')) })
