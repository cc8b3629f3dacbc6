import { formatInstant } from '../domain/time.ts'
import { reissueLink } from '../features/members/actions.ts'
import { enrolmentUrl } from '../webauthn/site.ts'
import { command, optional, required } from './command.ts'
import { memberOf } from './member.ts'
import { siteOf, withStore } from './store.ts'
import { readChoice } from './values.ts'

export const link = command({
  name: 'link',
  summary:
    'Makes a link for a member who has lost every passkey. It removes their passkeys, signs them out everywhere and revokes their API tokens, unless --end-tokens is no.',
  options: { email: required('EMAIL'), 'end-tokens': optional('yes|no'), practice: optional('ID') },
  run: async ({ email, practice, ...options }, { config, now }) => {
    const endTokens = readChoice('end-tokens', options['end-tokens'] ?? 'yes', ['yes', 'no']) === 'yes'
    return withStore(config, async (store) => {
      const { practiceId, userId } = memberOf(store, email, practice)
      const { secret, expiresAt } = await reissueLink(
        store.practices.of(practiceId),
        userId,
        endTokens,
        now(),
      )
      return { url: enrolmentUrl(siteOf(config), secret), expiresAt: formatInstant(expiresAt) }
    })
  },
})
