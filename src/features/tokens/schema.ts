import { type Static, Type } from '@sinclair/typebox'
import { secretKinds } from '../../domain/secrets.ts'
import { answeredId, answeredInstant, filledText, integer, optional, shape } from '../../http/shape.ts'

const { defaultDays, longestDays } = secretKinds.apiToken

export const createTokenBody = shape({
  name: filledText(200, { description: 'Trimmed; not empty.', examples: ['laptop'] }),
  days: optional(
    integer(1, longestDays, { description: `How long it is good for; ${defaultDays} unless said.` }),
  ),
})
export const daysOf = ({ days }: Static<typeof createTokenBody>): number => days ?? defaultDays

const fields = {
  id: answeredId('token'),
  name: Type.String({ examples: ['laptop'] }),
  expiresAt: answeredInstant(),
  createdAt: answeredInstant(),
}

export const tokenList = shape({ tokens: Type.Array(shape(fields)) })
export const createdToken = shape({
  ...fields,
  token: Type.String({ description: 'Shown here and never again.', examples: ['ck_…'] }),
})
