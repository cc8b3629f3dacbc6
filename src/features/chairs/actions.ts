import { amended } from '../../domain/changes.ts'
import { newId } from '../../domain/id.ts'
import { mostChairs, requireRoom } from '../../domain/limits.ts'
import { requireFreeName } from '../../domain/name-key.ts'
import { conflict, found } from '../../domain/problem.ts'
import { requireMatch } from '../../domain/version.ts'
import { removeFeedsOfChair } from '../../store/access/calendar-feeds.ts'
import { archiveChair } from '../../store/archive/archive.ts'
import { chairHasEntries } from '../../store/calendar/entries.ts'
import {
  countChairs,
  findChair,
  findChairByName,
  insertChair,
  listChairs,
  nextPosition,
  removeChair,
  updateChair,
} from '../../store/practice/chairs.ts'
import type { Practice } from '../../store/store.ts'
import type { CreateChair, UpdateChair } from './schema.ts'

export const browseChairs = (practice: Practice) => listChairs(practice.read)

export const readChair = (practice: Practice, chairId: string) => found(findChair(practice.read, chairId))

/**
 * Creates a chair. Unless the body has other values, the chair is active and the last one in the list.
 * @throws `conflict` when there are 500 chairs, or when the name of another chair differs at most in upper and lower
 * case.
 */
export const createChair = (practice: Practice, body: CreateChair, now: number, id = newId(now)) =>
  practice.write((tx) => {
    requireRoom(countChairs(tx), mostChairs, tooMany)
    requireFreeName('chair', findChairByName(tx, body.name), id)
    insertChair(tx, {
      id,
      name: body.name,
      color: body.color ?? null,
      position: body.position ?? nextPosition(tx),
      active: body.active ?? true,
      workingHours: body.workingHours ?? null,
      createdAt: now,
      updatedAt: now,
    })
    const chair = found(findChair(tx, id))
    tx.record({ kind: 'write', record: { kind: 'chair', id }, after: chair })
    return chair
  })

const tooMany = `There are ${mostChairs} chairs, and there can be no more. Delete a chair that has no entries first.`

/** Changes a chair by the rules of PATCH (RULES §1). @throws `not_found`; `conflict` when another chair has the name. */
export const editChair = (practice: Practice, chairId: string, body: UpdateChair, now: number) =>
  practice.write((tx) => {
    const before = requireMatch(tx, findChair(tx, chairId))
    return amended(before, body, now, (changes) => {
      if (changes.name !== undefined) requireFreeName('chair', findChairByName(tx, changes.name), chairId)
      updateChair(tx, chairId, changes)
      const after = { ...before, ...changes }
      tx.record({ kind: 'write', record: { kind: 'chair', id: chairId }, before, after })
    })
  })

/**
 * Deletes a chair that has no entries. The chair moves to the archive.
 * @throws `not_found`; `conflict` when the chair has entries, even if all of them are in the past.
 */
export const deleteChair = (practice: Practice, chairId: string, now: number) =>
  practice.write((tx) => {
    const before = requireMatch(tx, findChair(tx, chairId))
    if (chairHasEntries(tx, chairId))
      throw conflict('The chair has entries and cannot be deleted. Set `active` to false instead.')
    archiveChair(tx, chairId, now)
    const feedsEnded = removeFeedsOfChair(tx, chairId)
    removeChair(tx, chairId)
    const detail = feedsEnded > 0 && { detail: { feedsEnded } }
    tx.record({ kind: 'write', record: { kind: 'chair', id: chairId }, before, ...detail })
  })
