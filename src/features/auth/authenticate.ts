import type { Caller } from '../../domain/caller.ts'
import { hashSecret, idleSince, secretKinds, seenEvery, sessionExpiry } from '../../domain/secrets.ts'
import type { Identity, TokenHolder } from '../../store/identity.ts'
import { markSessionSeen } from '../../store/sessions.ts'
import type { Store } from '../../store/store.ts'

/**
 * The caller whose session token or API token this is (RULES §5), or undefined when the token is not valid at `now`.
 * The use of a session is recorded in the background, so that the request does not wait for it.
 * @param now epoch milliseconds
 * @param reportFault called when the use cannot be recorded
 */
export function authenticate(
  store: Pick<Store, 'identity' | 'practices'>,
  token: string,
  now: number,
  reportFault: (error: unknown) => void,
): Caller | undefined {
  const hash = hashSecret(token)
  return token.startsWith(secretKinds.session.prefix)
    ? bySession(store, hash, now, reportFault)
    : byApiToken(store.identity, hash, now)
}

/** The id of a session or API token that the service still knows, whether or not it is valid. For the log. */
export const recognise = (identity: Identity, token: string): string | undefined =>
  identity.idOfToken(hashSecret(token)) ?? undefined

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
