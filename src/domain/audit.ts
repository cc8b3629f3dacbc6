/** The contents of the audit trail's row about an act (RULES §14). */

/**
 * The kind of act that a row is about.
 * - `write`: a record was made, changed, deleted or brought back.
 * - `read`: records of patients were shown.
 * - `access`: somebody signed in, or access was given or taken away: sign-ins, sessions, passkeys, tokens, links,
 *   members.
 * - `refusal`: an act was refused.
 * - `message`: the outcome of a message to a patient.
 * - `settings`: the practice's settings were changed.
 * - `export`: records were exported from the service, or imported into it.
 * - `erasure`: a person was erased.
 */
export const auditKinds = [
  'write',
  'read',
  'access',
  'refusal',
  'message',
  'settings',
  'export',
  'erasure',
] as const
export type AuditKind = (typeof auditKinds)[number]

/** The kinds of records that an act can concern. */
export type RecordKind =
  | 'patient'
  | 'note'
  | 'appointment'
  | 'tag'
  | 'chair'
  | 'practice'
  | 'member'
  | 'passkey'
  | 'session'
  | 'token'
  | 'link'
  | 'reminder'
  | 'archive'
  | 'reminderSettings'
  | 'signingKey'
  | 'trail'
  | 'progress'
  | 'closure'
  | 'absence'
  | 'waiting'
  | 'inboxMark'
  | 'appointmentType'
  | 'webhook'
  | 'calendarFeed'
  | 'recall'
  | 'inboxCall'
  | 'dayNote'
  | 'import'

/** One row of the trail, without its number, its act and its time. */
export interface AuditEntry {
  readonly kind: AuditKind
  readonly record?: { readonly kind: RecordKind; readonly id: string }
  /** The patient of the act. */
  readonly patientId?: string | null
  /** The patients in a list that was shown. */
  readonly patients?: readonly string[]
  /** How many equal acts the row counts. 1 when left out. */
  readonly times?: number
  /** The record before the act; left out or null for a new record. Only the fields that differ are kept. */
  readonly before?: object | null
  /** The record after the act; left out or null for a deleted record. */
  readonly after?: object | null
  /** Further facts about the act. The facts may not be about a person: no name, no text, no search term. */
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>
}

/** The part of an entry that names a patient's own record. */
export const ofPatient = (id: string) => ({ record: { kind: 'patient', id }, patientId: id }) as const

/**
 * The part of an audit entry about the change of a note or of a calendar entry. When the act moves the record from one
 * patient to another, the audit entry names both patients.
 */
export function ofRecord<R extends { readonly id: string; readonly patientId: string | null }>(
  kind: RecordKind,
  before: R | null,
  after: R | null,
) {
  const [from, to] = [before?.patientId ?? null, after?.patientId ?? null]
  return {
    record: { kind, id: (after ?? before)!.id },
    patientId: to ?? from,
    ...(from !== null && to !== null && from !== to && { patients: [from] }),
    before,
    after,
  } as const
}

/**
 * Writes into the audit trail what a PATCH did to a record. A PATCH that changed nothing returns the record as it was
 * (`after` is `before`). If the record belongs to a patient, this is noted as a read of the patient. Otherwise nothing
 * is noted.
 */
export function recordEdit<R extends { readonly id: string; readonly patientId: string | null }>(
  tx: { record(entry: AuditEntry): void },
  kind: RecordKind,
  before: R,
  after: R,
): void {
  if (after !== before) tx.record({ kind: 'write', ...ofRecord(kind, before, after) })
  else if (after.patientId !== null) tx.record({ kind: 'read', ...ofRecord(kind, before, after) })
}

/** A sight: the patients and the record that an answer shows to a caller. */
export interface Sight {
  /** The ids of the patients. */
  readonly patients: readonly string[]
  /**
   * Given for a list that pages ask for again and again, such as the calendar. For each patient in the list, the
   * trail notes at most once an hour that a credential has seen them.
   */
  readonly often?: true
  /** The record that was shown, when it is not the patient's own record. */
  readonly record?: { readonly kind: RecordKind; readonly id: string }
  /** How the patients were found: the names of the filters and the number of results. Never the search text. */
  readonly detail?: AuditEntry['detail'] & object
}
