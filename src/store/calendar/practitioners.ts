/** The entries of practitioners, and the times when practitioners are busy (RULES §27). */
import { and, asc, eq, gt, lt, ne, type SQL, sql } from 'drizzle-orm'
import { isBlock, whereBlock, whereLong } from '../../../db/entry-sql.ts'
import { entries } from '../../../db/schema/calendar.ts'
import { occupiesPractitioner, type Treated } from '../../domain/entry.ts'
import type { Interval } from '../../domain/time.ts'
import { listMembers } from '../access/members.ts'
import { inPages, mergedPages } from '../engine/in-pages.ts'
import type { Scope } from '../engine/scope.ts'
import { columnsOf, param, select } from '../engine/statement.ts'
import type { Block, Conflicts, EntryRow } from './entries.ts'

/** How many entries are read at a time. Fewer are read when the entries are long. */
const pageSize = 100
/** A day in milliseconds. Longer entries are found by another index (`whereLong`). */
const day = 86_400_000
/** The most entries of more than a day, running at the same time, that are read for a member. */
const mostLong = 1_000

const practitioner = param('practitionerId', entries.practitionerId)
const ofPractitioner = eq(entries.practitionerId, practitioner)
/** The plus keeps SQLite from reading all entries of the member. Few entries are longer than a day. */
const longOfPractitioner = and(sql.raw(whereLong), sql`+${entries.practitionerId} = ${practitioner}`)
const inOrder = { from: entries, orderBy: [asc(entries.startAt), asc(entries.id)] }
const isBehind = (position: SQL) => sql`(${entries.startAt}, ${entries.id}) > ${position}`
const chair = param('chairId', entries.chairId)
const patient = param('patientId', entries.patientId)

const startsInWindow = select({
  ...inOrder,
  fields: columnsOf(entries),
  where: and(
    ofPractitioner,
    sql`${sql.raw(isBlock)} = ${param('isBlock')}`,
    isBehind(sql`(${param('afterStart')}, ${param('afterId', entries.id)})`),
    lt(entries.startAt, param('to')),
    sql`(${chair} is null or ${entries.chairId} = ${chair})`,
    sql`(${patient} is null or ${entries.patientId} = ${patient})`,
  ),
  limit: sql`${pageSize}`,
})

/** Blocks that end after the start of an interval. A block is an entry that occupies a time. */
const reachesIn = and(
  gt(entries.endAt, param('startAt')),
  sql.raw(whereBlock),
  ne(entries.id, param('exceptId', entries.id)),
)
/** Blocks that overlap an interval and began inside it, or within a day before it. */
const begunLately = and(
  reachesIn,
  lt(entries.startAt, param('endAt')),
  ofPractitioner,
  isBehind(sql`(${param('afterStart')}, ${param('afterId', entries.id)})`),
)
/** Blocks that overlap an interval and began at least a day before it. */
const begunEarly = and(reachesIn, longOfPractitioner, sql`+${entries.startAt} <= ${param('dayBefore')}`)
const block = { id: entries.id, startAt: entries.startAt, endAt: entries.endAt }
const late = select({ ...inOrder, fields: block, where: begunLately, limit: param('most') })
const early = select({ ...inOrder, fields: block, where: begunEarly, limit: param('most') })
const counted = { fields: { number: sql<number>`count(*)` }, from: entries }
const countLate = select({ ...counted, where: begunLately })
const countEarly = select({ ...counted, where: begunEarly })

/**
 * The entries of one practitioner that start in `[from, to)`, by start and id, in pages. With `chairId`, only the
 * entries on this chair. With `patientId`, only the entries of this patient.
 */
export function listEntriesOfPractitioner(
  scope: Scope,
  from: number,
  to: number,
  practitionerId: string,
  {
    chairId = null,
    patientId = null,
  }: { chairId?: string | null | undefined; patientId?: string | null | undefined } = {},
): Generator<EntryRow[]> {
  const pages = (isBlock: 0 | 1) =>
    inPages<EntryRow>(pageSize, (last) => {
      const behind = { afterStart: last?.startAt ?? from, afterId: last?.id ?? '' }
      return scope.some(startsInWindow, { ...behind, to, practitionerId, chairId, patientId, isBlock })
    })
  return mergedPages(pages(1), pages(0), (a, b) => a.startAt - b.startAt || (a.id < b.id ? -1 : 1))
}

/** The parameters of a query for the blocks of a member that overlap an interval. */
const touching = (practitionerId: string, during: Interval, exceptId = '') => ({
  practitionerId,
  startAt: during.startAt,
  endAt: during.endAt,
  exceptId,
  dayBefore: during.startAt - day,
  afterStart: during.startAt - day + 1,
  afterId: '',
})

/**
 * The first `most` blocks of an entry's practitioner that overlap the entry, and the number of all (RULES §27). An
 * entry never conflicts with itself. The function ignores whether the practice allows overlaps.
 */
export function practitionerConflicts(
  scope: Scope,
  entry: Treated & { id: string },
  most: number,
): Conflicts {
  if (!occupiesPractitioner(entry)) return { first: [], total: 0 }
  const params = { ...touching(entry.practitionerId!, entry, entry.id), most }
  const blocks = [...scope.all(early, params), ...scope.all(late, params)]
  if (blocks.length < most) return { first: blocks, total: blocks.length }
  const total = scope.get(countEarly, params)!.number + scope.get(countLate, params)!.number
  return { first: blocks.slice(0, most), total }
}

/** The blocks of a member that overlap an interval, by start. They may overlap each other, and are not cut. */
export function practitionerBusyTimes(scope: Scope, practitionerId: string, during: Interval): Block[] {
  const touched = touching(practitionerId, during)
  return [...scope.all(early, { ...touched, most: mostLong }), ...[...latePages(scope, touched)].flat()]
}

/** The blocks that began in the interval or within a day before it, in pages. */
const latePages = (scope: Scope, touched: ReturnType<typeof touching>): Generator<Block[]> =>
  inPages<Block>(pageSize, (last) => {
    const behind = last === null ? {} : { afterStart: last.startAt, afterId: last.id }
    return scope.some(late, { ...touched, ...behind, most: pageSize })
  })

/**
 * The first `most` blocks that begin while another block of their practitioner runs, member by member. Only blocks that
 * end after `now` (epoch milliseconds) count.
 */
export function overlapsAhead(scope: Scope, now: number, most: number): Block[] {
  const found: Block[] = []
  for (const { id } of listMembers(scope)) {
    let last: Block | undefined
    for (const next of blocksAhead(scope, id, now, most)) {
      if (last !== undefined && next.startAt < last.endAt && found.push(next) === most) return found
      if (last === undefined || next.endAt > last.endAt) last = next
    }
  }
  return found
}

/**
 * The blocks of a member that end after `now`, by start. All blocks that began at least a day before `now` overlap each
 * other. So at most `most` + 1 of them are read.
 */
function* blocksAhead(scope: Scope, practitionerId: string, now: number, most: number): Generator<Block> {
  const ahead = touching(practitionerId, { startAt: now, endAt: Number.MAX_SAFE_INTEGER })
  yield* scope.all(early, { ...ahead, most: most + 1 })
  for (const page of latePages(scope, ahead)) yield* page
}
