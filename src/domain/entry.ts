import type { Interval } from './time.ts'

/** The types of calendar entries (RULES §2.3). A `reminder` is a note in the calendar, not a message to a patient. */
export const entryTypes = ['appointment', 'reminder', 'unavailable'] as const
export type EntryType = (typeof entryTypes)[number]

/** The fields of a calendar entry that the overlap rule looks at. */
export interface Booking extends Interval {
  readonly type: EntryType
  readonly chairId: string | null
}

/**
 * Whether an entry occupies a chair. Appointments and unavailable blocks occupy it, reminders never do (RULES §2.3).
 */
export const occupiesChair = (entry: Pick<Booking, 'type' | 'chairId'>): boolean =>
  entry.chairId !== null && entry.type !== 'reminder'

/** The fields of a calendar entry that show when its practitioner is busy. */
export interface Treated extends Interval {
  readonly type: EntryType
  readonly practitionerId: string | null
}

/** Whether an entry takes the time of its practitioner, the member who treats. Reminders never do (RULES §27). */
export const occupiesPractitioner = (entry: Pick<Treated, 'type' | 'practitionerId'>): boolean =>
  entry.practitionerId !== null && entry.type !== 'reminder'

/** Whether two half-open intervals overlap. Intervals that only touch do not (RULES §4.4). */
export const overlaps = (a: Interval, b: Interval): boolean => a.startAt < b.endAt && a.endAt > b.startAt
