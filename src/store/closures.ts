import { and, asc, eq, gte, isNotNull, lte, sql } from 'drizzle-orm'
import { chairs } from '../../db/schema/calendar.ts'
import { closures } from '../../db/schema/closures.ts'
import { type OpenRules, touchesDays } from '../domain/open-times.ts'
import { settingsOf } from '../domain/settings.ts'
import type { WorkingHours } from '../domain/working-hours.ts'
import { findPractice } from './practice.ts'
import type { Scope, WriteScope } from './scope.ts'
import { columnsOf, type NewRow, param, select } from './statement.ts'

const fields = columnsOf(closures)

const byId = select({ fields, from: closures, where: eq(closures.id, param('id', closures.id)) })
const every = select({ fields, from: closures, orderBy: [asc(closures.fromDate), asc(closures.id)] })
const counted = select({ fields: { number: sql<number>`count(*)` }, from: closures })
const once = select({
  fields,
  from: closures,
  where: and(
    eq(closures.yearly, sql`0`),
    gte(closures.throughDate, param('fromDate', closures.throughDate)),
    lte(closures.fromDate, param('throughDate', closures.fromDate)),
  ),
})
/** All of them are read, because no index knows which of them touch some days. */
const eachYear = select({
  fields,
  from: closures,
  where: and(eq(closures.yearly, sql`1`), lte(closures.fromDate, param('throughDate', closures.fromDate))),
})
const withHours = select({
  fields: { id: chairs.id, workingHours: chairs.workingHours },
  from: chairs,
  where: isNotNull(chairs.workingHours),
})

/** The closure with this id, or null. */
export const findClosure = (scope: Scope, id: string) => scope.get(byId, { id })
export type ClosureRow = NonNullable<ReturnType<typeof findClosure>>

/** All closures, by their first day and id. */
export const listClosures = (scope: Scope): ClosureRow[] => scope.all(every)

/** The closures that have one of the days from `fromDate` through `throughDate` (`YYYY-MM-DD`), by first day and id. */
export function listClosuresOn(scope: Scope, fromDate: string, throughDate: string): ClosureRow[] {
  const yearly = scope.all(eachYear, { throughDate }).filter((row) => touchesDays(row, fromDate, throughDate))
  const found = [...scope.all(once, { fromDate, throughDate }), ...yearly]
  return found.sort((a, b) => (order(a) < order(b) ? -1 : 1))
}

const order = ({ fromDate, id }: ClosureRow): string => `${fromDate} ${id}`

/** How many closures there are, past ones included. */
export const countClosures = (scope: Scope): number => scope.get(counted)!.number

/** The hours of the chairs that have their own, by the id of the chair. */
const chairHours = (scope: Scope): Map<string, WorkingHours> =>
  new Map(scope.all(withHours).map(({ id, workingHours }) => [id, workingHours!]))

/**
 * What decides when the chairs are open from `fromDate` through `throughDate` (`YYYY-MM-DD`). The practice must exist.
 * A caller who has read it already may hand it over.
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

/** Deletes a closure; false when there is none. */
export const removeClosure = (tx: WriteScope, id: string): boolean => tx.remove(closures, id)
