import { type Static, Type } from '@sinclair/typebox'
import { type SessionTimes, sessionExpiry } from '../../domain/secrets.ts'
import { formatInstant } from '../../domain/time.ts'
import { deleted, deletion } from '../../http/answers.ts'
import { route } from '../../http/route.ts'
import { answeredId, answeredInstant, nullable, pathId, shape } from '../../http/shape.ts'
import type { SessionRow } from '../../store/sessions.ts'
import type { PasskeyDeps } from '../shared/deps.ts'
import { browseSessions, endOwnSession } from './actions.ts'

type SessionDeps = Pick<PasskeyDeps, 'practices' | 'sessionTimes' | 'now'>

const tag = 'Account'
const ids = { sessionId: pathId('session', 'The session.') }

const session = shape({
  id: answeredId('session'),
  userAgent: nullable(Type.String({ description: 'What the browser calls itself.' })),
  lastSeenAt: answeredInstant({ description: 'To the minute.' }),
  expiresAt: answeredInstant({ description: 'When the session ends unless it is used again.' }),
  createdAt: answeredInstant(),
  current: Type.Boolean({ description: 'True for the session that makes this request.' }),
})

/** A member's own sessions: where they are signed in (RULES §5). */
export const sessionRoutes = ({ practices, sessionTimes, now }: SessionDeps) => ({
  list: route(
    {
      id: 'listMySessions',
      tag,
      summary: 'List my sessions',
      description: 'The session used last comes first.',
      answer: shape({ sessions: Type.Array(session) }),
    },
    ({ caller }) => {
      const sessions = browseSessions(practices.of(caller.practiceId), caller.userId, now(), sessionTimes)
      return { sessions: sessions.map((row) => viewSession(row, sessionTimes, row.id === caller.auth.id)) }
    },
  ),

  end: route(
    {
      id: 'endSession',
      tag,
      summary: 'End a session of mine',
      description: 'Only when signed in with a passkey.',
      who: 'signed-in',
      ids,
      answer: deletion,
    },
    async ({ caller, ids }) => {
      await endOwnSession(practices.of(caller.practiceId), caller.userId, ids.sessionId)
      return deleted
    },
  ),

  signOut: route(
    {
      id: 'signOut',
      tag,
      summary: 'Sign out',
      description: 'Ends the session that makes this request.',
      who: 'signed-in',
      answer: shape({ signedOut: Type.Literal(true) }),
    },
    async ({ caller }) => {
      await endOwnSession(practices.of(caller.practiceId), caller.userId, caller.auth.id)
      return { signedOut: true as const }
    },
  ),
})

const viewSession = (row: SessionRow, times: SessionTimes, current: boolean): Static<typeof session> => ({
  id: row.id,
  userAgent: row.userAgent,
  lastSeenAt: formatInstant(row.lastSeenAt),
  expiresAt: formatInstant(sessionExpiry(row, times)),
  createdAt: formatInstant(row.createdAt),
  current,
})
