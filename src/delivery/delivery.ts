import type { FailedTry } from '../domain/reminders/retry.ts'

/** What is known of a delivery besides the message. */
export interface Delivery {
  /** The same for every try of one message: what the other side tells a repetition by. */
  readonly key: string
  readonly practiceId: string
  /** Whether it was tried before, so that it may have arrived already. */
  readonly repeated: boolean
  /** Ends the delivery, wherever it stands. */
  readonly signal: AbortSignal
}

/** Resolves when the other side has taken the message over. @throws DeliveryFailure. */
export type Deliver<M> = (message: M, delivery: Delivery) => Promise<void>

export interface EmailMessage {
  readonly to: string
  /** Whose name the message comes in. */
  readonly sender: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** An iCalendar file. */
  readonly calendar: string
}

export interface SmsMessage {
  /** E.164, `+4915551234567`. */
  readonly to: string
  readonly text: string
  /** The part of the text that no other message has. */
  readonly link: string
}

/** How this installation reaches patients; null where it cannot. */
export interface Channels {
  readonly email: Deliver<EmailMessage> | null
  readonly sms: Deliver<SmsMessage> | null
  /** Nothing is set up: messages are not sent but noted in the log. */
  readonly logOnly: boolean
}

/** A delivery that did not succeed. Its message holds nothing personal. */
export class DeliveryFailure extends Error implements FailedTry {
  readonly error: string
  readonly permanent: boolean
  readonly away: boolean
  readonly retryAfter: number | undefined

  constructor({ error, permanent, away = false, retryAfter }: FailedTry) {
    super(`the delivery failed: ${error}`)
    this.error = error
    this.permanent = permanent
    this.away = away
    this.retryAfter = retryAfter
  }
}
