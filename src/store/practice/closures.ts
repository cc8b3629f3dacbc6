import { and, asc, eq, gte, isNotNull, lte, sql } from 'drizzle-orm'
import { chairs } from '../../../db/schema/calendar.ts'
import { closures } from '../../../db/schema/closures.ts'
import type { OpenRules } from '../../domain/open-times.ts'
import { touchesDays } from '../../domain/recurring-times.ts'
import { settingsOf } from '../../domain/settings.ts'
import type { WorkingHours } from '../../domain/working-hours.ts'
import { inPages } from '../engine/in-pages.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, type NewRow, ownPracticeKey, param, select } from '../engine/statement.ts'
import { findPractice } from './practice.ts'

const fields = columnsOf(closures)
const inOrder = [asc(closures.fromDate), asc(closures.id)]

const byId = select({ fields, from: closures, where: equals(closures.id, 'id') })
/** How many closures are read at a time. Fewer are read when they name many chairs. */
const pageSize = 100
const behind = select({
  fields,
  from: closures,
  where: sql`(${closures.throughDate}, ${closures.id})
    > (${param('afterDate', closures.throughDate)}, ${param('afterId', closures.id)})`,
  orderBy: [asc(closures.throughDate), asc(closures.id)],
  limit: sql`${pageSize}`,
})
const counted = select({ fields: { number: sql<number>`count(*)` }, from: closures })
const ofPractice = sql`${closures.practiceKey} = ${ownPracticeKey}`
const begins = lte(closures.fromDate, param('throughDate', closures.fromDate))
const onceOn = and(
  ofPractice,
  eq(closures.yearly, sql`0`),
  gte(closures.throughDate, param('fromDate', closures.throughDate)),
  begins,
)
/** All yearly closures are read, because no index shows which of them touch some days. */
const eachYear = and(ofPractice, eq(closures.yearly, sql`1`), begins)
/** SQLite uses an index for each of the two parts. For one condition with `or`, it would read all closures. */
const onDays = select({
  fields,
  from: closures,
  where: sql`${closures.id} in (select ${closures.id} from ${closures} where ${onceOn}
    union all select ${closures.id} from ${closures} where ${eachYear})`,
  orderBy: inOrder,
})
const withHours = select({
  fields: { id: chairs.id, workingHours: chairs.workingHours },
  from: chairs,
  where: isNotNull(chairs.workingHours),
})

/** The closure with this id, or null. */
export const findClosure = (scope: Scope, id: string) => scope.get(byId, { id })
export type ClosureRow = NonNullable<ReturnType<typeof findClosure>>

/** All closures, by their last day and id, in pages. */
export const listClosures = (scope: Scope): Generator<ClosureRow[]> =>
  inPages<ClosureRow>(pageSize, (last) =>
    scope.some(behind, { afterDate: last?.throughDate ?? '', afterId: last?.id ?? '' }),
  )

/** The closures that have one of the days from `fromDate` through `throughDate` (`YYYY-MM-DD`), by first day and id. */
export const listClosuresOn = (scope: Scope, fromDate: string, throughDate: string): ClosureRow[] =>
  scope.all(onDays, { fromDate, throughDate }).filter((row) => touchesDays(row, fromDate, throughDate))

/** How many closures there are, including past closures. */
export const countClosures = (scope: Scope): number => scope.get(counted)!.number

/** The working hours of the chairs that have hours of their own, by the id of the chair. */
const chairHours = (scope: Scope): Map<string, WorkingHours> =>
  new Map(scope.all(withHours).map(({ id, workingHours }) => [id, workingHours!]))

/**
 * Reads the rules for when the chairs are open, from `fromDate` through `throughDate` (`YYYY-MM-DD`). The practice must
 * exist. A caller that has read the practice already may pass it.
 */
export function findOpenRules(
  scope: Scope,
  fromDate: string,
  throughDate: string,
  practice = findPractice(scope)!,
): OpenRules {
  return {
    timezone: practice.timezone,
    workingHours: settingsOf(practice).workingHours,
    chairHours: chairHours(scope),
    closures: listClosuresOn(scope, fromDate, throughDate),
  }
}

/** Adds a closure. */
export const insertClosure = (tx: WriteScope, closure: NewRow<typeof closures>): void =>
  tx.insert(closures, closure)

/** Changes a closure. */
export const updateClosure = (tx: WriteScope, id: string, changes: Partial<NewRow<typeof closures>>): void =>
  tx.update(closures, id, changes)

/** Deletes a closure. Returns false when there is no such closure. */
export const removeClosure = (tx: WriteScope, id: string): boolean => tx.remove(closures, id)
