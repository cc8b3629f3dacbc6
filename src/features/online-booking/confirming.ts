/**
 * A visitor sends the code and their name and birth date. Then the hold becomes an appointment or a request
 * (RULES §31).
 */
import { patientByCode } from '../../domain/act.ts'
import { ofRecord } from '../../domain/audit.ts'
import { answered, type BookedOnline, holdMs, mostTries } from '../../domain/online-booking.ts'
import { conflict, found, invalid, Problem } from '../../domain/problem.ts'
import { hashSecret } from '../../domain/secrets.ts'
import { localDate, localDay } from '../../domain/time.ts'
import { type EntryRow, findEntry, updateEntry } from '../../store/calendar/entries.ts'
import {
  countRequests,
  findBySecret,
  findOnlineBooking,
  hasOpenBooking,
  type OnlineBookingRow,
  updateOnlineBooking,
} from '../../store/calendar/online-bookings.ts'
import type { Scope, WriteScope } from '../../store/engine/scope.ts'
import { bookHeld } from '../calendar/accepting.ts'
import { gone } from './holding.ts'
import { patientFor } from './identity.ts'
import { takesNoMore, wantedOf } from './offers.ts'
import type { BookingPlace } from './place.ts'
import { ended, hashOfCode } from './proving.ts'
import type { ConfirmBody } from './schema.ts'

const hour = 3_600_000

/**
 * Confirms a hold. A visitor who confirms again with the same secret gets the same answer, and nothing is booked twice.
 * @throws `not_found` for an unknown secret. `validation_failed` for a wrong code. `conflict` when the code or the hold
 * has ended. Also when the contact has an open booking of this type, or the patient may not book online. `rate_limited`
 * when too many requests wait.
 */
export function confirmHold(place: BookingPlace, body: ConfirmBody, now: number): Promise<OnlineBookingRow> {
  return inSteps(() => decide(place, body, now))
}

/** A confirmation is answered only after a multiple of this time, in milliseconds. */
export const answerStepMs = 25

/**
 * Returns the result of `act`, after the next multiple of `answerStepMs`. Adding a patient takes longer than finding
 * one, and the time of the answer must not show which of the two happened. The first timer begins before the work,
 * because timers count whole milliseconds. With a timer after the work, the time of the answer would show fractions of
 * a millisecond of the work.
 */
async function inSteps<T>(act: () => Promise<T>): Promise<T> {
  let isDone = false
  const step = Bun.sleep(answerStepMs)
  const answer = act().finally(() => {
    isDone = true
  })
  // An error is thrown only after the step. Without this line, it would count as an unhandled rejection before then.
  answer.catch(() => {})
  await step
  while (!isDone) await Bun.sleep(answerStepMs)
  return answer
}

async function decide(place: BookingPlace, body: ConfirmBody, now: number): Promise<OnlineBookingRow> {
  const { booking, isWrong } = await place.practice.write((tx) => {
    const booking = found(findBySecret(tx, hashSecret(body.secret)))
    if (booking.state === 'requested' || booking.state === 'booked') return { booking, isWrong: false }
    if (booking.state === 'closed' || booking.expiresAt <= now) {
      // A request that the practice has declined meanwhile was confirmed before, too.
      if (booking.patientId !== null) return { booking, isWrong: false }
      throw ended(tx, booking, now)
    }
    if (!tries(tx, booking, body, now)) return { booking, isWrong: true }
    return { booking: confirm(tx, place, booking, body, now), isWrong: false }
  })
  if (isWrong) throw invalid([{ path: 'code', message: 'must be the code that was sent last' }])
  return booking
}

/**
 * Whether the code is right. A wrong code counts as a try, and after five tries the sent code ends.
 * @throws `conflict`.
 */
function tries(
  tx: WriteScope,
  { id, codeHash, codeUntil, codeTries }: OnlineBookingRow,
  { secret, code }: ConfirmBody,
  now: number,
): boolean {
  if (codeHash === null || codeUntil! <= now)
    throw conflict('The code has ended. Ask for a new one.', [{ path: 'code', message: 'must be a new one' }])
  if (hashOfCode(secret, code).equals(codeHash)) return true
  const used = codeTries + 1
  updateOnlineBooking(tx, id, { codeTries: used, ...(used >= mostTries && { codeHash: null }) })
  return false
}

