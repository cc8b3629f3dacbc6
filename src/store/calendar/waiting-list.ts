import { and, asc, eq, sql } from 'drizzle-orm'
import { appointmentTypes } from '../../../db/schema/appointment-types.ts'
import { waitingList } from '../../../db/schema/front-desk.ts'
import { patients } from '../../../db/schema/patients.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, type NewRow, param, remove, select } from '../engine/statement.ts'

const fields = columnsOf(waitingList)

const byId = select({ fields, from: waitingList, where: equals(waitingList.id, 'id') })
/** The order in which patients are called: by urgency, and then by how long they wait. */
const inOrder = select({
  fields: {
    ...fields,
    firstName: patients.firstName,
    lastName: patients.lastName,
    phoneMobile: patients.phoneMobile,
    email: patients.email,
    typeChairIds: appointmentTypes.chairIds,
  },
  from: waitingList,
  source: sql`${waitingList} join ${patients} on ${and(
    eq(patients.practiceKey, waitingList.practiceKey),
    eq(patients.id, waitingList.patientId),
  )} left join ${appointmentTypes} on ${and(
    eq(appointmentTypes.practiceKey, waitingList.practiceKey),
    eq(appointmentTypes.id, waitingList.appointmentTypeId),
  )}`,
  orderBy: [asc(waitingList.urgency), asc(waitingList.createdAt), asc(waitingList.id)],
  limit: param('limit'),
})
const counted = select({ fields: { number: sql<number>`count(*)` }, from: waitingList })
const ofPatient = remove(waitingList, equals(waitingList.patientId, 'patientId'))

/** The wish with this id on the waiting list, or null. */
export const findWaiting = (scope: Scope, id: string) => scope.get(byId, { id })
export type WaitingRow = NonNullable<ReturnType<typeof findWaiting>>

/** The first `limit` patients who wait, in the order in which they are called, each with their contact data. */
export const listWaiting = (scope: Scope, limit: number) => scope.all(inOrder, { limit })
export type WaitingPatient = ReturnType<typeof listWaiting>[number]

/** How many wishes are on the waiting list. */
export const countWaiting = (scope: Scope): number => scope.get(counted)!.number

/** Puts a patient on the waiting list. */
export const insertWaiting = (tx: WriteScope, row: NewRow<typeof waitingList>): void =>
  tx.insert(waitingList, row)

/** Changes what a patient waits for. */
export const updateWaiting = (
  tx: WriteScope,
  id: string,
  changes: Partial<NewRow<typeof waitingList>>,
): void => tx.update(waitingList, id, changes)

/** Removes the wish with this id from the waiting list. Returns false when there is none. */
export const removeWaiting = (tx: WriteScope, id: string): boolean => tx.remove(waitingList, id)

/** Removes all wishes of a patient from the waiting list. */
export const removeWaitingOfPatient = (tx: WriteScope, patientId: string): void =>
  void tx.run(ofPatient, { patientId })
