import { nodemailer, smtpMailer } from './smtp.ts'
import { smtpSession } from './smtp-session.ts'
import { adviceOn, encryptionFor, type MailError, tlsProblemOf } from './smtp-tls.ts'
import { shortWaits } from './smtp-waits.ts'

interface MailSettings {
  readonly url: string
  readonly from: string
}

/**
 * Connects to the mail server, encrypts and signs in. With `to`, it also sends a test message to this address. Returns
 * the problem and what to do about it, without the server's own words. Undefined when there was no problem.
 */
export async function mailTrouble(
  settings: MailSettings,
  to: string | undefined,
): Promise<string | undefined> {
  try {
    if (to === undefined) await signIn(settings)
    else await smtpMailer(settings).send({ to, ...testMessage })
    return undefined
  } catch (error) {
    return troubleIn(error as MailError)
  }
}

async function signIn({ url }: MailSettings): Promise<void> {
  const { createTransport } = await nodemailer()
  const session = smtpSession(shortWaits)
  const transport = createTransport({ url, ...encryptionFor(new URL(url)), ...session.options })
  try {
    await transport.verify()
  } finally {
    session.end()
  }
}

const testMessage = {
  subject: 'A test message from chairside',
  text: 'This is the test message that you asked for. The mail settings of chairside work.\n',
}

function troubleIn(error: MailError): string {
  const { responseCode, command } = error
  const tlsProblem = tlsProblemOf(error)
  if (tlsProblem !== undefined) return adviceOn[tlsProblem]
  if (responseCode === undefined)
    return 'the mail server cannot be reached: check the host and the port in SMTP_URL, and whether a firewall stops port 25, 465 or 587'
  return letsNobodyIn.test(command ?? 'CONN')
    ? `the mail server refuses to let us in (${responseCode}): check the user and the password in SMTP_URL`
    : `the mail server refuses the message (${responseCode}): check MAIL_FROM and the address of the receiver`
}

/** The commands before the sender and the receiver of a message are named. */
const letsNobodyIn = /^(CONN|EHLO|HELO|STARTTLS|AUTH)/
