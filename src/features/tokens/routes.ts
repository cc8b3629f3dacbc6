import { Elysia } from 'elysia'
import { lookupId } from '../../domain/id.ts'
import { formatInstant } from '../../domain/time.ts'
import { answers, bodyProblems, deleted } from '../../http/answers.ts'
import { readJson } from '../../http/body.ts'
import { answer, callerOf, signedInOf, signedInOnly } from '../../http/exchange.ts'
import { pathId, shape } from '../../http/shape.ts'
import type { Deps } from '../shared/deps.ts'
import { browseTokens, createOwnToken, endToken } from './actions.ts'
import { createdToken, createTokenBody, daysOf, tokenList } from './schema.ts'

const params = shape({ tokenId: pathId('token', 'The API token.') })

/** A member's own API tokens (decisions "Who may call"). */
export const tokenRoutes = ({ practices, now }: Deps) =>
  new Elysia({ prefix: '/me/tokens', tags: ['Account'] })
    .get(
      '',
      ({ request }) => {
        const { practiceId, userId } = callerOf(request)
        return answer(request, { tokens: browseTokens(practices.of(practiceId), userId).map(viewToken) })
      },
      {
        response: answers(200, tokenList),
        detail: { summary: 'List my API tokens', description: 'Those that were not revoked, oldest first.' },
      },
    )
    .post(
      '',
      async ({ request, body, set }) => {
        const caller = signedInOf(request)
        const practice = practices.of(caller.practiceId)
        const created = await createOwnToken(practice, caller, body.name, daysOf(body), now())
        set.status = 201
        return answer(request, { ...viewToken(created), token: created.token })
      },
      {
        parse: readJson,
        transform: signedInOnly,
        body: createTokenBody,
        response: answers(201, createdToken, 'forbidden', ...bodyProblems),
        detail: {
          summary: 'Make an API token',
          description:
            'Only when signed in with a passkey. The token is shown once; it may do what you may do.',
        },
      },
    )
    .delete(
      '/:tokenId',
      async ({ request, params }) => {
        const tokenId = lookupId(params.tokenId)
        const { practiceId, userId } =
          tokenId === callerOf(request).auth.id ? callerOf(request) : signedInOf(request)
        await endToken(practices.of(practiceId), userId, tokenId, now())
        return answer(request, { deleted: true as const })
      },
      {
        params,
        response: answers(200, deleted, 'forbidden', 'not_found'),
        detail: {
          summary: 'Revoke an API token of mine',
          description: 'Only when signed in with a passkey; but a token may revoke itself.',
        },
      },
    )

const viewToken = (token: { id: string; name: string; expiresAt: number; createdAt: number }) => ({
  id: token.id,
  name: token.name,
  expiresAt: formatInstant(token.expiresAt),
  createdAt: formatInstant(token.createdAt),
})
