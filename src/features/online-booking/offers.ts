/** Which times a visitor may choose from: the free times of a type, less what its own rules leave out (RULES §31). */
import type { OnlineMode } from '../../domain/appointment-type.ts'
import { isFlooded, otherTimes } from '../../domain/online-booking.ts'
import { found, invalid } from '../../domain/problem.ts'
import { settingsOf } from '../../domain/settings.ts'
import { type Interval, localDate, localDay } from '../../domain/time.ts'
import type { Doer } from '../../domain/type-lanes.ts'
import { countOnlineOn, listCodes } from '../../store/calendar/online-bookings.ts'
import type { Scope } from '../../store/engine/scope.ts'
import type { AppointmentTypeRow } from '../../store/practice/appointment-types.ts'
import { listChairs } from '../../store/practice/chairs.ts'
import { findOpenRules } from '../../store/practice/closures.ts'
import { findPractice } from '../../store/practice/practice.ts'
import { placeBefore } from '../calendar/free-times/cursor.ts'
import { lanesOf } from '../calendar/free-times/lanes.ts'
import { type Opening, searchOpenings } from '../calendar/free-times/search.ts'
import { wantedType } from '../calendar/free-times/wanted.ts'

const minute = 60_000
const hour = 60 * minute
/** How many days with free times one answer has, and how many days are searched for free times. */
const mostDaysShown = 5
const mostDaysLookedAt = 62
/** A limit that is higher than the number of times on a day of any practice. */
const all = 10_000
const always = { startAt: Number.NEGATIVE_INFINITY, endAt: Number.POSITIVE_INFINITY }
const none: ReadonlySet<string> = new Set()

/** The kind of appointment that a visitor asks for. */
export interface Wanted {
  readonly type: AppointmentTypeRow
  readonly doers: readonly Doer[]
  readonly mode: Exclude<OnlineMode, 'off'>
  /** The entry that is to be moved. It does not count among the bookings of a day. */
  readonly moves?: string | undefined
}

/** A time that a visitor may choose, on the first chair that is free. */
export type Offer = Opening

/** What a visitor asks for. `known` decides between the type's rules for known patients and for new patients. */
export interface Asked {
  readonly appointmentTypeId: string
  readonly known: boolean
  /** The entry that is to be moved. */
  readonly moves?: string | undefined
}

/** @throws `validation_failed` when known patients, or new patients, cannot book the type online. */
export function wantedOf(scope: Scope, { appointmentTypeId, known, moves }: Asked, now: number): Wanted {
  const { type, doers } = wantedType(scope, appointmentTypeId)
  const mode = known ? type.online.knownPatients : type.online.newPatients
  if (mode === 'off')
    throw invalid([{ path: 'appointmentTypeId', message: 'must be one that can be booked online' }])
  return {
    type,
    doers,
    mode: mode === 'instant' && isFlooded(listCodes(scope, now - hour), now) ? 'request' : mode,
    moves,
  }
}

/** A day of offers, by start and then by member. */
interface OfferedDay {
  readonly date: string
  readonly offers: readonly Offer[]
}

/**
 * Makes a function that returns the offers of a local day `YYYY-MM-DD`, from `now` on. The function reads the database,
 * so call it in a snapshot.
 */
export function offersFrom(scope: Scope, { type, doers, moves }: Wanted, now: number) {
  const practice = found(findPractice(scope))
  const { timezone } = practice
  const { leastNoticeMinutes, horizonDays } = type.online
  const today = localDate(now, timezone)
  const last = Temporal.PlainDate.from(today).add({ days: horizonDays }).toString()
  const chairs = listChairs(scope).filter(({ id, active }) => active && (type.chairIds?.includes(id) ?? true))
  const lanes = lanesOf(chairs, doers)
  const rules = findOpenRules(scope, today, last, practice)
  const search = {
    ...({ lanes, rules, buffers: type, grid: 'slots', limit: all } as const),
    step: settingsOf(practice).slotMinutes * minute,
    within: () => always,
    behind: placeBefore(now + leastNoticeMinutes * minute),
  }
  const notCounted = (without: ReadonlySet<string>) =>
    moves === undefined ? without : new Set([...without, moves])
  const isFull = (date: string, without: ReadonlySet<string>) =>
    takesNoMore(scope, type, localDay(date, timezone), notCounted(without))
  const on = (date: string, without = none): Offer[] => {
    if (date < today || date > last || lanes.length === 0 || isFull(date, without)) return []
    const { openings } = searchOpenings(scope, { ...search, days: [date], without })
    const shown = new Map<string, Offer>()
    for (const one of openings) shown.getOrInsert(`${one.startAt} ${one.lane.practitionerId}`, one)
    return [...shown.values()]
  }
  return { on, today, last, timezone }
}

/**
 * Whether online booking has reached the type's limit for a day. Appointments that are held, requested or booked online
 * count, except the ids in `without`.
 */
export const takesNoMore = (
  scope: Scope,
  { id, online: { mostPerDay } }: AppointmentTypeRow,
  day: Interval,
  without: ReadonlySet<string>,
): boolean => mostPerDay !== null && countOnlineOn(scope, id, day, without) >= mostPerDay

/**
 * The next days that have offers, from the day `from` on. `next` is the first day after them that was not searched. It
 * is null when no day is left.
 */
export function nextDays(
  scope: Scope,
  wanted: Wanted,
  {
    from,
    practitionerId,
  }: { readonly from?: string | undefined; readonly practitionerId?: string | undefined },
  now: number,
): { readonly days: readonly OfferedDay[]; readonly next: string | null } {
  const { on, today, last } = offersFrom(scope, wanted, now)
  const days: OfferedDay[] = []
  let date = from === undefined || from < today ? today : from
  for (let looked = 0; date <= last; date = dayAfter(date), looked++) {
    if (days.length === mostDaysShown || looked === mostDaysLookedAt) return { days, next: date }
    const offers = on(date).filter(
      ({ lane }) => practitionerId === undefined || lane.practitionerId === practitionerId,
    )
    if (offers.length > 0) days.push({ date, offers })
  }
  return { days, next: null }
}

/** Up to three other times when the wanted time is gone: the nearest times on its day, then times on the next days. */
export function otherOffers(scope: Scope, wanted: Wanted, startAt: number, now: number): Interval[] {
  const { on, today, last, timezone } = offersFrom(scope, wanted, now)
  const asked = localDate(startAt, timezone)
  const found: Offer[] = []
  const add = (date: string) => {
    const nearest = on(date).filter((one) => one.startAt !== startAt)
    nearest.sort((a, b) => Math.abs(a.startAt - startAt) - Math.abs(b.startAt - startAt))
    for (const one of nearest)
      if (found.length < otherTimes && !found.some((known) => known.startAt === one.startAt)) found.push(one)
  }
  const look = (from: string, through: string) => {
    let date = from
    for (let looked = 0; looked < mostDaysLookedAt && found.length < otherTimes; looked++) {
      if (date > through) return
      add(date)
      date = dayAfter(date)
    }
  }
  const first = [asked, today].sort()[1]!
  look(first, last)
  // A visitor may send any day, also a day after the last day that has offers.
  look(today, [first, last].sort()[0]!)
  return found.sort((a, b) => a.startAt - b.startAt).map(({ startAt, endAt }) => ({ startAt, endAt }))
}

const dayAfter = (date: string): string => Temporal.PlainDate.from(date).add({ days: 1 }).toString()
