/** Future appointments with a patient that a closure or an absence may affect. */
import { and, asc, isNotNull, lt, lte, sql } from 'drizzle-orm'
import { isBlock, whereAppointment } from '../../../db/entry-sql.ts'
import { entries } from '../../../db/schema/calendar.ts'
import type { Interval } from '../../domain/time.ts'
import { inPages } from '../engine/in-pages.ts'
import type { Scope } from '../engine/scope.ts'
import { equals, param, select } from '../engine/statement.ts'

const fields = {
  id: entries.id,
  chairId: entries.chairId,
  patientId: entries.patientId,
  practitionerId: entries.practitionerId,
  appointmentTypeId: entries.appointmentTypeId,
  title: entries.title,
  startAt: entries.startAt,
  endAt: entries.endAt,
  createdAt: entries.createdAt,
  version: entries.version,
}
const isWanted = and(
  sql`(${entries.startAt}, ${entries.id}) > (${param('afterStart')}, ${param('afterId', entries.id)})`,
  lt(entries.startAt, param('endAt')),
  lte(entries.createdAt, param('madeUntil')),
  sql.raw(whereAppointment),
  isNotNull(entries.patientId),
)
const pageSize = 200
const page = { fields, from: entries, limit: sql`${pageSize}` }
const ofAll = select({ ...page, where: isWanted, orderBy: [asc(entries.startAt), asc(entries.id)] })
const ofOne = select({
  ...page,
  where: and(equals(entries.practitionerId, 'practitionerId'), sql`${sql.raw(isBlock)} = 1`, isWanted),
  orderBy: [asc(entries.startAt), asc(entries.id)],
})

export type AheadRow = ReturnType<typeof ofAll.decode>

/** The appointments that a caller asks for. All instants are epoch milliseconds. */
export interface AheadWish {
  /** Only appointments that start in this interval, but not in its first millisecond. */
  readonly during: Interval
  /** Only appointments that were made up to this instant. */
  readonly madeUntil: number
  /** Only appointments of this member; null for all. */
  readonly practitionerId: string | null
}

/** The appointments that the caller asks for, by start and id, in pages. */
export function listAhead(
  scope: Scope,
  { during: { startAt, endAt }, madeUntil, practitionerId }: AheadWish,
): Generator<AheadRow[]> {
  const statement = practitionerId === null ? ofAll : ofOne
  return inPages<AheadRow>(pageSize, (last) => {
    // `lastId` is the highest id.
    const after = { afterStart: last?.startAt ?? startAt, afterId: last?.id ?? lastId }
    return scope.some(statement, { ...after, endAt, madeUntil, practitionerId })
  })
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
