import { Elysia } from 'elysia'
import { found } from '../../domain/problem.ts'
import { formatInstant } from '../../domain/time.ts'
import { answers } from '../../http/answers.ts'
import { answer, callerOf } from '../../http/exchange.ts'
import { answeredInstant, oneOf, shape } from '../../http/shape.ts'
import { findMember } from '../../store/members.ts'
import type { Deps } from '../shared/deps.ts'
import { member, viewMember } from '../shared/member.ts'
import { pack, practice } from '../shared/practice-schema.ts'
import { viewPack, viewPractice } from '../shared/practice-view.ts'
import { readPractice } from './actions.ts'

const me = shape({
  user: member,
  practice,
  pack,
  auth: shape({ kind: oneOf(['session', 'token']), expiresAt: answeredInstant() }),
})

/** Contract §4.5: who the caller is, and where clients read the statuses a patient can have. */
export const meRoutes = ({ practices }: Deps) =>
  new Elysia({ prefix: '/me', tags: ['Practice'] }).get(
    '',
    ({ request }) => {
      const { practiceId, userId, auth } = callerOf(request)
      const own = practices.of(practiceId)
      const current = readPractice(own)
      return answer(request, {
        user: viewMember(found(findMember(own.read, userId))),
        practice: viewPractice(current),
        pack: viewPack(current.pack),
        auth: { kind: auth.kind, expiresAt: formatInstant(auth.expiresAt) },
      })
    },
    {
      response: answers(200, me),
      detail: {
        summary: 'Who am I',
        description: 'The member, the practice, the pack with its statuses, and how the caller is signed in.',
      },
    },
  )
