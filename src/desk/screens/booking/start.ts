import type { EntryType } from './check.ts'

/** What is known of a booking before the dialogue opens. Instants are ISO 8601. */
export interface BookingStart {
  /** An appointment, unless something else is said. */
  readonly type?: EntryType
  readonly startAt?: string
  readonly endAt?: string
  readonly chairId?: string | null
  readonly patientId?: string
}
