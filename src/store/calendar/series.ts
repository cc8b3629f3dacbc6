/** The entries and the cancelled appointments of a series. A series has no row of its own. */
import { and, asc, sql } from 'drizzle-orm'
import { entries } from '../../../db/schema/calendar.ts'
import { cancellations } from '../../../db/schema/visits.ts'
import { inPages } from '../engine/in-pages.ts'
import type { Scope } from '../engine/scope.ts'
import { columnsOf, equals, param, select } from '../engine/statement.ts'
import type { EntryRow } from './entries.ts'

/** How many entries are read at a time. Fewer are read when the entries are long. */
const pageSize = 100

const standing = select({
  fields: columnsOf(entries),
  from: entries,
  where: and(
    equals(entries.seriesId, 'seriesId'),
    sql`(${entries.startAt}, ${entries.id}) > (${param('afterStart')}, ${param('afterId', entries.id)})`,
  ),
  orderBy: [asc(entries.startAt), asc(entries.id)],
  limit: sql`${pageSize}`,
})
const firstStanding = select({
  fields: { id: entries.id },
  from: entries,
  where: equals(entries.seriesId, 'seriesId'),
  limit: sql`1`,
})
const { id, patientId, startAt, endAt } = columnsOf(cancellations)
const cancelled = select({
  fields: { id, patientId, startAt, endAt },
  from: cancellations,
  where: equals(cancellations.seriesId, 'seriesId'),
  orderBy: [asc(startAt), asc(id)],
})

/** The entries of a series that are not cancelled, by start and id, in pages. */
export const listSeries = (scope: Scope, seriesId: string): Generator<EntryRow[]> =>
  inPages<EntryRow>(pageSize, (last) => {
    // This instant is before every instant that a request can name.
    const afterStart = last?.startAt ?? Number.MIN_SAFE_INTEGER
    return scope.some(standing, { seriesId, afterStart, afterId: last?.id ?? '' })
  })

/** Whether the series has an entry that is not cancelled. */
export const seriesStands = (scope: Scope, seriesId: string): boolean =>
  scope.get(firstStanding, { seriesId }) !== null

/** The appointments of a series that were cancelled, by start and id. A series has 104 occurrences at most. */
export const listCancelledOfSeries = (scope: Scope, seriesId: string) => scope.all(cancelled, { seriesId })
export type CancelledRow = ReturnType<typeof listCancelledOfSeries>[number]
