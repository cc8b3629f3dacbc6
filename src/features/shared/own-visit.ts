/** What patients may do by themselves with a visit that they booked online (RULES §31). */
import { changeableUntil, isBookedOnline, unsetBooking } from '../../domain/online-booking.ts'
import type { EntryRow } from '../../store/calendar/entries.ts'
import { findOnlineBooking } from '../../store/calendar/online-bookings.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { findPatient } from '../../store/patients/patients.ts'
import { findAppointmentType } from '../../store/practice/appointment-types.ts'
import { findPractice } from '../../store/practice/practice.ts'

export interface OwnVisit {
  readonly typeId: string
  /** Whether the patient said, when they booked, that they had been here before. */
  readonly known: boolean
  /** Until when the patient may cancel the visit, in epoch milliseconds. */
  readonly until: number
  /**
   * Names the booking page on which the patient can choose another time. Null when they cannot choose it by
   * themselves.
   */
  readonly slug: string | null
}

/** The visit of an entry when its patient may still move or cancel it by themselves; else null. */
export function ownVisit(scope: Scope, entry: EntryRow, now: number): OwnVisit | null {
  const type = entry.appointmentTypeId ? findAppointmentType(scope, entry.appointmentTypeId) : null
  if (type === null || !isBookedOnline(entry)) return null
  const until = changeableUntil(entry.startAt, type.online.cancelUntilMinutes)
  if (now >= until) return null
  const { enabled, slug } = findPractice(scope)?.onlineBooking ?? unsetBooking
  const known = findOnlineBooking(scope, entry.id)?.known ?? true
  const mode = known ? type.online.knownPatients : type.online.newPatients
  const isLetIn = entry.patientId !== null && findPatient(scope, entry.patientId)?.mayBookOnline === true
  const isMovable = enabled && type.active && mode === 'instant' && isLetIn
  return { typeId: type.id, known, until, slug: isMovable ? slug : null }
}
