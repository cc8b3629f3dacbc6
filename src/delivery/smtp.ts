import { connect } from 'node:net'
import { createTransport, type SendMailOptions, type SMTPTransportOptions } from 'nodemailer'
import { type Deliver, DeliveryFailure, type EmailMessage } from './delivery.ts'

/** One message to one person. The sender is the installation's own, `MAIL_FROM`, under a name if one is given. */
export type Mail = Pick<SendMailOptions, 'subject' | 'text' | 'html' | 'icalEvent'> & {
  readonly to: string
  readonly sender?: string
  /** The same for every try of one message, so that a mailbox that gets it twice can tell. */
  readonly key?: string
}

export interface Mailer {
  /** Resolves when the mail server has taken the message over. @throws what the server or the line said. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
}

/** No step of a delivery may take longer, in milliseconds: a mail server that hangs must hold nobody up. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 }

/**
 * Sends through a mail server. `url` is `smtp://` (which uses STARTTLS where it is offered) or `smtps://`, with
 * user and password when the server wants them; `from` is an address, with a name if so wished.
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
        // RFC 3834 §5: nobody's absence note answers it.
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...(key !== undefined && { messageId: `<${key}@${address.split('@')[1]}>` }),
      })
    },
  }
}

type GetSocket = NonNullable<SMTPTransportOptions['getSocket']>

/** Nodemailer knows no end to a delivery but its own: the line is ours, so that we can cut it. */
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

/** Reminders by e-mail. */
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

/** The server's own words are not kept: they tend to repeat the address. */
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

/**
 * A greeting or sign-in that is refused says nothing against the message (RFC 4954 §6 for the codes), and nor does
 * a sender: both are ours.
 */
const isSignIn = (command: string | undefined, code: number): boolean =>
  [530, 534, 535, 538].includes(code) || /^(CONN|EHLO|HELO|STARTTLS|AUTH)/.test(command ?? 'CONN')
