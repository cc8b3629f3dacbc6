import type { Static } from '@sinclair/typebox'
import { formatInstant } from '../../domain/time.ts'
import type { NoteWithRevisions } from './actions.ts'
import type { note as noteSchema } from './schema.ts'

export const viewNote = ({ note, revisions }: NoteWithRevisions): Static<typeof noteSchema> => ({
  id: note.id,
  patientId: note.patientId,
  practiceId: note.practiceId,
  title: note.title,
  body: note.body,
  isNext: note.isNext,
  revisions: revisions.map(({ version, title, body, isNext, savedAt, savedBy }) => ({
    version,
    title,
    body,
    isNext,
    savedAt: formatInstant(savedAt),
    savedBy,
  })),
  createdBy: note.createdBy,
  createdAt: formatInstant(note.createdAt),
  updatedAt: formatInstant(note.updatedAt),
})
