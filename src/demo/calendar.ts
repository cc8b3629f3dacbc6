import { formatInstant, localTime } from '../domain/time.ts'
import { bookEntry } from '../features/appointments/actions.ts'
import type { Practice } from '../store/store.ts'
import { treatments } from './content.ts'
import type { Random } from './random.ts'

const weeksAround = 4
const minute = 60_000
const day = 24 * 60 * minute

/** What fills the calendar. */
interface Calendar {
  readonly dice: Random
  /** The member who books. */
  readonly userId: string
  readonly chairIds: readonly string[]
  readonly patientIds: readonly string[]
  readonly timezone: string
  /** In epoch milliseconds. */
  readonly now: number
}

type Entry = Omit<Parameters<typeof bookEntry>[2], 'startAt' | 'endAt'>
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

/** Fills the working days of some weeks before and after `now`. */
export async function fillCalendar(practice: Practice, calendar: Calendar): Promise<void> {
  const { userId, chairIds, timezone, now } = calendar
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDate()
  const bookings: Promise<unknown>[] = []
  const book: Book = (entry, startAt, minutes) => {
    const times = { startAt: formatInstant(startAt), endAt: formatInstant(startAt + minutes * minute) }
    bookings.push(bookEntry(practice, userId, { ...entry, ...times }, Math.min(now, startAt - 7 * day)))
  }
  for (let offset = -7 * weeksAround; offset <= 7 * weeksAround; offset++) {
    const date = today.add({ days: offset })
    if (date.dayOfWeek > 5) continue
    const hours = hoursOf(date, timezone)
    book({ type: 'reminder', title: 'Order supplies', chairId: chairIds[0]! }, hours.opening, 15)
    for (const chairId of chairIds) fillDay(book, calendar, chairId, hours)
  }
  await Promise.all(bookings)
}

/** Wednesdays and Fridays end early. */
function hoursOf(date: Temporal.PlainDate, timezone: string): Hours {
  const at = (time: string) => localTime(date.toString(), time, timezone)
  const closesEarly = date.dayOfWeek === 3 || date.dayOfWeek === 5
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
  { dice, patientIds }: Calendar,
  chairId: string,
  from: number,
  to: number,
): void {
  let startAt = from + dice.below(3) * 15 * minute
  while (startAt < to) {
    const { minutes, ...treatment } = dice.pick(treatments)
    if (startAt + minutes * minute > to) break
    if (dice.chance(0.8)) {
      const patientId = dice.pick(patientIds)
      book({ type: 'appointment', chairId, patientId, ...treatment }, startAt, minutes)
    }
    startAt += (minutes + dice.below(3) * 15) * minute
  }
}
