import { found } from '../../domain/problem.ts'
import { type Progress, progressOf } from '../../domain/progress.ts'
import { findProgress } from '../../store/calendar/progress.ts'
import {
  listPatientVisits,
  type PatientVisit,
  placeIn,
  type VisitPlace,
} from '../../store/patients/patient-visits.ts'
import { findPatient } from '../../store/patients/patients.ts'
import type { Practice } from '../../store/store.ts'
import { type PatientAppointmentsQuery, visitCursors, type When } from './schema.ts'

/** An appointment of a patient, and the progress of its visit. */
export interface VisitToShow {
  readonly visit: PatientVisit
  readonly progress: Progress
}

/**
 * A page of a patient's appointments (RULES §23). `now` is in epoch milliseconds.
 * @throws `not_found`; `validation_failed` when the cursor is not one of ours.
 */
export function browsePatientAppointments(
  { read }: Practice,
  patientId: string,
  { when = 'coming', limit: most = '50', cursor }: PatientAppointmentsQuery,
  now: number,
) {
  found(findPatient(read, patientId))
  const limit = Number(most)
  const from = cursor === undefined ? beginnings(now)[when] : visitCursors.placeOf(cursor, when)
  const way = when === 'coming' ? 'later' : 'earlier'
  const rows = listPatientVisits(read, patientId, way, from, limit + 1)
  const shown = rows.slice(0, limit).map((visit): VisitToShow => {
    const row = placeIn(visit)
    const progress = progressOf({ ...row, type: 'appointment' }, findProgress(read, row.id), now)
    return { visit, progress }
  })
  return {
    shown,
    nextCursor: rows.length > limit ? visitCursors.textOf(placeIn(rows[limit - 1]!), when) : null,
  }
}

/** Where each list begins. An appointment that starts exactly at `now` is in the list `coming`. */
const beginnings = (now: number): Readonly<Record<When, VisitPlace>> => ({
  coming: { startAt: now, id: '' },
  past: { startAt: now, id: '' },
  all: { startAt: Number.MAX_SAFE_INTEGER, id: '' },
})
