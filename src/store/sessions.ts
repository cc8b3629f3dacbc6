import { and, desc, eq, gt, lte, ne, or } from 'drizzle-orm'
import { sessions } from '../../db/schema.ts'
import type { Caller } from '../domain/caller.ts'
import { newId } from '../domain/id.ts'
import { badToken } from '../domain/problem.ts'
import { hashSecret, mintSecret } from '../domain/secret.ts'
import { idleSince, sessionEnd, sessionExpiry } from '../domain/session.ts'
import type { Scope, WriteScope } from './scope.ts'
import { columnsOf, param, remove, select, update } from './statement.ts'

const { hash: _, ...fields } = columnsOf(sessions)
const ofMember = eq(sessions.userId, param('userId'))

const good = select({
  fields,
  from: sessions,
  where: and(ofMember, gt(sessions.expiresAt, param('now')), gt(sessions.lastSeenAt, param('idleSince'))),
  orderBy: [desc(sessions.lastSeenAt), desc(sessions.id)],
})
const byId = select({
  fields: { id: sessions.id },
  from: sessions,
  where: and(ofMember, eq(sessions.id, param('id'))),
})
const seen = update(sessions, ['lastSeenAt'], eq(sessions.id, param('whereId')))
const end = remove(sessions, and(ofMember, eq(sessions.id, param('id')))!)
const endOthers = remove(sessions, and(ofMember, ne(sessions.id, param('id')))!)
const endStale = remove(
  sessions,
  and(ofMember, or(lte(sessions.expiresAt, param('now')), lte(sessions.lastSeenAt, param('idleSince'))))!,
)

/** A member's sessions that are good at `now`, the one used last first. */
export const listSessions = (scope: Scope, userId: string, now: number) =>
  scope.all(good, { userId, now, idleSince: idleSince(now) })
export type SessionRow = ReturnType<typeof listSessions>[number]

/**
 * Opens a session for a member and clears away those of his that have run out. The token is answered here and
 * never again.
 */
export function openSession(tx: WriteScope, userId: string, userAgent: string | null, now: number) {
  tx.run(endStale, { userId, now, idleSince: idleSince(now) })
  const token = mintSecret('cs_')
  const times = { lastSeenAt: now, expiresAt: sessionEnd(now), createdAt: now }
  tx.insert(sessions, { id: newId(now), userId, hash: hashSecret(token), userAgent, ...times })
  return { token, expiresAt: sessionExpiry(times) }
}

/**
 * For what a thief must not leave behind: whoever ended the caller's session a moment ago ended this too.
 * @throws `invalid_authorization` when the session is gone.
 */
export function requireSession(tx: WriteScope, { userId, auth }: Caller): void {
  if (tx.get(byId, { userId, id: auth.id }) === null) throw badToken()
}

/** Writes down that a session was used. */
export function markSessionSeen(tx: WriteScope, id: string, now: number): void {
  tx.run(seen, { whereId: id, lastSeenAt: now })
}

/** Ends one of a member's sessions; false when there is none such. */
export const endSession = (tx: WriteScope, userId: string, id: string): boolean =>
  tx.run(end, { userId, id }) > 0

/** Ends all of a member's sessions, but for the one with this id if one is given. */
export function endSessionsOf(tx: WriteScope, userId: string, butFor = ''): void {
  tx.run(endOthers, { userId, id: butFor })
}
