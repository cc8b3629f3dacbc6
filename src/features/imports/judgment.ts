/** Decides what would become of a row, before anything is written. */
import type { ImportField } from '../../domain/import/fields.ts'
import type { RowOutcome, RowReason } from '../../domain/import/kinds.ts'
import { Problem } from '../../domain/problem.ts'
import type { Scope, WriteScope } from '../../store/engine/scope.ts'
import { type Draft, RowRefused } from './draft.ts'

type PlannedOutcome = Extract<
  RowOutcome,
  'create' | 'update' | 'unchanged' | 'duplicate' | 'overlap' | 'refused' | 'skipped'
>

/** What would become of a row. */
export interface Judgment<B = unknown> {
  readonly outcome: PlannedOutcome
  readonly reason: RowReason | null
  readonly field: ImportField | null
  /** The id of the existing record: of an update, of an unchanged row, or of a likely duplicate. */
  readonly recordId: string | null
  readonly sameAsLine: number | null
  /** The id of the row in the program that wrote the file. */
  readonly externalId: string | null
  /** An id that is made from the texts of the row, for a row without an id. */
  readonly madeId: string | null
  /** Whether this id is not stored yet. */
  readonly isNew: boolean
  /** The record that the row is about; null for a row that is refused. */
  readonly body: B | null
}

/** What was written for a row. */
export interface WrittenRow {
  readonly recordId: string
  readonly recordVersion: number
  /** The fields that changed and the `version` of the record, as they were before; null for a new record. */
  readonly before: Record<string, unknown> | null
}

/** One kind of import: how its rows are judged, written, and taken back. */
export interface Kind<B = unknown> {
  judge(scope: Scope, draft: Draft): Judgment<B>
  /** The texts and times by which `seen.ts` finds an earlier row with the same person or the same time. */
  traces(scope: Scope, judgment: Judgment<B>): Traces
  create(tx: WriteScope, body: B, now: number): WrittenRow
  /** Returns null when nothing changes. */
  update(tx: WriteScope, recordId: string, body: B, now: number): WrittenRow | null
  /** Whether the record exists, and whether somebody has changed it since this version. */
  stateOf(scope: Scope, recordId: string, version: number): 'untouched' | 'touched' | 'has_records' | 'gone'
  drop(tx: WriteScope, recordId: string, now: number): void
  /** Gives fields their earlier values. Returns the version of the record after that. */
  putBack(tx: WriteScope, recordId: string, before: Record<string, unknown>, now: number): number
}

/** What two rows of a file must not have in common. */
export interface Traces {
  /** Texts that two rows about one person share, and the reason for which they count as the same. */
  readonly person: readonly { readonly key: string; readonly reason: 'same_name_and_dob' | 'same_contact' }[]
  /** Lanes, such as a chair, and the time in which the row needs them. */
  readonly lanes: readonly {
    readonly lane: string
    readonly reason: RowReason
    readonly startAt: number
    readonly endAt: number
  }[]
}

export const judged = <B>(
  outcome: PlannedOutcome,
  body: B | null,
  more: Partial<Omit<Judgment<B>, 'outcome' | 'body'>>,
): Judgment<B> => ({
  outcome,
  body,
  reason: null,
  field: null,
  recordId: null,
  sameAsLine: null,
  externalId: null,
  madeId: null,
  isNew: true,
  ...more,
})

/** Judges a row by `judge`. A row that `judge` refuses gets the outcome `refused` or `skipped`. */
export function judgedOrRefused<B>(judge: () => Judgment<B>): Judgment<B> {
  try {
    return judge()
  } catch (error) {
    if (error instanceof RowRefused) {
      const outcome = error.reason === 'cancelled' ? 'skipped' : 'refused'
      return judged<B>(outcome, null, { reason: error.reason, field: error.field })
    }
    throw error
  }
}

export const noTraces: Traces = { person: [], lanes: [] }

/**
 * Reads a body by a schema of the API. `fieldOf` returns the field of the file for a path of the body.
 * @throws RowRefused.
 */
export function readBody<B>(
  read: (value: unknown) => B,
  value: Record<string, unknown>,
  fieldOf: (path: string) => ImportField,
): B {
  const given = Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined))
  try {
    return read(given)
  } catch (error) {
    if (error instanceof Problem && error.code === 'validation_failed')
      throw new RowRefused('invalid_value', fieldOf(error.details![0]!.path))
    throw error
  }
}

/** The longest id of another program. */
const longestExternalId = 200

/** Reads the id of the row in the program that wrote the file. @throws RowRefused for a text that cannot be stored. */
export function externalIdOf(draft: Draft, field: ImportField = 'externalId'): string | null {
  const id = draft.text(field) ?? null
  if (id !== null && (id.length > longestExternalId || !id.isWellFormed() || id.includes('\0')))
    throw new RowRefused('invalid_value', field)
  return id
}
