import type { PatientAnswer } from './answer.ts'
import type { NoticeChannel, NoticeKind, NoticeReason } from './notice.ts'
import { type Notifiable, type Occasion, stillHolds } from './occasion.ts'
import { mostAttempts } from './retry.ts'
import { type SendHours, usefulSendTime } from './send-window.ts'
import { type Timed, tooLateFrom } from './window.ts'

/** A notice that is due, with all the data that decide about it, read at that moment. */
export interface DueNotice {
  readonly notice: Occasion &
    Timed & {
      readonly channel: NoticeChannel
      readonly kind: NoticeKind
      readonly attempts: number
    }
  /** Null when the appointment is gone. */
  readonly entry: Notifiable | null
  /** Null when the patient is gone. */
  readonly patient: Contact | null
  /** Null when the patient has no number. */
  readonly phone: Phone | null
  /** The countries that the practice allows texts to (ISO 3166-1 alpha-2 codes). */
  readonly allowedCountries: readonly string[]
  /** Whether this installation can deliver by the channel of the notice. */
  readonly configured: boolean
  /** The hours in which the practice sends messages. */
  readonly hours: SendHours
  /** Whether a reminder of another lead takes the place of this one (`isNeedless`). */
  readonly needless: boolean
  /** The patient's answer to an earlier reminder, or null. */
  readonly answer: PatientAnswer | null
  /** The data about a recall; null for every other kind of notice. */
  readonly recall: RecallStanding | null
}

/** The data that decide about a recall, in addition to the data for every notice. */
export interface RecallStanding {
  /** Whether the patient still should come again, and may get one more message. */
  readonly isDue: boolean
  /** Whether the patient agreed to get a message when they should come again. */
  readonly agreed: boolean
  /** From when on the next message may be sent, in epoch milliseconds: two weeks after the previous message. */
  readonly notBefore: number
}

/** A telephone number as the service has understood it, or the reason why it has not. */
export type Phone =
  | {
      /** E.164, such as `+4915551234567`. */
      readonly number: string
      /** ISO 3166-1 alpha-2. Null for numbers that belong to no country, such as those of satellites. */
      readonly country: string | null
      readonly line: PhoneLine
    }
  | { readonly number: null; readonly reason: 'invalid_phone' | 'unknown_country' }

/**
 * The type of line that a number belongs to. `mobile` may also be a landline in a country where numbers do not show the
 * difference. `costly` is a premium, shared-cost or satellite number: a text to it costs much more than to other
 * numbers.
 */
export type PhoneLine = 'mobile' | 'landline' | 'costly'

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
  /** The send window is closed. The window opens at `until`, in epoch milliseconds. */
  | { readonly do: 'wait'; readonly until: number }
  | { readonly do: 'cancel' }
  | { readonly do: 'give up' }

/** What to do with a notice that is due. `now` is in epoch milliseconds. */
export function decide(due: DueNotice, now: number): Decision {
  const { notice, entry, patient, configured, hours } = due
  if (!stillHolds(notice, entry) || patient === null) return { do: 'cancel' }
  if (due.recall !== null && !due.recall.isDue) return { do: 'cancel' }
  if (due.recall !== null && !due.recall.agreed) return { do: 'skip', reason: 'no_consent' }
  if (notice.kind === 'reminder' && due.answer === 'cancel_requested')
    return { do: 'skip', reason: 'asked_to_cancel' }
  if (due.needless) return { do: 'skip', reason: 'other_lead' }
  if (now >= tooLateFrom(notice)) return { do: 'skip', reason: 'missed_window' }
  if (notice.attempts >= mostAttempts) return { do: 'give up' }
  const opens = usefulSendTime(hours, notice.firstStartAt, Math.max(now, due.recall?.notBefore ?? now))
  if (opens !== null && opens > now) return { do: 'wait', until: opens }
  // News, such as a cancellation, is sent at night when it would be too late in the morning.
  if (opens === null && notice.kind === 'reminder') return { do: 'skip', reason: 'missed_window' }
  if (!configured) return { do: 'skip', reason: 'not_configured' }
  return notice.channel === 'email' ? decideEmail(patient) : decideSms(patient, due)
}

function decideEmail({ notifyByEmail, email }: Contact): Decision {
  if (!notifyByEmail) return { do: 'skip', reason: 'no_consent' }
  return email ? { do: 'send', to: email } : { do: 'skip', reason: 'no_address' }
}

function decideSms(
  { notifyBySms }: Contact,
  { phone, allowedCountries }: Pick<DueNotice, 'phone' | 'allowedCountries'>,
): Decision {
  return notifyBySms ? decideNumber(phone, allowedCountries) : { do: 'skip', reason: 'no_consent' }
}

/** Whether a text message may be sent to this number of a patient. The consent of the patient is not checked here. */
export function decideNumber(phone: Phone | null, allowedCountries: readonly string[]) {
  const skip = <R extends NoticeReason>(reason: R) => ({ do: 'skip', reason }) as const
  if (phone === null) return skip('no_phone')
  if (phone.number === null) return skip(phone.reason)
  const { number, country, line } = phone
  if (line === 'costly' || country === null) return skip('costly_number')
  if (line === 'landline') return skip('landline')
  return allowedCountries.includes(country)
    ? ({ do: 'send', to: number } as const)
    : skip('country_not_allowed')
}
