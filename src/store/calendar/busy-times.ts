import { and, asc, desc, gt, lt, lte, sql } from 'drizzle-orm'
import { whereBlock } from '../../../db/entry-sql.ts'
import { entries } from '../../../db/schema/calendar.ts'
import type { Interval } from '../../domain/time.ts'
import type { Scope } from '../engine/scope.ts'
import { equals, param, type Select, select } from '../engine/statement.ts'

/** Only times: no id is turned into text, and the rows of many weeks are read. */
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
 * When a chair is taken during an interval, by start. The times do not overlap, and are not cut to the interval. Only the
 * last block that starts at or before the interval can reach into it (see `blocksDuring`).
 */
export const busyTimes = (scope: Scope, chairId: string, during: Interval): Interval[] =>
  blocksIn(scope, { upTo: timesUpTo, inside: timesInside }, chairId, during)

/** When a chair is taken during an interval, as `busyTimes`, and by which entries of which kinds. */
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
