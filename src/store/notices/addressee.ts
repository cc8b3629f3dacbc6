/** The person that a message about an appointment is written for, and where the message goes. */
import { type NoticeChannel, noticeChannels } from '../../domain/reminders/notice.ts'
import type { Reachable } from '../../domain/reminders/reach.ts'
import { findOnlineBooking, listTyped, updateOnlineBooking } from '../calendar/online-bookings.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import type { NewPatient, PatientRow } from '../patients/patients.ts'
import type { Listener } from './notice-news.ts'

/** The fields of a person that a message shows, and those that decide whether and where it goes. */
export type Addressee = Reachable &
  Pick<PatientRow, 'firstName' | 'lastName' | 'gender' | 'preferredLanguage'>

/**
 * The person as the message of a notice knows them. It is the record of the patient. A patient who booked online gets what
 * they typed there, by the channel that they proved. Otherwise a name, a language or a consent would show a stranger that
 * there is a record (RULES §31).
 */
export function addresseeOf(scope: Scope, notice: Listener, patient: PatientRow): Addressee {
  const booking = typedFor(scope, notice)
  if (booking === null) return patient
  const { firstName, lastName, stopped } = booking.visitor
  const { channel, contact, language } = booking
  const wanted = stopped === undefined
  const reached =
    channel === 'email'
      ? { email: contact, notifyByEmail: wanted }
      : { phoneMobile: contact, notifyBySms: wanted }
  const { email, phoneMobile, country, notifyByEmail, notifyBySms } = patient
  const record = { email, phoneMobile, country, notifyByEmail, notifyBySms }
  return { ...record, ...reached, firstName, lastName, gender: null, preferredLanguage: language }
}

/** The booking of which a notice says what the visitor typed, or null. */
export function typedFor(scope: Scope, { entryId, patientId, channel }: Listener) {
  const booking = findOnlineBooking(scope, entryId)
  if (booking?.patientId !== patientId || booking.channel !== channel || booking.visitor === null) return null
  return { ...booking, visitor: booking.visitor }
}

/** What decides in a record about the messages of a channel. */
const decisive = {
  email: ['email', 'notifyByEmail', 'preferredLanguage'],
  sms: ['phoneMobile', 'country', 'notifyBySms', 'preferredLanguage'],
} as const satisfies Record<NoticeChannel, readonly (keyof NewPatient)[]>

/** After a member changed how a patient is reached, messages about bookings follow the record, too. */
export function followRecord(tx: WriteScope, patientId: string, changes: Partial<NewPatient>): void {
  for (const channel of noticeChannels)
    if (decisive[channel].some((field) => changes[field] !== undefined))
      for (const { id } of listTyped(tx, patientId, channel))
        updateOnlineBooking(tx, id, { visitor: null, contact: null })
}

/**
 * Notes at the bookings of a patient whether they want messages, and answers whether that is new for any of them.
 * `recordWanted` is what their record said before.
 */
export function changeTyped(
  tx: WriteScope,
  { patientId, channel }: Pick<Listener, 'patientId' | 'channel'>,
  { wanted, recordWanted }: { readonly wanted: boolean; readonly recordWanted: boolean },
): boolean {
  const others = listTyped(tx, patientId, channel).filter(
    ({ visitor }) => (visitor.stopped === undefined) !== wanted,
  )
  for (const { id, visitor } of others) {
    const { stopped: _, ...named } = visitor
    const stopped = recordWanted ? 'record' : 'booking'
    updateOnlineBooking(tx, id, { visitor: wanted ? named : { ...named, stopped } })
  }
  return others.length > 0
}
