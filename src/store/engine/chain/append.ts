import { segmentIn } from '../../../../db/audit-segment.ts'
import {
  actorCodes,
  auditKindCodes,
  codeOf,
  credentialCodes,
  recordCodes,
  roleCodes,
} from '../../../../db/codes.ts'
import { isStoredUuid, type StoredId, storedId } from '../../../../db/stored-id.ts'
import type { Act } from '../../../domain/act.ts'
import type { AuditEntry } from '../../../domain/audit.ts'
import type { Connection, WriteConnection } from '../connection.ts'
import { unscoped } from '../unscoped.ts'
import type { Value } from './canonical.ts'
import { digestOf, type Head } from './chain.ts'
import { changed } from './changed.ts'
import { startOf } from './closings.ts'

/** The most patients that one row about a list names. A list with more patients takes several rows. */
export const mostPatients = 200

/** The number of the installation's own trail. Its rows concern no practice, or unknown callers. */
export const installationTrail = 0

/**
 * Appends rows to the trail of a practice, or of the installation (null). It must run inside a write transaction, so
 * that a write that is rolled back leaves no row. `at` is the time that the rows get, in epoch milliseconds.
 *
 * Another process may remove a practice while a row about it waits to be written. Then nothing is appended. The
 * practice's archive and the note about its removal both state where the trail ends. A new row would make both of them
 * wrong.
 */
export function appendAudit(
  connection: WriteConnection,
  practiceId: string | null,
  act: Act,
  entries: readonly AuditEntry[],
  at: number,
): void {
  const trail = practiceId === null ? installationTrail : connection.practices.keyOf(practiceId)
  // The newest row is read each time. A savepoint that is rolled back removes its rows, so a remembered row would be
  // wrong.
  const newest = newestToAppend.get(connection, trail)
  if (newest?.leaving === 1) return
  // The trail of a removed practice has no rows. So only for a trail without rows, the practice is looked for.
  if (newest === null && trail !== installationTrail && isThere.get(connection, trail) === null) return
  let { seq, mac } = newest ?? startOf(connection, trail)
  for (const entry of entries.flatMap(inRows)) {
    seq++
    const made = valuesOf(entry)
    const row = [trail, seq, at, ...columnsOf(act, entry, made)]
    mac = connection.trail.key.ofRow(mac, row)
    insertRow.run(connection, ...row, mac)
    if (made?.digest) insertValues.run(connection, trail, seq, made.salt, made.before, made.after)
    for (const patient of patientsOf(entry)) insertPatient.run(connection, trail, storedId(patient), seq)
  }
}

/**
 * Appends rows that another cell wrote while the practice was moving here. They are about records that were shown there
 * until the practice left. `rows` have the columns from `seq` to `mac`. Each row gets a new number and mac of this
 * trail. It must run inside a write transaction.
 */
export function appendMoved(
  connection: WriteConnection,
  trail: number,
  rows: readonly (readonly Value[])[],
): void {
  let { seq, mac } = headOf(connection, trail)
  for (const moved of rows) {
    seq++
    const row = [trail, seq, ...moved.slice(1, -1)]
    mac = connection.trail.key.ofRow(mac, row)
    insertRow.run(connection, ...row, mac)
    const [patient, several] = [row[14], row[15]]
    const all = several instanceof Uint8Array ? Array.from({ length: several.length / 16 }, (_, i) => i) : []
    const named = all.map((i) => (several as Uint8Array).slice(16 * i, 16 * i + 16))
    for (const one of patient === null ? named : [patient!, ...named])
      insertPatientOnce.run(connection, trail, one as StoredId, seq)
  }
}

/**
 * The number and the mac of a trail's newest row. When no row is left, the newest closing (a signed summary) gives
 * them.
 */
export function headOf(connection: Connection, trail: number): Head {
  return newestRow.get(connection, trail) ?? startOf(connection, trail)
}

