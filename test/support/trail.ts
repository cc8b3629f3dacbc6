/** Puts rows into the audit trail of a practice, as the acts of many days would. */
import { Database, type SQLQueryBindings } from 'bun:sqlite'
import { actorCodes, auditKindCodes, credentialCodes, recordCodes, roleCodes } from '../../db/codes.ts'
import { storedId } from '../../db/stored-id.ts'
import type { ActorKind } from '../../src/domain/act.ts'
import type { AuditEntry } from '../../src/domain/audit.ts'
import { type Clinic, monday } from './clinic.ts'

export interface Done extends AuditEntry {
  readonly action: string
  readonly actor?: ActorKind
  readonly userId?: string
  /** Epoch milliseconds; the Monday when left out. */
  readonly at?: number
}

/** Adds a row for each of these acts to the trail of the owner's practice. Answers the number of the last row. */
export function addToTrail(c: Clinic, acts: readonly Done[], practiceId = c.owner.practiceId): number {
  const database = new Database(c.path)
  const one = <T>(sql: string, ...params: SQLQueryBindings[]) =>
    database.query<T, SQLQueryBindings[]>(sql).get(...params)!
  const { key } = one<{ key: number }>('SELECT key FROM practices WHERE id = ?', storedId(practiceId))
  let { seq } = one<{ seq: number }>(
    'SELECT coalesce(max(seq), 0) AS seq FROM audit WHERE practice_key = ?',
    key,
  )
  database.transaction(() => {
    for (const act of acts) addRow(database, key, ++seq, act)
  })()
  database.close()
  return seq
}

function addRow(database: Database, key: number, seq: number, act: Done): void {
  const { action, kind, at = monday, userId, actor = userId === undefined ? 'service' : 'member' } = act
  const { record, patientId = null, patients = [], times = 1, before = null, after = null, detail } = act
  const fields = Object.keys({ ...before, ...after })
  const row: Record<string, SQLQueryBindings> = {
    practice_key: key,
    seq,
    at,
    actor: actorCodes[actor],
    user_id: userId === undefined ? null : storedId(userId),
    role: userId === undefined ? null : roleCodes.owner,
    credential_kind: userId === undefined ? null : credentialCodes.session,
    address: userId === undefined ? null : '192.0.2.7',
    request_id: userId === undefined ? null : storedId('01970000-0000-4000-8000-00000000000f'),
    kind: auditKindCodes[kind],
    action,
    record_kind: record ? recordCodes[record.kind] : null,
    record_id: record ? storedId(record.id) : null,
    patient_id: patientId === null ? null : storedId(patientId),
    patients: patients.length > 0 ? Buffer.concat(patients.map((id) => storedId(id) as Uint8Array)) : null,
    times,
    fields: fields.length > 0 ? JSON.stringify(fields) : null,
    detail: detail ? JSON.stringify(detail) : null,
    digest: fields.length > 0 ? Buffer.alloc(16) : null,
    mac: Buffer.alloc(16),
  }
  insert(database, 'audit', row)
  for (const patient of new Set([...patients, ...(patientId === null ? [] : [patientId])]))
    insert(database, 'audit_patients', { practice_key: key, patient_id: storedId(patient), seq })
  if (fields.length === 0) return
  const json = (value: object | null) => value && JSON.stringify(value)
  insert(database, 'audit_values', {
    practice_key: key,
    seq,
    salt: Buffer.alloc(16),
    before: json(before),
    after: json(after),
  })
}

function insert(database: Database, table: string, row: Record<string, SQLQueryBindings>): void {
  const names = Object.keys(row)
  database
    .query(`INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`)
    .run(...Object.values(row))
}

/** Erases the values of a row, as an erasure of the person does. */
export function eraseValues(c: Clinic, seq: number): void {
  const database = new Database(c.path)
  database.run('DELETE FROM audit_values WHERE seq = ?', [seq])
  database.close()
}
