import { ofRecord } from '../../domain/audit.ts'
import { newId } from '../../domain/id.ts'
import { found } from '../../domain/problem.ts'
import { requireMatch } from '../../domain/version.ts'
import { archiveEntry } from '../../store/archive.ts'
import { type EntryRow, findEntry, listEntries, removeEntry } from '../../store/entries.ts'
import type { Practice } from '../../store/store.ts'
import { writeNotices } from '../shared/booking.ts'
import type { CreateEntry, UpdateEntry } from '../shared/entry-schema.ts'
import { addEntry, changeEntry } from '../shared/saving.ts'
import { type BookedEntry, withWarnings } from '../shared/warnings.ts'

/**
 * The entries that start at or after `from` and before `to`, both in epoch milliseconds, in pages. `chairId` narrows
 * them.
 */
export const browseEntries = (practice: Practice, from: number, to: number, chairId?: string) =>
  listEntries(practice.read, from, to, chairId)

export const readEntry = (practice: Practice, entryId: string): EntryRow =>
  found(findEntry(practice.read, entryId))

/**
 * Books an entry (RULES §4.3). The overlap rule is checked in the transaction that writes the entry.
 * @param body a body that has passed its schema
 * @throws `validation_failed` when the chair or patient is not the practice's; `conflict` when the chair is taken.
 */
export const bookEntry = (
  practice: Practice,
  userId: string,
  body: CreateEntry,
  now: number,
  id = newId(now),
): Promise<BookedEntry> =>
  practice.write((tx) => {
    const entry = addEntry(tx, userId, body, now, id)
    tx.record({ kind: 'write', ...ofRecord('appointment', null, entry) })
    return withWarnings(tx, entry)
  })

/**
 * Changes an entry (RULES §4.3). A field that is not sent stays, and the rules hold for the entry that results.
 * @throws `not_found`. `validation_failed` when the end is not after the start, or when the chair or patient is not the
 * practice's. `conflict` when the chair is taken.
 */
export const editEntry = (
  practice: Practice,
  entryId: string,
  body: UpdateEntry,
  now: number,
): Promise<BookedEntry> =>
  practice.write((tx) => {
    const before = found(findEntry(tx, entryId))
    requireMatch(tx, before)
    const after = changeEntry(tx, before, body, now)
    tx.record({
      kind: after === before ? 'read' : 'write',
      ...ofRecord('appointment', before, after),
    })
    return withWarnings(tx, after)
  })

/**
 * Deletes an entry and cancels its reminders. It moves to the archive. A patient who was told of it is told.
 * @throws `not_found`.
 */
export const deleteEntry = (practice: Practice, entryId: string, now: number) =>
  practice.write((tx) => {
    const entry = found(findEntry(tx, entryId))
    requireMatch(tx, entry)
    archiveEntry(tx, entry, now)
    removeEntry(tx, entryId)
    writeNotices(tx, entryId, entry, null, now)
    tx.record({ kind: 'write', ...ofRecord('appointment', entry, null) })
  })
