import { type Static, Type } from '@sinclair/typebox'
import {
  answeredFlag,
  answeredId,
  answeredInstant,
  answeredText,
  filledText,
  namedShape,
  nullable,
  ofPractice,
  optional,
  textOrNull,
  timestamps,
  versioned,
} from '../../http/shape.ts'

const means = {
  title: 'A heading. Null when there is none.',
  isNext: 'Marks the note as the next action for the patient. Several notes may be marked.',
}

const body = filledText(100_000, {
  description: 'The text of the note. Trimmed; not empty.',
  examples: ['Sensitive to cold at 24.'],
})
const title = optional(
  textOrNull(200, { description: `${means.title} Trimmed; blank means null.`, examples: ['Check-up'] }),
)
const isNext = optional(
  Type.Boolean({ description: `${means.isNext} False for a new note.`, examples: [true] }),
)

export const createNoteBody = namedShape('CreateNote', 'A new note. Only `body` is required.', {
  body,
  title,
  isNext,
})
export const updateNoteBody = namedShape('UpdateNote', 'The fields to change.', {
  body: optional(body),
  title,
  isNext,
})
export type CreateNote = Static<typeof createNoteBody>
export type UpdateNote = Static<typeof updateNoteBody>

const version = {
  title: nullable(answeredText(means.title, 'Check-up')),
  body: answeredText('The text of the note.', 'Sensitive to cold at 24.'),
  isNext: answeredFlag(means.isNext, false),
}

const revision = namedShape('NoteRevision', 'An earlier version of a note, in full.', {
  version: Type.Integer({ minimum: 1, description: 'Counts the versions from 1.', examples: [1] }),
  ...version,
  savedAt: answeredInstant('When this version was written.'),
  savedBy: answeredId('member', 'The member who wrote this version.'),
})

export const note = namedShape('Note', 'A clinical note about a patient, with every earlier version.', {
  id: answeredId('note', 'The id of the note.'),
  patientId: answeredId('patient', 'The patient of the note.'),
  ...ofPractice,
  ...version,
  revisions: Type.Array(revision, {
    description: 'The earlier versions, oldest first. Every edit that changes something adds one.',
  }),
  createdBy: answeredId('member', 'The member who wrote the note.'),
  updatedBy: answeredId('member', 'The member who wrote the version of now.'),
  ...timestamps,
  ...versioned,
})

export const noteList = namedShape('NoteList', 'All notes about a patient.', {
  notes: Type.Array(note, { description: "The patient's notes, newest first." }),
})
