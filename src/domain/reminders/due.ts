import type { NoticeChannel, NoticeKind, NoticeReason } from './notice.ts'
import { type Notifiable, type Occasion, standsAsReminded } from './occasion.ts'
import { mostAttempts } from './retry.ts'
import { type SendHours, usefulOpening } from './send-window.ts'
import { tooLateFrom } from './window.ts'

/** A notice whose time has come, with everything that decides about it, read at that moment. */
export interface DueNotice {
  readonly notice: Occasion & {
    readonly channel: NoticeChannel
    readonly kind: NoticeKind
    readonly dueAt: number
    readonly attempts: number
  }
  /** Null when the appointment is gone. */
  readonly entry: Notifiable | null
  /** Null when the patient is gone. */
  readonly patient: Contact | null
  /** Null when the patient has no valid number. */
  readonly phone: Phone | null
  /** The countries that the practice allows texts to (ISO 3166-1 alpha-2 codes). */
  readonly allowedCountries: readonly string[]
  /** Whether this installation can deliver by the channel of the notice. */
  readonly configured: boolean
  /** When the practice sends. */
  readonly hours: SendHours
}

/** A valid telephone number. */
export interface Phone {
  /** E.164, such as `+4915551234567`. */
  readonly number: string
  /** ISO 3166-1 alpha-2. Null for numbers that belong to no country, such as those of satellites. */
  readonly country: string | null
  /** A premium, shared-cost or satellite number: a text to it costs much more than to other numbers. */
  readonly costly: boolean
}

/** How a patient may be reached. */
export interface Contact {
  readonly email: string | null
  readonly phoneMobile: string | null
  readonly notifyByEmail: boolean
  readonly notifyBySms: boolean
}

export type Decision =
  | { readonly do: 'send'; readonly to: string }
  | { readonly do: 'skip'; readonly reason: NoticeReason }
  /** The send window is closed. It opens at `until`, in epoch milliseconds. */
  | { readonly do: 'wait'; readonly until: number }
  | { readonly do: 'cancel' }
  | { readonly do: 'give up' }

/** What to do with a notice whose time has come. `now` is in epoch milliseconds. */
export function decide(due: DueNotice, now: number): Decision {
  const { notice, entry, patient, configured, hours } = due
  if (!standsAsReminded(notice, entry) || patient === null) return { do: 'cancel' }
  if (now >= tooLateFrom(notice)) return { do: 'skip', reason: 'missed_window' }
  if (notice.attempts >= mostAttempts) return { do: 'give up' }
  const opens = usefulOpening(hours, notice.startAt, now)
  if (opens !== null && opens > now) return { do: 'wait', until: opens }
  // News that would come too late in the morning goes out by night.
  if (opens === null && notice.kind === 'reminder') return { do: 'skip', reason: 'missed_window' }
  if (!configured) return { do: 'skip', reason: 'not_configured' }
  return notice.channel === 'email' ? decideEmail(patient) : decideSms(patient, due)
}

function decideEmail({ notifyByEmail, email }: Contact): Decision {
  if (!notifyByEmail) return { do: 'skip', reason: 'no_consent' }
  return email ? { do: 'send', to: email } : { do: 'skip', reason: 'no_address' }
}

function decideSms(
  { notifyBySms, phoneMobile }: Contact,
  { phone, allowedCountries }: Pick<DueNotice, 'phone' | 'allowedCountries'>,
): Decision {
  if (!notifyBySms) return { do: 'skip', reason: 'no_consent' }
  if (!phoneMobile) return { do: 'skip', reason: 'no_phone' }
  if (phone === null) return { do: 'skip', reason: 'invalid_phone' }
  if (phone.costly || phone.country === null) return { do: 'skip', reason: 'costly_number' }
  return allowedCountries.includes(phone.country)
    ? { do: 'send', to: phone.number }
    : { do: 'skip', reason: 'country_not_allowed' }
}
