/** The audit trail of a clinic, as a test reads it. */
import { Database } from 'bun:sqlite'
import {
  actorCodes,
  auditKindCodes,
  type Codes,
  credentialCodes,
  namesOf,
  recordCodes,
} from '../../db/codes.ts'
import { idOf } from '../../db/stored-id.ts'
import type { Service } from './clinic.ts'

type Stored = Record<string, number | string | Uint8Array | null>

export interface AuditRow {
  /** The key of the practice in the file; 0 for the installation. */
  readonly trail: number
  readonly seq: number
  readonly actor: string
  readonly userId: string | null
  readonly credential: string | null
  readonly address: string | null
  readonly requestId: string | null
  readonly kind: string
  readonly action: string
  readonly recordKind: string | null
  readonly recordId: string | null
  /** The ids of all patients whom the row concerns. */
  readonly patients: readonly string[]
  readonly times: number
  readonly fields: readonly string[] | null
  readonly detail: Readonly<Record<string, unknown>> | null
}

/** Every row of every trail, after the waiting rows were written. */
export async function auditRows(c: Pick<Service, 'path' | 'store'>): Promise<AuditRow[]> {
  c.store.refusals.endMinute()
  await c.store.reads.flush()
  return rowsOf(c.path)
}

/** Every row of every trail in a file. */
export function rowsOf(path: string): AuditRow[] {
  const database = new Database(path, { readonly: true })
  try {
    return database
      .query<Stored, []>('select * from audit order by practice_key, seq')
      .all()
      .map((row) => ({
        trail: row.practice_key as number,
        seq: row.seq as number,
        actor: name(actorCodes, row.actor)!,
        userId: id(row.user_id),
        credential: name(credentialCodes, row.credential_kind),
        address: row.address as string | null,
        requestId: id(row.request_id),
        kind: name(auditKindCodes, row.kind)!,
        action: row.action as string,
        recordKind: name(recordCodes, row.record_kind),
        recordId: id(row.record_id),
        patients: [...ids(row.patient_id), ...ids(row.patients)],
        times: row.times as number,
        fields: parsed(row.fields) as string[] | null,
        detail: parsed(row.detail) as Record<string, unknown> | null,
      }))
  } finally {
    database.close()
  }
}

const name = <N extends string>(codes: Codes<N>, code: Stored[string] | undefined): N | null =>
  code === null || code === undefined ? null : namesOf(codes)[code as number]!

const id = (value: Stored[string] | undefined): string | null =>
  value === null || value === undefined ? null : idOf(value as never)

function ids(value: Stored[string] | undefined): string[] {
  if (!(value instanceof Uint8Array)) return value ? [value as string] : []
  return Array.from({ length: value.length / 16 }, (_, i) =>
    idOf(value.subarray(16 * i, 16 * i + 16) as never),
  )
}

const parsed = (text: Stored[string] | undefined): unknown => (text ? JSON.parse(text as string) : null)

/** A row in a few words: its kind, the kind of its record, and whether it concerns patients. */
export const inShort = ({ kind, recordKind, patients }: AuditRow): string =>
  [kind, recordKind, patients.length > 0 ? 'of a patient' : null].filter(Boolean).join(' ')
