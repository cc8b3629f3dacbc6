import { and, asc, desc, gt, lte, sql } from 'drizzle-orm'
import { whereNext } from '../../../db/note-sql.ts'
import { noteRevisions, notes } from '../../../db/schema/notes.ts'
import { inPages } from '../engine/in-pages.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, type NewRow, ownPracticeKey, param, remove, select } from '../engine/statement.ts'

/** How many notes or revisions are read at a time. Fewer are read when they are long. */
const pageSize = 50

const revisionFields = columnsOf(noteRevisions)
const fields = {
  ...columnsOf(notes),
  /** How many earlier versions the note has. Versions are numbered from 1, so one search gives the count. */
  earlierVersions: sql<number>`(select coalesce(max(version), 0) from ${noteRevisions} earlier
    where earlier.practice_key = ${notes.practiceKey} and earlier.note_id = ${notes.id})`,
}

const byId = select({ fields, from: notes, where: equals(notes.id, 'id') })
/** Ids grow with time (UUIDv7), so they also order the notes of one millisecond. */
const ofPatient = select({
  fields,
  from: notes,
  where: and(
    equals(notes.patientId, 'patientId'),
    sql`(${notes.createdAt}, ${notes.id}) < (${param('beforeCreated')}, ${param('beforeId', notes.id)})`,
  ),
  orderBy: [desc(notes.createdAt), desc(notes.id)],
  limit: sql`${pageSize}`,
})
const revisionsOfNote = select({
  fields: revisionFields,
  from: noteRevisions,
  where: and(
    equals(noteRevisions.noteId, 'noteId'),
    gt(noteRevisions.version, param('after')),
    lte(noteRevisions.version, param('upTo')),
  ),
  orderBy: [noteRevisions.version],
  limit: sql`${pageSize}`,
})

/** How many characters of the text are the heading of a note without a title. */
const longestBeginning = 200
const marked = select({
  fields: {
    id: notes.id,
    patientId: notes.patientId,
    heading: sql<string>`coalesce(${notes.title}, substr(${notes.body}, 1, ${sql.raw(String(longestBeginning))}))`,
    updatedAt: notes.updatedAt,
  },
  from: notes,
  where: and(sql.raw(whereNext), lte(notes.updatedAt, param('until'))),
  orderBy: [asc(notes.updatedAt), asc(notes.id)],
  limit: param('limit'),
})

const counted = select({
  fields: { number: sql<number>`count(*)` },
  from: notes,
  where: equals(notes.patientId, 'patientId'),
})

const removeRevisionsOfNote = remove(noteRevisions, equals(noteRevisions.noteId, 'noteId'))
const removeRevisionsOfPatient = remove(
  noteRevisions,
  sql`${noteRevisions.noteId} in (select ${notes.id} from ${notes}
    where ${notes.practiceKey} = ${ownPracticeKey} and ${notes.patientId} = ${param('patientId', notes.patientId)})`,
)
const removeOfPatient = remove(notes, equals(notes.patientId, 'patientId'))

/** The note with this id, or null. */
export const findNote = (scope: Scope, id: string) => scope.get(byId, { id })
export type NoteRow = NonNullable<ReturnType<typeof findNote>>

/** A patient's notes in pages, newest first. */
export const listNotes = (scope: Scope, patientId: string): Generator<NoteRow[]> =>
  inPages<NoteRow>(pageSize, (last) =>
    scope.some(ofPatient, {
      patientId,
      beforeCreated: last?.createdAt ?? Number.MAX_SAFE_INTEGER,
      beforeId: last?.id ?? '',
    }),
  )

/**
 * The notes of all patients that are marked as next to do, and that last changed at `until` or before, the oldest
 * first. `heading` is the title, or else the beginning of the text.
 */
export const listNextNotes = (scope: Scope, until: number, limit: number) =>
  scope.all(marked, { until, limit })

/** How many notes a patient has. */
export const countNotes = (scope: Scope, patientId: string): number =>
  scope.get(counted, { patientId })!.number

/** The earlier versions of a note in pages, oldest first, as they were when the note was read. */
export const listRevisions = (
  scope: Scope,
  { id, earlierVersions }: Pick<NoteRow, 'id' | 'earlierVersions'>,
): Generator<RevisionRow[]> =>
  inPages<RevisionRow>(pageSize, (last) =>
    earlierVersions === 0
      ? { rows: [], isCut: false }
      : scope.some(revisionsOfNote, { noteId: id, after: last?.version ?? 0, upTo: earlierVersions }),
  )
export type RevisionRow = ReturnType<typeof revisionsOfNote.decode>

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
