import type { Caller } from '../../domain/caller.ts'
import { newId } from '../../domain/id.ts'
import { hashToken, mintApiToken } from '../../domain/token.ts'
import type { Identity } from '../../store/identity.ts'
import { insertToken } from '../../store/members.ts'
import type { Practice } from '../../store/store.ts'

/** The member behind a bearer token, as long as it is good at `now`. */
export function authenticate(identity: Identity, token: string, now: number): Caller | undefined {
  const holder = identity.holderOfToken(hashToken(token), now)
  if (holder === null) return undefined
  const { practiceId, userId, role, expiresAt } = holder
  return { practiceId, userId, role, auth: { kind: 'token', expiresAt } }
}

export const longestTokenDays = 365

/** Makes an API token for a member, good for so many days. The token is answered here and never again. */
export function createToken(practice: Practice, userId: string, name: string, days: number, now: number) {
  const token = mintApiToken()
  const tokenId = newId(now)
  const expiresAt = now + days * 86_400_000
  return practice.write((tx) => {
    insertToken(tx, {
      id: tokenId,
      userId,
      name,
      hash: hashToken(token),
      expiresAt,
      revokedAt: null,
      createdAt: now,
    })
    return { token, tokenId, expiresAt }
  })
}
