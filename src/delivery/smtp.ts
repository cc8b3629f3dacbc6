import { connect } from 'node:net'
import { createTransport, type SendMailOptions, type SMTPTransportOptions } from 'nodemailer'
import { type Deliver, DeliveryFailure, type EmailMessage } from './delivery.ts'

/** One message to one person. It is sent from the address in `MAIL_FROM`, under the name `sender` if there is one. */
export type Mail = Pick<SendMailOptions, 'subject' | 'text' | 'html' | 'icalEvent'> & {
  readonly to: string
  readonly sender?: string
  /** It stays the same through every try of one message, so that a mailbox recognises a copy. */
  readonly key?: string
}

export interface Mailer {
  /** Resolves when the mail server has accepted the message. @throws the error of the server or the connection. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
}

/** The longest times for each step of a delivery, in milliseconds. A mail server that hangs must hold nobody up. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 }

/**
 * Sends through a mail server. `url` is `smtps://`, or `smtp://`, which uses STARTTLS when the server offers it. It
 * holds the user and the password if the server wants them. `from` is an address, or a name and an address.
 */
export function smtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const address = /<(.*)>$/.exec(from)?.[1] ?? from
  return {
    async send({ to, sender, key, ...mail }, signal) {
      const transport = createTransport(
        { url, ...patience, ...(signal && { getSocket: socketUntil(signal) }) },
        { from, disableFileAccess: true, disableUrlAccess: true },
      )
      await transport.sendMail({
        ...mail,
        to: { name: '', address: to },
        ...(sender !== undefined && { from: { name: sender, address } }),
        // Absence notes do not answer a mail with this header (RFC 3834 §5).
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...(key !== undefined && { messageId: `<${key}@${address.split('@')[1]}>` }),
      })
    },
  }
}

type GetSocket = NonNullable<SMTPTransportOptions['getSocket']>

/** Opens the connection ourselves, so that the signal can cut it. Nodemailer has no way to end a delivery. */
const socketUntil =
  (signal: AbortSignal): GetSocket =>
  (options, done) => {
    if (signal.aborted) return done(signal.reason, false)
    const { host = 'localhost', secure = false } = options
    const socket = connect({ host, port: Number(options.port ?? (secure ? 465 : 587)) })
    signal.addEventListener('abort', () => socket.destroy(new Error('the delivery took too long')))
    const notThere = (error: Error) => done(Object.assign(error, { away: true }), false)
    socket.once('error', notThere)
    socket.once('connect', () => {
      socket.off('error', notThere)
      done(null, { connection: socket })
    })
  }

/** The channel that sends e-mail through a mail server. */
export const smtpEmail =
  (mailer: Mailer): Deliver<EmailMessage> =>
  async ({ calendar, ...mail }, { key, signal }) => {
    const icalEvent = { method: 'PUBLISH', filename: 'appointment.ics', content: calendar }
    try {
      await mailer.send({ ...mail, key, icalEvent }, signal)
    } catch (error) {
      throw failureOf(error, signal)
    }
  }

/** Leaves out the words of the server, because they often repeat the address. */
function failureOf(error: unknown, signal: AbortSignal): DeliveryFailure {
  const { responseCode, command, code, away } = error as {
    responseCode?: number
    command?: string
    code?: string
    away?: boolean
  }
  if (signal.aborted || code === 'ETIMEDOUT')
    return new DeliveryFailure({ error: 'timeout', permanent: false, away })
  if (responseCode === undefined) return new DeliveryFailure({ error: 'unreachable', permanent: false, away })
  const refusesUs = isSignIn(command, responseCode)
  return new DeliveryFailure({
    error: `smtp_${responseCode}`,
    permanent: responseCode >= 500 && !refusesUs && command !== 'MAIL FROM',
    away: refusesUs,
  })
}

/** Whether the server refuses our connection or sign-in, and not the message (codes: RFC 4954 §6). */
const isSignIn = (command: string | undefined, code: number): boolean =>
  [530, 534, 535, 538].includes(code) || /^(CONN|EHLO|HELO|STARTTLS|AUTH)/.test(command ?? 'CONN')
