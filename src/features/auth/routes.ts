import { Elysia } from 'elysia'
import { answers, bodyProblems } from '../../http/answers.ts'
import { readJson } from '../../http/body.ts'
import { answer } from '../../http/exchange.ts'
import { shape } from '../../http/shape.ts'
import { ceremonyOptions } from '../../webauthn/schema.ts'
import type { PasskeyDeps } from '../shared/deps.ts'
import { finishRoute } from './finish-route.ts'
import { signIn } from './sign-in.ts'

/** Signing in with a passkey, without a user name (contract §5). */
export function signInRoutes(deps: PasskeyDeps) {
  const { begin, finish } = signIn(deps)
  return new Elysia({ prefix: '/sign-in' })
    .post('/options', async ({ request }) => answer(request, { options: await begin() }), {
      parse: [deps.limit, readJson],
      body: shape({}),
      response: answers(200, ceremonyOptions, 'rate_limited', ...bodyProblems),
    })
    .use(finishRoute(deps.limit, finish))
}
