/** A visitor proves that a contact is theirs: they receive a code of six digits at this contact (RULES §31). */
import { type Channels, DeliveryFailure } from '../../delivery/delivery.ts'
import { internationalPhone, usualCountries } from '../../delivery/phone.ts'
import { newId } from '../../domain/id.ts'
import { codeMs, codesKeptMs, mostCodes } from '../../domain/online-booking.ts'
import { conflict, found, invalid } from '../../domain/problem.ts'
import { type Ceiling, dayOf } from '../../domain/reminders/ceiling.ts'
import { decideNumber } from '../../domain/reminders/due.ts'
import type { NoticeChannel } from '../../domain/reminders/notice.ts'
import { emailKey } from '../../domain/search.ts'
import { hashSecret } from '../../domain/secrets.ts'
import { localDay } from '../../domain/time.ts'
import { codeEmail, codeSms } from '../../messages/code.ts'
import { type LanguageId, languages } from '../../messages/languages.ts'
import {
  findBySecret,
  insertCode,
  listCodes,
  type OnlineBookingRow,
  type SentCode,
  updateOnlineBooking,
} from '../../store/calendar/online-bookings.ts'
import type { Scope, WriteScope } from '../../store/engine/scope.ts'
import { findNoticeSettings } from '../../store/notices/notice-settings.ts'
import { countWithDue, reachesCeiling } from '../../store/notices/notices.ts'
import { endTestNotice, insertTestNotice } from '../../store/notices/test-notices.ts'
import { gone } from './holding.ts'
import { wantedOf } from './offers.ts'
import type { BookingPlace } from './place.ts'
import type { CodeBody } from './schema.ts'

const hour = 3_600_000
/** How long a delivery may take, in milliseconds. */
const patienceMs = 60_000

export interface CodeDeps {
  readonly channels: Channels
  /** How many messages a practice may send by each channel on a local day. 0 stands for no limit. */
  readonly ceilings: Readonly<Record<NoticeChannel, Ceiling>>
  readonly now: () => number
  readonly reportFault: (error: unknown) => void
}

/** The channels by which codes can be sent. */
export const codeChannels = ({ channels }: Pick<CodeDeps, 'channels'>): NoticeChannel[] =>
  (['email', 'sms'] as const).filter((channel) => channels[channel] !== null)

/** A contact in a normal form, so that the limits of codes count every spelling as the same contact. */
interface Contact {
  readonly channel: NoticeChannel
  readonly to: string
  readonly hash: Buffer
  /** Whether a code may be sent to this contact at all. */
  readonly reachable: boolean
}

/**
 * Sends a code to the contact in a body. The answer is the same when no code is sent because too many codes were sent
 * before.
 * @throws `not_found` for an unknown secret. `validation_failed` for a channel that is not set up. `conflict` when the
 * hold has ended or is confirmed already.
 */
export async function sendCode(
  deps: CodeDeps,
  place: BookingPlace,
  body: CodeBody,
  network: string,
): Promise<{ readonly channel: NoticeChannel; readonly expiresAt: number }> {
  const now = deps.now()
  const path = body.email === undefined ? 'phone' : 'email'
  const contact = contactIn(place, body)
  if (!codeChannels(deps).includes(contact.channel))
    throw invalid([{ path, message: 'cannot get a code from this practice' }])
  const sent = await place.practice.write((tx) => {
    const held = heldBy(tx, body.secret, now)
    const code = mayGoOut(deps, tx, place, contact, network, now) ? newCode() : null
    if (code !== null) {
      const id = newId(now)
      insertCode(tx, { id, sentAt: now, contactHash: contact.hash, network })
      updateOnlineBooking(tx, held.id, {
        channel: contact.channel,
        contact: contact.to,
        contactHash: contact.hash,
        language: body.language,
        codeHash: hashOfCode(body.secret, code),
        codeUntil: now + codeMs,
        codeTries: 0,
      })
      const countedOn = dayOf(now, place.row.timezone)
      if (!deps.channels.logOnly) {
        // The code counts for the ceiling of the day, also when it does not arrive.
        insertTestNotice(tx, { id, channel: contact.channel, countedOn, now })
        endTestNotice(tx, id, now, now)
      }
      record(tx, id, contact.channel)
      return { held, code, id }
    }
    return { held, code, id: '' }
  })
  // The answer does not wait for the delivery. So its time does not show whether a code is sent.
  if (sent.code !== null) void deliver(deps, place, contact, { ...sent, code: sent.code }, body.language)
  return { channel: contact.channel, expiresAt: sent.held.expiresAt }
}

/** Six random digits. A number of 4,294,000,000 or more is drawn again, so that every code is equally likely. */
function newCode(): string {
  const [drawn] = crypto.getRandomValues(new Uint32Array(1))
  return drawn! < 4_294_000_000 ? String(drawn! % 1_000_000).padStart(6, '0') : newCode()
}

