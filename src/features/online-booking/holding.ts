/** A visitor chooses a time, which is then held for ten minutes. A secret is needed to use the hold (RULES §31). */
import { newId } from '../../domain/id.ts'
import {
  holdMs,
  mostHeld,
  mostKindsCounted,
  mostRequests,
  mostTaken,
  takesTooMany,
} from '../../domain/online-booking.ts'
import { conflict, type Issue, Problem } from '../../domain/problem.ts'
import { hashSecret, mintSecret } from '../../domain/secrets.ts'
import { formatInterval, localDate, parseInstant } from '../../domain/time.ts'
import { insertEntry, removeEntry } from '../../store/calendar/entries.ts'
import {
  countRequests,
  findBySecret,
  insertOnlineBooking,
  listHeld,
  listRequests,
  removeOnlineBooking,
} from '../../store/calendar/online-bookings.ts'
import type { Scope, WriteScope } from '../../store/engine/scope.ts'
import { isRefused } from '../../store/engine/trouble.ts'
import { type AppointmentTypeRow, listAppointmentTypes } from '../../store/practice/appointment-types.ts'
import type { PracticeRow } from '../../store/practice/practice.ts'
import { wantedType } from '../calendar/free-times/wanted.ts'
import { type Asked, type Offer, offersFrom, otherOffers, type Wanted, wantedOf } from './offers.ts'
import type { BookingPlace } from './place.ts'
import type { HoldBody } from './schema.ts'
import { isBookable } from './types.ts'

/** A time that is held, with its secret. The secret is shown only once. */
interface Held {
  readonly secret: string
  readonly mode: Wanted['mode']
  readonly offer: Offer
  readonly expiresAt: number
}

/**
 * Holds a time. `network` is the address of the visitor, or its network of 64 bits.
 * @throws `validation_failed` when the visitor, as a new or a known patient, cannot book the type. `conflict` with up
 * to three other times, when the time is not offered. `rate_limited` when too many times are held without a proven
 * contact.
 */
export const holdTime = (
  place: BookingPlace,
  body: HoldBody & Pick<Asked, 'moves'>,
  network: string,
  now: number,
): Promise<Held> =>
  place.practice.write((tx): Held => {
    const wanted = wantedOf(tx, body, now)
    const startAt = parseInstant(body.startAt)!
    if (body.insteadOf !== undefined) giveUp(tx, body.insteadOf)
    // When nothing more can be held, the offers need not be read. So this check comes before them.
    requireRoom(tx, place, wanted, network, now)
    const offered = offersFrom(tx, wanted, now)
    const date = localDate(startAt, offered.timezone)
    const offer = offered
      .on(date)
      .find((one) => one.startAt === startAt && one.lane.practitionerId === body.practitionerId)
    if (offer === undefined) throw gone(tx, wanted, startAt, now)
    const { secret, hash } = mintSecret('hold')
    const id = newId(now)
    const expiresAt = Math.min(now + holdMs, startAt)
    try {
      insertHold(tx, wanted, { id, offer, expiresAt }, now)
    } catch (error) {
      // The database refuses the hold, for example when the member is busy on a chair of another type.
      throw isRefused(error) ? gone(tx, wanted, startAt, now) : error
    }
    insertOnlineBooking(tx, {
      id,
      secretHash: hash,
      state: 'held',
      network,
      appointmentTypeId: wanted.type.id,
      practitionerId: offer.lane.practitionerId,
      startAt,
      endAt: offer.endAt,
      known: body.known,
      createdAt: now,
      expiresAt,
      decideUntil: null,
      channel: null,
      contact: null,
      contactHash: null,
      language: null,
      codeHash: null,
      codeUntil: null,
      codeTries: 0,
      patientId: null,
      isNewPatient: false,
      answers: null,
      visitor: null,
    })
    requireShare(tx, place.row, date, now)
    return { secret, mode: wanted.mode, offer, expiresAt }
  })

function insertHold(
  tx: WriteScope,
  { type }: Wanted,
  { id, offer, expiresAt }: { readonly id: string; readonly offer: Offer; readonly expiresAt: number },
  now: number,
): void {
  insertEntry(tx, {
    id,
    type: 'unavailable',
    chairId: offer.lane.chair.id,
    practitionerId: offer.lane.practitionerId,
    startAt: offer.startAt,
    endAt: offer.endAt,
    appointmentTypeId: type.id,
    holdUntil: expiresAt,
    patientId: null,
    title: null,
    color: null,
    serviceRef: null,
    notes: null,
    seriesId: null,
    metadata: {},
    createdBy: null,
    createdAt: now,
    updatedAt: now,
  })
}

