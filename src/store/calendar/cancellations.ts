/**
 * Appointments that were cancelled (RULES §23). A row keeps the values of its entry, so that the entry can be restored.
 */
import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { entryTypeCodes } from '../../../db/codes.ts'
import { entries } from '../../../db/schema/calendar.ts'
import { cancellations, progress } from '../../../db/schema/visits.ts'
import type { Canceller } from '../../domain/cancellation.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, insertFrom, ownPracticeKey, param, remove, select } from '../engine/statement.ts'

const byId = select({
  fields: columnsOf(cancellations),
  from: cancellations,
  where: equals(cancellations.id, 'id'),
})

/**
 * The columns of the entry that a cancellation does not keep. A cancelled entry is always an appointment, never a hold.
 */
const left = ['practiceKey', 'type', 'holdUntil']
const kept = Object.keys(getTableColumns(entries)).filter((key) => !left.includes(key))

/** The kept columns of a row. A cancellation and its undoing add one to the version, as every change does. */
const keptOf = (columns: Readonly<Record<string, Column>>): Record<string, SQL> => ({
  ...Object.fromEntries(kept.map((key) => [key, sql`${columns[key]!}`])),
  version: sql`${columns.version!} + 1`,
})

const given = (key: keyof ReturnType<typeof getTableColumns<typeof cancellations>>) =>
  param(key, cancellations[key])
const keepEntry = insertFrom(
  cancellations,
  {
    ...keptOf(getTableColumns(entries)),
    cancelledAt: given('cancelledAt'),
    cancelledBy: given('cancelledBy'),
    wishOf: given('wishOf'),
    reason: given('reason'),
    note: given('note'),
    shortNotice: given('shortNotice'),
  },
  { from: entries, where: equals(entries.id, 'entryId') },
)
const putBack = insertFrom(
  entries,
  { ...keptOf(getTableColumns(cancellations)), type: sql.raw(String(entryTypeCodes.appointment)) },
  { from: cancellations, where: equals(cancellations.id, 'entryId') },
)
const ofPatient = equals(cancellations.patientId, 'patientId')
const removeOfPatient = remove(cancellations, ofPatient)
const removeProgressOfPatient = remove(
  progress,
  sql`${progress.id} in (select ${cancellations.id} from ${cancellations}
    where ${cancellations.practiceKey} = ${ownPracticeKey} and ${ofPatient})`,
)

/** The cancellation of the appointment with this id, or null. */
export const findCancellation = (scope: Scope, id: string) => scope.get(byId, { id })
export type CancellationRow = NonNullable<ReturnType<typeof findCancellation>>

/** The fields of a cancellation besides the columns of its entry. */
export interface Cancelled {
  readonly cancelledAt: number
  /** The id of the member who cancelled; null when a patient cancelled. */
  readonly cancelledBy: string | null
  readonly wishOf: Canceller
  readonly reason: string
  readonly note: string | null
  readonly shortNotice: boolean
}

/** Copies an entry to the cancelled appointments. The caller must then remove the entry. */
export const insertCancellation = (tx: WriteScope, entryId: string, cancelled: Cancelled): void =>
  void tx.run(keepEntry, { entryId, ...cancelled })

/**
 * Copies a cancelled appointment back to the entries. The database refuses this when the appointment overlaps a block
 * on its chair. The caller must then remove the cancellation.
 */
export const insertFromCancellation = (tx: WriteScope, entryId: string): void =>
  void tx.run(putBack, { entryId })

/** Removes a cancellation. Returns false when there is none with this id. */
export const removeCancellation = (tx: WriteScope, id: string): boolean => tx.remove(cancellations, id)

/** Removes the cancelled appointments of a patient, and the progress that members noted about these visits. */
export function removeCancellationsOfPatient(tx: WriteScope, patientId: string): void {
  tx.run(removeProgressOfPatient, { patientId })
  tx.run(removeOfPatient, { patientId })
}
