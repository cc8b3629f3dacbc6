import { invalid } from '../../../domain/problem.ts'
import { doersOf } from '../../../domain/type-lanes.ts'
import { listMembers } from '../../../store/access/members.ts'
import type { Scope } from '../../../store/engine/scope.ts'
import { findAppointmentType } from '../../../store/practice/appointment-types.ts'

/**
 * The kind of appointment for which a time is searched, and the members who treat it.
 * @throws `validation_failed` when the practice does not offer the type.
 */
export function wantedType(scope: Scope, typeId: string) {
  const type = findAppointmentType(scope, typeId)
  if (type === null || type.archived || !type.active)
    throw invalid([
      { path: 'appointmentTypeId', message: 'must be an active appointment type of the practice' },
    ])
  const active = new Set(listMembers(scope).flatMap((member) => (member.active ? [member.id] : [])))
  return { type, doers: doersOf(type, (id) => active.has(id)) }
}