/** Releases an earlier hold of the visitor, who takes another time instead. */
function giveUp(tx: WriteScope, secret: string): void {
  const earlier = findBySecret(tx, hashSecret(secret))
  if (earlier?.state !== 'held') return
  removeEntry(tx, earlier.id)
  removeOnlineBooking(tx, earlier.id)
}

/** The refusal when the time is not free any more, or never was. It names up to three other times. */
export function gone(scope: Scope, wanted: Wanted, startAt: number, now: number): Problem {
  const others = otherOffers(scope, wanted, startAt, now)
  return conflict(
    'This time is not free any more. Choose another one.',
    others.length === 0
      ? [{ path: 'startAt', message: 'is not free' }]
      : others.map(
          (time): Issue => ({ path: 'startAt', message: 'is free instead', ...formatInterval(time) }),
        ),
  )
}

const tooMuchHeld = (endsAt: number, now: number) =>
  new Problem(
    'rate_limited',
    'Too many times are held at the moment. Wait a little and try again.',
    undefined,
    undefined,
    Math.max(1, Math.ceil((endsAt - now) / 1_000)),
  )

function requireRoom(
  tx: WriteScope,
  { settings }: BookingPlace,
  { mode }: Wanted,
  network: string,
  now: number,
): void {
  const held = listHeld(tx, now)
  const ofNetwork = held.filter((one) => one.network === network)
  if (ofNetwork.length >= mostHeld.network) throw tooMuchHeld(ofNetwork[0]!.expiresAt, now)
  if (held.length >= mostHeld.practice) throw tooMuchHeld(held[0]!.expiresAt, now)
  if (mode === 'request' && countRequests(tx, now) >= settings.mostOpenRequests)
    throw tooMuchHeld(now + holdMs, now)
}

/**
 * @throws `rate_limited` when holds without a proven contact take more than a quarter of the day's offers of all kinds.
 * Also when these holds and the waiting requests take more than half of the offers.
 */
function requireShare(tx: WriteScope, { timezone }: PracticeRow, date: string, now: number): void {
  const ofDay = (row: { readonly startAt: number }) => localDate(row.startAt, timezone) === date
  const unproven = listHeld(tx, now).filter(ofDay)
  const waiting = [...unproven, ...listRequests(tx, now, mostRequests).filter(ofDay)]
  if (waiting.length < 2) return
  const types = offersOfTypes(tx, new Set(waiting.map((one) => one.appointmentTypeId)), now)
  const count = (without?: ReadonlySet<string>) =>
    types.reduce((sum, on) => sum + on(date, without).length, 0)
  const left = count()
  const refuseBeyond = (held: readonly { readonly id: string }[], most: number) => {
    const offers = count(new Set(held.map(({ id }) => id)))
    if (takesTooMany(offers, left, held.length - 1, most))
      throw tooMuchHeld(Math.min(...unproven.map(({ expiresAt }) => expiresAt)), now)
  }
  refuseBeyond(unproven, mostTaken.unproven)
  if (waiting.length > unproven.length) refuseBeyond(waiting, mostTaken.waiting)
}

/**
 * The offers of the kinds that can be booked online, the kinds in `taken` first. Kinds with the same times count once.
 * Only the first `mostKindsCounted` kinds count, so that a practice with many kinds does not wait for their offers.
 */
function offersOfTypes(tx: WriteScope, taken: ReadonlySet<string>, now: number) {
  const bookable = listAppointmentTypes(tx).filter(isBookable)
  const inOrder = bookable.toSorted((a, b) => Number(taken.has(b.id)) - Number(taken.has(a.id)))
  const different = new Map(inOrder.map((type) => [timesOf(type), type]))
  const counted = different.values().take(mostKindsCounted)
  return [...counted.map((type) => offersFrom(tx, { ...wantedType(tx, type.id), mode: 'instant' }, now).on)]
}

/** All fields that decide which times a kind has, as one text. */
const timesOf = (type: AppointmentTypeRow): string => {
  const { durationMinutes, bufferBeforeMinutes, bufferAfterMinutes, chairIds, practitioners, online } = type
  const { leastNoticeMinutes, horizonDays, mostPerDay } = online
  const place = { durationMinutes, bufferBeforeMinutes, bufferAfterMinutes, chairIds, practitioners }
  return JSON.stringify({ ...place, leastNoticeMinutes, horizonDays, only: mostPerDay === null || type.id })
}
