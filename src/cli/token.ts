import { operatorAct } from '../domain/act.ts'
import { type TokenScope, tokenScopes } from '../domain/caller.ts'
import { lookupId } from '../domain/id.ts'
import { secretKinds } from '../domain/secrets.ts'
import { formatInstant } from '../domain/time.ts'
import { browseOwnTokens, createToken, revokeOwnToken } from '../features/tokens/actions.ts'
import { command, optional, required, UsageError } from './command.ts'
import { memberOf, practiceOption } from './member.ts'
import { withStore } from './store.ts'
import { readName, readWholeNumber } from './values.ts'

const { defaultDays, longestDays } = secretKinds.apiToken

export const tokenCreate = command({
  name: 'token create',
  summary:
    'Creates an API token for a member. It may do all that their role allows, unless --scopes says less. The token is printed here and never again.',
  options: {
    email: required('EMAIL', 'The member for whom the token works.'),
    name: required('LABEL', 'What the token is for. Members see it in their list of tokens.'),
    days: optional(String(defaultDays), `How long it works, from 1 to ${longestDays} days.`),
    scopes: optional(
      tokenScopes.join(','),
      'What it may do. All that the role of the member allows when left out.',
    ),
    practice: practiceOption,
  },
  run: async ({ email, name, days = String(defaultDays), scopes, practice }, { config, now }) => {
    const lifetime = readWholeNumber('days', days, 1, longestDays)
    const label = readName('name', name)
    const wanted = scopes === undefined ? undefined : readScopes(scopes)
    return withStore(config, async (store) => {
      const { practiceId, userId } = memberOf(store, email, practice)
      const made = await createToken(
        store.practices.of(practiceId, operatorAct('token create')),
        userId,
        label,
        lifetime,
        now(),
        wanted,
      )
      const { token, id: tokenId } = made
      return { token, tokenId, scopes: made.scopes.join(), expiresAt: formatInstant(made.expiresAt) }
    })
  },
})

export const tokenList = command({
  name: 'token list',
  summary: "Lists a member's API tokens that work, the oldest first.",
  options: { email: required('EMAIL', 'The member.'), practice: practiceOption },
  run: ({ email, practice }, { config, now }) =>
    withStore(config, async (store) => {
      const { practiceId, userId } = memberOf(store, email, practice)
      return browseOwnTokens(store.practices.of(practiceId), userId, now()).map((token) => ({
        tokenId: token.id,
        name: token.name,
        scopes: token.scopes.join(),
        lastUsedAt: token.lastUsedAt === null ? null : formatInstant(token.lastUsedAt),
        expiresAt: formatInstant(token.expiresAt),
      }))
    }),
})

export const tokenRevoke = command({
  name: 'token revoke',
  summary: 'Revokes an API token of a member. It stops working at once.',
  options: {
    email: required('EMAIL', 'The member.'),
    id: required('TOKEN-ID', 'The id of the token, as `token list` prints it.'),
    practice: practiceOption,
  },
  run: ({ email, id, practice: chosen }, { config, now }) =>
    withStore(config, async (store) => {
      const { practiceId, userId } = memberOf(store, email, chosen)
      const practice = store.practices.of(practiceId, operatorAct('token revoke'))
      const tokenId = lookupId(id)
      if (!browseOwnTokens(practice, userId, now()).some((token) => token.id === tokenId))
        throw new UsageError('--id is no token of this member that works: see `token list`')
      await revokeOwnToken(practice, userId, tokenId, now())
      return { tokenId, revoked: true }
    }),
})

/** Reads the scopes of a token. @throws UsageError for every value except scopes with commas between them. */
function readScopes(value: string): TokenScope[] {
  const scopes = value.split(',').map((text) => tokenScopes.find((scope) => scope === text))
  if (scopes.some((scope) => scope === undefined))
    throw new UsageError(`--scopes must be some of ${tokenScopes.join(', ')}, with commas between them`)
  return scopes as TokenScope[]
}
