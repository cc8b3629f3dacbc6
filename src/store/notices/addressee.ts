/** The person for whom a message about an appointment is written, and the address to which it is sent. */
import { type NoticeChannel, noticeChannels } from '../../domain/reminders/notice.ts'
import type { Reachable } from '../../domain/reminders/reach.ts'
import { findOnlineBooking, listTyped, updateOnlineBooking } from '../calendar/online-bookings.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import type { NewPatient, PatientRow } from '../patients/patients.ts'
import type { Listener } from './notice-news.ts'

/** The fields of a person that a message shows, and the fields that decide whether and to which address it is sent. */
export type Addressee = Reachable &
  Pick<PatientRow, 'firstName' | 'lastName' | 'gender' | 'preferredLanguage'>

/**
 * Returns the fields of the person for the message of a notice. Usually they come from the record of the patient. After
 * an online booking, they are what the patient typed there, and the message goes by the channel that the patient
 * proved. Otherwise a name, a language or a consent would show a stranger that there is a record (RULES §31).
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

/** The online booking whose typed fields the message of a notice uses, or null. */
export function typedFor(scope: Scope, { entryId, patientId, channel }: Listener) {
  const booking = findOnlineBooking(scope, entryId)
  if (booking?.patientId !== patientId || booking.channel !== channel || booking.visitor === null) return null
  return { ...booking, visitor: booking.visitor }
}

/** The fields of a patient's record that decide about the messages of a channel. */
const decisive = {
  email: ['email', 'notifyByEmail', 'preferredLanguage'],
  sms: ['phoneMobile', 'country', 'notifyBySms', 'preferredLanguage'],
} as const satisfies Record<NoticeChannel, readonly (keyof NewPatient)[]>

/** When a member changes how a patient is reached, messages about online bookings use the record from then on, too. */
export function followRecord(tx: WriteScope, patientId: string, changes: Partial<NewPatient>): void {
  for (const channel of noticeChannels)
    if (decisive[channel].some((field) => changes[field] !== undefined))
      for (const { id } of listTyped(tx, patientId, channel))
        updateOnlineBooking(tx, id, { visitor: null, contact: null })
}

/**
 * Notes in the online bookings of a patient whether the patient wants messages. Returns whether this is new for any
 * booking. `recordWanted` is whether the patient's record allowed messages before.
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
