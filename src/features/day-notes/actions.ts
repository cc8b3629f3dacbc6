import { amended } from '../../domain/changes.ts'
import { newId } from '../../domain/id.ts'
import { mostDayNotes, requireRoom } from '../../domain/limits.ts'
import { found } from '../../domain/problem.ts'
import { requireMatch } from '../../domain/version.ts'
import { archiveDayNote } from '../../store/archive/archive.ts'
import {
  countDayNotes,
  findDayNote,
  insertDayNote,
  removeDayNote,
  updateDayNote,
} from '../../store/calendar/day-notes.ts'
import type { Scope } from '../../store/engine/scope.ts'
import type { Practice } from '../../store/store.ts'
import type { CreateDayNote, UpdateDayNote } from './schema.ts'

export const readDayNote = (practice: Practice, dayNoteId: string) =>
  found(findDayNote(practice.read, dayNoteId))

/** Writes a note on a day. @throws `conflict` when the day has 10 notes. */
export const createDayNote = (
  practice: Practice,
  userId: string,
  body: CreateDayNote,
  now: number,
  id = newId(now),
) =>
  practice.write((tx) => {
    requireRoomOn(tx, body.date)
    insertDayNote(tx, { id, ...body, createdBy: userId, createdAt: now, updatedAt: now })
    const after = found(findDayNote(tx, id))
    tx.record({ kind: 'write', record: { kind: 'dayNote', id }, after })
    return after
  })

const tooMany = `There are ${mostDayNotes} notes on this day, and there can be no more. Delete one first.`

/** @throws `conflict` when the day has 10 notes. */
const requireRoomOn = (scope: Scope, date: string): void =>
  requireRoom(countDayNotes(scope, date), mostDayNotes, tooMany)

/**
 * Changes a note on a day by the rules of PATCH (RULES §1).
 * @throws `not_found`; `conflict` when the note goes to a day that has 10 notes.
 */
export const editDayNote = (practice: Practice, dayNoteId: string, body: UpdateDayNote, now: number) =>
  practice.write((tx) => {
    const before = requireMatch(tx, findDayNote(tx, dayNoteId))
    return amended(before, body, now, (changes) => {
      if (changes.date !== undefined && changes.date !== before.date) requireRoomOn(tx, changes.date)
      updateDayNote(tx, dayNoteId, changes)
      const after = { ...before, ...changes }
      tx.record({ kind: 'write', record: { kind: 'dayNote', id: dayNoteId }, before, after })
    })
  })

/** Deletes a note on a day. It moves to the archive. @throws `not_found`. */
export const deleteDayNote = (practice: Practice, dayNoteId: string, now: number) =>
  practice.write((tx) => {
    const before = requireMatch(tx, findDayNote(tx, dayNoteId))
    archiveDayNote(tx, dayNoteId, now)
    removeDayNote(tx, dayNoteId)
    tx.record({ kind: 'write', record: { kind: 'dayNote', id: dayNoteId }, before })
  })
