/** The data that clients get about records that changed (RULES §28). */

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
  'absence',
  'waiting',
  'inboxMark',
  'archive',
  'appointmentType',
  'recall',
  'inboxCall',
  'dayNote',
] as const
export type ChangeKind = (typeof changeKinds)[number]

/** One record that a write changed. The change contains no name and no text. */
export interface RecordChange {
  /** The number of this change among the changes of the practice. */
  readonly seq: number
  /** When the change was written, in epoch milliseconds. */
  readonly at: number
  readonly kind: ChangeKind
  readonly id: string
  /** The version of the record after the write; null when the record has no version, or is gone. */
  readonly version: number | null
  /** Whether the record was no longer found after the write. */
  readonly gone: boolean
  /** The patient of a note, because a note is read through its patient. Null for every other kind of record. */
  readonly patientId: string | null
  /** The member who made the change. Null for a patient, a command and the service itself. */
  readonly byMember: string | null
}

/** A position in the list of changes of a practice. After a restore of the database, cursors have another epoch. */
export interface Cursor {
  readonly epoch: number
  readonly seq: number
}

/** The form of a cursor as a pattern for the schema of the API. `readCursor` checks and reads a cursor. */
export const cursorPattern = '^[0-9a-z]{1,11}\\.[0-9]{1,15}$'
const pattern = new RegExp(cursorPattern)

/** The text of a cursor, such as `1jz8w0c3k2.1042`. */
export const formatCursor = ({ epoch, seq }: Cursor): string => `${epoch.toString(36)}.${seq}`

/** The cursor that a text stands for; undefined for any other text. */
export function readCursor(text: string): Cursor | undefined {
  if (!pattern.test(text)) return undefined
  const [epoch, seq] = text.split('.') as [string, string]
  return { epoch: Number.parseInt(epoch, 36), seq: Number(seq) }
}

/** How long changes are kept, in milliseconds: 30 days. */
export const keepChangesMs = 30 * 86_400_000

/** The most changes in one answer, and the number of changes when the request names no limit. */
export const mostChanges = 1_000
export const usualChanges = 200
