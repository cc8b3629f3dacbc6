import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { lookupId } from '../../domain/id.ts'
import { sessionExpiry } from '../../domain/secrets.ts'
import { formatInstant } from '../../domain/time.ts'
import { answers, deleted } from '../../http/answers.ts'
import { answer, callerOf, signedInOf, signedInOnly } from '../../http/exchange.ts'
import { answeredId, answeredInstant, nullable, pathId, shape } from '../../http/shape.ts'
import type { SessionRow } from '../../store/sessions.ts'
import type { Deps } from '../deps.ts'
import { browseSessions, signOut } from './actions.ts'

const params = shape({ sessionId: pathId('session', 'The session.') })

const session = shape({
  id: answeredId('session'),
  userAgent: nullable(Type.String({ description: 'What the browser calls itself.' })),
  lastSeenAt: answeredInstant({ description: 'To the minute.' }),
  expiresAt: answeredInstant({ description: 'When it ends unless it is used again.' }),
  createdAt: answeredInstant(),
  current: Type.Boolean({ description: 'The one this very request was made in.' }),
})

/** A member's own sessions: where he is signed in. */
export const sessionRoutes = ({ practices, now }: Deps) =>
  new Elysia({ prefix: '/me', tags: ['Account'] })
    .get(
      '/sessions',
      ({ request }) => {
        const { practiceId, userId, auth } = callerOf(request)
        const sessions = browseSessions(practices.of(practiceId), userId, now())
        return answer(request, { sessions: sessions.map((row) => viewSession(row, row.id === auth.id)) })
      },
      {
        response: answers(200, shape({ sessions: Type.Array(session) })),
        detail: { summary: 'List my sessions', description: 'The one used last comes first.' },
      },
    )
    .delete(
      '/sessions/:sessionId',
      async ({ request, params }) => {
        const { practiceId, userId } = signedInOf(request)
        await signOut(practices.of(practiceId), userId, lookupId(params.sessionId))
        return answer(request, { deleted: true as const })
      },
      {
        params,
        transform: signedInOnly,
        response: answers(200, deleted, 'forbidden', 'not_found'),
        detail: { summary: 'End a session of mine', description: 'Only when signed in with a passkey.' },
      },
    )
    .post(
      '/sign-out',
      async ({ request }) => {
        const { practiceId, userId, auth } = signedInOf(request)
        await signOut(practices.of(practiceId), userId, auth.id)
        return answer(request, { signedOut: true as const })
      },
      {
        transform: signedInOnly,
        response: answers(200, shape({ signedOut: Type.Literal(true) }), 'forbidden'),
        detail: { summary: 'Sign out', description: 'Ends the session this request is made in.' },
      },
    )

const viewSession = (row: SessionRow, current: boolean): Static<typeof session> => ({
  id: row.id,
  userAgent: row.userAgent,
  lastSeenAt: formatInstant(row.lastSeenAt),
  expiresAt: formatInstant(sessionExpiry(row)),
  createdAt: formatInstant(row.createdAt),
  current,
})
