import type { Mail } from '../../delivery/smtp.ts'
import type { PracticeRow } from '../../store/practice/practice.ts'
import { momentIn } from '../shared/account-mail.ts'
import type { Invitation } from './actions.ts'

/** The message that brings members their enrolment link. `replaces`: the link is for a member who had one before. */
export const invitationMail = (
  { member, expiresAt }: Invitation,
  practice: PracticeRow,
  url: string,
  { replaces }: { readonly replaces: boolean },
): Mail => ({
  to: member.email,
  subject: `${practice.name}: your way to sign in`,
  text: `Hello,

you are a member of ${practice.name}. Open this link on the device you work with. It registers your passkey there:
your fingerprint, your face or the lock of your screen, instead of a password.

${url}

The link works once, until ${momentIn(practice.timezone, expiresAt)}. Anybody who has it can use it, so please do not pass it on.
${
  replaces
    ? `An owner of the practice made it. Your earlier passkeys and links do not work any more.
If you did not ask for it, please tell an owner of the practice at once.`
    : 'If you did not expect this message, you can ignore it.'
}
`,
})
