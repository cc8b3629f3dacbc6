import { asc, desc, eq, sql } from 'drizzle-orm'
import { noteRevisions, notes } from '../../db/schema.ts'
import type { Scope, WriteScope } from './scope.ts'
import { columnsOf, type NewRow, param, remove, select } from './statement.ts'

const fields = columnsOf(notes)
const revisionFields = columnsOf(noteRevisions)

const byId = select({ fields, from: notes, where: eq(notes.id, param('id')) })
const ofPatient = select({
  fields,
  from: notes,
  where: eq(notes.patientId, param('patientId')),
  orderBy: [desc(notes.createdAt), asc(notes.id)],
})
const revisionsOfNote = select({
  fields: revisionFields,
  from: noteRevisions,
  where: eq(noteRevisions.noteId, param('noteId')),
  orderBy: [noteRevisions.version],
})
const revisionsOfPatient = select({
  fields: revisionFields,
  from: noteRevisions,
  source: sql`${notes} cross join ${noteRevisions}
    on ${noteRevisions.practiceId} = ${notes.practiceId} and ${noteRevisions.noteId} = ${notes.id}`,
  where: sql`${notes.practiceId} = ${noteRevisions.practiceId} and ${notes.patientId} = ${param('patientId')}`,
  orderBy: [noteRevisions.noteId, noteRevisions.version],
})

const removeRevisionsOfNote = remove(noteRevisions, eq(noteRevisions.noteId, param('noteId')))
const removeRevisionsOfPatient = remove(
  noteRevisions,
  sql`${noteRevisions.noteId} in (select ${notes.id} from ${notes}
    where ${notes.practiceId} = ${param('practiceId')} and ${notes.patientId} = ${param('patientId')})`,
)
const removeOfPatient = remove(notes, eq(notes.patientId, param('patientId')))

/** The note with this id, or null. */
export const findNote = (scope: Scope, id: string) => scope.get(byId, { id })
export type NoteRow = NonNullable<ReturnType<typeof findNote>>

/** A patient's notes, newest first, then by id. */
export const listNotes = (scope: Scope, patientId: string) => scope.all(ofPatient, { patientId })

/** The earlier versions of one note. The oldest comes first. */
export const listRevisions = (scope: Scope, noteId: string) => scope.all(revisionsOfNote, { noteId })
export type RevisionRow = ReturnType<typeof listRevisions>[number]

/** The earlier versions of all of a patient's notes, by note, the oldest version of each first. */
export const listRevisionsOfPatient = (scope: Scope, patientId: string) =>
  scope.all(revisionsOfPatient, { patientId })

/** Adds a note. */
export const insertNote = (tx: WriteScope, note: NewRow<typeof notes>): void => tx.insert(notes, note)

/** Changes a note. The caller keeps the earlier version with `insertRevision`. */
export const updateNote = (tx: WriteScope, id: string, changes: Partial<NewRow<typeof notes>>): void =>
  tx.update(notes, id, changes)

/** Keeps an earlier version of a note. */
export const insertRevision = (tx: WriteScope, revision: NewRow<typeof noteRevisions>): void =>
  tx.insert(noteRevisions, revision)

/** Deletes a note and its revisions. */
export function removeNote(tx: WriteScope, noteId: string): void {
  tx.run(removeRevisionsOfNote, { noteId })
  tx.remove(notes, noteId)
}

/** Deletes all of a patient's notes and their revisions. */
export function removeNotesOfPatient(tx: WriteScope, patientId: string): void {
  tx.run(removeRevisionsOfPatient, { patientId })
  tx.run(removeOfPatient, { patientId })
}
