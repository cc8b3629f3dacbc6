import { and, asc, gt, gte, isNull, lte, sql } from 'drizzle-orm'
import { absences } from '../../../db/schema/absences.ts'
import { absentTimes, timesOfAbsence } from '../../domain/absences.ts'
import { touchesDays } from '../../domain/recurring-times.ts'
import { type Interval, localDate } from '../../domain/time.ts'
import { inPages } from '../engine/in-pages.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, type NewRow, ownPracticeKey, param, select } from '../engine/statement.ts'
import { findPractice } from './practice.ts'

const fields = columnsOf(absences)

const byId = select({ fields, from: absences, where: equals(absences.id, 'id') })
/** How many absences are read at a time. */
const pageSize = 100
const page = { fields, from: absences, limit: sql`${pageSize}` }
const withoutEnd = select({
  ...page,
  where: and(isNull(absences.throughDate), gt(absences.id, param('afterId', absences.id))),
  orderBy: [asc(absences.id)],
})
const behind = select({
  ...page,
  where: sql`(${absences.throughDate}, ${absences.id})
    > (${param('afterDate', absences.throughDate)}, ${param('afterId', absences.id)})`,
  orderBy: [asc(absences.throughDate), asc(absences.id)],
})
const counted = select({ fields: { number: sql<number>`count(*)` }, from: absences })
const ofPractice = sql`${absences.practiceKey} = ${ownPracticeKey}`
const begins = lte(absences.fromDate, param('throughDate', absences.fromDate))
const ended = and(ofPractice, gte(absences.throughDate, param('fromDate', absences.throughDate)), begins)
const endless = and(ofPractice, isNull(absences.throughDate), begins)
/** SQLite uses an index for each of the two parts. For one condition with `or`, it would read all absences. */
const onDays = select({
  fields,
  from: absences,
  where: sql`${absences.id} in (select ${absences.id} from ${absences} where ${ended}
    union all select ${absences.id} from ${absences} where ${endless})`,
  orderBy: [asc(absences.fromDate), asc(absences.id)],
})

/** The absence with this id, or null. */
export const findAbsence = (scope: Scope, id: string) => scope.get(byId, { id })
export type AbsenceRow = NonNullable<ReturnType<typeof findAbsence>>

/** All absences in pages: first the absences without an end, and then the others by last day and id. */
export const listAbsences = (scope: Scope): Generator<AbsenceRow[]> => pagesOf(scope)

function* pagesOf(scope: Scope): Generator<AbsenceRow[]> {
  yield* inPages<AbsenceRow>(pageSize, (last) => scope.some(withoutEnd, { afterId: last?.id ?? '' }))
  yield* inPages<AbsenceRow>(pageSize, (last) =>
    scope.some(behind, { afterDate: last?.throughDate ?? '', afterId: last?.id ?? '' }),
  )
}

/** The absences that have one of the days from `fromDate` through `throughDate` (`YYYY-MM-DD`), by first day and id. */
export const listAbsencesOn = (scope: Scope, fromDate: string, throughDate: string): AbsenceRow[] =>
  scope
    .all(onDays, { fromDate, throughDate })
    .filter((row) => touchesDays(timesOfAbsence(row), fromDate, throughDate))

const day = 86_400_000

/**
 * Makes a function that returns when a member is away during an interval. The times are sorted by start, and cut to the
 * interval. The absences are read once, at the first call.
 */
export function awayDuring(scope: Scope, during: Interval): (memberId: string) => Interval[] {
  let known: { readonly rows: readonly AbsenceRow[]; readonly timezone: string } | undefined
  return (memberId) => {
    known ??= readAround(scope, during)
    const own = known.rows.filter(({ practitionerId }) => practitionerId === memberId)
    return own.length === 0 ? [] : absentTimes(own, during, known.timezone)
  }
}

/**
 * Reads the absences on the days of an interval, and perhaps on the days beside it, and the time zone of the practice.
 */
export function readAround(scope: Scope, { startAt, endAt }: Interval) {
  // One day more is read on each side, because the practice's time zone is read only when there are absences.
  const rows = listAbsencesOn(scope, localDate(startAt - day, 'UTC'), localDate(endAt + day, 'UTC'))
  return { rows, timezone: rows.length === 0 ? 'UTC' : findPractice(scope)!.timezone }
}

/** How many absences there are, including past absences. */
export const countAbsences = (scope: Scope): number => scope.get(counted)!.number

/** Adds an absence. The database refuses an absence of a person who is no member. */
export const insertAbsence = (tx: WriteScope, absence: NewRow<typeof absences>): void =>
  tx.insert(absences, absence)

/** Changes an absence. */
export const updateAbsence = (tx: WriteScope, id: string, changes: Partial<NewRow<typeof absences>>): void =>
  tx.update(absences, id, changes)

/** Deletes an absence. Returns false when there is no such absence. */
export const removeAbsence = (tx: WriteScope, id: string): boolean => tx.remove(absences, id)
