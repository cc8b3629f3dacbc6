import { type Static, Type } from '@sinclair/typebox'
import { secretKinds } from '../../domain/secrets.ts'
import { formatInstant } from '../../domain/time.ts'
import { type TokenScope, tokenScopes } from '../../domain/token-scopes.ts'
import {
  answeredId,
  answeredInstant,
  filledText,
  integer,
  nullable,
  oneOf,
  optional,
  shape,
} from '../../http/shape.ts'
import type { TokenRow } from '../../store/api-tokens.ts'

const { defaultDays, longestDays } = secretKinds.apiToken
const scope = oneOf<TokenScope>(tokenScopes)

export const createTokenBody = shape({
  name: filledText(200, { description: 'Trimmed; not empty.', examples: ['laptop'] }),
  days: optional(
    integer(1, longestDays, { description: `How long it is good for; ${defaultDays} unless said.` }),
  ),
  scopes: optional(
    Type.Array(scope, {
      minItems: 1,
      uniqueItems: true,
      description: '`read` and `write` unless said. Only owners may have `settings`.',
      examples: [['read', 'write']],
    }),
  ),
})
export const daysOf = ({ days }: Static<typeof createTokenBody>): number => days ?? defaultDays

const fields = {
  id: answeredId('token'),
  name: Type.String({ examples: ['laptop'] }),
  scopes: Type.Array(scope),
  lastUsedAt: nullable(answeredInstant({ description: 'To the minute.' })),
  expiresAt: answeredInstant(),
  createdAt: answeredInstant(),
}
const token = shape(fields)

export const tokenList = shape({ tokens: Type.Array(token) })
export const tokensOfPractice = shape({
  tokens: Type.Array(shape({ ...fields, memberId: answeredId('member') })),
})
export const createdToken = shape({
  ...fields,
  token: Type.String({ description: 'Shown here and never again.', examples: ['ck_…'] }),
})

type Viewed = Pick<TokenRow, 'id' | 'name' | 'scopes' | 'lastUsedAt' | 'expiresAt' | 'createdAt'>

export const viewToken = (row: Viewed): Static<typeof token> => ({
  id: row.id,
  name: row.name,
  scopes: [...row.scopes],
  lastUsedAt: row.lastUsedAt === null ? null : formatInstant(row.lastUsedAt),
  expiresAt: formatInstant(row.expiresAt),
  createdAt: formatInstant(row.createdAt),
})
