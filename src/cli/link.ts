import { formatInstant } from '../domain/time.ts'
import { reissueLink } from '../features/members/actions.ts'
import { enrolmentUrl } from '../webauthn/site.ts'
import { command, optional, required } from './command.ts'
import { memberOf } from './member.ts'
import { siteOf, withStore } from './store.ts'

export const link = command({
  name: 'link',
  summary:
    'Makes a link for a member who has lost every passkey. It removes their passkeys and signs them out everywhere.',
  options: { email: required('EMAIL'), practice: optional('ID') },
  run: ({ email, practice }, { config, now }) =>
    withStore(config, async (store) => {
      const { practiceId, userId } = memberOf(store, email, practice)
      const { secret, expiresAt } = await reissueLink(store.practices.of(practiceId), userId, now())
      return { url: enrolmentUrl(siteOf(config), secret), expiresAt: formatInstant(expiresAt) }
    }),
})
