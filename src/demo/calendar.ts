import { openTimes } from '../domain/open-times.ts'
import { formatInstant, type Interval, localDate, localTime } from '../domain/time.ts'
import { bookEntry } from '../features/calendar/appointments/actions.ts'
import { blocksDuring, type EntryRow } from '../store/calendar/entries.ts'
import { findOpenRules } from '../store/practice/closures.ts'
import type { Practice } from '../store/store.ts'
import type { Random } from './random.ts'

const weeksAround = 4
const minute = 60_000
const day = 24 * 60 * minute

/** The records from which the calendar is filled. */
interface Calendar {
  readonly dice: Random
  /** The member who books. */
  readonly userId: string
  readonly chairIds: readonly string[]
  readonly patientIds: readonly string[]
  readonly timezone: string
  /** The appointment types that are booked. */
  readonly treatments: readonly Treatment[]
  /** The practitioner of a chair. Undefined when a chair has no fixed practitioner. */
  readonly practitionerOf: (chairId: string) => string | undefined
  /** In epoch milliseconds. */
  readonly now: number
}

/** An appointment type, with the facts that a booking needs. */
export interface Treatment {
  readonly appointmentTypeId: string
  readonly title: string
  readonly serviceRef: string
  readonly color: string
  readonly minutes: number
}

type Entry = Omit<Parameters<typeof bookEntry>[2], 'startAt' | 'endAt' | 'chairId'> & { chairId: string }
/** Books an entry that starts at `startAt`, in epoch milliseconds. */
type Book = (entry: Entry, startAt: number, minutes: number) => void

/** Instants of one working day, in epoch milliseconds. */
interface Hours {
  readonly opening: number
  readonly lunch: number
  readonly afternoon: number
  readonly closing: number
  readonly closesEarly: boolean
}

/**
 * Fills the working days of some weeks before and after `now`, around existing entries. Resolves with the new entries.
 */
export async function fillCalendar(practice: Practice, calendar: Calendar): Promise<EntryRow[]> {
  const { userId, chairIds, timezone, now } = calendar
  const today = Temporal.PlainDate.from(localDate(now, timezone))
  const days = Array.from({ length: 14 * weeksAround + 1 }, (_, i) =>
    today.add({ days: i - 7 * weeksAround }),
  ).filter(({ dayOfWeek }) => dayOfWeek <= 5 || dayOfWeek === today.dayOfWeek)
  const isOpen = openingsOf(practice, days)
  const bookings: Promise<EntryRow>[] = []
  const book: Book = ({ chairId, ...entry }, startAt, minutes) => {
    const during = { startAt, endAt: startAt + minutes * minute }
    if (entry.type !== 'reminder' && blocksDuring(practice.read, chairId, during).length > 0) return
    if (entry.type === 'appointment' && !isOpen(chairId, localDate(startAt, timezone), during)) return
    const times = { startAt: formatInstant(startAt), endAt: formatInstant(during.endAt) }
    bookings.push(
      bookEntry(practice, userId, { ...entry, chairId, ...times }, Math.min(now, startAt - 7 * day)),
    )
  }
  for (const date of days) {
    const hours = hoursOf(date, timezone)
    book({ type: 'reminder', title: 'Order supplies', chairId: chairIds[0]! }, hours.opening, 15)
    for (const chairId of chairIds) fillDay(book, calendar, chairId, hours)
  }
  return Promise.all(bookings)
}

/**
 * A function that returns whether a chair is open during an interval of a day. Each day of a chair is computed once.
 */
function openingsOf(practice: Practice, days: readonly Temporal.PlainDate[]) {
  const rules = findOpenRules(practice.read, days[0]!.toString(), days.at(-1)!.toString())
  const known = new Map<string, Interval[]>()
  return (chairId: string, date: string, { startAt, endAt }: Interval): boolean => {
    const key = `${chairId} ${date}`
    const open = known.get(key) ?? openTimes(rules, chairId, date)
    known.set(key, open)
    return open.some((one) => one.startAt <= startAt && endAt <= one.endAt)
  }
}

/** The hours of a working day. Wednesdays and Fridays end early, and so does a weekend that is open. */
function hoursOf(date: Temporal.PlainDate, timezone: string): Hours {
  const at = (time: string) => localTime(date.toString(), time, timezone)
  const closesEarly = date.dayOfWeek === 3 || date.dayOfWeek >= 5
  const closing = at(closesEarly ? '13:00' : '18:00')
  return { opening: at('08:00'), lunch: at('12:30'), afternoon: at('13:30'), closing, closesEarly }
}

/** Fills one day of a chair with appointments around a lunch break, or sometimes blocks its morning. */
function fillDay(book: Book, calendar: Calendar, chairId: string, hours: Hours): void {
  const { opening, lunch, afternoon, closing, closesEarly } = hours
  if (calendar.dice.chance(0.06)) {
    book({ type: 'unavailable', chairId, title: 'Maintenance' }, opening, 240)
    return
  }
  book({ type: 'unavailable', chairId, title: 'Lunch' }, lunch, closesEarly ? 30 : 60)
  fillSpan(book, calendar, chairId, opening, lunch)
  fillSpan(book, calendar, chairId, afternoon, closing)
}

/** Fills a span of a chair's day with appointments and gaps. */
function fillSpan(
  book: Book,
  { dice, patientIds, practitionerOf, treatments }: Calendar,
  chairId: string,
  from: number,
  to: number,
): void {
  const practitionerId = practitionerOf(chairId)
  const treated = practitionerId === undefined ? {} : { practitionerId }
  let startAt = from + dice.below(3) * 15 * minute
  while (startAt < to) {
    const { minutes, ...treatment } = dice.pick(treatments)
    if (startAt + minutes * minute > to) break
    if (dice.chance(0.8)) {
      const patientId = dice.pick(patientIds)
      book({ type: 'appointment', chairId, patientId, ...treated, ...treatment }, startAt, minutes)
    }
    startAt += (minutes + dice.below(3) * 15) * minute
  }
}
