/** Appointments that were cancelled (RULES §23). A row holds all of its entry, so that it can come back. */
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

/** What a cancellation does not keep of its entry. Only appointments are cancelled, and none of them is a hold. */
const left = ['practiceKey', 'type', 'holdUntil']
const kept = Object.keys(getTableColumns(entries)).filter((key) => !left.includes(key))

/** The kept columns of a row. What comes or goes has another version than before, as after every change. */
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

/** What a cancellation says besides its appointment. */
export interface Cancelled {
  readonly cancelledAt: number
  /** The member; null for a patient. */
  readonly cancelledBy: string | null
  readonly wishOf: Canceller
  readonly reason: string
  readonly note: string | null
  readonly shortNotice: boolean
}

/** Keeps an appointment as cancelled. The entry itself is still to be removed. */
export const insertCancellation = (tx: WriteScope, entryId: string, cancelled: Cancelled): void =>
  void tx.run(keepEntry, { entryId, ...cancelled })

/**
 * Puts a cancelled appointment back into the calendar. The database refuses one that overlaps a block on its chair. The
 * cancellation itself is still to be removed.
 */
export const insertFromCancellation = (tx: WriteScope, entryId: string): void =>
  void tx.run(putBack, { entryId })

/** Removes a cancellation; false when there is none. */
export const removeCancellation = (tx: WriteScope, id: string): boolean => tx.remove(cancellations, id)

/** Removes the cancelled appointments of a patient, and what was noted about these visits. */
export function removeCancellationsOfPatient(tx: WriteScope, patientId: string): void {
  tx.run(removeProgressOfPatient, { patientId })
  tx.run(removeOfPatient, { patientId })
}
