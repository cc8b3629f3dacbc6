import { Elysia } from 'elysia'
import { answers, bodyProblems } from '../../http/answers.ts'
import { readJson } from '../../http/body.ts'
import { answer, userAgentOf } from '../../http/exchange.ts'
import type { LimitRate } from '../../http/rate-limit.ts'
import { shape } from '../../http/shape.ts'
import type { PasskeyResponse } from '../../webauthn/ceremonies.ts'
import { passkeyResponse, signedIn, viewSignedIn } from '../../webauthn/schema.ts'

/** Opens a session for whoever the response proves to be here. */
type Finish = (
  response: PasskeyResponse,
  userAgent: string | null,
) => Promise<{ token: string; expiresAt: number }>

/** Where every way in ends: the browser brings what its authenticator answered, and is signed in. */
export const finishRoute = (limit: LimitRate, finish: Finish) =>
  new Elysia().post(
    '',
    async ({ request, body, set }) => {
      const session = await finish(body.response, userAgentOf(request))
      set.status = 201
      return answer(request, viewSignedIn(session))
    },
    {
      parse: [limit, readJson],
      body: shape({ response: passkeyResponse }),
      response: answers(201, signedIn, 'rate_limited', ...bodyProblems),
    },
  )
