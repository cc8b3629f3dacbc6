import type { Mail, Mailer } from '../../delivery/smtp.ts'
import type { PracticeRow } from '../../store/practice.ts'
import type { Invited } from './actions.ts'

/** A browser would not wait longer for the answer, in milliseconds. */
const patienceMs = 8_000

/** The message that brings a member his enrolment link. */
export function invitationMail({ member, expiresAt }: Invited, practice: PracticeRow, url: string): Mail {
  const until = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: practice.timezone,
  }).format(expiresAt)
  return {
    to: member.email,
    subject: `${practice.name}: your way to sign in`,
    text: `Hello,

you are a member of ${practice.name}. Open this link on the device you work with. It registers your passkey there:
your fingerprint, your face or the lock of your screen, instead of a password.

${url}

It works once, until ${until}, for whoever opens it: please do not pass it on.
If you did not expect this message, you may ignore it.
`,
  }
}

/** True when the mail server has taken the message over in time; `report` hears what went wrong otherwise. */
export async function mailed(mailer: Mailer, mail: Mail, report: (error: Error) => void): Promise<boolean> {
  try {
    await Promise.race([mailer.send(mail), Bun.sleep(patienceMs).then(() => Promise.reject(tooSlow()))])
    return true
  } catch (error) {
    report(new Error(`an invitation was not mailed: ${nameOf(error)}`))
    return false
  }
}

const tooSlow = () => Object.assign(new Error(), { code: 'ETIMEDOUT' })

/** What mail servers say in words may hold the address; their codes do not. */
function nameOf(error: unknown): string {
  const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number }
  return responseCode === undefined ? code : `${code} ${responseCode}`
}
