import type { Caller } from '../../domain/caller.ts'
import { hashSecret } from '../../domain/secret.ts'
import { idleSince, seenEvery, sessionExpiry } from '../../domain/session.ts'
import type { Identity, TokenHolder } from '../../store/identity.ts'
import { markSessionSeen } from '../../store/sessions.ts'
import type { Store } from '../../store/store.ts'

/**
 * The member behind a bearer token, a session's or an API token's, as long as it is good at `now`. That a session
 * is in use is written down without keeping the request; `reportFault` is told when that fails.
 */
export function authenticate(
  store: Pick<Store, 'identity' | 'practices'>,
  token: string,
  now: number,
  reportFault: (error: unknown) => void,
): Caller | undefined {
  const hash = hashSecret(token)
  return token.startsWith('cs_')
    ? bySession(store, hash, now, reportFault)
    : byApiToken(store.identity, hash, now)
}

function bySession(
  { identity, practices }: Pick<Store, 'identity' | 'practices'>,
  hash: Buffer,
  now: number,
  reportFault: (error: unknown) => void,
): Caller | undefined {
  const session = identity.holderOfSession(hash, now, idleSince(now))
  if (session === null) return undefined
  const { id, practiceId, lastSeenAt } = session
  if (lastSeenAt + seenEvery <= now)
    practices
      .of(practiceId)
      .write((tx) => markSessionSeen(tx, id, now))
      .catch(reportFault)
  return callerOf(session, 'session', sessionExpiry(session))
}

function byApiToken(identity: Identity, hash: Buffer, now: number): Caller | undefined {
  const holder = identity.holderOfToken(hash, now)
  return holder === null ? undefined : callerOf(holder, 'token', holder.expiresAt)
}

const callerOf = (
  { practiceId, userId, role, id }: TokenHolder,
  kind: Caller['auth']['kind'],
  expiresAt: number,
): Caller => ({ practiceId, userId, role, auth: { kind, id, expiresAt } })
