import { amended } from '../../domain/changes.ts'
import { found } from '../../domain/problem.ts'
import { formatInstant } from '../../domain/time.ts'
import { requireMatch } from '../../domain/version.ts'
import type { Identity } from '../../store/access/identity.ts'
import { findMember, updateMember } from '../../store/access/members.ts'
import type { Practice } from '../../store/store.ts'
import type { Deps } from '../shared/deps.ts'
import { member, viewMember } from '../shared/member.ts'
import { viewPack, viewPractice } from '../shared/practice-view.ts'
import { readPractice } from './actions.ts'
import { type Me, me, type UpdateMe, updateMeBody } from './schema.ts'

/** What the routes for the caller's own record receive. */
export interface MeDeps extends Deps {
  readonly identity: Pick<Identity, 'memberMemory'>
}

/** The route that answers who the caller is, and which statuses a patient can have (RULES §4.5). */
export const readMe = ({ route, identity }: MeDeps) => {
  const remembered = identity.memberMemory<Omit<Me, 'auth'>>()
  return route(
    {
      id: 'getMe',
      summary: 'Who am I',
      description:
        'Returns the member, the practice, the pack with its statuses, and how the caller is signed in.',
      answer: me,
    },
    ({ practice, caller: { practiceId, userId, auth } }) => {
      const told = remembered.get(practiceId, userId, () => {
        const current = readPractice(practice)
        return {
          user: viewMember(found(findMember(practice.read, userId))),
          practice: viewPractice(current),
          pack: viewPack(current.pack),
        }
      })
      return {
        ...told,
        auth: { kind: auth.kind, expiresAt: formatInstant(auth.expiresAt), scopes: [...auth.scopes] },
      }
    },
  )
}

/** The route by which a member changes the only field of their own record that they may change: their language. */
export const updateMe = ({ route, now }: Deps) =>
  route(
    {
      id: 'updateMe',
      summary: 'Change my language',
      description:
        'For a member who is signed in with a passkey. Null means the language of the browser. Only owners change the other fields of a member.',
      who: 'signed-in',
      body: updateMeBody,
      answer: member,
      conditional: true,
    },
    ({ practice, caller, body }) => editMe(practice, caller.userId, body, now()),
    viewMember,
  )

/** Changes the caller's own record by the rules of PATCH (RULES §1). `now` is in epoch milliseconds. */
const editMe = (practice: Practice, userId: string, body: UpdateMe, now: number) =>
  practice.write((tx) => {
    const before = requireMatch(tx, findMember(tx, userId))
    return amended(before, body, now, (changes) => {
      updateMember(tx, userId, changes)
      const record = { kind: 'member', id: userId } as const
      tx.record({ kind: 'access', record, before, after: { ...before, ...changes } })
    })
  })
