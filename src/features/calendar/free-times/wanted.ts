import { invalid } from '../../../domain/problem.ts'
import { doersOf } from '../../../domain/type-lanes.ts'
import { listMembers } from '../../../store/access/members.ts'
import type { Scope } from '../../../store/engine/scope.ts'
import { findAppointmentType } from '../../../store/practice/appointment-types.ts'

/**
 * A kind of appointment that is looked for, and the members who can do it.
 * @throws `validation_failed` when the practice offers no such type.
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
