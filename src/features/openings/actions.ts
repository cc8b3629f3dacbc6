import { lookupId } from '../../domain/id.ts'
import { mostDaysSearched } from '../../domain/limits.ts'
import { found, invalid } from '../../domain/problem.ts'
import { settingsOf } from '../../domain/settings.ts'
import { localDate } from '../../domain/time.ts'
import type { Doer } from '../../domain/type-lanes.ts'
import { timesOfDay, type Weekday, weekdays } from '../../domain/working-hours.ts'
import { findMember } from '../../store/access/members.ts'
import type { Scope } from '../../store/engine/scope.ts'
import type { AppointmentTypeRow } from '../../store/practice/appointment-types.ts'
import { type ChairRow, listChairs } from '../../store/practice/chairs.ts'
import { findOpenRules } from '../../store/practice/closures.ts'
import { findPractice } from '../../store/practice/practice.ts'
import type { ReadablePractice } from '../../store/store.ts'
import { openingCursors, placeBefore } from '../calendar/free-times/cursor.ts'
import { lanesOf } from '../calendar/free-times/lanes.ts'
import { type OpeningsPage, type Search, searchOpenings } from '../calendar/free-times/search.ts'
import { wantedType } from '../calendar/free-times/wanted.ts'
import type { OpeningQuery } from './schema.ts'

const minute = 60_000
const usualDays = 90
const nothing: OpeningsPage = { openings: [], next: null }
const always = { startAt: Number.NEGATIVE_INFINITY, endAt: Number.POSITIVE_INFINITY }

/**
 * The next free times over chairs and days (RULES §21). All of them start at `now` (epoch milliseconds) or later.
 * @throws `not_found` when the practice does not exist. `validation_failed` when a chair is not the practice's, or the
 * cursor is not one of ours. Also when the days do not run forward, or when there are too many days.
 */
export function browseOpenings({ read }: ReadablePractice, query: OpeningQuery, now: number): OpeningsPage {
  const cursor = query.cursor === undefined ? null : openingCursors.placeOf(query.cursor)
  return read.snapshot(() => {
    const practice = found(findPractice(read))
    const { timezone } = practice
    const chairs = chosenChairs(listChairs(read), query.chairIds)
    const behind = cursor !== null && cursor.startAt >= now ? cursor : placeBefore(now)
    const days = chosenDays(query, localDate(now, timezone), localDate(behind.startAt, timezone))
    const wanted = wantedOf(read, query)
    const lanes = lanesOf(
      chairs.filter(({ id }) => wanted.type?.chairIds?.includes(id) ?? true),
      wanted.doers,
    )
    if (lanes.length === 0 || days.length === 0) return nothing
    return searchOpenings(read, {
      lanes,
      buffers: wanted.type,
      days,
      rules: findOpenRules(read, days[0]!, days.at(-1)!, practice),
      step: settingsOf(practice).slotMinutes * minute,
      grid: query.grid ?? 'slots',
      within: partOfDay(query.between, timezone),
      behind,
      limit: Number(query.limit ?? 10),
    })
  })
}

/** What the caller searches a time for: a kind of appointment, or only a length. */
interface Wanted {
  readonly type: AppointmentTypeRow | undefined
  readonly doers: readonly Doer[]
}

/**
 * @throws `validation_failed` when the query has both a length and a type, or neither. Also when the practice does not
 * offer the type.
 */
function wantedOf(scope: Scope, query: OpeningQuery): Wanted {
  const { durationMinutes, appointmentTypeId } = query
  const refuse = (message: string) => invalid([{ path: 'durationMinutes', message }])
  const practitionerId = query.practitionerId === undefined ? null : memberIn(scope, query.practitionerId)
  if (appointmentTypeId !== undefined) {
    if (durationMinutes !== undefined) throw refuse('must be left out when `appointmentTypeId` is given')
    const { type, doers } = wantedType(scope, lookupId(appointmentTypeId))
    return { type, doers: practitionerId === null ? doers : onlyOf(doers, practitionerId) }
  }
  if (durationMinutes === undefined) throw refuse('is required, unless `appointmentTypeId` is given')
  return { type: undefined, doers: [{ practitionerId, duration: Number(durationMinutes) * minute }] }
}

/**
 * Keeps only this member, if they treat this kind of appointment. A kind that names no members is treated by every
 * member.
 */
const onlyOf = (doers: readonly Doer[], practitionerId: string): Doer[] =>
  doers
    .filter((doer) => doer.practitionerId === null || doer.practitionerId === practitionerId)
    .map((doer) => ({ ...doer, practitionerId }))

/** @throws `validation_failed` when no active member has the id. */
function memberIn(scope: Scope, memberId: string): string {
  const member = findMember(scope, lookupId(memberId))
  if (!member?.active)
    throw invalid([{ path: 'practitionerId', message: 'must be an active member of the practice' }])
  return member.id
}

/**
 * The active chairs among the chairs in the query, in the order of the practice's chairs. Without `chairIds`, all
 * active chairs.
 */
function chosenChairs(chairs: readonly ChairRow[], chairIds: string | undefined): ChairRow[] {
  const active = chairs.filter((chair) => chair.active)
  if (chairIds === undefined) return active
  const asked = new Set(chairIds.split(',').map(lookupId))
  const known = new Set(chairs.map(({ id }) => id))
  if (!asked.isSubsetOf(known))
    throw invalid([{ path: 'chairIds', message: 'must name chairs of the practice' }])
  return active.filter(({ id }) => asked.has(id))
}

/** The days in the query, from the day `earliest` on. All days are `YYYY-MM-DD`. */
function chosenDays(query: OpeningQuery, today: string, earliest: string): string[] {
  const from = Temporal.PlainDate.from(query.from ?? today)
  const to = query.to === undefined ? from.add({ days: usualDays }) : Temporal.PlainDate.from(query.to)
  const number = from.until(to).days
  if (query.from !== undefined && (number <= 0 || number > mostDaysSearched))
    throw invalid([{ path: 'to', message: `must be 1 to ${mostDaysSearched} days after from` }])
  // Without `from`, `to` may be any day. The search from today ends after a year at most.
  const end = from.add({ days: Math.min(number, mostDaysSearched) })
  const wanted = query.weekdays?.split(',') as Weekday[] | undefined
  const days: string[] = []
  const first = Temporal.PlainDate.from(earliest)
  // Nothing can be booked after the last day of the year 9999.
  let day = Temporal.PlainDate.compare(from, first) < 0 ? first : from
  for (; Temporal.PlainDate.compare(day, end) < 0 && day.year <= 9999; day = day.add({ days: 1 }))
    if (wanted === undefined || wanted.includes(weekdays[day.dayOfWeek - 1]!)) days.push(day.toString())
  return days
}

/** The part of each day in the query, such as `09:00-12:30`. */
function partOfDay(between: string | undefined, timeZone: string): Search['within'] {
  if (between === undefined) return () => always
  const [start, end] = between.split('-') as [string, string]
  return (date) => timesOfDay(date, [{ start, end }], timeZone)[0] ?? null
}
