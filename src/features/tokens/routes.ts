import { secretKinds } from '../../domain/secrets.ts'
import { deleted, deletion } from '../../http/answers.ts'
import { requireSignedIn } from '../../http/guards.ts'
import { tagged } from '../../http/route.ts'
import { ownPathId } from '../../http/shape.ts'
import { newToken } from '../shared/account-mail.ts'
import type { PasskeyDeps } from '../shared/deps.ts'
import { browseOwnTokens, browseTokens, createOwnToken, revokeAnyToken, revokeOwnToken } from './actions.ts'
import { createdToken, createTokenBody, daysOf, tokenList, tokensOfPractice, viewToken } from './schema.ts'

const ids = { tokenId: ownPathId('The API token: an id from the answer of `listMyTokens`.') }

type TokenDeps = Pick<PasskeyDeps, 'route' | 'mail' | 'now'>

/**
 * API tokens (RULES §5): members make and revoke their own tokens, and owners see and revoke the tokens of every
 * member.
 */
export const tokenRoutes = tagged('Account', ({ route, mail, now }: TokenDeps) => ({
  list: route(
    {
      id: 'listMyTokens',
      summary: 'List my API tokens',
      description: 'Oldest first, without tokens that were revoked or have expired.',
      answer: tokenList,
    },
    ({ practice, caller }) => ({
      tokens: browseOwnTokens(practice, caller.userId, now()).map(viewToken),
    }),
  ),

  create: route(
    {
      id: 'createToken',
      summary: 'Make an API token',
      description: `Only with a passkey used within the last ten minutes. The token is shown once. It allows only what its scopes and your role allow. A member has at most ${secretKinds.apiToken.mostPerMember} tokens. You get a mail about the new token.`,
      who: 'signed-in',
      body: createTokenBody,
      answer: createdToken,
      status: 201,
      problems: ['passkey_required', 'conflict'],
      mints: ({ id }) => ({ path: 'tokenId', id }),
    },
    async ({ practice, request, caller, body }) => {
      const wanted = { name: body.name, days: daysOf(body), scopes: body.scopes }
      const created = await createOwnToken(practice, caller, wanted, now())
      mail.tell(request, caller, newToken(created.name, created.scopes))
      return created
    },
    (created) => ({ ...viewToken(created), token: created.token }),
  ),

  revoke: route(
    {
      id: 'revokeToken',
      summary: 'Revoke an API token of mine',
      description: 'Only when signed in with a passkey. A token may revoke itself, whatever its scopes.',
      scope: 'read',
      ids,
      answer: deletion,
    },
    ({ practice, caller, ids }) => {
      if (ids.tokenId !== caller.auth.id) requireSignedIn(caller)
      return revokeOwnToken(practice, caller.userId, ids.tokenId, now())
    },
    () => deleted,
  ),

  listAll: route(
    {
      id: 'listTokens',
      tag: 'Members',
      summary: 'List the API tokens of all members',
      description:
        'Owners only, signed in with a passkey. Oldest first, without tokens that were revoked or have expired.',
      who: 'signed-in owner',
      answer: tokensOfPractice,
      streams: true,
    },
    ({ practice }) => ({
      tokens: browseTokens(practice, now()).map((row) => ({
        ...viewToken(row),
        memberId: row.userId,
      })),
    }),
  ),

  revokeAny: route(
    {
      id: 'revokeAnyToken',
      tag: 'Members',
      summary: 'Revoke an API token of any member',
      description: 'Owners only, signed in with a passkey. The token stops working at once.',
      who: 'signed-in owner',
      ids,
      answer: deletion,
    },
    ({ practice, caller, ids }) => revokeAnyToken(practice, caller, ids.tokenId, now()),
    () => deleted,
  ),
}))
