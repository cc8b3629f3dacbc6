import { formatInstant } from '../domain/time.ts'
import { reissueLink } from '../features/members/actions.ts'
import { findMember } from '../store/members.ts'
import { listPasskeys } from '../store/passkeys.ts'
import { enrolmentUrl } from '../webauthn/site.ts'
import { command, Declined, flag, type Machine, required, UsageError } from './command.ts'
import { memberOf, practiceOption } from './member.ts'
import { siteOf, withStore } from './store.ts'

export const link = command({
  name: 'link',
  summary:
    'Makes a link for a member who has lost every passkey. It removes their passkeys and signs them out everywhere. Asks first where there are passkeys to remove.',
  options: {
    email: required('EMAIL', 'The member.'),
    practice: practiceOption,
    yes: flag('Removes the passkeys without asking. Needed where there is no terminal to ask on.'),
  },
  run: ({ email, practice, yes }, { config, now, ask }) =>
    withStore(config, async (store) => {
      const { practiceId, userId } = memberOf(store, email, practice)
      const { read } = store.practices.of(practiceId)
      const count = listPasskeys(read, userId).length
      if (count > 0 && !yes) await requireConsent(ask, findMember(read, userId)!.name, count)
      const { secret, expiresAt } = await reissueLink(store.practices.of(practiceId), userId, now())
      return { url: enrolmentUrl(siteOf(config), secret), expiresAt: formatInstant(expiresAt) }
    }),
})

/** @throws Declined for a no, UsageError where nobody can be asked. */
async function requireConsent(ask: Machine['ask'], name: string, count: number): Promise<void> {
  const passkeys = count === 1 ? 'the passkey' : `all ${count} passkeys`
  if (ask === undefined)
    throw new UsageError(
      `the link would remove ${passkeys} of this member: add --yes to make it without a question`,
    )
  const agreed = await ask(`This removes ${passkeys} of ${name} and signs them out everywhere. Go on?`)
  if (!agreed) throw new Declined('nothing was changed')
}
