/** The shape of a member in the answers of several features (RULES §2.4). */
import type { Static } from '@sinclair/typebox'
import { roles } from '../../domain/caller.ts'
import { deskLanguages } from '../../domain/desk-languages.ts'
import { found } from '../../domain/problem.ts'
import { formatInstant } from '../../domain/time.ts'
import {
  answeredFlag,
  answeredId,
  answeredText,
  namedShape,
  nullable,
  ofPractice,
  oneOf,
  timestamps,
  versioned,
} from '../../http/shape.ts'
import { findMember, type MemberRow } from '../../store/access/members.ts'
import type { WriteScope } from '../../store/engine/scope.ts'

/** What the fields of a member mean. */
export const memberMeans = {
  name: 'Name.',
  email: 'E-mail address.',
  role: 'Owners manage members, chairs and settings. Everything else is open to assistants too.',
  active: 'A member who is not active cannot sign in. Their sessions and API tokens end at once.',
  color: 'The colour in the calendar, in any notation. Null without a colour.',
  language: 'The language in which the member works. Null stands for the language of their browser.',
}

export const member = namedShape('Member', 'A person who works at the practice.', {
  id: answeredId('colleague', 'The id of the member.'),
  ...ofPractice,
  name: answeredText(memberMeans.name, 'Dr. Zoé Müller'),
  email: answeredText(memberMeans.email, 'zoe.muller@example.org'),
  role: oneOf(roles, memberMeans.role),
  active: answeredFlag(memberMeans.active, true),
  color: nullable(answeredText(memberMeans.color, '#22c55e')),
  language: nullable(oneOf(deskLanguages, memberMeans.language, 'de')),
  ...timestamps,
  ...versioned,
})

/** Records in the audit trail that a member joined. */
export function recordNewMember(tx: WriteScope, id: string): void {
  tx.record({ kind: 'access', record: { kind: 'member', id }, after: found(findMember(tx, id)) })
}

export const viewMember = (row: MemberRow): Static<typeof member> => ({
  id: row.id,
  practiceId: row.practiceId,
  name: row.name,
  email: row.email,
  role: row.role,
  active: row.active,
  color: row.color,
  language: row.language,
  createdAt: formatInstant(row.createdAt),
  updatedAt: formatInstant(row.updatedAt),
  version: row.version,
})
