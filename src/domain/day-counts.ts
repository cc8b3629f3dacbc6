/** The counts that a month calendar shows for each day (RULES §24). */
import type { EntryType } from './entry.ts'
import type { Interval } from './time.ts'

/** The fields of an entry that the counts depend on. */
export interface CountedEntry extends Interval {
  readonly type: EntryType
  readonly chairId: string | null
}

/** A day before its entries are counted. */
interface EmptyDay extends Interval {
  /** Returns the times when a chair is open on the day. A chair that takes no entries is never open. */
  readonly openOf: (chairId: string) => readonly Interval[]
  /** The sum of the times that the chairs are open on the day, in milliseconds. */
  readonly openMs: number
}

/** The counts of a day. Times are milliseconds. */
export interface DayCount {
  /** The appointments that start on the day. */
  appointments: number
  /** How much of the open times is taken by entries. */
  takenMs: number
  /** The time that appointments take on chairs on the day. Time while the chairs are closed counts, too. */
  bookedMs: number
}

/** Counts the entries of days that follow each other. */
export class DayCounter {
  readonly #days: readonly EmptyDay[]
  readonly counts: readonly DayCount[]
  /** The index of the first day that the next entry can overlap. */
  #first = 0

  constructor(days: readonly EmptyDay[]) {
    this.#days = days
    this.counts = days.map(() => ({ appointments: 0, takenMs: 0, bookedMs: 0 }))
  }

  /** Counts an entry. Add the entries in the order of their starts. Entries on one chair must not overlap. */
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

/** The total length of intervals, in milliseconds. */
export const lengthOf = (intervals: readonly Interval[]): number =>
  intervals.reduce((sum, { startAt, endAt }) => sum + endAt - startAt, 0)
