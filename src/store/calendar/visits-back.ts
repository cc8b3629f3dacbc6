/** The appointments of a practice for a search, from late to early. Cancelled appointments are included. */
import { and, desc, gte, type SQL, sql } from 'drizzle-orm'
import { whereAppointment } from '../../../db/entry-sql.ts'
import { entries } from '../../../db/schema/calendar.ts'
import { patients } from '../../../db/schema/patients.ts'
import { cancellations } from '../../../db/schema/visits.ts'
import type { Interval } from '../../domain/time.ts'
import { inPages, mergedPages } from '../engine/in-pages.ts'
import type { Scope } from '../engine/scope.ts'
import { columnsOf, param, select } from '../engine/statement.ts'

type Visits = typeof entries | typeof cancellations

const pageSize = 200

function back(table: Visits, isCancelled: boolean, more?: SQL) {
  const { id, startAt, title } = columnsOf<Visits>(table)
  return select({
    fields: {
      id,
      startAt,
      title,
      patientId: sql`${table.patientId}`.mapWith(table.patientId),
      names: sql<string | null>`${patients.firstName} || ' ' || ${patients.lastName}`,
      isCancelled: sql<number>`${sql.raw(String(Number(isCancelled)))}`,
    },
    from: table,
    source: sql`${table} left join ${patients}
      on ${patients.practiceKey} = ${table.practiceKey} and ${patients.id} = ${table.patientId}`,
    where: and(
      gte(startAt, param('from')),
      sql`(${startAt}, ${id}) < (${param('beforeStart')}, ${param('beforeId', id)})`,
      more,
    ),
    orderBy: [desc(startAt), desc(id)],
    limit: sql`${pageSize}`,
  })
}
const standing = back(entries, false, sql`${entries}.${sql.raw(whereAppointment)}`)
const cancelled = back(cancellations, true)

/** The fields of an appointment that a search reads. */
export type LookedAt = ReturnType<typeof standing.decode>

/** A position in the order by start (epoch milliseconds) and id. An empty id is before every other id. */
export interface BackPlace {
  readonly startAt: number
  readonly id: string
}

/**
 * The appointments to read. With `standing`, the appointments that are not cancelled are read. With `cancelled`, the
 * cancelled appointments are read.
 */
export interface Wished {
  readonly from: Interval['startAt']
  readonly before: BackPlace
  readonly standing: boolean
  readonly cancelled: boolean
}

/**
 * The appointments that start at `from` (epoch milliseconds) or later, and are before the position `before`, in pages.
 * The latest is first.
 */
export function listVisitsBack(scope: Scope, { from, before, ...wished }: Wished): Generator<LookedAt[]> {
  const pages = (statement: typeof standing, isWished: boolean) =>
    inPages<LookedAt>(pageSize, (last) =>
      isWished
        ? scope.some(statement, {
            from,
            beforeStart: last?.startAt ?? before.startAt,
            beforeId: last?.id ?? before.id,
          })
        : { rows: [], isCut: false },
    )
  return mergedPages(
    pages(standing, wished.standing),
    pages(cancelled, wished.cancelled),
    (a, b) => b.startAt - a.startAt || (a.id < b.id ? 1 : -1),
  )
}
