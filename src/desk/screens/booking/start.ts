import type { DayEntry } from '../../contract/names.ts'
import type { EntryType } from './check.ts'

/** The values that are known before the booking dialogue opens. Instants are ISO 8601. */
export interface BookingStart {
  /** The entry type; an appointment when left out. */
  readonly type?: EntryType
  readonly startAt?: string
  readonly endAt?: string
  readonly chairId?: string | null
  readonly patientId?: string
  /** The appointment type for which the patient should come. A type that is not offered any more is ignored. */
  readonly appointmentTypeId?: string
  /** The appointment that the new booking copies, for the next visit or for another day. */
  readonly like?: Like
}

/** The fields that a booking copies from an appointment. Notes belong to the old visit, so they are not copied. */
export type Like = Pick<
  DayEntry,
  'title' | 'color' | 'practitionerId' | 'appointmentTypeId' | 'startAt' | 'endAt' | 'chairId' | 'patientId'
>
