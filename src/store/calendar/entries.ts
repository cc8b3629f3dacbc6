import { and, asc, desc, eq, gt, gte, lt, lte, ne, sql } from 'drizzle-orm'
import { whereBlock, whereReminderOnChair } from '../../../db/entry-sql.ts'
import { entries } from '../../../db/schema/calendar.ts'
import { type Booking, occupiesChair, overlaps } from '../../domain/entry.ts'
import type { Interval } from '../../domain/time.ts'
import type { SomeRows } from '../engine/connection.ts'
import { inPages, mergedPages } from '../engine/in-pages.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, type NewRow, param, select, update, updateForNow } from '../engine/statement.ts'

const fields = columnsOf(entries)

const byId = select({ fields, from: entries, where: equals(entries.id, 'id') })

/** How many entries are read at a time. Fewer are read when the entries are long. */
const pageSize = 100

/** Entries that start in `[from, to)`. An entry that started earlier and still runs is left out (RULES §4.3). */
const startsInWindow = and(
  sql`(${entries.startAt}, ${entries.id}) > (${param('afterStart')}, ${param('afterId', entries.id)})`,
  lt(entries.startAt, param('to')),
)
const ofChair = equals(entries.chairId, 'chairId')
const page = { fields, from: entries, limit: sql`${pageSize}` }
const inOrder = { ...page, orderBy: [asc(entries.startAt), asc(entries.id)] }
const inWindow = select({ ...inOrder, where: startsInWindow })
const remindersOnChair = select({
  ...inOrder,
  where: and(ofChair, sql.raw(whereReminderOnChair), startsInWindow),
})
/**
 * A block is an entry that occupies its chair. Two blocks on a chair never start at the same instant. So the order by
 * start needs no id.
 */
const blocksInWindow = select({
  ...page,
  where: and(
    ofChair,
    sql.raw(whereBlock),
    gte(entries.startAt, param('from')),
    lt(entries.startAt, param('to')),
  ),
  orderBy: [asc(entries.startAt)],
})
const onChair = select({
  fields: { id: entries.id },
  from: entries,
  where: equals(entries.chairId, 'chairId'),
  limit: sql`1`,
})
/**
 * The order of the entries of a patient. The plus makes SQLite use the index of the patient. Without the plus, SQLite
 * reads all entries of the practice in the order of their starts.
 */
const patientsOrder = [asc(entries.startAt), sql`+${entries.id}`]
const aheadOfPatient = select({
  fields,
  from: entries,
  where: and(equals(entries.patientId, 'patientId'), gt(entries.startAt, param('after'))),
  orderBy: patientsOrder,
  limit: param('most'),
})
/** No appointment lasts longer than a day. So the query begins one day earlier, not at the patient's first entry. */
const othersOfPatient = select({
  fields: { id: entries.id, title: entries.title, startAt: entries.startAt, endAt: entries.endAt },
  from: entries,
  where: and(
    equals(entries.patientId, 'patientId'),
    sql`${entries.startAt} > ${param('startAt')} - 86400000`,
    lt(entries.startAt, param('endAt')),
    gt(entries.endAt, param('startAt')),
    sql`+${eq(entries.type, 'appointment')}`,
    ne(entries.id, param('exceptId', entries.id)),
  ),
  orderBy: [asc(entries.startAt)],
  limit: param('most'),
})
/** The plus makes SQLite use the index of the patient, because a chair may have far more entries than a patient. */
const onAnyOrThisChair = sql`(${param('chairId', entries.chairId)} is null
  or +${entries.chairId} = ${param('chairId', entries.chairId)})`
const ofPatientInWindow = select({
  ...page,
  where: and(equals(entries.patientId, 'patientId'), onAnyOrThisChair, startsInWindow),
  orderBy: patientsOrder,
})
/**
 * The answer to a reminder belongs to the patient. So the answer is removed together with the patient
 * (`domain/reminders/answer.ts`).
 */
const withoutPatient = update(entries, ['updatedAt'], equals(entries.patientId, 'gone'), {
  patientId: sql`null`,
  metadata: sql`json_remove(${entries.metadata}, '$.patientAnswer')`,
})

const itself = equals(entries.id, 'id')
/**
 * Statements that take an entry off its chair, until a later statement writes its place again. The second also takes
 * the entry off its practitioner.
 */
const offItsChair = updateForNow(entries, itself, { chairId: sql`null` })
const offItsPlace = updateForNow(entries, itself, { chairId: sql`null`, practitionerId: sql`null` })

const blocksOnChair = and(ofChair, sql.raw(whereBlock))
const notItself = ne(entries.id, param('exceptId', entries.id))
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
/** Two statements count, because one statement with `notItself` takes three times as long. */
const counted = { number: sql<number>`count(*)` }
const countStartingInside = select({ fields: counted, from: entries, where: startsInside })
const countItselfInside = select({
  fields: counted,
  from: entries,
  where: and(startsInside, equals(entries.id, 'exceptId')),
})
/** The value of `limit` that means no limit in SQLite. */
const all = -1

