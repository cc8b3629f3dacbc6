import { and, asc, desc, eq, gt, gte, lt, lte, ne, sql } from 'drizzle-orm'
import { entries } from '../../db/schema.ts'
import { type Booking, occupiesChair, overlaps } from '../domain/entry.ts'
import type { Interval } from '../domain/time.ts'
import type { Scope, WriteScope } from './scope.ts'
import { columnsOf, type NewRow, param, select } from './statement.ts'

const fields = columnsOf(entries)

const byId = select({ fields, from: entries, where: eq(entries.id, param('id')) })

/** Entries that start in `[from, to)`. One that started earlier and still runs is left out (RULES §4.3). */
const startsInWindow = and(gte(entries.startAt, param('from')), lt(entries.startAt, param('to')))
const inStartOrder = [asc(entries.startAt), asc(entries.id)]
const inWindow = select({ fields, from: entries, where: startsInWindow, orderBy: inStartOrder })
const onChairInWindow = select({
  fields,
  from: entries,
  where: and(startsInWindow, eq(entries.chairId, param('chairId'))),
  orderBy: inStartOrder,
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

/** The entry with this id, or null. */
export const findEntry = (scope: Scope, id: string) => scope.get(byId, { id })
export type EntryRow = NonNullable<ReturnType<typeof findEntry>>

/** The entries that start in `[from, to)`, by start and id; with `chairId`, only those on that chair. */
export const listEntries = (scope: Scope, from: number, to: number, chairId?: string): EntryRow[] =>
  chairId === undefined
    ? scope.all(inWindow, { from, to })
    : scope.all(onChairInWindow, { from, to, chairId })

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
