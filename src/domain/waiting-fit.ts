/** Whether a free time suits a patient on the waiting list (RULES §26). */
import { mostDaysSearched } from './limits.ts'
import { type Interval, localDate, localDay, localTime } from './time.ts'
import { type Weekday, weekdays } from './working-hours.ts'

const minute = 60_000

/** The wishes of a patient who waits. Days and times are local to the practice. Null means no limit. */
export interface Wish {
  readonly durationMinutes: number
  readonly chairIds: readonly string[] | null
  /** The chairs on which the patient's type of appointment takes place. */
  readonly typeChairIds?: readonly string[] | null
  readonly weekdays: readonly Weekday[] | null
  /** `HH:MM`; the end may be `24:00`. */
  readonly startTime: string | null
  readonly endTime: string | null
  /** The first and the last day, `YYYY-MM-DD`. */
  readonly fromDate: string | null
  readonly throughDate: string | null
}

/** Whether the patient wants the chair, and their type of appointment takes place on it. */
export const suitsChair = ({ chairIds, typeChairIds }: Wish, chairId: string): boolean =>
  [chairIds, typeChairIds].every((ids) => ids?.includes(chairId) ?? true)

/** Whether the last day that suits the patient is over. `today` is `YYYY-MM-DD`. */
export const isExpired = ({ throughDate }: Pick<Wish, 'throughDate'>, today: string): boolean =>
  throughDate !== null && throughDate < today

/** A local day, with a function that converts its local times. */
interface Day extends Interval {
  readonly date: string
  readonly weekday: Weekday
  /** The instant when the clocks show this time on the day. Clock changes are handled as for working hours. */
  readonly at: (time: string) => number
}

/**
 * The local days of a zone. Calculating a day or a time of day takes some microseconds. So the results are cached for
 * all free times and wishes that are compared together.
 */
export class LocalDays {
  readonly #timeZone: string
  readonly #known = new Map<string, Day>()

  constructor(timeZone: string) {
    this.#timeZone = timeZone
  }

  /**
   * The days that an interval overlaps, in order. @throws for an interval that overlaps more than `mostDaysSearched`
   * days.
   */
  *during({ startAt, endAt }: Interval): Generator<Day> {
    const first = Temporal.PlainDate.from(localDate(startAt, this.#timeZone))
    for (let days = 0; days <= mostDaysSearched; days++) {
      const day = this.#on(first.add({ days }))
      if (day.startAt >= endAt) return
      yield day
    }
    throw new Error(`a free time lasts longer than ${mostDaysSearched} days`)
  }

  #on(plain: Temporal.PlainDate): Day {
    const date = plain.toString()
    const day = this.#known.get(date) ?? {
      ...localDay(date, this.#timeZone),
      date,
      weekday: weekdays[plain.dayOfWeek - 1]!,
      at: clockOf(date, this.#timeZone),
    }
    this.#known.set(date, day)
    return day
  }
}

/**
 * A free time with the days that it overlaps. The days are calculated once for all waiting patients. The caller must
 * limit the length of the time.
 */
export class Gap {
  readonly startAt: number
  readonly endAt: number
  readonly #days: readonly Day[]

  constructor({ startAt, endAt }: Interval, days: LocalDays) {
    this.startAt = startAt
    this.endAt = endAt
    this.#days = [...days.during({ startAt, endAt })]
  }

  /**
   * The first visit in this time that suits the wish, or null. The visit begins on a wished day, and not before the
   * wished start time. The visit ends on that day by the wished end time. Without an end time, it may last past
   * midnight.
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

function clockOf(date: string, timeZone: string): Day['at'] {
  const known = new Map<string, number>()
  return (time) => {
    const at = known.get(time) ?? localTime(date, time, timeZone)
    known.set(time, at)
    return at
  }
}
