import { Elysia } from 'elysia'
import { answers, bodyProblems } from '../../http/answers.ts'
import { readJson } from '../../http/body.ts'
import { answer, userAgentOf } from '../../http/exchange.ts'
import { shape } from '../../http/shape.ts'
import { ceremonyOptions, passkeyResponse, signedIn, viewSignedIn } from '../../webauthn/schema.ts'
import type { PasskeyDeps } from '../deps.ts'
import { signIn } from './actions.ts'

/** Signing in with a passkey, without a user name (contract §5). */
export function signInRoutes(deps: PasskeyDeps) {
  const { begin, finish } = signIn(deps)
  return new Elysia({ prefix: '/sign-in' })
    .post('/options', async ({ request }) => answer(request, { options: await begin() }), {
      parse: [deps.limit, readJson],
      body: shape({}),
      response: answers(200, ceremonyOptions, 'rate_limited', ...bodyProblems),
    })
    .post(
      '',
      async ({ request, body, set }) => {
        const session = await finish(body.response, userAgentOf(request))
        set.status = 201
        return answer(request, viewSignedIn(session))
      },
      {
        parse: [deps.limit, readJson],
        body: shape({ response: passkeyResponse }),
        response: answers(201, signedIn, 'rate_limited', ...bodyProblems),
      },
    )
}
