import { connect } from 'node:net'
import { createTransport, type SendMailOptions, type SMTPTransportOptions } from 'nodemailer'
import { isThisMachine } from '../domain/this-machine.ts'
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
 * Sends through a mail server. `url` is `smtps://`, or `smtp://`, which uses STARTTLS. It holds the user and the
 * password if the server wants them. `from` is an address, or a name and an address.
 *
 * Nothing but the greeting goes over a network in clear. A server without encryption or without a good certificate
 * gets neither password nor message. `warn` then gets words for the operator, once until a message goes through.
 */
export function smtpMailer(
  { url, from }: { url: string; from: string },
  warn: (message: string) => void = () => undefined,
): Mailer {
  const address = /<(.*)>$/.exec(from)?.[1] ?? from
  let warned = false
  return {
    async send({ to, sender, key, ...mail }, signal) {
      const transport = transportTo(url, from, signal)
      try {
        await transport.sendMail({
          ...mail,
          to: { name: '', address: to },
          ...(sender !== undefined && { from: { name: sender, address } }),
          // Absence notes do not answer a mail with this header (RFC 3834 §5).
          headers: { 'Auto-Submitted': 'auto-generated' },
          ...(key !== undefined && { messageId: `<${key}@${address.split('@')[1]}>` }),
        })
        warned = false
      } catch (error) {
        const problem = tlsProblemOf(error)
        if (problem !== undefined && !warned) warn(adviceOn[problem])
        warned ||= problem !== undefined
        throw error
      }
    },
  }
}

const transportTo = (url: string, from: string, signal?: AbortSignal) =>
  createTransport(
    {
      url,
      ...encryptionFor(new URL(url)),
      ...patience,
      ...(signal && { getSocket: socketUntil(signal) }),
    },
    { from, disableFileAccess: true, disableUrlAccess: true },
  )

/**
 * Connects to the mail server, encrypts and signs in. With `to`, it also sends a test message there. Answers what went
 * wrong and what to do, without the server's own words. Undefined when all went well.
 */
export async function mailTrouble(
  { url, from }: { url: string; from: string },
  to: string | undefined,
): Promise<string | undefined> {
  try {
    if (to === undefined) await transportTo(url, from).verify()
    else await smtpMailer({ url, from }).send({ to, ...testMessage })
    return undefined
  } catch (error) {
    return troubleIn(error)
  }
}

const testMessage = {
  subject: 'A test message from chairside',
  text: 'This is the test message that you asked for. The mail settings of chairside work.\n',
}

function troubleIn(error: unknown): string {
  const { responseCode, command } = error as MailError
  const tlsProblem = tlsProblemOf(error)
  if (tlsProblem !== undefined) return adviceOn[tlsProblem]
  if (responseCode === undefined)
    return 'the mail server cannot be reached: check the host and the port in SMTP_URL, and whether a firewall stops port 25, 465 or 587'
  return isSignIn(command, responseCode)
    ? `the mail server refuses to let us in (${responseCode}): check the user and the password in SMTP_URL`
    : `the mail server refuses the message (${responseCode}): check MAIL_FROM and the address of the receiver`
}

/**
 * A connection to this machine itself may be in clear. Its STARTTLS is used without a look at the certificate, because
 * a local server mostly has one that it made for itself.
 */
const encryptionFor = ({ protocol, hostname }: URL) =>
  protocol === 'smtp:' && isThisMachine(hostname)
    ? { tls: { rejectUnauthorized: false } }
    : { requireTLS: true, tls: { rejectUnauthorized: true } }

type TlsProblem = 'no_tls' | 'tls_failed'

/** Whether the connection could not be encrypted, and why. Undefined for every other error. */
function tlsProblemOf(error: unknown): TlsProblem | undefined {
  const { code, command, response, originalCode = '' } = error as MailError
  if (code === 'ETLS' && command === 'STARTTLS' && response) return 'no_tls'
  // A server that knows only HELO cannot encrypt.
  if (code === 'ECONNECTION' && command === 'EHLO') return 'no_tls'
  // Codes of TLS, such as CERT_HAS_EXPIRED, have an underscore. Those of a connection, such as ECONNRESET, have none.
  return code === 'ETLS' || (code === 'ESOCKET' && originalCode.includes('_')) ? 'tls_failed' : undefined
}

const adviceOn: Readonly<Record<TlsProblem, string>> = {
  no_tls:
    'the mail server does not encrypt (no STARTTLS), so no message was sent: set SMTP_URL to the smtps:// address of the server. If the server is too old, run a mail relay on this machine that passes messages on encrypted, and set SMTP_URL to smtp://localhost',
  tls_failed:
    'no encrypted connection to the mail server came about, so no message was sent: check that SMTP_URL names the host in its certificate. If an authority of your own issued the certificate, set NODE_EXTRA_CA_CERTS to the file of that authority',
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

/** What nodemailer's errors tell. */
interface MailError {
  readonly code?: string
  readonly originalCode?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
  readonly away?: boolean
}

/** Leaves out the words of the server, because they often repeat the address. */
function failureOf(error: unknown, signal: AbortSignal): DeliveryFailure {
  const { responseCode, command, code, away } = error as MailError
  if (signal.aborted || code === 'ETIMEDOUT')
    return new DeliveryFailure({ error: 'timeout', verdict: away ? 'away' : 'failed' })
  const tlsProblem = tlsProblemOf(error)
  if (tlsProblem !== undefined) return new DeliveryFailure({ error: tlsProblem, verdict: 'away' })
  if (responseCode === undefined)
    return new DeliveryFailure({ error: 'unreachable', verdict: away ? 'away' : 'failed' })
  const refusesUs = isSignIn(command, responseCode)
  return new DeliveryFailure({
    error: `smtp_${responseCode}`,
    verdict: refusesUs ? 'away' : responseCode >= 500 && command !== 'MAIL FROM' ? 'refused' : 'failed',
  })
}

/** Whether the server refuses our connection or sign-in, and not the message (codes: RFC 4954 §6). */
const isSignIn = (command: string | undefined, code: number): boolean =>
  [530, 534, 535, 538].includes(code) || /^(CONN|EHLO|HELO|STARTTLS|AUTH)/.test(command ?? 'CONN')
