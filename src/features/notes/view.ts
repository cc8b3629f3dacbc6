import type { Static } from '@sinclair/typebox'
import { formatInstant } from '../../domain/time.ts'
import { type Paged, pagesOf } from '../../http/pages.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { listRevisions, type NoteRow, type RevisionRow } from '../../store/patients/notes.ts'
import type { note as noteSchema } from './schema.ts'

type Note = Static<typeof noteSchema>

/** A note as the API answers it. It can have many revisions, so they are read while the answer is sent. */
export const viewNote = (scope: Scope, note: NoteRow): Paged<Note> => ({
  id: note.id,
  patientId: note.patientId,
  practiceId: note.practiceId,
  title: note.title,
  body: note.body,
  isNext: note.isNext,
  revisions: note.earlierVersions === 0 ? [] : pagesOf(() => listRevisions(scope, note), viewRevision),
  createdBy: note.createdBy,
  updatedBy: note.updatedBy,
  createdAt: formatInstant(note.createdAt),
  updatedAt: formatInstant(note.updatedAt),
  version: note.version,
})

const viewRevision = (row: RevisionRow): Note['revisions'][number] => ({
  version: row.version,
  title: row.title,
  body: row.body,
  isNext: row.isNext,
  savedAt: formatInstant(row.savedAt),
  savedBy: row.savedBy,
})
