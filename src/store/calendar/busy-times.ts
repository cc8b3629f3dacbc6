import { and, asc, desc, gt, lt, lte, sql } from 'drizzle-orm'
import { whereBlock } from '../../../db/entry-sql.ts'
import { entries } from '../../../db/schema/calendar.ts'
import type { Interval } from '../../domain/time.ts'
import type { Scope } from '../engine/scope.ts'
import { equals, param, type Select, select } from '../engine/statement.ts'

/** Without ids, because turning the ids of many weeks into text would take time. */
const times = { startAt: entries.startAt, endAt: entries.endAt }
const kinds = { ...times, id: entries.id, appointmentTypeId: entries.appointmentTypeId }
const onChair = and(equals(entries.chairId, 'chairId'), sql.raw(whereBlock))
const lastUpTo = {
  from: entries,
  where: and(onChair, lte(entries.startAt, param('startAt'))),
  orderBy: [desc(entries.startAt)],
  limit: sql`1`,
}
const startingInside = {
  from: entries,
  where: and(onChair, gt(entries.startAt, param('startAt')), lt(entries.startAt, param('endAt'))),
  orderBy: [asc(entries.startAt)],
}
const [timesUpTo, timesInside] = [
  select({ ...lastUpTo, fields: times }),
  select({ ...startingInside, fields: times }),
]
const [kindsUpTo, kindsInside] = [
  select({ ...lastUpTo, fields: kinds }),
  select({ ...startingInside, fields: kinds }),
]

/**
 * The times of the blocks on a chair that overlap an interval, by start. A block is an entry that occupies its chair.
 * The times do not overlap each other, and are not cut to the interval. Of the blocks that start at or before the start
 * of the interval, only the last can reach into the interval (see `blocksDuring`).
 */
export const busyTimes = (scope: Scope, chairId: string, during: Interval): Interval[] =>
  blocksIn(scope, { upTo: timesUpTo, inside: timesInside }, chairId, during)

/** The same times as `busyTimes` returns, with the id and the appointment type of each block. */
export const busyKinds = (scope: Scope, chairId: string, during: Interval) =>
  blocksIn(scope, { upTo: kindsUpTo, inside: kindsInside }, chairId, during)

function blocksIn<B extends Interval>(
  scope: Scope,
  { upTo, inside }: { readonly upTo: Select<B>; readonly inside: Select<B> },
  chairId: string,
  during: Interval,
): B[] {
  const params = { chairId, startAt: during.startAt, endAt: during.endAt }
  const before = scope.get(upTo, params)
  const blocks = scope.all(inside, params)
  return before !== null && before.endAt > during.startAt ? [before, ...blocks] : blocks
}
