/** The rows for a calendar feed: the blocks of a chair or of a member, and the cancelled appointments (RULES §33). */
import { and, asc, gte, isNull, lt, sql } from 'drizzle-orm'
import { whereBlock } from '../../../db/entry-sql.ts'
import { entries } from '../../../db/schema/calendar.ts'
import { patients } from '../../../db/schema/patients.ts'
import { cancellations } from '../../../db/schema/visits.ts'
import type { Interval } from '../../domain/time.ts'
import { inPages } from '../engine/in-pages.ts'
import type { Scope } from '../engine/scope.ts'
import { equals, param, select } from '../engine/statement.ts'

/** How many rows are read at a time. */
const pageSize = 500

const fieldsOf = (table: typeof entries | typeof cancellations) => ({
  id: table.id,
  chairId: table.chairId,
  patientId: table.patientId,
  appointmentTypeId: table.appointmentTypeId,
  startAt: table.startAt,
  endAt: table.endAt,
  version: table.version,
})
const behind = (table: typeof entries | typeof cancellations) =>
  and(
    sql`(${table.startAt}, ${table.id}) > (${param('afterStart')}, ${param('afterId', table.id)})`,
    lt(table.startAt, param('to')),
  )

const blocks = {
  fields: { ...fieldsOf(entries), changedAt: entries.updatedAt },
  from: entries,
  limit: sql`${pageSize}`,
}
const isShown = and(sql.raw(whereBlock), isNull(entries.holdUntil))
/** Two blocks on a chair never start at the same instant. So the order by start needs no id. */
const ofChair = select({
  ...blocks,
  where: and(
    equals(entries.chairId, 'chairId'),
    isShown,
    gte(entries.startAt, param('from')),
    lt(entries.startAt, param('to')),
  ),
  orderBy: [asc(entries.startAt)],
})
const ofMember = select({
  ...blocks,
  where: and(equals(entries.practitionerId, 'userId'), isShown, behind(entries)),
  orderBy: [asc(entries.startAt), asc(entries.id)],
})

const gone = select({
  fields: { ...fieldsOf(cancellations), changedAt: cancellations.cancelledAt },
  from: cancellations,
  where: and(
    behind(cancellations),
    gte(cancellations.cancelledAt, param('since')),
    sql`iif(${param('chairId', cancellations.chairId)} is null,
      ${cancellations.practitionerId} is ${param('userId', cancellations.practitionerId)},
      ${cancellations.chairId} is ${param('chairId', cancellations.chairId)})`,
  ),
  orderBy: [asc(cancellations.startAt), asc(cancellations.id)],
  limit: sql`${pageSize}`,
})
const names = select({
  fields: { firstName: patients.firstName, lastName: patients.lastName },
  from: patients,
  where: equals(patients.id, 'id'),
})

/** An event of a feed. `changedAt` is the time of its last change, and `version` counts its changes. */
export type FeedEvent = ReturnType<typeof gone.decode>

/** The chair that a feed shows. When `chairId` is null, the feed shows the blocks of the member `userId`. */
export interface FeedOf {
  readonly userId: string
  readonly chairId: string | null
}

const paged = (from: number, read: (behind: object) => FeedEvent[]): Generator<FeedEvent[]> =>
  inPages<FeedEvent>(pageSize, (last) => ({
    rows: read({
      from: last === null ? from : last.startAt + 1,
      afterStart: last?.startAt ?? from,
      afterId: last?.id ?? '',
    }),
    isCut: false,
  }))

/** The blocks that start in an interval, by start, in pages. Holds for patients who book online are left out. */
export const listFeedBlocks = (scope: Scope, { startAt, endAt }: Interval, { userId, chairId }: FeedOf) =>
  paged(startAt, (behind) =>
    chairId === null
      ? scope.all(ofMember, { ...behind, to: endAt, userId })
      : scope.all(ofChair, { ...behind, to: endAt, chairId }),
  )

/**
 * The cancelled appointments with a start in an interval, by start, in pages. They were cancelled at `since` or later.
 */
export const listFeedCancellations = (
  scope: Scope,
  { startAt, endAt }: Interval,
  { userId, chairId }: FeedOf,
  since: number,
) => paged(startAt, (behind) => scope.all(gone, { ...behind, to: endAt, userId, chairId, since }))

/** The first and last name of a patient; null when there is no patient with this id. */
export const namesOfPatient = (scope: Scope, id: string) => scope.get(names, { id })
