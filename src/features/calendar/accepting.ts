/** How a time that was only held for a patient becomes an appointment (RULES §31). */
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

/** What an entry becomes that was only held. */
interface Booked {
  readonly patientId: string
  readonly type: AppointmentTypeRow | null
  readonly online: BookedOnline
}

/** Makes an appointment of an entry that is held. The patient gets a message. The caller records the act. */
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
 * Accepts a request, which a change of its type to `appointment` does. Further fields give it another time or place. The
 * caller records the act.
 * @throws `conflict` for a hold that is no request, for any other change, and when the patient of the request is gone. Also
 * what a change of an entry throws.
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
