/** Patients who should come again (RULES §34), and the contacts with them about it. */
import { and, desc, gt, sql } from 'drizzle-orm'
import { recallCodes } from '../../../db/codes.ts'
import { whereAppointment } from '../../../db/entry-sql.ts'
import { entries } from '../../../db/schema/calendar.ts'
import { patients } from '../../../db/schema/patients.ts'
import { lastVisits, recallContacts } from '../../../db/schema/recalls.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, equals, type NewRow, ownPracticeKey, param, remove, select } from '../engine/statement.ts'

/** An SQL condition: the patient has an appointment that is ahead or going on. */
const hasVisitAhead = sql`exists (select 1 from ${entries} where ${entries.practiceKey} = ${ownPracticeKey}
  and ${entries.patientId} = ${lastVisits.patientId} and ${entries.startAt} > ${param('aheadFrom')}
  and ${sql.raw(whereAppointment)})`
const code = (kind: keyof typeof recallCodes) => sql.raw(String(recallCodes[kind]))
/** An SQL condition: since that visit, the patient declined to come, or wants to be asked again on a later day. */
const isPutOff = sql`exists (select 1 from ${recallContacts} where ${recallContacts.practiceKey} = ${ownPracticeKey}
  and ${recallContacts.patientId} = ${lastVisits.patientId} and ${recallContacts.createdAt} > ${lastVisits.startAt}
  and (${recallContacts.kind} = ${code('declined')}
    or (${recallContacts.kind} = ${code('later')} and ${recallContacts.askAgainOn} > ${param('today', recallContacts.askAgainOn)})))`
const isOpen = sql`not ${hasVisitAhead} and not ${isPutOff}`

const { patientId, appointmentTypeId, startAt } = lastVisits
const visit = { patientId, appointmentTypeId, startAt }
const ofType = select({
  fields: visit,
  from: lastVisits,
  where: and(
    equals(appointmentTypeId, 'typeId'),
    sql`(${startAt}, ${patientId}) < (${param('startAt')}, ${param('patientId', patientId)})`,
    isOpen,
  ),
  orderBy: [desc(startAt), desc(patientId)],
  limit: param('limit'),
})
const ofPatient = select({
  fields: visit,
  from: lastVisits,
  where: and(equals(patientId, 'patientId'), isOpen),
})

const contact = columnsOf(recallContacts)
const contactById = select({ fields: contact, from: recallContacts, where: equals(contact.id, 'id') })
const since = and(equals(contact.patientId, 'patientId'), gt(contact.createdAt, param('since')))
const contactsSince = select({
  fields: contact,
  from: recallContacts,
  where: since,
  orderBy: [desc(contact.createdAt), desc(contact.id)],
  limit: param('limit'),
})
const contactsOfPatient = remove(recallContacts, equals(recallContacts.patientId, 'patientId'))
const reachable = select({
  fields: {
    firstName: patients.firstName,
    lastName: patients.lastName,
    phoneMobile: patients.phoneMobile,
    email: patients.email,
    notifyByEmail: patients.notifyByEmail,
    notifyBySms: patients.notifyBySms,
    recallConsent: patients.recallConsent,
  },
  from: patients,
  where: equals(patients.id, 'id'),
})

/** The last visit of a patient for a kind of appointment. `startAt` is in epoch milliseconds. */
export type LastVisit = ReturnType<typeof ofType.decode>

/** The present time: visits from `aheadFrom` on (epoch milliseconds) are ahead, and `today` is the local day. */
export interface Today {
  readonly aheadFrom: number
  readonly today: string
}

/** A position in the list of last visits for one kind of appointment. An empty patient id precedes all others. */
export type LastVisitPlace = Pick<LastVisit, 'startAt' | 'patientId'>

/**
 * The last visits for one kind of appointment behind a position, the newest first. Patients who have a visit ahead, do
 * not want to come, or want to be asked again later are left out.
 */
export const listLastVisits = (
  scope: Scope,
  typeId: string,
  { startAt, patientId }: LastVisitPlace,
  { aheadFrom, today }: Today,
  limit: number,
): LastVisit[] => scope.all(ofType, { typeId, startAt, patientId, aheadFrom, today, limit })

/** The last visits of one patient, by the same rules. */
export const listLastVisitsOf = (scope: Scope, patientId: string, { aheadFrom, today }: Today): LastVisit[] =>
  scope.all(ofPatient, { patientId, aheadFrom, today })

/** A contact with a patient about coming again, or null. */
export const findRecallContact = (scope: Scope, id: string) => scope.get(contactById, { id })
export type RecallContactRow = NonNullable<ReturnType<typeof findRecallContact>>

/** The contacts with a patient since a moment (epoch milliseconds), the newest first. */
export const listRecallContacts = (scope: Scope, patientId: string, since: number, limit: number) =>
  scope.all(contactsSince, { patientId, since, limit })

/** Keeps a contact. */
export const insertRecallContact = (tx: WriteScope, row: NewRow<typeof recallContacts>): void =>
  tx.insert(recallContacts, row)

/** Removes a contact. Returns false when there is no such contact. */
export const removeRecallContact = (tx: WriteScope, id: string): boolean => tx.remove(recallContacts, id)

/** Removes all contacts with a patient. */
export const removeRecallContactsOf = (tx: WriteScope, patientId: string): void =>
  void tx.run(contactsOfPatient, { patientId })

/** A patient's name and how to reach them, or null when there is no such patient. */
export const findReachable = (scope: Scope, id: string) => scope.get(reachable, { id })
export type ReachableRow = NonNullable<ReturnType<typeof findReachable>>
