/** The empty fields that a merge filled (RULES §25), own fields of the practice one by one. The item of the merge keeps what they were before. */
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
/** By the names of the fields. Each own field has a name of its own: `ownFields.` and its id. */
type Filled = Readonly<Record<string, FilledField>>

const ownPrefix = 'ownFields.'

/** The values of a record by the names of its fields, with each own field by itself. */
const flat = ({ ownFields, ...rest }: Partial<Mergeable>): Readonly<Record<string, unknown>> => ({
  ...rest,
  ...Object.fromEntries(Object.entries(ownFields ?? {}).map(([id, text]) => [ownPrefix + id, text])),
})

/** The changes that give fields these values. `record` holds the own fields that stay. */
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

/** The fields of the kept record that a merge filled, and which record that was. */
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

/** Keeps which fields of the kept record a merge changes, in its item. */
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
 * Gives the fields that a merge filled the values that they had. The patient who was kept then may have been merged
 * further since. Then their record in the archive changes, and so do the next kept patients who got the values from it.
 * Answers the fields that somebody has changed since. They stay as they are.
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
 * Takes the values that came from an earlier merge out of what a later merge filled. A consent goes with its address or
 * number. Answers what was taken out.
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
