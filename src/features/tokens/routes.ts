import { formatInstant } from '../../domain/time.ts'
import { deleted, deletion } from '../../http/answers.ts'
import { requireSignedIn } from '../../http/guards.ts'
import { route } from '../../http/route.ts'
import { ownPathId } from '../../http/shape.ts'
import type { Deps } from '../shared/deps.ts'
import { browseTokens, createOwnToken, revokeOwnToken } from './actions.ts'
import { createdToken, createTokenBody, daysOf, tokenList } from './schema.ts'

const tag = 'Account'
const ids = { tokenId: ownPathId('The API token: an id that `listMyTokens` answers.') }

/** A member's own API tokens (RULES §5). */
export const tokenRoutes = ({ practices, now }: Deps) => ({
  list: route(
    {
      id: 'listMyTokens',
      tag,
      summary: 'List my API tokens',
      description: 'Oldest first, without the revoked ones.',
      answer: tokenList,
    },
    ({ caller }) => ({
      tokens: browseTokens(practices.of(caller.practiceId), caller.userId).map(viewToken),
    }),
  ),

  create: route(
    {
      id: 'createToken',
      tag,
      summary: 'Make an API token',
      description: 'Only when signed in with a passkey. The token is shown once. It may do what you may do.',
      who: 'signed-in',
      body: createTokenBody,
      answer: createdToken,
      status: 201,
    },
    async ({ caller, body }) => {
      const practice = practices.of(caller.practiceId)
      const created = await createOwnToken(practice, caller, body.name, daysOf(body), now())
      return { ...viewToken(created), token: created.token }
    },
  ),

  revoke: route(
    {
      id: 'revokeToken',
      tag,
      summary: 'Revoke an API token of mine',
      description: 'Only when signed in with a passkey. A token may revoke itself.',
      ids,
      answer: deletion,
      problems: ['forbidden'],
    },
    async ({ caller, ids }) => {
      if (ids.tokenId !== caller.auth.id) requireSignedIn(caller)
      await revokeOwnToken(practices.of(caller.practiceId), caller.userId, ids.tokenId, now())
      return deleted
    },
  ),
})

const viewToken = (token: { id: string; name: string; expiresAt: number; createdAt: number }) => ({
  id: token.id,
  name: token.name,
  expiresAt: formatInstant(token.expiresAt),
  createdAt: formatInstant(token.createdAt),
})
