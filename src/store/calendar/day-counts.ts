/** Statements that read the entries of many days in order to count them (RULES §24). */
import { and, asc, gte, isNotNull, lt, sql } from 'drizzle-orm'
import { isBlock, whereBlock, whereLong } from '../../../db/entry-sql.ts'
import { entries } from '../../../db/schema/calendar.ts'
import { practices } from '../../../db/schema/practice.ts'
import { cancellations } from '../../../db/schema/visits.ts'
import type { CountedEntry } from '../../domain/day-counts.ts'
import type { Interval } from '../../domain/time.ts'
import { inPages } from '../engine/in-pages.ts'
import type { Scope } from '../engine/scope.ts'
import { equals, ownPracticeKey, param, select } from '../engine/statement.ts'

/** How many entries are read at a time. The rows are narrow, so a page takes a few milliseconds. */
const pageSize = 5_000

const fields = {
  id: entries.id,
  startAt: entries.startAt,
  endAt: entries.endAt,
  type: entries.type,
  chairId: entries.chairId,
}
const page = { fields, from: entries, limit: sql`${pageSize}` }
const inOrder = select({
  ...page,
  where: sql`(${entries.startAt}, ${entries.id}) > (${param('afterStart')}, ${param('afterId', entries.id)})
    and ${entries.startAt} < ${param('to')}`,
  orderBy: [asc(entries.startAt), asc(entries.id)],
})
/** Two blocks on a chair never start at the same instant. So the order by start needs no id. */
const onChair = select({
  ...page,
  where: and(
    equals(entries.chairId, 'chairId'),
    sql.raw(whereBlock),
    gte(entries.startAt, param('from')),
    lt(entries.startAt, param('to')),
  ),
  orderBy: [asc(entries.startAt)],
})
/**
 * Blocks of more than a day that contain the instant `from`. There is at most one for each chair, because blocks do not
 * overlap.
 */
const running = select({
  fields,
  from: entries,
  where: and(
    sql.raw(whereLong),
    sql`${entries.endAt} > ${param('from')}`,
    lt(entries.startAt, param('from')),
    isNotNull(entries.chairId),
    sql.raw(isBlock),
  ),
})
const cancelledIn = select({
  fields: {
    number: sql<number>`(select count(*) from ${cancellations} where ${cancellations.practiceKey} = ${ownPracticeKey}
      and ${cancellations.startAt} >= json_extract(day.value, '$[0]')
      and ${cancellations.startAt} < json_extract(day.value, '$[1]')
      and (${param('chairId', cancellations.chairId)} is null
        or ${cancellations.chairId} = ${param('chairId', cancellations.chairId)}))`,
  },
  from: practices,
  source: sql`${practices} join json_each(${param('days', practices.name)}) as day`,
  orderBy: [sql`day.key`],
})

const day = 24 * 3_600_000

/**
 * The entries that touch an interval, by start, in pages. With `chairId`, only the blocks on this chair. The pages also
 * contain some entries that end before the interval. An entry of more than a day that begins more than a day before the
 * interval is included only if it occupies a chair.
 */
export const pagesToCount = (scope: Scope, during: Interval, chairId?: string): Generator<CountedEntry[]> =>
  pagesOf(scope, during, chairId)

function* pagesOf(
  scope: Scope,
  { startAt, endAt: to }: Interval,
  chairId: string | undefined,
): Generator<CountedEntry[]> {
  const from = startAt - day
  const blocks = scope.all(running, { from }).sort((a, b) => a.startAt - b.startAt)
  yield chairId === undefined ? blocks : blocks.filter((block) => block.chairId === chairId)
  yield* inPages<ReturnType<typeof inOrder.decode>>(pageSize, (last) => ({
    rows:
      chairId === undefined
        ? scope.all(inOrder, { afterStart: last?.startAt ?? from, afterId: last?.id ?? '', to })
        : scope.all(onChair, { chairId, from: last === null ? from : last.startAt + 1, to }),
    isCut: false,
  }))
}

/** For each day, how many of its appointments were cancelled. With `chairId`, only the appointments on this chair. */
export const countCancelled = (scope: Scope, days: readonly Interval[], chairId?: string): number[] =>
  scope
    .all(cancelledIn, {
      days: JSON.stringify(days.map(({ startAt, endAt }) => [startAt, endAt])),
      chairId: chairId ?? null,
    })
    .map(({ number }) => number)
