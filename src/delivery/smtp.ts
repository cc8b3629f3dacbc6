import type { SendMailOptions } from 'nodemailer'
import type { Deliver, EmailMessage } from './delivery.ts'
import { failureOf } from './smtp-failure.ts'
import { smtpSession } from './smtp-session.ts'
import { adviceOn, encryptionFor, type MailError, tlsProblemOf } from './smtp-tls.ts'
import { rfcWaits, type SmtpWaits, shortWaits } from './smtp-waits.ts'

/**
 * One message to one person. The message is sent from the address in `MAIL_FROM`, under the name `sender` if a sender
 * is given.
 */
export type Mail = Pick<SendMailOptions, 'subject' | 'text' | 'html' | 'icalEvent'> & {
  readonly to: string
  readonly sender?: string
  readonly replyTo?: string | null
  readonly unsubscribe?: string | null
  /** The name of the message, the same at every try, so that a mailbox recognises a copy. */
  readonly key?: string
}

export interface Mailer {
  /**
   * Resolves when the mail server has accepted the message. Without `within`, the waits are short.
   * @throws the error of the server or the connection, as a `MailError`
   */
  send(mail: Mail, within?: { readonly waits: SmtpWaits; readonly signal?: AbortSignal }): Promise<void>
}

/** The library is loaded with the first mail, because a start should not wait for it. */
export const nodemailer = () => import('nodemailer')

/** The address in a text that may also have a name, such as `Reception <desk@clinic.example>`. */
export const addressIn = (from: string): string => /<(.*)>$/.exec(from)?.[1] ?? from

/**
 * Sends through a mail server. `url` is `smtps://`, or `smtp://`, which uses STARTTLS. The URL contains the user and
 * the password if the server requires them. `from` is an address, or a name and an address.
 *
 * Only the greeting is sent unencrypted over a network. A server without encryption or without a valid certificate gets
 * neither password nor message. `warn` is then called with advice for the operator. `warn` is called again only after a
 * message was sent. No message is sent while `owns` returns false.
 */
export function smtpMailer(
  { url, from }: { url: string; from: string },
  warn: (message: string) => void = () => undefined,
  owns: () => boolean = () => true,
): Mailer {
  const address = addressIn(from)
  const encryption = encryptionFor(new URL(url))
  let warned = false
  return {
    async send(
      { to, sender, replyTo, unsubscribe, key, ...mail },
      { waits, signal } = { waits: shortWaits },
    ) {
      const { createTransport } = await nodemailer()
      const session = smtpSession(waits, signal, owns)
      const transport = createTransport(
        { url, ...encryption, ...session.options },
        { from, disableFileAccess: true, disableUrlAccess: true },
      )
      session.follow(transport)
      try {
        const { response } = await transport.sendMail({
          ...mail,
          signal: session.signal,
          to: { name: '', address: to },
          ...(sender !== undefined && { from: { name: sender, address } }),
          // Mailboxes send no absence notes in answer to a mail with this header (RFC 3834 §5).
          headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribe && oneClick(unsubscribe)) },
          ...(replyTo && { replyTo: { name: '', address: replyTo } }),
          ...(key !== undefined && { messageId: `<${key}@${address.split('@')[1]}>` }),
        })
        requireAcceptance(response)
        warned = false
      } catch (error) {
        const failed = error as MailError
        const problem = tlsProblemOf(failed)
        if (problem !== undefined && !warned) warn(adviceOn[problem])
        warned ||= problem !== undefined
        const code = failed.code === 'EABORT' ? 'ETIMEDOUT' : failed.code
        throw Object.assign(failed, { code, handedOver: session.handedOver() })
      } finally {
        session.end()
      }
    },
  }
}

/**
 * The mailer treats every reply from 200 to 299 as acceptance. But the replies below have other meanings: help, a
 * greeting, a farewell, signed in (RFC 5321 §4.2.3, RFC 4954 §4).
 */
const otherMeanings = /^(211|214|220|221|235)/

/** @throws MailError when the reply to the whole message does not accept it. */
function requireAcceptance(response: string): void {
  if (!otherMeanings.test(response)) return
  const responseCode = Number.parseInt(response, 10)
  throw Object.assign(new Error('the message was not accepted'), {
    code: 'EMESSAGE',
    command: 'DATA',
    responseCode,
  })
}

/** A mailbox shows these headers as a button, and sends a POST request to the address (RFC 8058 §3). */
const oneClick = (url: string) => ({
  // Nodemailer would break the address over lines.
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/**
 * The channel that sends e-mail through a mail server. The channel waits as long as RFC 5321 allows a server to take.
 */
export const smtpEmail =
  (mailer: Mailer, waits: SmtpWaits = rfcWaits): Deliver<EmailMessage> =>
  async ({ calendar, ...mail }, { key, signal }) => {
    const file = calendar && { icalEvent: { ...calendar, filename: 'appointment.ics' } }
    try {
      await mailer.send({ ...mail, key, ...file }, { waits, signal })
    } catch (error) {
      throw failureOf(error)
    }
  }
