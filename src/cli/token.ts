import { secretKinds } from '../domain/secrets.ts'
import { formatInstant } from '../domain/time.ts'
import { createToken } from '../features/tokens/actions.ts'
import { command, optional, required } from './command.ts'
import { memberOf } from './member.ts'
import { withStore } from './store.ts'
import { readName, readWholeNumber } from './values.ts'

const { defaultDays, longestDays } = secretKinds.apiToken

export const tokenCreate = command({
  name: 'token create',
  summary: 'Creates an API token for a member. The token is printed here and never again.',
  options: {
    email: required('EMAIL'),
    name: required('LABEL'),
    days: optional(String(defaultDays)),
    practice: optional('ID'),
  },
  run: async ({ email, name, days = String(defaultDays), practice }, { config, now }) => {
    const lifetime = readWholeNumber('days', days, 1, longestDays)
    const label = readName('name', name)
    return withStore(config, async (store) => {
      const { practiceId, userId } = memberOf(store, email, practice)
      const made = await createToken(store.practices.of(practiceId), userId, label, lifetime, now())
      return { token: made.token, tokenId: made.id, expiresAt: formatInstant(made.expiresAt) }
    })
  },
})