/** The hash that is kept of a code. The code cannot be guessed from it without the secret, which is kept nowhere. */
export const hashOfCode = (secret: string, code: string): Buffer => hashSecret(`${secret} ${code}`)

/**
 * The hold to which a secret belongs.
 * @throws `not_found` for an unknown secret. `conflict` when the hold has ended or is confirmed already.
 */
function heldBy(tx: Scope, secret: string, now: number): OnlineBookingRow {
  const booking = found(findBySecret(tx, hashSecret(secret)))
  if (booking.state === 'requested' || booking.state === 'booked')
    throw conflict('This time is booked already.', [{ path: 'secret', message: 'was confirmed before' }])
  if (booking.state === 'closed' || booking.expiresAt <= now) throw ended(tx, booking, now)
  return booking
}

/** The refusal when the hold has ended. It names up to three other times, when the visitor can still book the type. */
export function ended(scope: Scope, booking: OnlineBookingRow, now: number) {
  return gone(scope, wantedOf(scope, booking, now), booking.startAt, now)
}

/** @throws `validation_failed` for a phone number that is not valid. */
function contactIn({ practice, row }: BookingPlace, { email, phone }: CodeBody): Contact {
  const { practiceId } = practice.read
  if (email !== undefined)
    return {
      channel: 'email',
      to: email,
      reachable: true,
      hash: hashSecret(`${practiceId} email ${emailKey(email)}`),
    }
  const number = internationalPhone(phone!, null, row.timezone)
  if (number === null || number.number === null)
    throw invalid([{ path: 'phone', message: 'must be a valid mobile number, such as +49 151 23456789' }])
  const countries = findNoticeSettings(practice.read).allowedCountries ?? usualCountries(row.timezone)
  return {
    channel: 'sms',
    to: number.number,
    reachable: decideNumber(number, countries).do === 'send',
    hash: hashSecret(`${practiceId} sms ${number.number}`),
  }
}

/**
 * Whether all limits allow one more code. Codes take at most half of a ceiling and leave room for the reminders of the
 * day. So codes never delay a reminder.
 */
function mayGoOut(
  { channels, ceilings }: CodeDeps,
  tx: WriteScope,
  { row }: BookingPlace,
  { channel, hash, reachable }: Contact,
  network: string,
  now: number,
): boolean {
  if (!reachable) return false
  const codes = listCodes(tx, now - codesKeptMs)
  const isTheirs = (code: SentCode) => hash.equals(code.contactHash)
  const count = (those: (code: SentCode) => boolean) => codes.filter(those).length
  if (codes.length >= mostCodes.practiceDay) return false
  if (count((code) => code.network === network) >= mostCodes.networkDay) return false
  if (count(isTheirs) >= mostCodes.contactDay) return false
  if (count((code) => isTheirs(code) && code.sentAt > now - hour) >= mostCodes.contactHour) return false
  const most = ceilings[channel]
  if (most === 0 || channels.logOnly) return true
  const half = Math.floor(most / 2)
  const day = dayOf(now, row.timezone)
  const { endAt } = localDay(day, row.timezone)
  return half > 0 && !reachesCeiling(tx, channel, day, half) && countWithDue(tx, channel, day, endAt) < most
}

/** The audit trail records that a code was sent, and not the address or number. */
const record = (tx: WriteScope, id: string, channel: NoticeChannel): void =>
  tx.record({
    kind: 'message',
    record: { kind: 'reminder', id },
    detail: { channel, kind: 'code', outcome: 'begun' },
  })

async function deliver(
  { channels, now, reportFault }: CodeDeps,
  { practice, row }: BookingPlace,
  { channel, to }: Contact,
  { code, id }: { readonly code: string; readonly id: string },
  languageId: LanguageId,
): Promise<void> {
  try {
    const language = languages[languageId]
    const { replyTo, phone, address } = findNoticeSettings(practice.read)
    const delivery = {
      key: id,
      practiceId: practice.read.practiceId,
      repeated: false,
      signal: AbortSignal.timeout(patienceMs),
    }
    if (channel === 'sms') {
      const text = codeSms(language, row.name, code)
      await channels.sms!({ to, text, mark: text, plannedAt: now() }, delivery)
    } else {
      const mail = codeEmail(language, { practice: row.name, phone, address }, code)
      await channels.email!({ to, ...mail, replyTo, unsubscribe: null, calendar: null }, delivery)
    }
  } catch (error) {
    // A refused address is no fault of the service: the visitor may have mistyped it.
    const isTheirs = error instanceof DeliveryFailure && error.verdict === 'refused'
    if (!isTheirs) reportFault(error)
  }
}