/** Splits an entry that names more patients than a row can. A patient's id that is no UUID gets a row of its own. */
function inRows(entry: AuditEntry): AuditEntry[] {
  const { patients } = entry
  if (patients === undefined) return [entry]
  const { patients: _, ...rest } = entry
  const odd = patients.filter((id) => !isStoredUuid(storedId(id)))
  const even = odd.length === 0 ? patients : patients.filter((id) => !odd.includes(id))
  const rows: AuditEntry[] = odd.map((patientId) => ({ ...rest, patientId }))
  for (let i = 0; i < even.length; i += mostPatients)
    rows.push({ ...rest, patients: even.slice(i, i + mostPatients) })
  return rows.length === 0 ? [rest] : rows
}

function patientsOf({ patientId, patients }: AuditEntry): Iterable<string> {
  // An id from an old import may be empty.
  const own = patientId == null ? [] : [patientId]
  return patients === undefined ? own : new Set([...own, ...patients])
}

interface Values {
  readonly fields: string
  readonly salt: Uint8Array
  readonly before: string
  readonly after: string
  /** Null when no field differs. Then no values are kept. */
  readonly digest: Uint8Array | null
}

function valuesOf(entry: AuditEntry): Values | null {
  const differing = changed(entry)
  if (differing === null) return null
  const [before, after] = [JSON.stringify(differing.before), JSON.stringify(differing.after)]
  const salt = crypto.getRandomValues(new Uint8Array(16))
  return {
    fields: JSON.stringify(differing.fields),
    salt,
    before,
    after,
    digest: differing.fields.length === 0 ? null : digestOf(salt, before, after),
  }
}

/** The columns from `actor` to `digest`, in the order of the table. */
function columnsOf(
  { actor, action, requestId, address }: Act,
  entry: AuditEntry,
  made: Values | null,
): Value[] {
  return [
    codeOf(actorCodes, actor.kind),
    idOrNull(actor.userId),
    actor.role === null ? null : codeOf(roleCodes, actor.role),
    actor.credential === null ? null : codeOf(credentialCodes, actor.credential.kind),
    idOrNull(actor.credential?.id),
    address,
    requestId === null ? null : storedId(requestId.replace(/^req_/, '')),
    codeOf(auditKindCodes, entry.kind),
    action,
    entry.record === undefined ? null : codeOf(recordCodes, entry.record.kind),
    idOrNull(entry.record?.id),
    idOrNull(entry.patientId),
    entry.patients === undefined
      ? null
      : Buffer.concat(entry.patients.map((id) => storedId(id) as Uint8Array)),
    entry.times ?? 1,
    made?.fields ?? null,
    entry.detail === undefined ? null : JSON.stringify(entry.detail),
    made?.digest ?? null,
  ]
}

const idOrNull = (id: string | null | undefined): StoredId | null =>
  id === null || id === undefined ? null : storedId(id)

/** The keys of the practices that are being removed. */
const leaving = 'select practice_key from moving_practices where archive is null'

const isThere = unscoped<[key: number], unknown>(
  `select 1 from practices where key = ?1 and key not in (${leaving})`,
)

/** The newest row. `leaving` is 1 while the practice is being removed. Each write reads both, in one statement. */
const newestToAppend = unscoped<[trail: number], Head & { leaving: 0 | 1 }>(
  `select seq, mac, practice_key in (${leaving}) as leaving
   from audit where practice_key = ?1 order by seq desc limit 1`,
)

const newestRow = unscoped<[trail: number], Head>(
  'select seq, mac from audit where practice_key = ?1 order by seq desc limit 1',
)

const insertRow = unscoped<Value[]>(`
  insert into audit (
    practice_key, seq, at, actor, user_id, role, credential_kind, credential_id, address, request_id, kind, action,
    record_kind, record_id, patient_id, patients, times, fields, detail, digest, mac)
  values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)`)

const insertValues = unscoped<[trail: number, seq: number, salt: Uint8Array, before: string, after: string]>(
  'insert into audit_values (practice_key, seq, salt, before, after) values (?1, ?2, ?3, ?4, ?5)',
)

const insertPatient = unscoped<[trail: number, patient: StoredId, seq: number]>(`
  insert into audit_patients (practice_key, segment, patient_id, seq) values (?1, ${segmentIn('?3')}, ?2, ?3)`)

const insertPatientOnce = unscoped<[trail: number, patient: StoredId, seq: number]>(`
  insert into audit_patients (practice_key, segment, patient_id, seq) values (?1, ${segmentIn('?3')}, ?2, ?3)
  on conflict do nothing`)