function confirm(
  tx: WriteScope,
  place: BookingPlace,
  booking: OnlineBookingRow,
  body: ConfirmBody,
  now: number,
): OnlineBookingRow {
  const { id, channel, contact, contactHash, language, appointmentTypeId } = booking
  const wanted = wantedOf(tx, booking, now)
  if (hasOpenBooking(tx, contactHash!, appointmentTypeId, now)) throw pleaseCall()
  const entry = findEntry(tx, id)
  if (entry === null) throw ended(tx, booking, now)
  const { timezone } = place.row
  const day = localDay(localDate(entry.startAt, timezone), timezone)
  // Checks the limit of the day again: a hold that was made to move a visit did not count that visit.
  if (takesNoMore(tx, wanted.type, day, new Set([id]))) throw gone(tx, wanted, entry.startAt, now)
  const { firstName, lastName, dob } = body
  const visitor = { firstName, lastName, dob, channel: channel!, contact: contact!, language }
  const person = patientFor(tx, place.row, visitor, now)
  if (person === null) throw pleaseCall()
  const answers = answered(wanted.type.online.questions, body.answers)
  // Messages about the booking contain the names that were typed, and nothing from the patient's record.
  const proven = { ...person, network: null, codeHash: null, visitor: { firstName, lastName } }
  if (wanted.mode === 'instant') {
    const online = { proof: channel!, answers }
    const after = bookHeld(tx, entry, { ...person, type: wanted.type, online }, now)
    tx.record({ kind: 'write', ...ofRecord('appointment', entry, after), detail: { proof: channel } })
    updateOnlineBooking(tx, id, { ...proven, state: 'booked' })
  } else request(tx, place, { booking, entry, proven, answers }, now)
  return findOnlineBooking(tx, id)!
}

/** The same refusal for an open booking and for a patient who may not book online. So nobody learns who may not. */
const pleaseCall = () =>
  conflict('This cannot be booked online, perhaps because of an open booking. Please call the practice.', [
    { path: 'appointmentTypeId', message: 'cannot be booked online for this person' },
  ])

interface Requested {
  readonly booking: OnlineBookingRow
  readonly entry: EntryRow
  readonly proven: Partial<OnlineBookingRow> & { readonly patientId: string }
  readonly answers: BookedOnline['answers']
}

function request(
  tx: WriteScope,
  { settings }: BookingPlace,
  { booking, entry, proven, answers }: Requested,
  now: number,
): void {
  if (countRequests(tx, now) >= settings.mostOpenRequests) throw tooManyRequests()
  const decideUntil = Math.min(now + settings.requestHours * hour, booking.startAt)
  updateEntry(tx, entry.id, { holdUntil: decideUntil, updatedAt: now })
  updateOnlineBooking(tx, entry.id, { ...proven, state: 'requested', decideUntil, answers })
  tx.record({
    kind: 'write',
    ...ofRecord('appointment', entry, { ...entry, holdUntil: decideUntil }),
    patientId: proven.patientId,
    detail: { proof: booking.channel },
  })
}

const tooManyRequests = () =>
  new Problem(
    'rate_limited',
    'Too many requests wait for an answer. Please call the practice.',
    undefined,
    undefined,
    holdMs / 1_000,
  )

/**
 * What became of a booking until now: its state, and its entry, which the practice may have moved. When the entry now
 * belongs to another patient, the booking counts as closed, so that the visitor does not see this entry.
 */
export function becomeOf(scope: Scope, booking: OnlineBookingRow) {
  const entry = findEntry(scope, booking.id)
  const isOpen =
    entry !== null &&
    (booking.state === 'requested' || (booking.state === 'booked' && entry.patientId === booking.patientId))
  return isOpen
    ? { booking: { ...booking, state: booking.state as 'requested' | 'booked' }, entry }
    : { booking: { ...booking, state: 'closed' as const }, entry: booking }
}

/** The actor who confirms: the patient of the entry to which the secret belongs. Undefined for an unknown secret. */
export const confirmer = ({ practice }: Pick<BookingPlace, 'practice'>, secret: string) => {
  const booking = findBySecret(practice.read, hashSecret(secret))
  return booking === null ? undefined : patientByCode(booking.id)
}
