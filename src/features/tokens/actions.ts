import type { Caller } from '../../domain/caller.ts'
import { newId } from '../../domain/id.ts'
import { notFound } from '../../domain/problem.ts'
import { apiTokenEnd, mintSecret } from '../../domain/secrets.ts'
import { insertToken, listTokens, revokeToken } from '../../store/api-tokens.ts'
import type { WriteScope } from '../../store/scope.ts'
import type { Practice } from '../../store/store.ts'
import { requireSession } from '../shared/access.ts'

export const browseTokens = (practice: Practice, userId: string) => listTokens(practice.read, userId)

/**
 * Creates an API token for a member, which expires after `days`. The token is answered here and never again.
 * There is no caller to check: the command line and the demo call this.
 */
export const createToken = (practice: Practice, userId: string, name: string, days: number, now: number) =>
  practice.write((tx) => mintToken(tx, userId, name, days, now))

/** Creates an API token for the caller, which expires after `days`. The token is answered here and never again. */
export const createOwnToken = (practice: Practice, caller: Caller, name: string, days: number, now: number) =>
  practice.write((tx) => {
    requireSession(tx, caller)
    return mintToken(tx, caller.userId, name, days, now)
  })

/** Revokes one of a member's own tokens, which stops working at once. @throws `not_found`. */
export const revokeOwnToken = (practice: Practice, userId: string, tokenId: string, now: number) =>
  practice.write((tx) => {
    if (!revokeToken(tx, userId, tokenId, now)) throw notFound()
  })

function mintToken(tx: WriteScope, userId: string, name: string, days: number, now: number) {
  const { secret: token, hash } = mintSecret('apiToken')
  const kept = { id: newId(now), name: name.trim(), expiresAt: apiTokenEnd(now, days), createdAt: now }
  insertToken(tx, { ...kept, userId, hash, revokedAt: null })
  return { ...kept, token }
}
