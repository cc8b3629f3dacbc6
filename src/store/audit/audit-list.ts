/** Reads the audit trail of a practice, newest first (RULES §14). */

import { and, asc, desc, eq, gt, gte, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { segmentOf, startOfSegment } from '../../../db/audit-segment.ts'
import { audit, auditPatients, auditValues, whereMemberChanged } from '../../../db/schema/audit.ts'
import { idOf } from '../../../db/stored-id.ts'
import type { AuditKind } from '../../domain/audit.ts'
import type { Scope } from '../engine/scope.ts'
import { columnsOf, equals, param, type Select, select } from '../engine/statement.ts'
import { listMerged } from '../person/merged.ts'
import { patientsIn } from './trail-rows.ts'

/** Which rows to find. `from` is inclusive and `to` exclusive, both in epoch milliseconds. */
export interface TrailFilter {
  readonly patientId?: string | undefined
  readonly memberId?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly kind?: AuditKind | undefined
}

/** Where a row is in the trail: its number, and when it was written (epoch milliseconds). */
export interface TrailPlace {
  readonly seq: number
  readonly at: number
}

/** How many rows a page looks through at most when no index holds every condition of its filter. */
export const mostLookedThrough = 5_000

const indexed = {
  seq: audit.seq,
  at: audit.at,
  userId: audit.userId,
  kind: audit.kind,
  patientId: audit.patientId,
  hasValues: sql<number>`${audit.digest} is not null`,
}

const most = param('most')
const newest = { orderBy: [desc(audit.seq)], limit: most }
const behind = lt(audit.seq, param('seq'))
const walkAll = select({ fields: indexed, from: audit, where: behind, ...newest })
/** A clock can be set back. So rows in the order of time need not be in the order of their numbers. */
const walkBy = (isBy: SQL) =>
  select({
    fields: indexed,
    from: audit,
    where: sql`${isBy} and ${audit.at} >= ${param('from')}
      and (${audit.at}, ${audit.seq}) < (${param('at')}, ${param('seq')})`,
    orderBy: [desc(audit.at), desc(audit.seq)],
    limit: most,
  })
const walkMember = walkBy(equals(audit.userId, 'memberId'))
const walkNobody = walkBy(isNull(audit.userId))
const nextMember = select({
  fields: { id: sql<string>`${audit.userId}`.mapWith(audit.userId) },
  from: audit,
  where: gt(audit.userId, param('after', audit.userId)),
  orderBy: [asc(audit.userId)],
  limit: sql`1`,
})
const sameRow = (table: typeof auditPatients | typeof auditValues): SQL =>
  sql`${table.practiceKey} = ${audit.practiceKey} and ${table.seq} = ${audit.seq}`
const walkPatient = select({
  fields: indexed,
  from: auditPatients,
  source: sql`${auditPatients} join ${audit} on ${sameRow(auditPatients)}`,
  where: and(
    eq(auditPatients.segment, param('segment')),
    equals(auditPatients.patientId, 'patientId'),
    lt(auditPatients.seq, param('seq')),
  ),
  orderBy: [desc(auditPatients.seq)],
  limit: most,
})
const { mac: _, digest: __, ...columns } = columnsOf(audit)
const bySeq = select({
  fields: { ...columns, before: auditValues.before, after: auditValues.after },
  from: audit,
  source: sql`${audit} left join ${auditValues} on ${sameRow(auditValues)}`,
  where: eq(audit.seq, param('seq')),
})

/**
 * The earlier names of a member: the name before each act, from the row `seq` on, that gave the member another name.
 */
const namesUntil = select({
  fields: { name: sql<string>`${auditValues.before} ->> '$.name'` },
  from: audit,
  source: sql`${audit} join ${auditValues} on ${sameRow(auditValues)}`,
  where: and(
    sql.raw(whereMemberChanged),
    equals(audit.recordId, 'memberId'),
    gte(audit.seq, param('seq')),
    sql`${auditValues.before} ->> '$.name' is not null`,
  ),
  orderBy: [asc(audit.seq)],
  limit: most,
})

/** The name that a member had at the time of a row. Null when the name has not changed since. */
export const nameAt = (scope: Scope, memberId: string, seq: number): string | null =>
  scope.all(namesUntil, { memberId, seq, most: 1 })[0]?.name ?? null

type RowOf<S> = S extends Select<infer R> ? R : never
/** The part of a row that decides whether a page contains the row. */
export type IndexedRow = RowOf<typeof walkAll>
/** A row with the values before and after the act, as JSON. They are null when the row has no values, or no longer. */
export type TrailRow = RowOf<typeof bySeq>

/** A page of the trail. `next` is the position behind which the next page begins; null at the end of the trail. */
export interface TrailPage {
  readonly rows: readonly IndexedRow[]
  readonly next: TrailPlace | null
}

/**
 * Finds at most `limit` rows behind `before`, newest first; null stands for the beginning. A page can be short or empty
 * although rows follow, because at most 5,000 rows are looked through for it. With `memberId`, `from` or `to` and no
 * patient, rows are in the order of time.
 */
export function findTrail(
  scope: Scope,
  filter: TrailFilter,
  before: TrailPlace | null,
  limit: number,
): TrailPage {
  // Key 0 is the trail of the installation, which belongs to no practice.
  if (scope.practiceKey === 0) return { rows: [], next: null }
  const { walk, isInTime, rest } = walkFor(filter)
  const isExact = Object.values(rest).every((value) => value === undefined)
  const start = startOf(isInTime ? filter : {}, before)
  const looked = walk(scope, { ...start, most: isExact ? limit + 1 : mostLookedThrough })
  const rows = looked.filter((row) => meets(row, rest)).slice(0, limit)
  const last = rows.length === limit ? rows.at(-1) : looked.at(-1)
  const isEnd = last === undefined || (last === looked.at(-1) && looked.length < mostLookedThrough)
  return { rows, next: isEnd ? null : { seq: last.seq, at: last.at } }
}

/**
 * The ids of a patient and of all patients who were merged into this one: rows about them are about this patient, too.
 */
const personsOf = (scope: Scope, patientId: string): string[] => [patientId, ...listMerged(scope, patientId)]

/**
 * The rows about some patients, the newest first. Each row is returned once. A trail of a million rows has 1,000
 * segments, and each segment takes one search in an index.
 */
function segmentBySegment(
  scope: Scope,
  params: { readonly seq: number; readonly most: number },
  patientIds: readonly string[],
): IndexedRow[] {
  const rows: IndexedRow[] = []
  // Segments without rows are skipped, however many there are.
  for (let { seq } = params; rows.length < params.most; ) {
    const [newestRow] = scope.all(walkAll, { seq, most: 1 })
    if (newestRow === undefined) break
    const segment = segmentOf(newestRow.seq)
    rows.push(...inSegment(scope, { ...params, segment, most: params.most - rows.length }, patientIds))
    seq = startOfSegment(segment)
  }
  return rows
}

/** The newest rows of a segment about some patients. A row about two of the patients is returned once. */
function inSegment(
  scope: Scope,
  params: { readonly segment: number; readonly most: number },
  patientIds: readonly string[],
): IndexedRow[] {
  const found = patientIds.flatMap((patientId) => scope.all(walkPatient, { ...params, patientId }))
  if (patientIds.length === 1) return found
  const bySeq = new Map(found.map((row) => [row.seq, row]))
  return [...bySeq.values()].sort((a, b) => b.seq - a.seq).slice(0, params.most)
}

/** The position behind which reading begins, and how many rows are returned at most. */
interface WalkFrom extends TrailPlace {
  readonly most: number
}

/** A way to read rows, the newest first. `walk` reads them. */
interface Walk {
  readonly walk: (scope: Scope, start: WalkFrom) => IndexedRow[]
  /** Whether the rows are in the order of time. Otherwise they are in the order of their numbers. */
  readonly isInTime: boolean
  /** The conditions that `walk` does not check. */
  readonly rest: TrailFilter
}

/** Chooses the way that reads the fewest rows. */
function walkFor({ patientId, memberId, from, to, kind }: TrailFilter): Walk {
  if (patientId !== undefined)
    return {
      walk: (scope, start) => segmentBySegment(scope, start, personsOf(scope, patientId)),
      isInTime: false,
      rest: { memberId, from, to, kind },
    }
  const since = { from: from ?? 0 }
  if (memberId !== undefined)
    return {
      walk: (scope, start) => scope.all(walkMember, { ...start, ...since, memberId }),
      isInTime: true,
      rest: { kind },
    }
  if (from !== undefined || to !== undefined)
    return {
      walk: (scope, start) => inOrderOfTime(scope, { ...start, ...since }),
      isInTime: true,
      rest: { kind },
    }
  return { walk: (scope, start) => scope.all(walkAll, { ...start }), isInTime: false, rest: { kind } }
}

/** The rows of all members, newest first. The index is sorted by member, so a few rows of each are read at a time. */
function inOrderOfTime(scope: Scope, start: WalkFrom & { readonly from: number }): IndexedRow[] {
  const lists = [null, ...membersIn(scope)].map((memberId) => rowsBy(scope, memberId, start))
  const heads = lists.map((list) => list.next().value)
  const rows: IndexedRow[] = []
  while (rows.length < start.most) {
    let newest: number | undefined
    heads.forEach((head, i) => {
      if (head && (newest === undefined || isNewer(head, heads[newest]!))) newest = i
    })
    if (newest === undefined) break
    rows.push(heads[newest]!)
    heads[newest] = lists[newest]!.next().value
  }
  return rows
}

const isNewer = (a: TrailPlace, b: TrailPlace): boolean => a.at > b.at || (a.at === b.at && a.seq > b.seq)

/** The members with rows in the trail. Each member takes one search in an index. */
function membersIn(scope: Scope): string[] {
  const ids: string[] = []
  for (let after = ''; ; ) {
    const next = scope.get(nextMember, { after })
    if (next === null) return ids
    after = next.id
    ids.push(after)
  }
}

/** How many rows of a member are read at a time. */
const ofMemberAtOnce = 50

/** The rows of one member, or those without a member, newest first. */
function* rowsBy(
  scope: Scope,
  memberId: string | null,
  { from, ...start }: WalkFrom & { readonly from: number },
): Generator<IndexedRow, undefined> {
  const walk = memberId === null ? walkNobody : walkMember
  const most = Math.min(start.most, ofMemberAtOnce)
  for (let place: TrailPlace = start; ; ) {
    const rows = scope.all(walk, { at: place.at, seq: place.seq, from, memberId, most })
    yield* rows
    if (rows.length < most) return
    place = rows.at(-1)!
  }
}

/**
 * The position behind which the reading begins. Every row with an earlier instant, or a smaller number, follows it.
 * When rows are read in the order of their numbers, rows newer than `to` are skipped, and a page may end among them.
 */
function startOf({ to = Number.MAX_SAFE_INTEGER }: TrailFilter, before: TrailPlace | null): TrailPlace {
  return before !== null && before.at < to ? before : { at: to - 1, seq: Number.MAX_SAFE_INTEGER }
}

const meets = (row: IndexedRow, { memberId, from, to, kind }: TrailFilter): boolean =>
  (memberId === undefined || row.userId === memberId) &&
  (from === undefined || row.at >= from) &&
  (to === undefined || row.at < to) &&
  (kind === undefined || row.kind === kind)

/** Reads the complete rows, with the values before and after each act. Each page is read when it is asked for. */
export const readTrail = (scope: Scope, rows: readonly IndexedRow[]): Generator<TrailRow[]> =>
  // A row that was closed after six years meanwhile is left out.
  shortPages(
    rows
      .values()
      .map(({ seq }) => scope.get(bySeq, { seq }))
      .filter((row) => row !== null),
  )

/**
 * How long a page may get, in UTF-16 code units and bytes. The row that reaches this length is the last of its page.
 */
const longPage = 65_536

function* shortPages(rows: Iterable<TrailRow>): Generator<TrailRow[]> {
  let page: TrailRow[] = []
  let length = 0
  for (const row of rows) {
    page.push(row)
    length += (row.before?.length ?? 0) + (row.after?.length ?? 0) + (row.patients?.length ?? 0)
    if (page.length < 20 && length < longPage) continue
    yield page
    page = []
    length = 0
  }
  if (page.length > 0) yield page
}

/** The ids of the patients in a list that was shown. A row keeps them one after another, 16 bytes each. */
export const patientsOf = ({ patients }: TrailRow): string[] => [...patientsIn(patients)].map(idOf)
