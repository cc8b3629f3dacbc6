import type { Static } from '@sinclair/typebox'
import { formatInstant } from '../../domain/time.ts'
import type { AbsenceRow } from '../../store/practice/absences.ts'
import type { absence } from './schema.ts'

export const viewAbsence = (row: AbsenceRow): Static<typeof absence> => ({
  id: row.id,
  practiceId: row.practiceId,
  practitionerId: row.practitionerId,
  reason: row.reason,
  fromDate: row.fromDate,
  throughDate: row.throughDate,
  startTime: row.startTime,
  endTime: row.endTime,
  weekdays: row.weekdays && [...row.weekdays],
  createdAt: formatInstant(row.createdAt),
  updatedAt: formatInstant(row.updatedAt),
  version: row.version,
})
