/** Ends the times that patients hold and request online (RULES §31). */
import { bookingCodes } from '../../../db/codes.ts'
import { whereHeld } from '../../../db/entry-sql.ts'
import { bookkeepingAct } from '../../domain/act.ts'
import { abandonedMs, codesKeptMs, holdMs } from '../../domain/online-booking.ts'
import { removeEntry } from '../calendar/entries.ts'
import {
  findOnlineBooking,
  listHeldAhead,
  listRequestsEnded,
  type OnlineBookingRow,
  removeOldBookings,
  removeOnlineBooking,
  updateOnlineBooking,
} from '../calendar/online-bookings.ts'
import type { ReadConnection } from '../engine/connection.ts'
import { mayChange } from '../engine/here.ts'
import { isNotAside, noneAside, onPractice } from '../engine/practice-fault.ts'
import { type WriteScope, withWriteScope } from '../engine/scope.ts'
import { unscoped } from '../engine/unscoped.ts'
import type { Writer } from '../engine/writer.ts'
import { hasPatient } from '../patients/patients.ts'
import { tellDeclined } from './notice-news.ts'
import { retiredAfter } from './notice-upkeep.ts'

/**
 * How long after its start an appointment's online booking is kept, in milliseconds. Until then, the links in its
 * messages open the patient's page.
 */
const keptAfterStart = retiredAfter + 86_400_000

/** Ends the hold or the request of an entry that will be removed. A patient who waits for an answer gets a message. */
export function closeBooking(tx: WriteScope, entryId: string, now: number): void {
  const booking = findOnlineBooking(tx, entryId)
  if (booking !== null) close(tx, booking, now)
}

function close(
  tx: WriteScope,
  { id, state, startAt, channel, patientId }: OnlineBookingRow,
  now: number,
): void {
  updateOnlineBooking(tx, id, {
    state: 'closed',
    answers: null,
    ...(patientId === null && { contact: null }),
  })
  const waits = state === 'requested' && patientId !== null && channel !== null && startAt > now
  if (waits && hasPatient(tx, patientId)) tellDeclined(tx, { entryId: id, patientId, channel }, startAt, now)
}

/** Deletes holds, requests and codes that have ended. Each call is one short transaction. */
export class HoldUpkeep {
  readonly #connection: ReadConnection
  readonly #writer: Writer

  constructor(connection: ReadConnection, writer: Writer) {
    this.#connection = connection
    this.#writer = writer
  }

  /**
   * Deletes the ended holds of the next practice, and its old bookings with what visitors typed. It plans messages to
   * patients whose requests nobody answered. It also deletes holds that last too long because the clock was ahead.
   * Resolves with whether there was work to do. Practices that are set aside are skipped.
   * @throws PracticeFault.
   */
  async endNext(now: number, aside = noneAside): Promise<boolean> {
    const until = [now, now - abandonedMs, now - keptAfterStart, now - codesKeptMs] as const
    const next = practiceWithEnded.get(this.#connection, ...until, aside)
    if (next === null) return false
    await this.#writer.write((connection) =>
      onPractice(connection, next.practiceKey, () =>
        withWriteScope(connection, next.practiceId, bookkeepingAct('endHolds'), (tx) => {
          tx.removeEndedHolds()
          for (const { id } of listHeldAhead(tx, now)) {
            removeEntry(tx, id)
            removeOnlineBooking(tx, id)
          }
          for (const request of listRequestsEnded(tx, now)) close(tx, request, now)
          removeOldBookings(tx, { heldUntil: until[1], startedUntil: until[2], sentUntil: until[3], now })
        }),
      ),
    )
    return true
  }
}

const practiceWithEnded = unscoped<
  [now: number, heldUntil: number, startedUntil: number, sentUntil: number, aside: string],
  { practiceKey: number },
  { practiceKey: number; practiceId: string }
>(
  `select key as practiceKey from practices
   where ${mayChange('key')} and ${isNotAside('key', '?5')} and (
     exists (select 1 from entries where practice_key = key and ${whereHeld} and hold_until <= ?1)
     or exists (select 1 from online_bookings where practice_key = key
       and state = ${bookingCodes.requested} and decide_until <= ?1)
     or exists (select 1 from online_bookings where practice_key = key
       and state in (${bookingCodes.held}, ${bookingCodes.closed}) and patient_id is null and expires_at <= ?2)
     or exists (select 1 from online_bookings where practice_key = key and start_at <= ?3 and not exists (
       select 1 from entries where entries.practice_key = key and entries.id = online_bookings.id
         and entries.start_at > ?3))
     or exists (select 1 from online_bookings where practice_key = key
       and state = ${bookingCodes.held} and expires_at > ?1 + ${holdMs})
     or exists (select 1 from online_codes where practice_key = key and (sent_at <= ?4 or sent_at > ?1)))
   limit 1`,
  ({ practiceKey }, { practices }) => ({ practiceKey, practiceId: practices.idOf(practiceKey) }),
)
