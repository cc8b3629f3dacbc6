import type { Static } from '@sinclair/typebox'
import { type TokenScope, tokenScopes } from '../../domain/caller.ts'
import { secretKinds } from '../../domain/secrets.ts'
import { formatInstant } from '../../domain/time.ts'
import {
  answeredId,
  answeredInstant,
  answeredText,
  filledText,
  integer,
  listOf,
  namedShape,
  nullable,
  oneOf,
  optional,
} from '../../http/shape.ts'
import type { TokenRow } from '../../store/access/api-tokens.ts'

const { defaultDays, longestDays } = secretKinds.apiToken
const scope = oneOf<TokenScope>(tokenScopes, 'What a token may do.')

export const createTokenBody = namedShape('CreateApiToken', 'A new API token. Only the name is required.', {
  name: filledText(200, 'What the token is for. Trimmed; not empty.', 'laptop'),
  days: optional(
    integer(1, longestDays, `In how many days the token expires. ${defaultDays} when left out.`, defaultDays),
  ),
  scopes: optional(
    listOf(
      scope,
      'What the token may do. `read` and `write` when left out. Only owners may have `settings`.',
      { minItems: 1, maxItems: tokenScopes.length, uniqueItems: true, examples: [['read', 'write']] },
    ),
  ),
})
export const daysOf = ({ days }: Static<typeof createTokenBody>): number => days ?? defaultDays

const fields = {
  id: answeredId('token', 'The id of the token.'),
  name: answeredText('What the token is for.', 'laptop'),
  scopes: listOf(scope, 'What the token may do.', { examples: [['read', 'write']] }),
  lastUsedAt: nullable(
    answeredInstant('When the token was last used, to the minute. Null when it was never used.'),
  ),
  expiresAt: answeredInstant('When the token stops working.', '2030-06-24T08:00:00.000Z'),
  createdAt: answeredInstant('When the token was made.'),
}

const apiToken = namedShape('ApiToken', 'An API token, without its secret.', fields)

export const tokenList = namedShape('ApiTokenList', "The caller's own API tokens.", {
  tokens: listOf(apiToken, 'The tokens, oldest first.'),
})

const memberToken = namedShape('MemberApiToken', 'An API token of a member, without its secret.', {
  ...fields,
  memberId: answeredId('colleague', 'The member for whom the token works.'),
})

export const tokensOfPractice = namedShape(
  'PracticeApiTokenList',
  "The API tokens of the practice's members.",
  { tokens: listOf(memberToken, 'The tokens, oldest first.') },
)

export const createdToken = namedShape(
  'CreatedApiToken',
  'An API token that was just made, with its secret.',
  {
    ...fields,
    token: answeredText('The secret of the token, which is shown here and never again.', 'ck_…'),
  },
)

type Viewed = Pick<TokenRow, 'id' | 'name' | 'scopes' | 'lastUsedAt' | 'expiresAt' | 'createdAt'>

export const viewToken = (row: Viewed): Static<typeof apiToken> => ({
  id: row.id,
  name: row.name,
  scopes: [...row.scopes],
  lastUsedAt: row.lastUsedAt === null ? null : formatInstant(row.lastUsedAt),
  expiresAt: formatInstant(row.expiresAt),
  createdAt: formatInstant(row.createdAt),
})
