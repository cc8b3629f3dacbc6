import { ofRecord } from '../../domain/audit.ts'
import { amended } from '../../domain/changes.ts'
import { newId } from '../../domain/id.ts'
import { found } from '../../domain/problem.ts'
import { requireMatch } from '../../domain/version.ts'
import { archiveNote } from '../../store/archive/archive.ts'
import type { Scope, WriteScope } from '../../store/engine/scope.ts'
import {
  findNote,
  insertNote,
  insertRevision,
  listNotes,
  type NoteRow,
  removeNote,
  updateNote,
} from '../../store/patients/notes.ts'
import { findPatient } from '../../store/patients/patients.ts'
import type { Practice } from '../../store/store.ts'
import type { CreateNote, UpdateNote } from './schema.ts'

/** The notes of a patient in pages, newest first. @throws `not_found` when the patient does not exist. */
export function browseNotes({ read }: Practice, patientId: string): () => Generator<NoteRow[]> {
  found(findPatient(read, patientId))
  return () => listNotes(read, patientId)
}

/** Writes a note. `userId` is its author. @throws `not_found` when the patient does not exist. */
export const createNote = (
  practice: Practice,
  userId: string,
  patientId: string,
  body: CreateNote,
  now: number,
  id = newId(now),
) =>
  practice.write((tx) => {
    found(findPatient(tx, patientId))
    return addNote(tx, userId, patientId, body, now, id)
  })

/** Adds a note in a transaction, and records this in the audit trail. The patient must exist. */
export function addNote(
  tx: WriteScope,
  userId: string,
  patientId: string,
  body: CreateNote,
  at: number,
  id: string,
): NoteRow {
  insertNote(tx, {
    id,
    patientId,
    title: body.title ?? null,
    body: body.body,
    isNext: body.isNext ?? false,
    createdBy: userId,
    updatedBy: userId,
    createdAt: at,
    updatedAt: at,
  })
  const note = found(findNote(tx, id))
  tx.record({ kind: 'write', ...ofRecord('note', null, note) })
  return note
}

/**
 * Changes a note and keeps its version before the change as a revision. An edit that changes nothing adds no revision.
 * @throws `not_found` when the patient does not have this note.
 */
export const editNote = (
  practice: Practice,
  userId: string,
  patientId: string,
  noteId: string,
  body: UpdateNote,
  now: number,
) =>
  practice.write((tx) => changeNote(tx, userId, requireMatch(tx, noteOf(tx, patientId, noteId)), body, now))

/** Changes a note in a transaction, as `editNote` does, and records this in the audit trail. */
export function changeNote(
  tx: WriteScope,
  userId: string,
  note: NoteRow,
  body: UpdateNote,
  now: number,
): NoteRow {
  const { id: noteId } = note
  amended(note, body, now, (changes) => {
    insertRevision(tx, {
      noteId,
      version: note.earlierVersions + 1,
      title: note.title,
      body: note.body,
      isNext: note.isNext,
      savedAt: note.updatedAt,
      savedBy: note.updatedBy,
    })
    updateNote(tx, noteId, { ...changes, updatedBy: userId })
  })
  const after = found(findNote(tx, noteId))
  const kind = after.earlierVersions === note.earlierVersions ? 'read' : 'write'
  tx.record({ kind, ...ofRecord('note', note, after) })
  return after
}

/**
 * Deletes a note with its revisions. The note and its revisions move to the archive.
 * @throws `not_found` when the patient does not have this note.
 */
export const deleteNote = (practice: Practice, patientId: string, noteId: string, now: number) =>
  practice.write((tx) => dropNote(tx, requireMatch(tx, noteOf(tx, patientId, noteId)), now))

/** Deletes a note in a transaction, as `deleteNote` does, and records this in the audit trail. */
export function dropNote(tx: WriteScope, note: NoteRow, now: number): void {
  archiveNote(tx, note, now)
  tx.record({ kind: 'write', ...ofRecord('note', note, null) })
  removeNote(tx, note.id)
}

/** @throws `not_found` when the note does not exist or is another patient's. */
function noteOf(scope: Scope, patientId: string, noteId: string): NoteRow {
  const note = found(findNote(scope, noteId))
  return found(note.patientId === patientId ? note : null)
}
