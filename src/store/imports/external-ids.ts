/**
 * The ids that other programs use for the records of a practice. With them, a second import finds records to update.
 */
import { and, sql } from 'drizzle-orm'
import { externalIds } from '../../../db/schema/imports.ts'
import type { ImportKind } from '../../domain/import/kinds.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, param, remove, select } from '../engine/statement.ts'

/** The `source` of ids that the service made itself. No program has this name. */
export const noProgram = ''

const fields = columnsOf(externalIds)
const isIt = and(
  equals(fields.kind, 'kind'),
  equals(fields.source, 'source'),
  equals(fields.externalId, 'externalId'),
)!
const byExternalId = select({ fields: { recordId: fields.recordId }, from: externalIds, where: isIt })
const isOfRecord = equals(fields.recordId, 'recordId')
const ofRecord = select({
  fields: { externalId: fields.externalId },
  from: externalIds,
  where: and(isOfRecord, equals(fields.kind, 'kind'), equals(fields.source, 'source')),
  limit: sql`2`,
})
const removeOfRecord = remove(externalIds, and(isOfRecord, equals(fields.importId, 'importId'))!)
const ofOthers = select({
  fields: { importId: fields.importId },
  from: externalIds,
  where: and(isOfRecord, sql`${fields.importId} is not ${param('importId', fields.importId)}`),
  limit: sql`1`,
})

/** An id in another program. */
export interface ExternalId {
  readonly kind: ImportKind
  readonly source: string
  readonly externalId: string
}

/** The id of the record that has this id in another program; null when there is no such record. */
export const findLinked = (scope: Scope, id: ExternalId): string | null =>
  scope.get(byExternalId, { ...id })?.recordId ?? null

/** Notes for an import which id a record has in another program. */
export const insertLink = (
  tx: WriteScope,
  id: ExternalId & { readonly recordId: string; readonly importId: string },
): void => tx.insert(externalIds, id)

/** Removes the ids of a record that an import noted. */
export const removeLinksOf = (tx: WriteScope, importId: string, recordId: string): void =>
  void tx.run(removeOfRecord, { importId, recordId })

/** Whether a record has an id that another import noted. */
export const hasOtherLinks = (scope: Scope, importId: string, recordId: string): boolean =>
  scope.get(ofOthers, { importId, recordId }) !== null

/** The ids that a record has in a program, at most two. */
export const listLinksOf = (scope: Scope, kind: ImportKind, source: string, recordId: string): string[] =>
  scope.all(ofRecord, { kind, source, recordId }).map(({ externalId }) => externalId)
