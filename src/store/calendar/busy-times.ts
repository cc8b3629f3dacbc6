import { and, asc, desc, eq, gt, lt, lte, sql } from 'drizzle-orm'
import { whereBlock } from '../../../db/entry-sql.ts'
import { entries } from '../../../db/schema/calendar.ts'
import type { Interval } from '../../domain/time.ts'
import type { Scope } from '../engine/scope.ts'
import { param, select } from '../engine/statement.ts'

/** Only times: no id is turned into text, and the rows of many weeks are read. */
const fields = { startAt: entries.startAt, endAt: entries.endAt }
const onChair = and(eq(entries.chairId, param('chairId', entries.chairId)), sql.raw(whereBlock))
const lastUpTo = select({
  fields,
  from: entries,
  where: and(onChair, lte(entries.startAt, param('startAt'))),
  orderBy: [desc(entries.startAt)],
  limit: sql`1`,
})
const startingInside = select({
  fields,
  from: entries,
  where: and(onChair, gt(entries.startAt, param('startAt')), lt(entries.startAt, param('endAt'))),
  orderBy: [asc(entries.startAt)],
})

/**
 * When a chair is taken during an interval, by start. The times do not overlap, and are not cut to the interval. Only the
 * last block that starts at or before the interval can reach into it (see `blocksDuring`).
 */
export function busyTimes(scope: Scope, chairId: string, during: Interval): Interval[] {
  const params = { chairId, startAt: during.startAt, endAt: during.endAt }
  const before = scope.get(lastUpTo, params)
  const inside = scope.all(startingInside, params)
  return before !== null && before.endAt > during.startAt ? [before, ...inside] : inside
}
