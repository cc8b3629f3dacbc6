/** The rows of an import, and what the import did with each row. */
import { and, asc, desc, eq, gt, lt, lte, type SQL, sql } from 'drizzle-orm'
import { outcomeCodes } from '../../../db/codes.ts'
import { importRows } from '../../../db/schema/imports.ts'
import type { RowOutcome } from '../../domain/import/kinds.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, type NewRow, param, select, update } from '../engine/statement.ts'

const fields = columnsOf(importRows)
const ofImport = equals(fields.importId, 'importId')
const inOrder = { orderBy: [asc(fields.line)], limit: param('limit') }
const behind = (...more: SQL[]) => and(ofImport, gt(fields.line, param('after')), ...more)

const page = select({ fields, from: importRows, where: behind(), ...inOrder })
const pageOfOutcome = select({
  fields,
  from: importRows,
  where: behind(equals(fields.outcome, 'outcome')),
  ...inOrder,
})
const upTo = select({
  fields,
  from: importRows,
  where: behind(lte(fields.line, param('last'))),
  orderBy: [asc(fields.line)],
})
const written = sql.raw(`${outcomeCodes.created}, ${outcomeCodes.updated}`)
const writtenBefore = select({
  fields,
  from: importRows,
  where: and(
    ofImport,
    lt(fields.line, param('before')),
    sql`(${fields.outcome} in (${written}) or ${fields.linked})`,
  ),
  orderBy: [desc(fields.line)],
  limit: param('limit'),
})
const writtenAfter = select({
  fields,
  from: importRows,
  where: behind(sql`${fields.outcome} in (${written})`),
  ...inOrder,
})
const byLine = select({
  fields,
  from: importRows,
  where: and(ofImport, eq(fields.line, param('line'))),
})
const updatedFirst = select({
  fields,
  from: importRows,
  where: and(
    equals(fields.recordId, 'recordId'),
    ofImport,
    sql`${fields.before} is not null and ${fields.recordVersion} is not null`,
  ),
  limit: sql`1`,
})
const putBack = select({
  fields,
  from: importRows,
  where: and(
    equals(fields.recordId, 'recordId'),
    equals(fields.outcome, 'undone'),
    sql`${fields.before} is not null and ${fields.recordVersion} is not null`,
  ),
})
const noted = update(
  importRows,
  ['outcome', 'reason', 'field', 'recordId', 'sameAsLine', 'recordVersion', 'linked', 'before'],
  and(equals(fields.importId, 'ofImport'), eq(fields.line, param('atLine')))!,
)
const decided = update(
  importRows,
  ['decision'],
  and(
    equals(fields.importId, 'ofImport'),
    eq(fields.line, param('atLine')),
    equals(fields.outcome, 'duplicate'),
  )!,
)

export type ImportRowRecord = ReturnType<typeof page.decode>

/** The rows behind a line, in order: all rows, or only the rows with one outcome. */
export const listRows = (
  scope: Scope,
  importId: string,
  after: number,
  limit: number,
  outcome?: RowOutcome,
): ImportRowRecord[] =>
  outcome === undefined
    ? scope.all(page, { importId, after, limit })
    : scope.all(pageOfOutcome, { importId, after, limit, outcome })

/** The rows behind the line `after`, up to and including the line `last`. */
export const listRowsUpTo = (
  scope: Scope,
  importId: string,
  after: number,
  last: number,
): ImportRowRecord[] => scope.all(upTo, { importId, after, last })

/** The rows before a line that created or changed a record, or noted its external id. The last row comes first. */
export const listWrittenBefore = (scope: Scope, importId: string, before: number, limit: number) =>
  scope.all(writtenBefore, { importId, before, limit })

/** The rows behind a line that created or changed a record, in order. */
export const listWrittenAfter = (scope: Scope, importId: string, after: number, limit: number) =>
  scope.all(writtenAfter, { importId, after, limit })

export const findRow = (scope: Scope, importId: string, line: number): ImportRowRecord | null =>
  scope.get(byLine, { importId, line })

/** The first row of an import that changed this record, with the version that the import wrote last; null for none. */
export const findUpdated = (scope: Scope, importId: string, recordId: string): ImportRowRecord | null =>
  scope.get(updatedFirst, { importId, recordId })

/**
 * The rows of all imports that changed this record and were undone. Each row holds the state that it found, in
 * `before`, and the version that its undo wrote.
 */
export const listPutBack = (scope: Scope, recordId: string): ImportRowRecord[] =>
  scope.all(putBack, { recordId, undone: 'undone' })

export const insertRows = (tx: WriteScope, rows: readonly NewRow<typeof importRows>[]): void =>
  tx.insertAll(importRows, rows)

/** What is noted about a row. */
export type RowNote = Pick<
  NewRow<typeof importRows>,
  'outcome' | 'reason' | 'field' | 'recordId' | 'sameAsLine' | 'recordVersion' | 'linked' | 'before'
>

/** The note about a row for which nothing was written. It holds only what was found out about the row. */
export const unwritten = ({
  reason,
  field,
  recordId,
  sameAsLine,
}: Pick<RowNote, 'reason' | 'field' | 'recordId' | 'sameAsLine'>) => ({
  reason,
  field,
  recordId,
  sameAsLine,
  recordVersion: null,
  linked: false,
  before: null,
})

export const noteRow = (tx: WriteScope, importId: string, line: number, note: RowNote): void =>
  void tx.run(noted, { ...note, ofImport: importId, atLine: line })

/** Notes what a member decided about a duplicate. Returns false when the row is no duplicate. */
export const decideRow = (
  tx: WriteScope,
  importId: string,
  line: number,
  decision: ImportRowRecord['decision'],
): boolean => tx.run(decided, { ofImport: importId, atLine: line, duplicate: 'duplicate', decision }) > 0
