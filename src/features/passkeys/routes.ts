import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { lookupId } from '../../domain/id.ts'
import { formatInstant } from '../../domain/time.ts'
import { answers, bodyProblems, deleted } from '../../http/answers.ts'
import { readJson } from '../../http/body.ts'
import { answer, callerOf, signedInOf, signedInOnly } from '../../http/exchange.ts'
import { answeredId, answeredInstant, filledText, nullable, pathId, shape } from '../../http/shape.ts'
import type { PasskeyRow } from '../../store/passkeys.ts'
import { ceremonyOptions, passkeyResponse } from '../../webauthn/schema.ts'
import type { PasskeyDeps } from '../shared/deps.ts'
import { browsePasskeys, nameOnePasskey, passkeyAdding, takePasskeyAway } from './actions.ts'

const params = shape({ passkeyId: pathId('passkey', 'The passkey.') })
const name = filledText(200, { description: 'Trimmed; not empty.', examples: ['Laptop'] })

const passkey = shape({
  id: answeredId('passkey'),
  name: Type.String({ examples: ['Laptop'] }),
  lastUsedAt: nullable(answeredInstant()),
  createdAt: answeredInstant(),
})

/** A member's own passkeys. Only who is signed in with one may change them. */
export function passkeyRoutes(deps: PasskeyDeps) {
  const { practices, limit } = deps
  const adding = passkeyAdding(deps)

  return new Elysia({ prefix: '/me/passkeys', tags: ['Account'] })
    .get(
      '',
      ({ request }) => {
        const { practiceId, userId } = callerOf(request)
        const own = browsePasskeys(practices.of(practiceId), userId)
        return answer(request, { passkeys: own.map(viewPasskey) })
      },
      {
        response: answers(200, shape({ passkeys: Type.Array(passkey) })),
        detail: { summary: 'List my passkeys', description: 'Oldest first.' },
      },
    )
    .post(
      '/options',
      async ({ request }) => answer(request, { options: await adding.begin(signedInOf(request)) }),
      {
        transform: [signedInOnly, limit],
        response: answers(200, ceremonyOptions, 'forbidden', 'rate_limited'),
        detail: {
          summary: 'Begin to add a passkey',
          description:
            'Only when signed in with a passkey. Answers what the browser needs, for five minutes.',
        },
      },
    )
    .post(
      '',
      async ({ request, body, set }) => {
        const added = await adding.finish(signedInOf(request), body.name, body.response)
        set.status = 201
        return answer(request, viewPasskey(added))
      },
      {
        parse: [limit, readJson],
        transform: signedInOnly,
        body: shape({ name, response: passkeyResponse }),
        response: answers(201, passkey, 'forbidden', 'rate_limited', ...bodyProblems),
        detail: {
          summary: 'Add a passkey',
          description: 'Only when signed in with a passkey. Ends your other sessions.',
        },
      },
    )
    .patch(
      '/:passkeyId',
      async ({ request, params, body }) => {
        const { practiceId, userId } = signedInOf(request)
        const id = lookupId(params.passkeyId)
        return answer(
          request,
          viewPasskey(await nameOnePasskey(practices.of(practiceId), userId, id, body.name)),
        )
      },
      {
        params,
        parse: readJson,
        transform: signedInOnly,
        body: shape({ name }),
        response: answers(200, passkey, 'forbidden', 'not_found', ...bodyProblems),
        detail: {
          summary: 'Name a passkey of mine',
          description: 'Only when signed in with a passkey.',
        },
      },
    )
    .delete(
      '/:passkeyId',
      async ({ request, params }) => {
        const caller = signedInOf(request)
        await takePasskeyAway(practices.of(caller.practiceId), caller, lookupId(params.passkeyId))
        return answer(request, { deleted: true as const })
      },
      {
        params,
        transform: signedInOnly,
        response: answers(200, deleted, 'forbidden', 'not_found', 'conflict'),
        detail: {
          summary: 'Remove a passkey of mine',
          description: 'Only when signed in with a passkey; never the last one. Ends your other sessions.',
        },
      },
    )
}

const viewPasskey = (row: PasskeyRow): Static<typeof passkey> => ({
  id: row.id,
  name: row.name,
  lastUsedAt: row.lastUsedAt === null ? null : formatInstant(row.lastUsedAt),
  createdAt: formatInstant(row.createdAt),
})
