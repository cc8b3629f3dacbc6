import type { DayEntry } from '../../contract/names.ts'
import type { EntryType } from './check.ts'

/** What is known of a booking before the dialogue opens. Instants are ISO 8601. */
export interface BookingStart {
  /** An appointment, unless something else is said. */
  readonly type?: EntryType
  readonly startAt?: string
  readonly endAt?: string
  readonly chairId?: string | null
  readonly patientId?: string
  /** The kind that the patient should come for. One that is not offered any more is left out. */
  readonly appointmentTypeId?: string
  /** An appointment that is booked once more: the next visit, or the same on another day. */
  readonly like?: Like
}

/** What a booking takes over of an appointment. Its notes belong to that visit, and stay there. */
export type Like = Pick<
  DayEntry,
  'title' | 'color' | 'practitionerId' | 'appointmentTypeId' | 'startAt' | 'endAt' | 'chairId' | 'patientId'
>
