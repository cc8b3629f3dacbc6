import { Elysia } from 'elysia'
import { packTemplates } from '../../domain/pack.ts'
import { answers, bodyProblems } from '../../http/answers.ts'
import { readJson } from '../../http/body.ts'
import { answer } from '../../http/exchange.ts'
import { ceremonyOptions } from '../../webauthn/schema.ts'
import { viewPack } from '../shared/practice-view.ts'
import { finishRoute } from './finish-route.ts'
import { type SetupDeps, setup } from './setup.ts'
import { beginSetupBody, openedSetup, openSetupBody } from './setup-schema.ts'

/** Setting up the first practice, with the secret of the link that the first start prints. */
export function setupRoutes(deps: SetupDeps) {
  const { checkLink, begin, finish } = setup(deps)
  return new Elysia({ prefix: '/setup' })
    .post(
      '/open',
      ({ request, body }) => {
        checkLink(body.link)
        return answer(request, { packs: Object.values(packTemplates).map(viewPack) })
      },
      {
        parse: [deps.limit, readJson],
        body: openSetupBody,
        response: answers(200, openedSetup, 'rate_limited', ...bodyProblems),
      },
    )
    .post('/options', async ({ request, body }) => answer(request, { options: await begin(body) }), {
      parse: [deps.limit, readJson],
      body: beginSetupBody,
      response: answers(200, ceremonyOptions, 'rate_limited', ...bodyProblems),
    })
    .use(finishRoute(deps.limit, finish))
}
