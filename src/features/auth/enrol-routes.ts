import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { answers, bodyProblems } from '../../http/answers.ts'
import { readJson } from '../../http/body.ts'
import { answer } from '../../http/exchange.ts'
import { filledText, oneOf, shape, text } from '../../http/shape.ts'
import { ceremonyOptions } from '../../webauthn/schema.ts'
import type { PasskeyDeps } from '../shared/deps.ts'
import { enrolment } from './enrol.ts'
import { finishRoute } from './finish-route.ts'

const link = text(200, { description: 'The secret of the link: what follows its `#`.' })

const invitation = shape({
  practiceName: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: oneOf(['owner', 'assistant']),
})

/** Joining a practice, or coming back to it, by a one-time link. */
export function enrolmentRoutes(deps: PasskeyDeps) {
  const { open, begin, finish } = enrolment(deps)
  return new Elysia({ prefix: '/enrol' })
    .post(
      '/open',
      ({ request, body }) => {
        const { practiceName, member } = open(body.link)
        const { name, email, role } = member
        return answer(request, { practiceName, name, email, role })
      },
      {
        parse: [deps.limit, readJson],
        body: shape({ link }),
        response: answers(200, invitation, 'rate_limited', ...bodyProblems),
      },
    )
    .post(
      '/options',
      async ({ request, body }) => answer(request, { options: await begin(body.link, body.name) }),
      {
        parse: [deps.limit, readJson],
        body: shape({ link, name: filledText(200) }),
        response: answers(200, ceremonyOptions, 'rate_limited', ...bodyProblems),
      },
    )
    .use(finishRoute(deps.limit, finish))
}
