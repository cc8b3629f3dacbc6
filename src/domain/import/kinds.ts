/** What an import brings in, how far it is, and what becomes of each row (RULES §35). */

export const importKinds = ['patients', 'appointments', 'notes'] as const
export type ImportKind = (typeof importKinds)[number]

/**
 * How far an import is.
 * - `reading`: the service looks through the file.
 * - `ready`: it waits for its mapping and for the dry run.
 * - `checking`: the dry run goes through the rows.
 * - `checked`: the dry run is through. The import can be committed.
 * - `committing`: the rows come in.
 * - `committed`: all rows are through.
 * - `undoing`: the rows leave again.
 * - `undone`: all rows were looked at again.
 * - `unreadable`: the file cannot be read as a table.
 * - `expired`: the file was removed before the rows came in.
 */
export const importStates = [
  'reading',
  'ready',
  'checking',
  'checked',
  'committing',
  'committed',
  'undoing',
  'undone',
  'unreadable',
  'expired',
] as const
export type ImportState = (typeof importStates)[number]

/** States in which the service works through the file or the rows. */
export const atWork: readonly ImportState[] = ['reading', 'checking', 'committing', 'undoing']
/** States in which the file waits to come in, or comes in. */
export const open: readonly ImportState[] = [...atWork, 'ready', 'checked']
/** States in which nothing has come in, so that the import can be deleted. */
export const beforeCommit: readonly ImportState[] = [
  'reading',
  'ready',
  'checking',
  'checked',
  'unreadable',
  'expired',
]

/** Why a file cannot be read as a table, or no longer exists. */
export const fileProblems = [
  'not_a_table',
  'no_rows',
  'too_many_rows',
  'too_many_columns',
  'row_too_long',
  'file_gone',
  'open_quote',
  'no_text',
] as const
export type FileProblem = (typeof fileProblems)[number]

/** What a dry run, a commit and an undo say about a row. */
export const rowOutcomes = [
  'create',
  'update',
  'unchanged',
  'duplicate',
  'overlap',
  'refused',
  'skipped',
  'created',
  'updated',
  'undone',
  'kept',
  'failed',
] as const
export type RowOutcome = (typeof rowOutcomes)[number]

/** Why a row has its outcome. */
export const rowReasons = [
  'name_missing',
  'value_missing',
  'invalid_value',
  'unreadable_date',
  'no_such_time',
  'unknown_value',
  'wrong_cells',
  'repeated_id',
  'patient_missing',
  'patient_not_found',
  'patient_ambiguous',
  'chair_taken',
  'practitioner_busy',
  'same_name_and_dob',
  'same_contact',
  'deleted_since',
  'cancelled',
  'left_out',
  'touched',
  'has_records',
  'gone',
  'fault',
  'unreadable_text',
  'merged',
  'known_elsewhere',
] as const
export type RowReason = (typeof rowReasons)[number]

/** By what a row may be a patient who is here already, or who stands in the file before. */
export const duplicateKinds = ['same_name_and_dob', 'same_contact'] as const
export type DuplicateKind = (typeof duplicateKinds)[number]

/** What becomes of a row that may be a duplicate: a new record, a change of the one that is there, or nothing. */
export const duplicateDecisions = ['create', 'update', 'skip'] as const
export type DuplicateDecision = (typeof duplicateDecisions)[number]

/** How the numbers of a date such as `03/04/1987` are read. */
export const dateOrders = ['day_first', 'month_first'] as const
export type DateOrder = (typeof dateOrders)[number]

/** How many bytes, rows and columns a file may have, and how many UTF-16 code units one row. */
export const mostFileBytes = 200 * 1024 ** 2
export const mostRows = 1_000_000
export const mostColumns = 200
export const mostRowText = 1024 ** 2
/** How many values of columns one import can translate, and how many unknown values it lists. */
export const mostValues = 500
export const mostUnknown = 200
/** How many files of a practice can wait at a time. */
export const mostOpenImports = 5
/** How many imports of a practice are remembered. */
export const mostImports = 200
/** How long the file is kept, and how long the import can be undone, in milliseconds. */
export const fileKeptMs = 24 * 3_600_000
export const undoableMs = 30 * 24 * 3_600_000