/** The entry with this id, or null. */
export const findEntry = (scope: Scope, id: string): EntryRow | null => scope.get(byId, { id })
/** `holdUntil` may be left out, because a cancelled appointment has no such field. */
export type EntryRow = Omit<ReturnType<typeof byId.decode>, 'holdUntil'> & Partial<Pick<HoldRow, 'holdUntil'>>
type HoldRow = ReturnType<typeof byId.decode>

/** Whether an entry only holds its time for a patient who books online. */
export const isHold = ({ holdUntil = null }: Pick<EntryRow, 'holdUntil'>): boolean => holdUntil !== null

/**
 * The entries that start in `[from, to)`, by start and id, in pages. With `chairId`, only the entries on this chair.
 * With `patientId`, only the entries of this patient.
 */
export const listEntries = (
  scope: Scope,
  from: number,
  to: number,
  chairId?: string,
  patientId?: string,
): Generator<EntryRow[]> => {
  if (patientId !== undefined)
    return pagesBehind(from, (behind) =>
      scope.some(ofPatientInWindow, { ...behind, patientId, chairId: chairId ?? null, to }),
    )
  return chairId === undefined
    ? pagesBehind(from, (behind) => scope.some(inWindow, { ...behind, to }))
    : mergedPages(
        inPages<EntryRow>(pageSize, (last) =>
          scope.some(blocksInWindow, { chairId, from: last === null ? from : last.startAt + 1, to }),
        ),
        pagesBehind(from, (behind) => scope.some(remindersOnChair, { ...behind, chairId, to })),
        (a, b) => a.startAt - b.startAt || (a.id < b.id ? -1 : 1),
      )
}

interface Position {
  readonly afterStart: number
  readonly afterId: string
}

/** Pages in the order of starts and ids. Each page begins after the last entry of the page before. */
const pagesBehind = (from: number, read: (behind: Position) => SomeRows<EntryRow>): Generator<EntryRow[]> =>
  inPages<EntryRow>(pageSize, (last) => read({ afterStart: last?.startAt ?? from, afterId: last?.id ?? '' }))

/** A stored block on a chair. */
export type Block = Interval & { readonly id: string }

/**
 * The blocks on a chair that overlap an interval, by start. The entry with the id `exceptId` is left out. With `most`,
 * at most `most` + 1 blocks are returned.
 *
 * Stored blocks never overlap each other. Of the blocks that start at or before the interval, only the last can reach
 * into it. All others start inside the interval. So the query needs two index seeks, for any number of entries.
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

/** The blocks that overlap an entry: the first of them, by start, and the number of all. */
export interface Conflicts {
  readonly first: readonly Block[]
  readonly total: number
}

/**
 * The first `most` blocks that conflict with an entry, and the number of all (RULES §4.4). An entry never conflicts
 * with itself. The database counts only when there may be more than `most`, so a free chair needs no counting.
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

/** The next `most` entries of a patient that start after a moment (epoch milliseconds), by start and id. */
export const listEntriesAhead = (scope: Scope, patientId: string, after: number, most: number): EntryRow[] =>
  scope.all(aheadOfPatient, { patientId, after, most })

/** Another appointment of a patient. */
export type OtherVisit = Interval & { readonly id: string; readonly title: string | null }

/** The first `most` other appointments of a patient that overlap an entry of theirs, by start. */
export const listVisitsDuring = (
  scope: Scope,
  { id, patientId, startAt, endAt }: Interval & { readonly id: string; readonly patientId: string },
  most: number,
): OtherVisit[] => scope.all(othersOfPatient, { patientId, startAt, endAt, exceptId: id, most })

/** Whether any entry is on this chair. */
export const chairHasEntries = (scope: Scope, chairId: string): boolean =>
  scope.get(onChair, { chairId }) !== null

/** Adds an entry. The database refuses an entry that overlaps a block on its chair. */
export const insertEntry = (tx: WriteScope, entry: NewEntry): void =>
  tx.insert(entries, { holdUntil: null, ...entry })
type NewEntry = Omit<NewRow<typeof entries>, 'holdUntil'> & { readonly holdUntil?: number }

/** Changes an entry. The database refuses a change that makes it overlap a block on its chair. */
export const updateEntry = (tx: WriteScope, id: string, changes: Partial<NewRow<typeof entries>>): void =>
  tx.update(entries, id, changes)

/**
 * Takes an entry off its chair and its practitioner. The same transaction must then write the new place, which also
 * counts the version. So two entries can change places, and the database still checks each place. With `keepsTime`, the
 * entry stays with its practitioner. The database allows an old overlap only while the practitioner is not written
 * again.
 */
export const parkEntry = (tx: WriteScope, id: string, keepsTime = false): void =>
  void tx.run(keepsTime ? offItsChair : offItsPlace, { id })

/** Removes a patient and their answers from all entries of the patient, in one statement. */
export const clearPatient = (tx: WriteScope, patientId: string, now: number): void =>
  void tx.run(withoutPatient, { gone: patientId, updatedAt: now })

/** Deletes an entry. Returns false when there is no entry with this id. */
export const removeEntry = (tx: WriteScope, id: string): boolean => tx.remove(entries, id)
