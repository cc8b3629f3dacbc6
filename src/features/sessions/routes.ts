import type { Static } from '@sinclair/typebox'
import { mostSessions } from '../../domain/limits.ts'
import { type SessionTimes, sessionExpiry } from '../../domain/secrets.ts'
import { formatInstant } from '../../domain/time.ts'
import { deleted, deletion } from '../../http/answers.ts'
import { tagged } from '../../http/route.ts'
import { ownPathId } from '../../http/shape.ts'
import type { SessionRow } from '../../store/access/sessions.ts'
import type { PasskeyDeps } from '../shared/deps.ts'
import { browseSessions, endOwnSession } from './actions.ts'
import { type session, sessionList, signedOut } from './schema.ts'

type SessionDeps = Pick<PasskeyDeps, 'route' | 'sessionTimes' | 'now'>

const ids = { sessionId: ownPathId('The session: an id from the answer of `listMySessions`.') }

/** A member's own sessions: where they are signed in (RULES §5). */
export const sessionRoutes = tagged('Account', ({ route, sessionTimes, now }: SessionDeps) => ({
  list: route(
    {
      id: 'listMySessions',
      summary: 'List my sessions',
      description: `Lists the sessions, the session that was used last first. There are at most ${mostSessions}: a further sign-in ends the oldest.`,
      answer: sessionList,
    },
    ({ practice, caller }) => {
      const sessions = browseSessions(practice, caller.userId, now(), sessionTimes)
      return { sessions: sessions.map((row) => viewSession(row, sessionTimes, row.id === caller.auth.id)) }
    },
  ),

  end: route(
    {
      id: 'endSession',
      summary: 'End a session of mine',
      description: 'Only when signed in with a passkey.',
      who: 'signed-in',
      ids,
      answer: deletion,
    },
    ({ practice, caller, ids }) => endOwnSession(practice, caller.userId, ids.sessionId),
    () => deleted,
  ),

  signOut: route(
    {
      id: 'signOut',
      summary: 'Sign out',
      description: 'Ends the session that sends this request.',
      who: 'signed-in',
      answer: signedOut,
    },
    ({ practice, caller }) => endOwnSession(practice, caller.userId, caller.auth.id),
    () => ({ signedOut: true as const }),
  ),
}))

const viewSession = (row: SessionRow, times: SessionTimes, current: boolean): Static<typeof session> => ({
  id: row.id,
  userAgent: row.userAgent,
  lastSeenAt: formatInstant(row.lastSeenAt),
  expiresAt: formatInstant(sessionExpiry(row, times)),
  createdAt: formatInstant(row.createdAt),
  current,
})
