import type { Mail, Mailer } from '../../delivery/smtp.ts'
import { requestIdOf } from '../../http/exchange.ts'
import type { ReportFault } from '../../http/problems.ts'
import { findMember, listMembers } from '../../store/access/members.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { findPractice } from '../../store/practice/practice.ts'
import type { Practices } from '../../store/store.ts'
import { type AccountMail, momentIn } from './account-mail.ts'

/** How long the sending of a mail may take when a browser waits for it, in milliseconds. */
const patienceMs = 8_000
/**
 * How many mails may be under way at once when nobody waits for them. Mails for a slow mail server must not fill the
 * memory.
 */
const mostUnderWay = 50

/** Mails to members about their own access (RULES §5). When no mail server is set up, nothing is sent. */
export interface MemberMail {
  /**
   * Returns true when the mail server accepted the mail in time, and false when there is no mail server. It never
   * throws.
   */
  send(request: Request, mail: Mail): Promise<boolean>
  /**
   * Mails a member what happened to their access, after it has happened. It returns at once and never throws.
   * @param address where the mail goes; when left out, the member's own address
   */
  tell(
    request: Request,
    to: { practiceId: string; userId: string },
    mail: AccountMail,
    address?: string,
  ): void
  /** Mails every active owner of a practice, as `tell` does. `request` is null when the service itself has acted. */
  tellOwners(request: Request | null, practiceId: string, mail: AccountMail): void
}

interface MailDeps {
  /** Undefined when no mail server is configured. */
  readonly mailer: Mailer | undefined
  readonly practices: Practices
  readonly now: () => number
  /** Called with each mail that was not sent, without personal data. */
  readonly reportFault: ReportFault
}

export function memberMail({ mailer, practices, now, reportFault }: MailDeps): MemberMail {
  let underWay = 0
  const notMailed = (request: Request | null, why: string) =>
    reportFault({
      requestId: request === null ? 'none' : requestIdOf(request),
      error: new Error(`a mail to a member was not sent: ${why}; check the address and the mail settings`),
    })

  function tell(
    request: Request | null,
    practiceId: string,
    mail: AccountMail,
    addressIn: (read: Scope) => string | undefined,
  ) {
    if (mailer === undefined) return
    if (underWay >= mostUnderWay) return notMailed(request, 'too many are under way')
    const { read } = practices.of(practiceId)
    const practice = findPractice(read)
    const to = addressIn(read)
    if (practice === null || to === undefined) return
    const text = `Hello,

${mail.text}

This happened at ${practice.name} on ${momentIn(practice.timezone, now())}.
If you expected it, there is nothing to do. If you did not, please tell an owner of the practice at once.
`
    underWay++
    mailer
      .send({ to, subject: `${practice.name}: ${mail.subject}`, text })
      .catch((error: unknown) => notMailed(request, nameOf(error)))
      .finally(() => underWay--)
  }

  return {
    async send(request, mail) {
      if (mailer === undefined) return false
      try {
        const tooSlow = Bun.sleep(patienceMs).then(() => Promise.reject({ code: 'ETIMEDOUT' }))
        await Promise.race([mailer.send(mail), tooSlow])
        return true
      } catch (error) {
        notMailed(request, nameOf(error))
        return false
      }
    },

    tell: (request, { practiceId, userId }, mail, address) =>
      tell(request, practiceId, mail, (read) => address ?? findMember(read, userId)?.email),

    tellOwners(request, practiceId, mail) {
      if (mailer === undefined) return
      for (const { email, role, active } of listMembers(practices.of(practiceId).read))
        if (active && role === 'owner') tell(request, practiceId, mail, () => email)
    },
  }
}

/** The code of a mail server's error. Its message is left out, because it may contain the address. */
function nameOf(error: unknown): string {
  const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number }
  return responseCode === undefined ? code : `${code} ${responseCode}`
}
