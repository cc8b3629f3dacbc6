import { and, desc, gt, lte, ne, or, sql } from 'drizzle-orm'
import { sessions } from '../../../db/schema/sign-in.ts'
import { idleSince, type SessionTimes } from '../../domain/secrets.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, type NewRow, param, remove, select, update } from '../engine/statement.ts'

const { hash: _, ...fields } = columnsOf(sessions)
const ofMember = equals(sessions.userId, 'userId')

const open = select({
  fields,
  from: sessions,
  where: and(ofMember, gt(sessions.expiresAt, param('now')), gt(sessions.lastSeenAt, param('idleSince'))),
  orderBy: [desc(sessions.lastSeenAt), desc(sessions.id)],
})
const beyond = select({
  fields: { id: sessions.id },
  from: sessions,
  where: ofMember,
  orderBy: [desc(sessions.createdAt), desc(sessions.id)],
  limit: sql`-1 offset ${param('keep')}`,
})
const byId = select({ fields, from: sessions, where: and(ofMember, equals(sessions.id, 'id')) })
const seen = update(sessions, ['lastSeenAt'], equals(sessions.id, 'whereId'))
const verified = update(sessions, ['verifiedAt'], and(ofMember, equals(sessions.id, 'whereId'))!)
const removeOne = remove(sessions, and(ofMember, equals(sessions.id, 'id'))!)
const removeOthers = remove(sessions, and(ofMember, ne(sessions.id, param('id', sessions.id)))!)
const removeEnded = remove(
  sessions,
  and(ofMember, or(lte(sessions.expiresAt, param('now')), lte(sessions.lastSeenAt, param('idleSince'))))!,
)

/** A member's sessions that have not ended at `now`. The most recently used comes first. */
export const listSessions = (scope: Scope, userId: string, now: number, times: SessionTimes) =>
  scope.all(open, { userId, now, idleSince: idleSince(now, times) })
export type SessionRow = ReturnType<typeof listSessions>[number]

/** The member's session with this id, or null. */
export const findSession = (scope: Scope, userId: string, id: string): SessionRow | null =>
  scope.get(byId, { userId, id })

/** The ids of a member's sessions, including sessions that have ended. The newest comes first. */
export const listSessionIds = (scope: Scope, userId: string): string[] =>
  scope.all(beyond, { userId, keep: 0 }).map(({ id }) => id)

/** Adds a session; the row holds the hash of its token. */
export const insertSession = (tx: WriteScope, session: NewRow<typeof sessions>): void =>
  tx.insert(sessions, session)

/** Removes a member's sessions that have ended at `now`. */
export function removeEndedSessions(tx: WriteScope, userId: string, now: number, times: SessionTimes): void {
  tx.run(removeEnded, { userId, now, idleSince: idleSince(now, times) })
}

/** Ends a member's oldest sessions, so that `keep` sessions are left. */
export function endOldestSessions(tx: WriteScope, userId: string, keep: number): void {
  for (const { id } of tx.all(beyond, { userId, keep })) endSession(tx, userId, id)
}

/** Records that a session was used. */
export function markSessionSeen(tx: WriteScope, id: string, now: number): void {
  tx.run(seen, { whereId: id, lastSeenAt: now })
}

/** Records that a member used a passkey in a session. Returns false when the member has no session with this id. */
export const markSessionVerified = (tx: WriteScope, userId: string, id: string, now: number): boolean =>
  tx.run(verified, { userId, whereId: id, verifiedAt: now }) > 0

/** Ends one of a member's sessions; false when the member has no session with this id. */
export const endSession = (tx: WriteScope, userId: string, id: string): boolean =>
  tx.run(removeOne, { userId, id }) > 0

/**
 * Ends all of a member's sessions, except the session with the id `butFor` if it is given. Returns how many were ended.
 */
export const endSessionsOf = (tx: WriteScope, userId: string, butFor = ''): number =>
  tx.run(removeOthers, { userId, id: butFor })
