/** The kinds of imports, the states of an import, and the outcomes of its rows (RULES §35). */

export const importKinds = ['patients', 'appointments', 'notes'] as const
export type ImportKind = (typeof importKinds)[number]

/**
 * The states of an import.
 * - `reading`: the service reads the file.
 * - `ready`: the import waits for its mapping and for the dry run.
 * - `checking`: the dry run checks the rows.
 * - `checked`: the dry run has ended. The import can be committed.
 * - `committing`: the rows are saved as records.
 * - `committed`: all rows have been handled.
 * - `undoing`: the service undoes the rows.
 * - `undone`: the undo has handled all rows.
 * - `unreadable`: the file cannot be read as a table.
 * - `expired`: the file was removed before the commit.
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
/** States in which the import is not finished: the service works on it, or it waits for its next step. */
export const open: readonly ImportState[] = [...atWork, 'ready', 'checked']
/** States in which no row was saved as a record, so that the import can be deleted. */
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

/** The outcomes of a row in a dry run, a commit and an undo. */
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

/** The signs that a row may be a patient who exists already, or who is in an earlier row of the file. */
export const duplicateKinds = ['same_name_and_dob', 'same_contact'] as const
export type DuplicateKind = (typeof duplicateKinds)[number]

/** What is done with a row that may be a duplicate: a new record, a change of the existing record, or nothing. */
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
/** How many imports of a practice can be unfinished at a time. */
export const mostOpenImports = 5
/** How many imports of a practice are kept in the list. */
export const mostImports = 200
/** How long the file is kept, and how long the import can be undone, in milliseconds. */
export const fileKeptMs = 24 * 3_600_000
export const undoableMs = 30 * 24 * 3_600_000
