import { ofRecord, recordEdit } from '../../../domain/audit.ts'
import { newId } from '../../../domain/id.ts'
import { found } from '../../../domain/problem.ts'
import { requireMatch } from '../../../domain/version.ts'
import { type EntryRow, findEntry, isHold, listEntries } from '../../../store/calendar/entries.ts'
import { listEntriesOfPractitioner } from '../../../store/calendar/practitioners.ts'
import type { Practice } from '../../../store/store.ts'
import { acceptRequest } from '../accepting.ts'
import { dropEntry } from '../dropping.ts'
import type { CreateEntry, UpdateEntry } from '../entry-schema.ts'
import { addEntry, changeEntry } from '../saving.ts'
import { type BookedEntry, withWarnings } from '../warnings.ts'

/** The filters of a list of entries. */
interface EntryFilters {
  readonly chairId?: string | undefined
  readonly patientId?: string | undefined
  readonly practitionerId?: string | undefined
}

/**
 * The entries that start at or after `from` and before `to`, both in epoch milliseconds, in pages. `chairId`,
 * `patientId` and `practitionerId` narrow the list.
 */
export const browseEntries = (
  practice: Practice,
  from: number,
  to: number,
  { practitionerId, chairId, patientId }: EntryFilters = {},
) =>
  practitionerId === undefined
    ? listEntries(practice.read, from, to, chairId, patientId)
    : listEntriesOfPractitioner(practice.read, from, to, practitionerId, { chairId, patientId })

export const readEntry = (practice: Practice, entryId: string): EntryRow =>
  found(findEntry(practice.read, entryId))

/**
 * Books an entry (RULES §4.3). The overlap rule is checked in the transaction that writes the entry.
 * @param body a body that has passed its schema
 * @throws `validation_failed` when the chair, the patient or the practitioner is not the practice's; `conflict` when the
 * chair is taken, or the practitioner is busy.
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
 * Changes an entry (RULES §4.3). A field that is not sent stays. The rules are checked for the resulting entry.
 * @throws `not_found`. `validation_failed` when the end is not after the start, or when the chair, the patient or the
 * practitioner is not the practice's. `conflict` when the chair is taken, or the practitioner is busy. The type
 * `appointment` accepts a request. Any other change of a hold is a `conflict`.
 */
export const editEntry = (
  practice: Practice,
  entryId: string,
  body: UpdateEntry,
  now: number,
): Promise<BookedEntry> =>
  practice.write((tx) => {
    const before = requireMatch(tx, findEntry(tx, entryId))
    const after = isHold(before) ? acceptRequest(tx, before, body, now) : changeEntry(tx, before, body, now)
    recordEdit(tx, 'appointment', before, after)
    return withWarnings(tx, after)
  })

/**
 * Deletes an entry and cancels its reminders. The entry moves to the archive, with the steps of its visit. A patient
 * who knows of the appointment gets a message. A hold is released, and leaves no item in the archive.
 * @throws `not_found`.
 */
export const deleteEntry = (practice: Practice, entryId: string, now: number) =>
  practice.write((tx) => dropEntry(tx, requireMatch(tx, findEntry(tx, entryId)), now))
