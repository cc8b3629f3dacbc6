import { found } from '../../domain/problem.ts'
import { formatInstant } from '../../domain/time.ts'
import { route } from '../../http/route.ts'
import { findMember } from '../../store/members.ts'
import type { Deps } from '../shared/deps.ts'
import { viewMember } from '../shared/member.ts'
import { viewPack, viewPractice } from '../shared/practice-view.ts'
import { readPractice } from './actions.ts'
import { me } from './schema.ts'

/** Who the caller is, and where clients read the statuses that a patient can have (RULES §4.5). */
export const readMe = ({ practices }: Deps) =>
  route(
    {
      id: 'getMe',
      tag: 'Practice',
      summary: 'Who am I',
      description: 'The member, the practice, the pack with its statuses, and how the caller is signed in.',
      answer: me,
    },
    ({ caller: { practiceId, userId, auth } }) => {
      const own = practices.of(practiceId)
      const current = readPractice(own)
      return {
        user: viewMember(found(findMember(own.read, userId))),
        practice: viewPractice(current),
        pack: viewPack(current.pack),
        auth: { kind: auth.kind, expiresAt: formatInstant(auth.expiresAt), scopes: [...auth.scopes] },
      }
    },
  )
