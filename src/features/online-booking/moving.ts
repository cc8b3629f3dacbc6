/** Moves a visit that a patient booked online. As in each online booking, the new time is held first (RULES §31). */
import { ofRecord } from '../../domain/audit.ts'
import { conflict, found } from '../../domain/problem.ts'
import { answerLinkState, isAnswerable } from '../../domain/reminders/answer.ts'
import { readTicket, signTicket } from '../../domain/reminders/visit-ticket.ts'
import { hashSecret } from '../../domain/secrets.ts'
import { formatInterval } from '../../domain/time.ts'
import type { Saw } from '../../http/sights.ts'
import { type EntryRow, findEntry, removeEntry } from '../../store/calendar/entries.ts'
import { findBySecret, removeOnlineBooking } from '../../store/calendar/online-bookings.ts'
import { findNotice } from '../../store/notices/notices.ts'
import type { Practice } from '../../store/store.ts'
import { changeEntry } from '../calendar/saving.ts'
import { type Coming, targetOf, type VisitStore } from '../shared/link-target.ts'
import { type OwnVisit, ownVisit } from '../shared/own-visit.ts'
import type { BookingPlace } from './place.ts'
import { ended } from './proving.ts'

/** The visit to which the link in a message leads, for a patient who wants another time. */
export interface MovedVisit {
  /** Writes in this practice leave rows in the audit trail with the patient as the actor. */
  readonly practice: Practice
  readonly token: string
  readonly entry: EntryRow
  /** What the patient may do. Null when they may not move the visit, or have moved it already. */
  readonly own: (OwnVisit & { readonly slug: string }) | null
  /**
   * Makes a ticket that lets the patient move the visit a moment later. So a mail scanner that presses every button at
   * once moves nothing.
   */
  readonly ticket: () => string
  readonly mayPress: (ticket: string) => boolean
}

/** The visit of a link. Null when the link leads to no visit, or to a visit at another practice than the page. */
export function visitBehind(
  store: VisitStore,
  coming: Coming,
  { practice }: BookingPlace,
  token: string,
  saw: Saw,
): MovedVisit | null {
  const target = targetOf(store, coming, token, 'answer', saw)
  if (target?.practice.read.practiceId !== practice.read.practiceId) return null
  const { read } = target.practice
  const notice = findNotice(read, target.noticeId)!
  const entry = findEntry(read, notice.entryId)
  if (entry === null || entry.patientId !== notice.patientId) return null
  const { now } = coming
  const own = isAnswerable(answerLinkState(notice, entry, now)) ? ownVisit(read, entry, now) : null
  return {
    practice: target.practice,
    token,
    entry,
    own: own === null || own.slug === null ? null : { ...own, slug: own.slug },
    ticket: () => signTicket(target.key, token, 'move', now),
    mayPress: (ticket) => readTicket(target.key, token, ticket, now) === 'move',
  }
}

/** The refusal for a visit that its patient may not move by themselves. */
export const notMovable = () =>
  conflict('This visit cannot be moved online. Please call the practice.', [
    { path: 'appointmentTypeId', message: 'cannot be moved online' },
  ])

/**
 * Moves a visit to the time that is held. The hold ends.
 * @throws `not_found` for an unknown secret. `conflict` when the hold has ended, or when the visit may not be moved
 * now.
 */
export const moveToHeld = (visit: MovedVisit, secret: string, now: number): Promise<EntryRow> =>
  visit.practice.write((tx) => {
    const booking = found(findBySecret(tx, hashSecret(secret)))
    const held = findEntry(tx, booking.id)
    if (booking.state !== 'held' || booking.expiresAt <= now || held === null) throw ended(tx, booking, now)
    const before = findEntry(tx, visit.entry.id)
    const own = before !== null && before.startAt === visit.entry.startAt && ownVisit(tx, before, now)
    if (!own || own.slug === null || own.typeId !== booking.appointmentTypeId) throw notMovable()
    removeEntry(tx, held.id)
    removeOnlineBooking(tx, held.id)
    const { chairId, practitionerId } = held
    const after = changeEntry(tx, before, { ...formatInterval(held), chairId, practitionerId }, now)
    tx.record({ kind: 'write', ...ofRecord('appointment', before, after), detail: { proof: 'link' } })
    return after
  })
