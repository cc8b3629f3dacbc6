import type { Static } from '@sinclair/typebox'
import { formatInstant } from '../../domain/time.ts'
import type { AppointmentTypeRow } from '../../store/practice/appointment-types.ts'
import type { appointmentType } from './schema.ts'

export const viewAppointmentType = (row: AppointmentTypeRow): Static<typeof appointmentType> => ({
  id: row.id,
  practiceId: row.practiceId,
  name: row.name,
  patientName: row.patientName,
  durationMinutes: row.durationMinutes,
  color: row.color,
  bufferBeforeMinutes: row.bufferBeforeMinutes,
  bufferAfterMinutes: row.bufferAfterMinutes,
  chairIds: row.chairIds && [...row.chairIds],
  practitioners: row.practitioners && [...row.practitioners],
  instructions: row.instructions,
  recallMonths: row.recallMonths,
  position: row.position,
  active: row.active,
  archived: row.archived,
  online: { ...row.online, questions: [...row.online.questions] },
  createdAt: formatInstant(row.createdAt),
  updatedAt: formatInstant(row.updatedAt),
  version: row.version,
})
