import {
  type Caller,
  ordinaryScopes,
  scopesOfRole,
  type TokenScope,
  tokenScopes,
} from '../../domain/caller.ts'
import { newId } from '../../domain/id.ts'
import { conflict, forbidden, found, notFound } from '../../domain/problem.ts'
import { apiTokenEnd, mintSecret, secretKinds } from '../../domain/secrets.ts'
import {
  countTokens,
  insertToken,
  listAllTokens,
  listTokens,
  revokeToken,
  revokeTokenOf,
} from '../../store/access/api-tokens.ts'
import { findMember } from '../../store/access/members.ts'
import type { WriteScope } from '../../store/engine/scope.ts'
import type { Practice, ReadablePractice } from '../../store/store.ts'
import { requireFreshPasskey, requireOwner } from '../shared/requirements.ts'

/** A member's API tokens that work at `now`. */
export const browseOwnTokens = (practice: ReadablePractice, userId: string, now: number) =>
  listTokens(practice.read, userId, now)

/** The API tokens of all members that work at `now`. */
export const browseTokens = (practice: Practice, now: number) => listAllTokens(practice.read, now)

/**
 * Creates an API token for a member, which expires after `days`. Only this call returns the token, because only its
 * hash is stored. There is no caller to check: the command line and the demo call this.
 * @param scopes the scopes of the token; when left out, all that the member's role allows
 * @throws `forbidden` when the role does not allow the scopes; `conflict` when the member has too many tokens.
 */
export const createToken = (
  practice: Practice,
  userId: string,
  name: string,
  days: number,
  now: number,
  scopes?: readonly TokenScope[],
) => practice.write((tx) => mintToken(tx, userId, { name, days, scopes }, now))

/** What a member chooses for a new API token. */
interface NewToken {
  readonly name: string
  readonly days: number
  readonly scopes?: readonly TokenScope[] | undefined
}

/**
 * Creates an API token for the caller. The token can read and write, unless the caller asks for other scopes. Only this
 * call returns the token, because only its hash is stored.
 * @throws `passkey_required`. `forbidden` when the role does not allow the scopes. `conflict` when the caller has too
 * many tokens.
 */
export const createOwnToken = (practice: Practice, caller: Caller, token: NewToken, now: number) =>
  practice.write((tx) => {
    requireFreshPasskey(tx, caller, now)
    return mintToken(tx, caller.userId, { ...token, scopes: token.scopes ?? ordinaryScopes }, now)
  })

/** Revokes one of a member's own tokens, which stops working at once. @throws `not_found`. */
export const revokeOwnToken = (practice: Practice, userId: string, tokenId: string, now: number) =>
  practice.write((tx) => {
    if (!revokeTokenOf(tx, userId, tokenId, now)) throw notFound()
    tx.record({ kind: 'access', record: { kind: 'token', id: tokenId } })
  })

/** Revokes any member's token for an owner. @throws `not_found`; `forbidden` when the caller is no longer an owner. */
export const revokeAnyToken = (practice: Practice, caller: Caller, tokenId: string, now: number) =>
  practice.write((tx) => {
    requireOwner(tx, caller)
    if (!revokeToken(tx, tokenId, now)) throw notFound()
    tx.record({ kind: 'access', record: { kind: 'token', id: tokenId } })
  })

function mintToken(tx: WriteScope, userId: string, { name, days, scopes }: NewToken, now: number) {
  const allowed = scopesOfRole(found(findMember(tx, userId)).role)
  const wanted = scopes ?? allowed
  if (wanted.some((scope) => !allowed.includes(scope)))
    throw forbidden('Only an owner may have a token with the scope `settings`. Leave that scope out.')
  const { mostPerMember } = secretKinds.apiToken
  if (countTokens(tx, userId, now) >= mostPerMember)
    throw conflict(`A member has at most ${mostPerMember} API tokens. Revoke one first.`)
  const { secret: token, hash } = mintSecret('apiToken')
  const times = { lastUsedAt: null, expiresAt: apiTokenEnd(now, days), createdAt: now }
  // The scopes in the order in which they are always listed.
  const kept = {
    id: newId(now),
    name,
    scopes: tokenScopes.filter((one) => wanted.includes(one)),
  }
  insertToken(tx, { ...kept, ...times, userId, hash, revokedAt: null })
  const detail = { memberId: userId, scopes: kept.scopes.join(), days }
  tx.record({ kind: 'access', record: { kind: 'token', id: kept.id }, detail })
  return { ...kept, ...times, userId, token }
}
