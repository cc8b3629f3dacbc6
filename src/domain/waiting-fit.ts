/** Whether a free time suits somebody on the waiting list (RULES §26). */
import { type Interval, localDate, localDay, localTime } from './time.ts'
import { type Weekday, weekdays } from './working-hours.ts'

const minute = 60_000

/** What a patient waits for. Days and times are those on the clocks of the practice; null stands for no limit. */
export interface Wish {
  readonly durationMinutes: number
  readonly chairIds: readonly string[] | null
  readonly weekdays: readonly Weekday[] | null
  /** `HH:MM`; the end may be `24:00`. */
  readonly startTime: string | null
  readonly endTime: string | null
  /** The first and the last day, `YYYY-MM-DD`. */
  readonly fromDate: string | null
  readonly throughDate: string | null
}

/** Whether a chair suits. */
export const suitsChair = ({ chairIds }: Wish, chairId: string): boolean =>
  chairIds === null || chairIds.includes(chairId)

/** Whether the last day that suits is over. `today` is `YYYY-MM-DD`. */
export const isExpired = ({ throughDate }: Pick<Wish, 'throughDate'>, today: string): boolean =>
  throughDate !== null && throughDate < today

/** A day that a free time touches, and a clock for its times. */
interface Day extends Interval {
  readonly date: string
  readonly weekday: Weekday
  /** The instant when the clocks show this time, as for working hours. */
  readonly at: (time: string) => number
}

/**
 * A free time with the days that it touches. They are worked out once, however many patients wait. The caller bounds the
 * time, because each day takes some microseconds.
 */
export class Gap {
  readonly startAt: number
  readonly endAt: number
  readonly #days: readonly Day[]

  constructor({ startAt, endAt }: Interval, timeZone: string) {
    this.startAt = startAt
    this.endAt = endAt
    this.#days = daysOf({ startAt, endAt }, timeZone)
  }

  /**
   * The first visit in this time that suits, or null. The visit begins on a day that suits, and not before the start
   * time of that day. It is over at the end time of that day. Without an end time it may run past midnight.
   */
  firstVisit(wish: Wish): Interval | null {
    const length = wish.durationMinutes * minute
    if (this.endAt - this.startAt < length) return null
    for (const day of this.#days) {
      if (!suitsDay(wish, day)) continue
      const from = wish.startTime === null ? day.startAt : day.at(wish.startTime)
      const startAt = Math.max(this.startAt, day.startAt, from)
      const endAt = startAt + length
      const until = wish.endTime === null ? this.endAt : Math.min(this.endAt, day.at(wish.endTime))
      if (startAt < day.endAt && endAt <= until) return { startAt, endAt }
    }
    return null
  }
}

const suitsDay = (wish: Wish, { date, weekday }: Day): boolean =>
  (wish.weekdays === null || wish.weekdays.includes(weekday)) &&
  (wish.fromDate === null || wish.fromDate <= date) &&
  (wish.throughDate === null || date <= wish.throughDate)

function daysOf({ startAt, endAt }: Interval, timeZone: string): Day[] {
  const days: Day[] = []
  let date = Temporal.PlainDate.from(localDate(startAt, timeZone))
  for (let day = localDay(date.toString(), timeZone); day.startAt < endAt; ) {
    days.push({
      ...day,
      date: date.toString(),
      weekday: weekdays[date.dayOfWeek - 1]!,
      at: clockOf(date.toString(), timeZone),
    })
    date = date.add({ days: 1 })
    day = localDay(date.toString(), timeZone)
  }
  return days
}

/** Many patients wish for the same few times, and each takes some microseconds to work out. */
function clockOf(date: string, timeZone: string): Day['at'] {
  const known = new Map<string, number>()
  return (time) => {
    const at = known.get(time) ?? localTime(date, time, timeZone)
    known.set(time, at)
    return at
  }
}
