/** What clients learn of records that changed (RULES §28). */

/** The kinds of records in the list of changes. A client can read each of them through the API. */
export const changeKinds = [
  'patient',
  'note',
  'appointment',
  'cancellation',
  'tag',
  'chair',
  'practice',
  'member',
  'progress',
  'closure',
  'waiting',
  'inboxMark',
  'archive',
  'reminderSettings',
] as const
export type ChangeKind = (typeof changeKinds)[number]

/** One record that a write touched. It holds no name and no text. */
export interface RecordChange {
  readonly kind: ChangeKind
  readonly id: string
  /** The version that the record has after the write; null where it has none, or is gone, or where it is not known. */
  readonly version: number | null
  /** Whether the record is no longer found. */
  readonly gone: boolean
  /** The patient to whom a note belongs, because a note is read through its patient. Null for every other kind. */
  readonly patientId: string | null
}

/** How long changes are kept, in milliseconds: 30 days. */
export const keepChangesMs = 30 * 86_400_000
