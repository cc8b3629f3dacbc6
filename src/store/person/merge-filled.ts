/**
 * The empty fields that a merge filled (RULES §25). Each own field of the practice counts as one field. The archive
 * item of the merge keeps the values that the fields had before.
 */
import { sql } from 'drizzle-orm'
import { archiveRows } from '../../../db/schema/archive.ts'
import { consents, type Mergeable } from '../../domain/merging.ts'
import { withOwnTexts } from '../../domain/own-fields.ts'
import { placeSize } from '../archive/archived-rows.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { param, select } from '../engine/statement.ts'
import { findPatient, type PatientRow, updatePatient } from '../patients/patients.ts'
import { findMergeOf } from './merged.ts'
import { changeMergedRecord, changeRow, findMergedRecord } from './merged-record.ts'
import { type MovedSource, movedPlaces } from './moved-rows.ts'

/** A field that a merge changed: its values before and after. */
type FilledField = readonly [before: unknown, after: unknown]
/** The filled fields by their names. The name of an own field is `ownFields.` and its id. */
type Filled = Readonly<Record<string, FilledField>>

const ownPrefix = 'ownFields.'

/** The values of a record by the names of its fields. Each own field has its own name here. */
const flat = ({ ownFields, ...rest }: Partial<Mergeable>): Readonly<Record<string, unknown>> => ({
  ...rest,
  ...Object.fromEntries(Object.entries(ownFields ?? {}).map(([id, text]) => [ownPrefix + id, text])),
})

/** The changes that give fields these values. The first parameter is the record with the own fields that stay. */
function unflat(
  { ownFields }: Mergeable,
  values: readonly (readonly [string, unknown])[],
): Partial<Mergeable> {
  const own = values.filter(([name]) => name.startsWith(ownPrefix))
  const texts = own.map(([name, text]) => ({ id: name.slice(ownPrefix.length), text: text as string | null }))
  return {
    ...Object.fromEntries(values.filter((value) => !own.includes(value))),
    ...(own.length > 0 && { ownFields: withOwnTexts(ownFields, texts) }),
  }
}

/** The fields of the kept record that a merge filled, and the id of this record. */
interface FilledRow {
  readonly keptId: string
  readonly fields: Filled
}

const filledPosition = movedPlaces.merge_filled * placeSize
const filledRow = select({
  fields: { row: archiveRows.row },
  from: archiveRows,
  where: sql`${archiveRows.archiveId} = ${param('archiveId', archiveRows.archiveId)}
    and ${archiveRows.position} = ${sql.raw(String(filledPosition))}`,
})

/** Notes in the item of a merge which fields of the kept record the merge changes. */
export function keepFilled(
  tx: WriteScope,
  archiveId: string,
  kept: PatientRow,
  changes: Partial<Mergeable>,
): void {
  const before = flat(kept)
  const fields = Object.fromEntries(
    Object.entries(flat(changes))
      .map(([name, after]): [string, FilledField] => [name, [before[name] ?? null, after]])
      .filter(([, [was, after]]) => !Bun.deepEquals(was, after)),
  )
  const row: FilledRow = { keptId: kept.id, fields }
  tx.insert(archiveRows, {
    archiveId,
    position: filledPosition,
    source: 'merge_filled' satisfies MovedSource,
    row: JSON.stringify(row),
  })
}

/**
 * Gives the fields that a merge filled their earlier values again. The kept patient may have been merged into another
 * patient since. Then the kept patient's record in the archive changes, and also later kept patients who got the values
 * from it. Returns the fields that somebody has changed since. These fields stay as they are.
 */
export function emptyAgain(tx: WriteScope, archiveId: string, now: number): string[] {
  const changed = empty(tx, filledIn(tx, archiveId), now)
  return [...new Set(changed.map((name) => name.split('.')[0]!))]
}

const filledIn = (scope: Scope, archiveId: string): FilledRow =>
  JSON.parse(scope.get(filledRow, { archiveId })!.row)

/** Each call looks at one merged record. There are at most 50, because no more patients are merged into one. */
function empty(tx: WriteScope, { keptId, fields }: FilledRow, now: number): string[] {
  const further = findMergeOf(tx, keptId)
  const live = further === null ? findPatient(tx, keptId) : null
  const record = further === null ? live : findMergedRecord(tx, further.id)
  const values = record && flat(record)
  const isAsFilled = ([name, [, after]]: [string, FilledField]) =>
    values !== null && Bun.deepEquals(values[name] ?? null, after)
  const filled = Object.entries(fields)
  const same = filled.filter(isAsFilled)
  const changed = filled.filter((field) => !isAsFilled(field)).map(([name]) => name)
  const was = same.map(([name, [value]]): [string, unknown] => [name, value])
  const before = { ...(record && unflat(record, was)), updatedAt: now }
  if (live !== null) updatePatient(tx, live, before)
  if (further === null) return changed
  if (same.length > 0) changeMergedRecord(tx, further.id, before)
  return [...changed, ...empty(tx, takeBack(tx, further.id, same), now)]
}

/**
 * Removes the values that came from an earlier merge from the filled fields of a later merge. A consent is removed with
 * its address or number. Returns what was removed.
 */
function takeBack(tx: WriteScope, archiveId: string, given: [string, FilledField][]): FilledRow {
  const { keptId, fields } = filledIn(tx, archiveId)
  const names = given
    .filter(([name, [, after]]) => Bun.deepEquals(fields[name]?.[1], after))
    .flatMap(([name]) => [name, consents[name as keyof typeof consents]])
  const rest = Object.keys(fields).filter((name) => !names.includes(name))
  const row: FilledRow = { keptId, fields: pick(fields, rest) }
  tx.run(changeRow, { archiveId, position: filledPosition, row: JSON.stringify(row) })
  return { keptId, fields: pick(fields, names) }
}

const pick = (fields: Filled, names: readonly (string | undefined)[]): Filled =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))
