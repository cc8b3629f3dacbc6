/** How long a mail server may take, in milliseconds. */
export interface SmtpWaits {
  /** How long to wait for the connection. */
  readonly connectMs: number
  /** How long to wait for each reply: the greeting, with the TLS before it, and the answer to each command. */
  readonly replyMs: number
  /** How long to wait for the reply after the whole message. */
  readonly acceptMs: number
}

const minute = 60_000

/**
 * The times of RFC 5321 §4.5.3.2. Many servers check a message after they have received it. A client that stops waiting
 * earlier sends a copy of a message that was accepted.
 */
export const rfcWaits: SmtpWaits = { connectMs: 2 * minute, replyMs: 5 * minute, acceptMs: 10 * minute }

/** The waits for a mail while a person waits for the result. The person can send another mail. */
export const shortWaits: SmtpWaits = { connectMs: 10_000, replyMs: 15_000, acceptMs: 15_000 }
