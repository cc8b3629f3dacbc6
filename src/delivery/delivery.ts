import type { FailedTry, Verdict } from '../domain/reminders/retry.ts'

/** The data that a delivery needs besides the message. */
export interface Delivery {
  /**
   * The name of the message, which is the same at every try. The other side recognises a repeated message by this key.
   */
  readonly key: string
  readonly practiceId: string
  /** Whether this message was tried before, and may have arrived. */
  readonly repeated: boolean
  /** When this signal is aborted, the delivery stops at its present step. */
  readonly signal: AbortSignal
}

/** Resolves when the other side has accepted the message. @throws DeliveryFailure */
export type Deliver<M> = (message: M, delivery: Delivery) => Promise<void>

export interface EmailMessage {
  readonly to: string
  /** The name that the message is sent under. */
  readonly sender: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The address for answers. Null for the sender's address. */
  readonly replyTo: string | null
  /** The address by which a mailbox asks for no more of these mails (RFC 2369, RFC 8058). */
  readonly unsubscribe: string | null
  /** A file for the patient's calendar (RFC 5545), and the method in the file. Null for a mail without a file. */
  readonly calendar: { readonly method: 'PUBLISH' | 'CANCEL'; readonly content: string } | null
}

export interface SmsMessage {
  /** E.164, such as `+4915551234567`. */
  readonly to: string
  readonly text: string
  /** A part of the text that is the same at every try: a part of its link, or else the whole text. */
  readonly mark: string
  /** When the message was planned, in epoch milliseconds. An older message with the same mark is another message. */
  readonly plannedAt: number
}

/** How this installation reaches patients. A channel that is not set up is null. */
export interface Channels {
  readonly email: Deliver<EmailMessage> | null
  readonly sms: Deliver<SmsMessage> | null
  /** True when no channel is set up: messages are not sent, only noted in the log. */
  readonly logOnly: boolean
}

/** A delivery that did not succeed. The error message contains no personal data. */
export class DeliveryFailure extends Error implements FailedTry {
  readonly error: string
  readonly verdict: Verdict
  readonly retryAfter: number | undefined

  constructor({ error, verdict, retryAfter }: FailedTry) {
    super(`the delivery failed: ${error}`)
    this.error = error
    this.verdict = verdict
    this.retryAfter = retryAfter
  }
}
