/** The appointments of one patient: those in the calendar, and those that were cancelled. */
import { and, asc, desc, type SQL, sql } from 'drizzle-orm'
import { whereAppointment } from '../../../db/entry-sql.ts'
import { entries } from '../../../db/schema/calendar.ts'
import { cancellations } from '../../../db/schema/visits.ts'
import type { CancellationRow } from '../calendar/cancellations.ts'
import type { EntryRow } from '../calendar/entries.ts'
import type { Scope } from '../engine/scope.ts'
import { columnsOf, equals, param, select } from '../engine/statement.ts'

type Visits = typeof entries | typeof cancellations

const ofPatient = <T extends Visits>(table: T, way: 'later' | 'earlier', more?: SQL) => {
  const { startAt, id, patientId } = columnsOf<Visits>(table)
  const order = way === 'later' ? asc : desc
  const place = sql`(${param('startAt')}, ${param('id', id)})`
  return select({
    fields: columnsOf(table),
    from: table,
    where: and(
      equals(patientId, 'patientId'),
      way === 'later' ? sql`(${startAt}, ${id}) > ${place}` : sql`(${startAt}, ${id}) < ${place}`,
      more,
    ),
    // The plus makes SQLite search by the patient, and not read the calendar of the practice.
    orderBy: [order(startAt), order(sql`+${id}`)],
    limit: param('limit'),
  })
}

const appointments = sql.raw(whereAppointment)
const next = select({
  fields: { patientId: entries.patientId, startAt: entries.startAt },
  from: entries,
  where: and(
    equals(entries.patientId, 'patientId'),
    sql`${entries.startAt} >= ${param('from')}`,
    appointments,
  ),
  orderBy: [asc(entries.startAt), asc(sql`+${entries.id}`)],
  limit: sql`1`,
})
const standing = {
  later: ofPatient(entries, 'later', appointments),
  earlier: ofPatient(entries, 'earlier', appointments),
}
const cancelled = {
  later: ofPatient(cancellations, 'later'),
  earlier: ofPatient(cancellations, 'earlier'),
}

/**
 * A position in the list of a patient's appointments. `startAt` is in epoch milliseconds. An empty id precedes all ids.
 */
export interface VisitPlace {
  readonly startAt: number
  readonly id: string
}

/** An appointment of a patient: an entry of the calendar, or a cancelled appointment. */
export type PatientVisit =
  | { readonly entry: EntryRow; readonly cancelled: null }
  | { readonly entry: null; readonly cancelled: CancellationRow }

/**
 * The first appointments of a patient behind the position `from`. With `later`, they start later, and the soonest comes
 * first. With `earlier`, they start earlier, and the latest comes first.
 */
export function listPatientVisits(
  scope: Scope,
  patientId: string,
  way: 'later' | 'earlier',
  from: VisitPlace,
  limit: number,
): PatientVisit[] {
  const params = { patientId, ...from, limit }
  const visits = [
    ...scope.all(standing[way], params).map((entry) => ({ entry, cancelled: null })),
    ...scope.all(cancelled[way], params).map((row) => ({ entry: null, cancelled: row })),
  ]
  const sign = way === 'later' ? 1 : -1
  const compare = (a: VisitPlace, b: VisitPlace) => a.startAt - b.startAt || (a.id < b.id ? -1 : 1)
  return visits.sort((a, b) => sign * compare(placeIn(a), placeIn(b))).slice(0, limit)
}

/**
 * The first appointment of a patient that starts at a time or later, in epoch milliseconds; null when there is none.
 */
export const nextVisitOf = (scope: Scope, patientId: string, from: number) =>
  scope.get(next, { patientId, from })

/** The row of an appointment, whether it is in the calendar or cancelled. */
export const placeIn = (visit: PatientVisit): EntryRow | CancellationRow => visit.entry ?? visit.cancelled
