/** A member as several features answer it (RULES §2.4). */
import { type Static, Type } from '@sinclair/typebox'
import { formatInstant } from '../../domain/time.ts'
import { answeredId, answeredInstant, oneOf, shape } from '../../http/shape.ts'
import type { MemberRow } from '../../store/members.ts'

export const member = shape({
  id: answeredId('member'),
  practiceId: answeredId('practice'),
  name: Type.String({ examples: ['Dr. Zoé Müller'] }),
  email: Type.String({ examples: ['zoe.muller@example.org'] }),
  role: oneOf(['owner', 'assistant']),
  active: Type.Boolean(),
  createdAt: answeredInstant(),
  updatedAt: answeredInstant(),
})

export const viewMember = (row: MemberRow): Static<typeof member> => ({
  id: row.id,
  practiceId: row.practiceId,
  name: row.name,
  email: row.email,
  role: row.role,
  active: row.active,
  createdAt: formatInstant(row.createdAt),
  updatedAt: formatInstant(row.updatedAt),
})
