import { Type } from '@sinclair/typebox'
import {
  answeredFlag,
  answeredId,
  answeredInstant,
  answeredText,
  listOf,
  namedShape,
  nullable,
} from '../../http/shape.ts'

export const session = namedShape('Session', 'A session: a browser in which a member is signed in.', {
  id: answeredId('session', 'The id of the session.'),
  userAgent: nullable(
    answeredText('The name that the browser sends (`User-Agent`). Null without a name.', 'Mozilla/5.0 …'),
  ),
  lastSeenAt: answeredInstant('When the session was last used, to the minute.'),
  expiresAt: answeredInstant(
    'When the session ends if nobody uses it before. Each use moves this time.',
    '2030-03-26T20:00:00.000Z',
  ),
  createdAt: answeredInstant('When the member signed in.'),
  current: answeredFlag('True for the session that sends this request.', true),
})

export const sessionList = namedShape('SessionList', "The caller's own sessions.", {
  sessions: listOf(session, 'The sessions. The session that was used last is first.'),
})

export const signedOut = namedShape('SignedOut', 'The session is over.', {
  signedOut: Type.Literal(true, { description: 'Always true.' }),
})
