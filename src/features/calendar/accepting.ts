/** Makes an appointment of a time that was only held for a patient (RULES §31). */
import type { BookedOnline } from '../../domain/online-booking.ts'
import { conflict, found } from '../../domain/problem.ts'
import { type EntryRow, findEntry, updateEntry } from '../../store/calendar/entries.ts'
import { findOnlineBooking, updateOnlineBooking } from '../../store/calendar/online-bookings.ts'
import type { WriteScope } from '../../store/engine/scope.ts'
import { hasPatient } from '../../store/patients/patients.ts'
import { type AppointmentTypeRow, findAppointmentType } from '../../store/practice/appointment-types.ts'
import { writeNotices } from './booking.ts'
import type { UpdateEntry } from './entry-schema.ts'
import { changeEntry, onlyHeld } from './saving.ts'

/** The patient, the type and the online booking of an appointment that was only held before. */
interface Booked {
  readonly patientId: string
  readonly type: AppointmentTypeRow | null
  readonly online: BookedOnline
}

/** Makes an appointment of a held entry. The patient gets a message. The caller records this in the audit trail. */
export function bookHeld(
  tx: WriteScope,
  entry: EntryRow,
  { patientId, type, online }: Booked,
  now: number,
): EntryRow {
  updateEntry(tx, entry.id, {
    type: 'appointment',
    patientId,
    holdUntil: null,
    updatedAt: now,
    title: type?.name ?? null,
    color: type?.color ?? null,
    metadata: { ...entry.metadata, online },
  })
  const after = found(findEntry(tx, entry.id))
  writeNotices(tx, entry.id, null, after, now, { tells: 'always' })
  return after
}

/**
 * Accepts a request for an appointment, by a change of its type to `appointment`. Further fields move the appointment
 * to another time or chair. The caller records this in the audit trail.
 * @throws `conflict` for a hold that is not a request, for any other change, and when the patient of the request is
 * gone. Also throws as `changeEntry`.
 */
export function acceptRequest(
  tx: WriteScope,
  entry: EntryRow,
  { type: wished, ...more }: UpdateEntry,
  now: number,
): EntryRow {
  const booking = findOnlineBooking(tx, entry.id)
  const waits = booking?.state === 'requested' && booking.decideUntil! > now
  if (!waits || wished !== 'appointment') throw onlyHeld()
  const { patientId, channel, answers, appointmentTypeId } = booking
  if (patientId === null || !hasPatient(tx, patientId))
    throw conflict('The patient of this request was deleted. Delete the request, too.')
  const type = findAppointmentType(tx, appointmentTypeId)
  const online = { proof: channel!, answers: answers ?? [] }
  const booked = bookHeld(tx, entry, { patientId, type, online }, now)
  updateOnlineBooking(tx, entry.id, { state: 'booked', answers: null })
  return Object.keys(more).length === 0 ? booked : changeEntry(tx, booked, more, now)
}
