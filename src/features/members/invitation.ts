import type { Mail, Mailer } from '../../delivery/smtp.ts'
import type { PracticeRow } from '../../store/practice.ts'
import type { Invitation } from './actions.ts'

/** How long the mail server may take, in milliseconds. The browser waits for the answer meanwhile. */
const patienceMs = 8_000

/** The message that brings members their enrolment link. */
export function invitationMail({ member, expiresAt }: Invitation, practice: PracticeRow, url: string): Mail {
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

The link works once, until ${until}. Anybody who has it can use it, so please do not pass it on.
If you did not expect this message, you can ignore it.
`,
  }
}

/** True when the mail server accepted the message in time. Otherwise `report` gets an error without personal data. */
export async function mailed(mailer: Mailer, mail: Mail, report: (error: Error) => void): Promise<boolean> {
  try {
    await Promise.race([mailer.send(mail), Bun.sleep(patienceMs).then(() => Promise.reject(tooSlow()))])
    return true
  } catch (error) {
    report(
      new Error(`an invitation was not mailed: ${nameOf(error)}; check the address and the mail settings`),
    )
    return false
  }
}

const tooSlow = () => Object.assign(new Error(), { code: 'ETIMEDOUT' })

/** The code of a mail server's error. Its words are left out, because they may hold the address. */
function nameOf(error: unknown): string {
  const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number }
  return responseCode === undefined ? code : `${code} ${responseCode}`
}
