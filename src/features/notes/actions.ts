import { changed } from '../../domain/changes.ts'
import { newId } from '../../domain/id.ts'
import { found } from '../../domain/problem.ts'
import {
  findNote,
  insertNote,
  insertRevision,
  listNotes,
  listRevisions,
  listRevisionsOfPatient,
  type NoteRow,
  type RevisionRow,
  removeNote,
  updateNote,
} from '../../store/notes.ts'
import { findPatient } from '../../store/patients.ts'
import type { Scope } from '../../store/scope.ts'
import type { Practice } from '../../store/store.ts'
import type { CreateNote, UpdateNote } from './schema.ts'

/** A note with its earlier versions, oldest first. */
export interface NoteWithRevisions {
  readonly note: NoteRow
  readonly revisions: readonly RevisionRow[]
}

export function browseNotes(practice: Practice, patientId: string): NoteWithRevisions[] {
  found(findPatient(practice.read, patientId))
  const revisions = Map.groupBy(listRevisionsOfPatient(practice.read, patientId), ({ noteId }) => noteId)
  return listNotes(practice.read, patientId).map((note) => ({
    note,
    revisions: revisions.get(note.id) ?? [],
  }))
}

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
    insertNote(tx, {
      id,
      patientId,
      title: body.title ?? null,
      body: body.body,
      isNext: body.isNext ?? false,
      createdBy: userId,
      updatedBy: userId,
      createdAt: now,
      updatedAt: now,
    })
    return withRevisions(tx, found(findNote(tx, id)))
  })

/** Changes a note and keeps the version it had; an edit that changes nothing keeps none. */
export const editNote = (
  practice: Practice,
  userId: string,
  patientId: string,
  noteId: string,
  body: UpdateNote,
  now: number,
) =>
  practice.write((tx) => {
    const note = noteOf(tx, patientId, noteId)
    const changes = changed(note, body)
    if (Object.keys(changes).length > 0) {
      insertRevision(tx, {
        noteId,
        version: listRevisions(tx, noteId).length + 1,
        title: note.title,
        body: note.body,
        isNext: note.isNext,
        savedAt: note.updatedAt,
        savedBy: note.updatedBy,
      })
      updateNote(tx, noteId, { ...changes, updatedBy: userId, updatedAt: now })
    }
    return withRevisions(tx, found(findNote(tx, noteId)))
  })

export const deleteNote = (practice: Practice, patientId: string, noteId: string) =>
  practice.write((tx) => {
    noteOf(tx, patientId, noteId)
    removeNote(tx, noteId)
  })

/** The note, if it is this patient's; another patient's is not found. */
function noteOf(scope: Scope, patientId: string, noteId: string): NoteRow {
  const note = found(findNote(scope, noteId))
  return found(note.patientId === patientId ? note : null)
}

const withRevisions = (scope: Scope, note: NoteRow): NoteWithRevisions => ({
  note,
  revisions: listRevisions(scope, note.id),
})
