import { type Static, Type } from '@sinclair/typebox'
import { secretKinds } from '../../domain/secrets.ts'
import {
  answeredId,
  answeredInstant,
  answeredText,
  filledText,
  integer,
  named,
  optional,
  shape,
} from '../../http/shape.ts'

const { defaultDays, longestDays } = secretKinds.apiToken

export const createTokenBody = named(
  'CreateApiToken',
  shape(
    {
      name: filledText(200, {
        description: 'What the token is for. Trimmed; not empty.',
        examples: ['laptop'],
      }),
      days: optional(
        integer(1, longestDays, {
          description: `In how many days the token expires. ${defaultDays} when left out.`,
          examples: [defaultDays],
        }),
      ),
    },
    { description: 'A new API token. Only the name is required.' },
  ),
)
export const daysOf = ({ days }: Static<typeof createTokenBody>): number => days ?? defaultDays

const fields = {
  id: answeredId('token', 'The id of the token.'),
  name: answeredText('What the token is for.', 'laptop'),
  expiresAt: answeredInstant('When the token stops working.', '2030-06-24T08:00:00.000Z'),
  createdAt: answeredInstant('When the token was made.'),
}

const apiToken = named('ApiToken', shape(fields, { description: 'An API token, without its secret.' }))

export const tokenList = named(
  'ApiTokenList',
  shape(
    { tokens: Type.Array(apiToken, { description: 'The tokens, oldest first.' }) },
    { description: "The caller's own API tokens." },
  ),
)
export const createdToken = named(
  'CreatedApiToken',
  shape(
    {
      ...fields,
      token: answeredText('The secret of the token. It is shown here and never again.', 'ck_…'),
    },
    { description: 'An API token that was just made, with its secret.' },
  ),
)
