import { notFound } from '../../domain/problem.ts'
import { endSession, listSessions } from '../../store/sessions.ts'
import type { Practice } from '../../store/store.ts'

export const browseSessions = (practice: Practice, userId: string, now: number) =>
  listSessions(practice.read, userId, now)

/** Ends one of the member's own sessions, at once and everywhere. */
export const signOut = (practice: Practice, userId: string, sessionId: string) =>
  practice.write((tx) => {
    if (!endSession(tx, userId, sessionId)) throw notFound()
  })
