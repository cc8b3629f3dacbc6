/** The imports of a practice, and the progress of each import (RULES §35). */
import { and, desc, sql } from 'drizzle-orm'
import { importStateCodes } from '../../../db/codes.ts'
import { importProgress, importRows, imports } from '../../../db/schema/imports.ts'
import { atWork, type ImportKind, type ImportState, open } from '../../domain/import/kinds.ts'
import { leasing } from '../engine/lease.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, type NewRow, ownPracticeKey, param, remove, select } from '../engine/statement.ts'

const fields = columnsOf(imports)
const work = columnsOf(importProgress)

const byId = select({ fields, from: imports, where: equals(fields.id, 'id') })
const newest = select({
  fields,
  from: imports,
  orderBy: [desc(fields.createdAt), desc(fields.id)],
})
const codesOf = (states: readonly ImportState[]) => states.map((state) => importStateCodes[state]).join()
const countIn = (states: readonly ImportState[]) =>
  select({
    fields: { count: sql<number>`count(*)` },
    from: imports,
    where: sql`${fields.state} in (${sql.raw(codesOf(states))})`,
  })
const countAtWork = countIn(atWork)
const countOpen = countIn(open)
const lastOfSource = select({
  fields,
  from: imports,
  where: and(equals(fields.source, 'source'), equals(fields.kind, 'kind'), sql`${fields.rows} is not null`),
  orderBy: [desc(fields.createdAt), desc(fields.id)],
  limit: sql`1`,
})
const workById = select({ fields: work, from: importProgress, where: equals(work.id, 'id') })
const removeRows = remove(
  importRows,
  sql`${importRows.importId} = ${param('importId', importRows.importId)} and ${importRows.line} in (
    select r.line from import_rows r where r.practice_key = ${ownPracticeKey}
      and r.import_id = ${param('importId', importRows.importId)} limit ${param('most')})`,
)

/** The import with this id, or null. */
export const findImport = (scope: Scope, id: string) => scope.get(byId, { id })
export type ImportRecord = NonNullable<ReturnType<typeof findImport>>

/** The imports of the practice, newest first. */
export const listImports = (scope: Scope): ImportRecord[] => scope.all(newest)

/** Whether an import is in a state in which the service works on it. A paused import counts, too. */
export const hasImportAtWork = (scope: Scope): boolean => scope.get(countAtWork)!.count > 0

/** How many imports are not finished: they wait, or the service works on them. */
export const countOpenImports = (scope: Scope): number => scope.get(countOpen)!.count

/** The last import of this kind from a program. Its mapping is used again. Null when there was no such import. */
export const findLastOfSource = (scope: Scope, kind: ImportKind, source: string): ImportRecord | null =>
  scope.get(lastOfSource, { kind, source })

export function insertImport(tx: WriteScope, row: NewRow<typeof imports>): void {
  tx.insert(imports, row)
  tx.insert(importProgress, { ...untouched, id: row.id, remindedLine: null, lease: null, leaseUntil: null })
}

/** The progress of an import before its first row. */
export const untouched = { line: 0, done: 0, counts: {}, undecided: {}, unknown: [] } as const

/**
 * The change of progress after a commit. If reminders are on, the rows are gone through again from line 0, because a
 * member may have switched reminders on during the commit.
 */
export const remindingOf = ({ kind, reminders }: ImportRecord): { readonly remindedLine?: number } =>
  kind === 'appointments' && reminders ? { remindedLine: 0 } : {}

export const updateImport = (tx: WriteScope, id: string, changes: Partial<NewRow<typeof imports>>): void =>
  tx.update(imports, id, changes)

/** Removes an import. Its rows were removed before. */
export function removeImport(tx: WriteScope, id: string): boolean {
  tx.remove(importProgress, id)
  return tx.remove(imports, id)
}

/** The progress of an import. Every import has this row. */
export const findWork = (scope: Scope, id: string) => scope.get(workById, { id })
export type ImportWork = NonNullable<ReturnType<typeof findWork>>

export const updateWork = (
  tx: WriteScope,
  id: string,
  changes: Partial<NewRow<typeof importProgress>>,
): void => tx.update(importProgress, id, changes)

/** How long a lease lasts, in milliseconds. Each step of the work renews it. */
export const importLeaseMs = 20_000

/** Takes over the work on an import until a moment. Returns false while another process has the import. */
export const leaseImport = leasing(importProgress)

/** Removes at most `most` rows of an import. Returns how many were removed. */
export const removeSomeRows = (tx: WriteScope, importId: string, most: number): number =>
  tx.run(removeRows, { importId, most })
