/** What a calendar of months says about its days (RULES §24). */
import type { EntryType } from './entry.ts'
import type { Interval } from './time.ts'

/** The part of an entry that counts. */
export interface CountedEntry extends Interval {
  readonly type: EntryType
  readonly chairId: string | null
}

/** A day before anything is counted. */
interface EmptyDay extends Interval {
  /** When a chair is open on the day; never for a chair that takes no entries. */
  readonly openOf: (chairId: string) => readonly Interval[]
  /** The sum of the times that the chairs are open on the day, in milliseconds. */
  readonly openMs: number
}

/** The counts of a day. Times are milliseconds. */
export interface DayCount {
  /** The appointments that start on the day. */
  appointments: number
  /** How much of the open times entries take. */
  takenMs: number
  /** How long appointments are on chairs on the day, also while the chairs are closed. */
  bookedMs: number
}

/** Counts the entries of days that follow each other. */
export class DayCounter {
  readonly #days: readonly EmptyDay[]
  readonly counts: readonly DayCount[]
  /** The first day that the next entry can touch. */
  #first = 0

  constructor(days: readonly EmptyDay[]) {
    this.#days = days
    this.counts = days.map(() => ({ appointments: 0, takenMs: 0, bookedMs: 0 }))
  }

  /** Counts an entry. No entry before it may have started later. Entries on one chair must not overlap. */
  add(entry: CountedEntry): void {
    if (entry.type === 'reminder') return
    while (this.#first < this.#days.length && this.#days[this.#first]!.endAt <= entry.startAt) this.#first++
    for (let i = this.#first; i < this.#days.length; i++) {
      const day = this.#days[i]!
      if (day.startAt >= entry.endAt) return
      const count = this.counts[i]!
      if (entry.type === 'appointment' && entry.startAt >= day.startAt) count.appointments++
      if (entry.chairId === null) continue
      if (entry.type === 'appointment') count.bookedMs += shared(entry, day)
      for (const open of day.openOf(entry.chairId)) count.takenMs += shared(entry, open)
    }
  }
}

/** How long two intervals overlap, in milliseconds. */
const shared = (a: Interval, b: Interval): number =>
  Math.max(0, Math.min(a.endAt, b.endAt) - Math.max(a.startAt, b.startAt))

/** How long intervals are together, in milliseconds. */
export const lengthOf = (intervals: readonly Interval[]): number =>
  intervals.reduce((sum, { startAt, endAt }) => sum + endAt - startAt, 0)
