import type { Static } from '@sinclair/typebox'
import {
  answeredFlag,
  answeredId,
  answeredInstant,
  answeredText,
  filledText,
  flag,
  listOf,
  namedShape,
  nullable,
  ofPractice,
  optional,
  textOrNull,
  timestamps,
  versioned,
  versionNumber,
} from '../../http/shape.ts'

const means = {
  title: 'A heading. Null without a heading.',
  isNext: 'Marks the note as the next action for the patient. Several notes may be marked.',
}

const body = filledText(100_000, 'The text of the note. Trimmed; not empty.', 'Sensitive to cold at 24.')
const title = optional(textOrNull(200, `${means.title} Trimmed; blank means null.`, 'Check-up'))
const isNext = optional(flag(`${means.isNext} False for a new note.`, true))

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
  version: versionNumber('Counts the versions from 1.'),
  ...version,
  savedAt: answeredInstant('When this version was written.'),
  savedBy: answeredId('member', 'The member who wrote this version.'),
})

export const note = namedShape('Note', 'A clinical note about a patient, with every earlier version.', {
  id: answeredId('note', 'The id of the note.'),
  patientId: answeredId('patient', 'The patient of the note.'),
  ...ofPractice,
  ...version,
  revisions: listOf(
    revision,
    'The earlier versions, oldest first. Every edit that changes the note adds a version.',
  ),
  createdBy: answeredId('member', 'The member who wrote the note.'),
  updatedBy: answeredId('member', 'The member who wrote the present version.'),
  ...timestamps,
  ...versioned,
})

export const noteList = namedShape('NoteList', 'All notes about a patient.', {
  notes: listOf(note, "The patient's notes, newest first."),
})
