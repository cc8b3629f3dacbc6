import { notFound } from '../../domain/problem.ts'
import type { SessionTimes } from '../../domain/secrets.ts'
import { endSession, listSessions } from '../../store/access/sessions.ts'
import type { Practice } from '../../store/store.ts'

/** A member's sessions that are valid at `now` (epoch milliseconds), the one used last first. */
export const browseSessions = (practice: Practice, userId: string, now: number, times: SessionTimes) =>
  listSessions(practice.read, userId, now, times)

/** Ends one of a member's own sessions. Its token stops working at once. @throws `not_found`. */
export const endOwnSession = (practice: Practice, userId: string, sessionId: string) =>
  practice.write((tx) => {
    if (!endSession(tx, userId, sessionId)) throw notFound()
    tx.record({ kind: 'access', record: { kind: 'session', id: sessionId } })
  })
