import { operatorAct } from '../domain/act.ts'
import { formatInstant } from '../domain/time.ts'
import { reissueLink } from '../features/members/actions.ts'
import { findMember } from '../store/access/members.ts'
import { listPasskeys } from '../store/access/passkeys.ts'
import { enrolmentUrl } from '../webauthn/links.ts'
import { requireYes } from './ask.ts'
import { command, flag, type Machine, optional, required } from './command.ts'
import { memberOf, practiceOption } from './member.ts'
import { sitesOf, withStore } from './store.ts'
import { readChoice } from './values.ts'

export const link = command({
  name: 'link',
  summary:
    'Makes a link for a member who has lost every passkey. It removes their passkeys, signs them out everywhere and revokes their API tokens. Asks first where there are passkeys to remove.',
  options: {
    email: required('EMAIL', 'The member.'),
    'end-tokens': optional('yes|no', 'Whether the API tokens of the member end, too. They do when left out.'),
    practice: practiceOption,
    yes: flag('Removes the passkeys without asking. Needed where there is no terminal to ask on.'),
  },
  run: async ({ email, practice, yes, ...options }, { config, now, ask }) => {
    const endTokens = readChoice('end-tokens', options['end-tokens'] ?? 'yes', ['yes', 'no']) === 'yes'
    return withStore(config, async (store) => {
      const { practiceId, userId } = memberOf(store, email, practice)
      const own = store.practices.of(practiceId, operatorAct('link'))
      const count = listPasskeys(own.read, userId).length
      if (count > 0 && !yes) await requireConsent(ask, findMember(own.read, userId)!.name, count)
      const { secret, expiresAt } = await reissueLink(own, userId, { endTokens }, now())
      const { origin } = sitesOf(config, store, now).of(practiceId)
      return { url: enrolmentUrl(origin, secret), expiresAt: formatInstant(expiresAt) }
    })
  },
})

/** @throws as `requireYes`. */
function requireConsent(ask: Machine['ask'], name: string, count: number): Promise<void> {
  const passkeys = count === 1 ? 'the passkey' : `all ${count} passkeys`
  return requireYes(
    ask,
    `This removes ${passkeys} of ${name} and signs them out everywhere. Go on?`,
    `the link would remove ${passkeys} of this member: add --yes to make it without a question`,
  )
}
