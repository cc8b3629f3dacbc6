import { and, asc, desc, eq, gt, lt, lte, ne, sql } from 'drizzle-orm'
import { entries } from '../../db/schema/calendar.ts'
import { type Booking, occupiesChair, overlaps } from '../domain/entry.ts'
import type { Interval } from '../domain/time.ts'
import { inPages } from './in-pages.ts'
import type { Scope, WriteScope } from './scope.ts'
import { columnsOf, type NewRow, param, select, update } from './statement.ts'

const fields = columnsOf(entries)

const byId = select({ fields, from: entries, where: eq(entries.id, param('id')) })

/** How many entries are read at a time, and fewer when they are long. */
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
/** The answer to a reminder is the patient's, so it leaves with them (`domain/reminders/answer.ts`). */
const withoutPatient = update(entries, ['updatedAt'], eq(entries.patientId, param('gone')), {
  patientId: sql`null`,
  metadata: sql`json_remove(${entries.metadata}, '$.patientAnswer')`,
})

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
const startsInside = and(
  blocksOnChair,
  gt(entries.startAt, param('startAt')),
  lt(entries.startAt, param('endAt')),
)
const blocksStartingInside = select({
  fields: blockFields,
  from: entries,
  where: and(startsInside, notItself),
  orderBy: [asc(entries.startAt)],
  limit: param('most'),
})
/** Two counts, because one with `notItself` takes three times as long. */
const counted = { number: sql<number>`count(*)` }
const countStartingInside = select({ fields: counted, from: entries, where: startsInside })
const countItselfInside = select({
  fields: counted,
  from: entries,
  where: and(startsInside, eq(entries.id, param('exceptId'))),
})
/** SQLite's limit for no limit. */
const all = -1

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
      ? scope.some(inWindow, window)
      : scope.some(onChairInWindow, { ...window, chairId })
  })

/** A stored block on a chair. */
export type Block = Interval & { readonly id: string }

/**
 * The blocks on a chair that overlap an interval, by start. The entry with the id `exceptId` is left out. A bound `most`
 * may be given; one block more may come.
 *
 * Stored blocks never overlap each other. So at most one of them starts at or before the interval and reaches into
 * it: the last one. All others start inside it. This takes two index seeks, however many entries there are.
 */
export function blocksDuring(
  scope: Scope,
  chairId: string,
  during: Interval,
  exceptId = '',
  most = all,
): Block[] {
  const params = { chairId, ...during, exceptId }
  const before = scope.get(lastBlockUpTo, params)
  const inside = scope.all(blocksStartingInside, { ...params, most })
  return before !== null && overlaps(before, during) ? [before, ...inside] : inside
}

/** What is in the way of an entry: the first blocks, by start, and how many there are in all. */
export interface Conflicts {
  readonly first: readonly Block[]
  readonly total: number
}

/**
 * The first `most` blocks that conflict with an entry, and how many do (RULES §4.4). An entry never conflicts with
 * itself. They are counted only when there are more, so that a free chair costs no count.
 */
export function conflictsOf(scope: Scope, entry: Booking & { readonly id: string }, most: number): Conflicts {
  if (!occupiesChair(entry)) return { first: [], total: 0 }
  const blocks = blocksDuring(scope, entry.chairId!, entry, entry.id, most)
  if (blocks.length < most) return { first: blocks, total: blocks.length }
  const params = { chairId: entry.chairId, startAt: entry.startAt, endAt: entry.endAt, exceptId: entry.id }
  const inside = scope.get(countStartingInside, params)!.number - scope.get(countItselfInside, params)!.number
  const reachesIn = blocks[0]!.startAt <= entry.startAt ? 1 : 0
  return { first: blocks.slice(0, most), total: reachesIn + inside }
}

/** Whether any entry is on this chair. */
export const chairHasEntries = (scope: Scope, chairId: string): boolean =>
  scope.get(onChair, { chairId }) !== null

/** Adds an entry. The database refuses one that overlaps a block on its chair. */
export const insertEntry = (tx: WriteScope, entry: NewRow<typeof entries>): void => tx.insert(entries, entry)

/** Changes an entry. The database refuses a change that makes it overlap a block on its chair. */
export const updateEntry = (tx: WriteScope, id: string, changes: Partial<NewRow<typeof entries>>): void =>
  tx.update(entries, id, changes)

/** Takes a patient and their answers off all their entries, in one statement however many there are. */
export const clearPatient = (tx: WriteScope, patientId: string, now: number): void =>
  void tx.run(withoutPatient, { gone: patientId, updatedAt: now })

/** Deletes an entry; false when there is none. */
export const removeEntry = (tx: WriteScope, id: string): boolean => tx.remove(entries, id)
