import { formatInstant } from '../domain/time.ts'
import { createToken, longestTokenDays } from '../features/tokens/actions.ts'
import { command, optional, required } from './command.ts'
import { memberOf } from './member.ts'
import { withStore } from './store.ts'
import { readName, readWholeNumber } from './values.ts'

export const tokenCreate = command({
  name: 'token create',
  summary: 'Creates an API token for a member. The token is printed here and never again.',
  options: {
    email: required('EMAIL'),
    name: required('LABEL'),
    days: optional('90'),
    practice: optional('ID'),
  },
  run: async ({ email, name, days = '90', practice }, { config, now }) => {
    const lifetime = readWholeNumber('days', days, 1, longestTokenDays)
    const label = readName('name', name)
    return withStore(config, async (store) => {
      const { practiceId, userId } = memberOf(store, email, practice)
      const made = await createToken(store.practices.of(practiceId), userId, label, lifetime, now())
      return { token: made.token, tokenId: made.id, expiresAt: formatInstant(made.expiresAt) }
    })
  },
})
