import type { Static } from '@sinclair/typebox'
import { formatInstant } from '../../domain/time.ts'
import { findMember } from '../../store/access/members.ts'
import { nameAt, patientsOf, type TrailRow } from '../../store/audit/audit-list.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { findPerson } from '../../store/person/erasure.ts'
import type { auditEvent } from './schema.ts'

/**
 * Returns a function that turns a row of the audit trail into what the API answers. The function looks up each name
 * only once.
 */
export function viewing(scope: Scope): (row: TrailRow) => Static<typeof auditEvent> {
  const memberName = remembered((id) => findMember(scope, id)?.name ?? null)
  const patientName = remembered((id) => {
    const person = findPerson(scope, id)
    return person && { firstName: person.firstName!, lastName: person.lastName! }
  })
  return (row) => ({
    seq: row.seq,
    at: formatInstant(row.at),
    actor: {
      kind: row.actor,
      memberId: row.userId,
      name: row.userId && (nameAt(scope, row.userId, row.seq) ?? memberName(row.userId)),
      role: row.role,
    },
    credential: row.credentialKind && { kind: row.credentialKind, id: row.credentialId },
    address: row.address,
    requestId: row.requestId && `req_${row.requestId}`,
    kind: row.kind,
    action: row.action,
    record: row.recordKind && { kind: row.recordKind, id: row.recordId! },
    patientId: row.patientId,
    patient: patientName(row.patientId),
    patientIds: patientsOf(row),
    times: row.times,
    fields: [...(row.fields ?? [])],
    values:
      row.before === null && row.after === null
        ? null
        : { before: parsed(row.before), after: parsed(row.after) },
    detail: { ...row.detail },
  })
}

const parsed = (json: string | null) => (json === null ? null : (JSON.parse(json) as Record<string, unknown>))

function remembered<T>(find: (id: string) => T | null): (id: string | null) => T | null {
  const found = new Map<string, T | null>()
  return (id) => {
    if (id === null) return null
    if (!found.has(id)) found.set(id, find(id))
    return found.get(id)!
  }
}
