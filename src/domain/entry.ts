import type { Interval } from './time.ts'

export const entryTypes = ['appointment', 'reminder', 'unavailable'] as const
export type EntryType = (typeof entryTypes)[number]

/** What the booking rules need to know of a calendar entry. */
export interface Booking extends Interval {
  readonly type: EntryType
  readonly chairId: string | null
}

/** Appointments and unavailable blocks occupy their chair; reminders never do (contract §2.3). */
export const occupiesChair = (entry: Pick<Booking, 'type' | 'chairId'>): boolean =>
  entry.chairId !== null && entry.type !== 'reminder'

/** Half-open intervals: touching at a boundary is no overlap (contract §4.4). */
export const overlaps = (a: Interval, b: Interval): boolean => a.startAt < b.endAt && a.endAt > b.startAt
