import { and, asc, desc, eq, gt, gte, lt, lte, ne, sql } from 'drizzle-orm'
import { entries } from '../../db/schema.ts'
import { type Booking, occupiesChair, overlaps } from '../domain/entry.ts'
import type { Interval } from '../domain/time.ts'
import type { Scope, WriteScope } from './scope.ts'
import { columnsOf, type NewRow, param, select, update } from './statement.ts'

const fields = columnsOf(entries)

const byId = select({ fields, from: entries, where: eq(entries.id, param('id')) })

/** Half-open in `startAt`: what started before `from` and still runs is not in it (contract §4.3). */
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

/** Written like the condition of the index `entries_block`, so that it is used. */
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

export const findEntry = (scope: Scope, id: string) => scope.get(byId, { id })
export type EntryRow = NonNullable<ReturnType<typeof findEntry>>

/** The entries that start in `[from, to)`, by start and id; of one chair only if one is named. */
export const listEntries = (scope: Scope, from: number, to: number, chairId?: string): EntryRow[] =>
  chairId === undefined
    ? scope.all(inWindow, { from, to })
    : scope.all(onChairInWindow, { from, to, chairId })

export const listEntriesOfPatient = (scope: Scope, patientId: string) => scope.all(ofPatient, { patientId })

/**
 * The blocks on a chair that overlap a stretch of time, in order.
 * Blocks that stand do not overlap each other, so only the last one that starts no later than the stretch can
 * reach into it; the others start inside it. Two index seeks, however many entries there are.
 */
export function blocksDuring(scope: Scope, chairId: string, during: Interval, exceptId = '') {
  const params = { chairId, ...during, exceptId }
  const before = scope.get(lastBlockUpTo, params)
  const within = scope.all(blocksStartingWithin, params)
  return before !== null && overlaps(before, during) ? [before, ...within] : within
}

/** Every block that stands in the way of an entry (contract §4.4), the entry itself left out. */
export const conflictsOf = (scope: Scope, entry: Booking & { readonly id: string }) =>
  occupiesChair(entry) ? blocksDuring(scope, entry.chairId!, entry, entry.id) : []

export const chairHasEntries = (scope: Scope, chairId: string): boolean =>
  scope.get(onChair, { chairId }) !== null

export const insertEntry = (tx: WriteScope, entry: NewRow<typeof entries>): void => tx.insert(entries, entry)

export const updateEntry = (tx: WriteScope, id: string, changes: Partial<NewRow<typeof entries>>): void =>
  tx.update(entries, id, changes)

export const removeEntry = (tx: WriteScope, id: string): boolean => tx.remove(entries, id)

/** Keeps a deleted patient's entries in the calendar, without the patient. */
export const clearPatientOfEntries = (tx: WriteScope, patientId: string, now: number) =>
  tx.run(clearPatient, { ofPatientId: patientId, patientId: null, updatedAt: now })
