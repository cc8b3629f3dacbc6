import { type Static, Type } from '@sinclair/typebox'
import {
  answeredId,
  answeredInstant,
  filledText,
  nullable,
  optional,
  shape,
  textOrNull,
} from '../../http/shape.ts'

const body = filledText(100_000, {
  description: 'Trimmed; not empty.',
  examples: ['Sensitive to cold at 24.'],
})
const title = optional(
  textOrNull(200, { description: 'A heading. Trimmed; blank means null.', examples: ['Check-up'] }),
)
const isNext = optional(
  Type.Boolean({
    description: 'Marks the note as the next action; false for a new note unless said otherwise.',
  }),
)

export const createNoteBody = shape({ body, title, isNext })
export const updateNoteBody = shape({ body: optional(body), title, isNext })
export type CreateNote = Static<typeof createNoteBody>
export type UpdateNote = Static<typeof updateNoteBody>

const version = {
  title: nullable(Type.String({ examples: ['Check-up'] })),
  body: Type.String({ examples: ['Sensitive to cold at 24.'] }),
  isNext: Type.Boolean(),
}

export const note = shape({
  id: answeredId('note'),
  patientId: answeredId('patient'),
  practiceId: answeredId('practice'),
  ...version,
  revisions: Type.Array(
    shape({
      version: Type.Integer({ minimum: 1 }),
      ...version,
      savedAt: answeredInstant(),
      savedBy: answeredId('member'),
    }),
    { description: 'The earlier versions in full, oldest first: when and by whom each was written.' },
  ),
  createdBy: answeredId('member'),
  createdAt: answeredInstant(),
  updatedAt: answeredInstant(),
})

export const noteList = shape({ notes: Type.Array(note) })
