import { bookkeepingAct } from '../../domain/act.ts'
import { type Caller, scopesOfRole } from '../../domain/caller.ts'
import {
  hashSecret,
  idleSince,
  type SessionTimes,
  secretKinds,
  seenEvery,
  sessionExpiry,
} from '../../domain/secrets.ts'
import type { Site } from '../../domain/site.ts'
import { markTokenUsed } from '../../store/access/api-tokens.ts'
import type { Identity, KnownToken } from '../../store/access/identity.ts'
import { markSessionSeen } from '../../store/access/sessions.ts'
import { unlessFrozen } from '../../store/engine/frozen.ts'
import type { Store } from '../../store/store.ts'

/**
 * Returns the caller with this session token or API token (RULES §5), or undefined when the token is not valid at
 * `now`. The use of a session or a token is recorded in the background, so that the request does not wait for it.
 * @param now epoch milliseconds
 */
export function authenticate(
  store: Pick<Store, 'identity' | 'practices'>,
  token: string,
  now: number,
  use: Use,
): Caller | undefined {
  const hash = hashSecret(token)
  return token.startsWith(secretKinds.session.prefix)
    ? bySession(store, hash, now, use)
    : byApiToken(store, hash, now, use)
}

interface Use {
  readonly times: SessionTimes
  /**
   * False for a request that a page sends by itself. Such a request must not prolong the session of an absent person.
   */
  readonly isUse: boolean
  /** Whether a practice can be reached at the host to which the request was sent. */
  readonly serves: Site['serves']
  /** Called when the use cannot be recorded. */
  readonly reportFault: (error: unknown) => void
}

/**
 * Returns a session or API token that the service still knows, whether or not it is valid. The log and the audit trail
 * name it.
 */
export const recognise = (identity: Identity, token: string): KnownToken | undefined =>
  identity.knownToken(hashSecret(token)) ?? undefined

/** Why a session is no longer valid. */
export const sessionEnds = ['expired', 'revoked', 'deactivated', 'practiceRemoved'] as const
type SessionEnd = (typeof sessionEnds)[number]

/**
 * Returns why the session with this token ended. Only its member has the token. `serves` returns whether the host of
 * the request belongs to a practice. A removed practice leaves no session behind, so the caller sends the id of the
 * practice, too. Anybody who has the id of a practice can learn in this way that it was removed.
 */
export function whyEnded(
  identity: Pick<Identity, 'isMemberActive' | 'isRemoved' | 'knownToken'>,
  { token, practiceId }: { readonly token: string; readonly practiceId?: string },
  serves: Site['serves'],
): SessionEnd {
  const known = identity.knownToken(hashSecret(token))
  if (known !== null && !serves(known.practiceId)) return 'revoked'
  const isActive = identity.isMemberActive(hashSecret(token))
  if (isActive !== null) return isActive ? 'expired' : 'deactivated'
  return practiceId !== undefined && identity.isRemoved(practiceId) ? 'practiceRemoved' : 'revoked'
}

function bySession(
  { identity, practices }: Pick<Store, 'identity' | 'practices'>,
  hash: Buffer,
  now: number,
  { times, isUse, serves, reportFault }: Use,
): Caller | undefined {
  const session = identity.holderOfSession(hash, now, idleSince(now, times))
  if (session === null || !serves(session.practiceId)) return undefined
  const { id, practiceId, userId, role, lastSeenAt } = session
  if (isUse && lastSeenAt + seenEvery <= now)
    practices
      .of(practiceId, bookkeepingAct('markUse'))
      .write((tx) => markSessionSeen(tx, id, now))
      .catch(unlessFrozen(reportFault))
  const auth = {
    kind: 'session',
    id,
    expiresAt: sessionExpiry(session, times),
    scopes: scopesOfRole(role),
  } as const
  return { practiceId, userId, role, auth }
}

function byApiToken(
  { identity, practices }: Pick<Store, 'identity' | 'practices'>,
  hash: Buffer,
  now: number,
  { serves, reportFault }: Use,
): Caller | undefined {
  const token = identity.holderOfToken(hash, now)
  if (token === null || !serves(token.practiceId)) return undefined
  const { id, practiceId, userId, role, expiresAt, lastUsedAt } = token
  if (lastUsedAt === null || lastUsedAt + seenEvery <= now)
    practices
      .of(practiceId, bookkeepingAct('markUse'))
      .write((tx) => markTokenUsed(tx, id, now))
      .catch(unlessFrozen(reportFault))
  // The role may have changed since the token was made.
  const scopes = scopesOfRole(role).filter((scope) => token.scopes.includes(scope))
  return { practiceId, userId, role, auth: { kind: 'token', id, expiresAt, scopes } }
}
