import { and, asc, desc, eq, gt, lt, lte, ne, sql } from 'drizzle-orm'
import { entries } from '../../db/schema.ts'
import { type Booking, occupiesChair, overlaps } from '../domain/entry.ts'
import type { Interval } from '../domain/time.ts'
import { inPages } from './in-pages.ts'
import type { Scope, WriteScope } from './scope.ts'
import { columnsOf, type NewRow, param, select, update } from './statement.ts'

const fields = columnsOf(entries)

const byId = select({ fields, from: entries, where: eq(entries.id, param('id')) })

/** How many entries are read at a time. Each may hold notes of 100,000 characters. */
const pageSize = 100

/** Entries that start in `[from, to)`. One that started earlier and still runs is left out (RULES §4.3). */
const startsInWindow = and(
  sql`(${entries.startAt}, ${entries.id}) > (${param('afterStart')}, ${param('afterId')})`,
  lt(entries.startAt, param('to')),
)
const page = {
  fields,
  from: entries,
  orderBy: [asc(entries.startAt), asc(entries.id)],
  limit: sql`${pageSize}`,
}
const inWindow = select({ ...page, where: startsInWindow })
const onChairInWindow = select({
  ...page,
  where: and(eq(entries.chairId, param('chairId')), startsInWindow),
})
const onChair = select({
  fields: { id: entries.id },
  from: entries,
  where: eq(entries.chairId, param('chairId')),
  limit: sql`1`,
})
const ofPatient = select({ fields, from: entries, where: eq(entries.patientId, param('patientId')) })

/** Worded like the condition of the index `entries_block`, so that SQLite uses it. */
const blocksOnChair = and(eq(entries.chairId, param('chairId')), sql`${entries.type} <> 'reminder'`)
const notItself = ne(entries.id, param('exceptId'))
const blockFields = { id: entries.id, startAt: entries.startAt, endAt: entries.endAt }
const lastBlockUpTo = select({
  fields: blockFields,
  from: entries,
  where: and(blocksOnChair, lte(entries.startAt, param('startAt')), notItself),
  orderBy: [desc(entries.startAt)],
  limit: sql`1`,
})
const blocksStartingWithin = select({
  fields: blockFields,
  from: entries,
  where: and(
    blocksOnChair,
    gt(entries.startAt, param('startAt')),
    lt(entries.startAt, param('endAt')),
    notItself,
  ),
  orderBy: [asc(entries.startAt)],
})

const clearPatient = update(entries, ['patientId', 'updatedAt'], eq(entries.patientId, param('ofPatientId')))

/** The entry with this id, or null. */
export const findEntry = (scope: Scope, id: string) => scope.get(byId, { id })
export type EntryRow = NonNullable<ReturnType<typeof findEntry>>

/** The entries that start in `[from, to)`, by start and id, in pages; with `chairId`, only those on that chair. */
export const listEntries = (
  scope: Scope,
  from: number,
  to: number,
  chairId?: string,
): Generator<EntryRow[]> =>
  inPages<EntryRow>(pageSize, (last) => {
    const window = { afterStart: last?.startAt ?? from, afterId: last?.id ?? '', to }
    return chairId === undefined
      ? scope.all(inWindow, window)
      : scope.all(onChairInWindow, { ...window, chairId })
  })

/** All entries of a patient, in no particular order. */
export const listEntriesOfPatient = (scope: Scope, patientId: string) => scope.all(ofPatient, { patientId })

/**
 * The blocks on a chair that overlap an interval, by start. The entry with the id `exceptId` is left out.
 *
 * Stored blocks never overlap each other. So at most one of them starts at or before the interval and reaches into
 * it: the last one. All others start inside it. This takes two index seeks, however many entries there are.
 */
export function blocksDuring(scope: Scope, chairId: string, during: Interval, exceptId = '') {
  const params = { chairId, ...during, exceptId }
  const before = scope.get(lastBlockUpTo, params)
  const within = scope.all(blocksStartingWithin, params)
  return before !== null && overlaps(before, during) ? [before, ...within] : within
}

/** Every block that conflicts with an entry (RULES §4.4). An entry never conflicts with itself. */
export const conflictsOf = (scope: Scope, entry: Booking & { readonly id: string }) =>
  occupiesChair(entry) ? blocksDuring(scope, entry.chairId!, entry, entry.id) : []

/** Whether any entry is on this chair. */
export const chairHasEntries = (scope: Scope, chairId: string): boolean =>
  scope.get(onChair, { chairId }) !== null

/** Adds an entry. The database refuses one that overlaps a block on its chair. */
export const insertEntry = (tx: WriteScope, entry: NewRow<typeof entries>): void => tx.insert(entries, entry)

/** Changes an entry. The database refuses a change that makes it overlap a block on its chair. */
export const updateEntry = (tx: WriteScope, id: string, changes: Partial<NewRow<typeof entries>>): void =>
  tx.update(entries, id, changes)

/** Deletes an entry; false when there is none. */
export const removeEntry = (tx: WriteScope, id: string): boolean => tx.remove(entries, id)

/** Takes a patient off all of their entries, which stay in the calendar. Answers how many there were. */
export const clearPatientOfEntries = (tx: WriteScope, patientId: string, now: number) =>
  tx.run(clearPatient, { ofPatientId: patientId, patientId: null, updatedAt: now })
