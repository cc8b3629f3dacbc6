/** The parts of the API's answers about the audit trail, the archive and a person's rights. Instants are ISO 8601. */

export interface PatientName {
  readonly firstName: string
  readonly lastName: string
}

export interface FoundPatient extends PatientName {
  readonly id: string
  readonly dob: string | null
}

/** One row of the audit trail. */
export interface AuditEvent {
  readonly seq: number
  readonly at: string
  readonly actor: { readonly kind: string; readonly name: string | null; readonly role: string | null }
  readonly credential: { readonly kind: string } | null
  readonly address: string | null
  readonly requestId: string | null
  readonly kind: string
  readonly action: string
  readonly record: { readonly kind: string; readonly id: string } | null
  readonly patientId: string | null
  /** Null when nothing of the patient is kept any more, and where the act concerns none. */
  readonly patient: PatientName | null
  readonly patientIds: readonly string[]
  readonly times: number
  readonly fields: readonly string[]
  readonly values: { readonly before: Values | null; readonly after: Values | null } | null
  readonly detail: Values
}

export type Values = Readonly<Record<string, unknown>>

export interface AuditPage {
  readonly events: readonly AuditEvent[]
  readonly next: string | null
}

export type ArchiveKind =
  | 'patient'
  | 'note'
  | 'appointment'
  | 'tag'
  | 'tagLink'
  | 'chair'
  | 'closure'
  | 'waiting'
  | 'merge'

/** Something that was deleted and can be brought back. */
export interface ArchiveItem {
  readonly id: string
  readonly kind: ArchiveKind
  readonly recordId: string
  /** By what a person recognizes the record. */
  readonly label: string
  /** Of a patient; null for other kinds, and when not known. */
  readonly dob: string | null
  readonly deletedAt: string
  readonly deletedBy: { readonly name: string } | null
  readonly keepUntil: string
}

export interface ArchivePage {
  readonly items: readonly ArchiveItem[]
  readonly next: string | null
}
