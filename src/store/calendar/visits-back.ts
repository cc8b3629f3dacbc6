/** The appointments of a practice from late to early, those that were cancelled included, as far as a search looks at them. */
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

/** An appointment, as far as a search looks at it. */
export type LookedAt = ReturnType<typeof standing.decode>

/** A place among appointments by start, in epoch milliseconds, and id. An empty id comes before every other. */
export interface BackPlace {
  readonly startAt: number
  readonly id: string
}

/** Which appointments are looked at: all of them when neither is left out. */
export interface Wished {
  readonly from: Interval['startAt']
  readonly before: BackPlace
  readonly standing: boolean
  readonly cancelled: boolean
}

/** A page of the appointments before a place and not before `from` (epoch milliseconds). The latest comes first. */
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
