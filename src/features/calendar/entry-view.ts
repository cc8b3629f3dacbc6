import type { Static } from '@sinclair/typebox'
import { formatInstant } from '../../domain/time.ts'
import type { EntryRow } from '../../store/calendar/entries.ts'
import type { entry } from './entry-schema.ts'

export const viewEntry = (row: EntryRow): Static<typeof entry> => ({
  id: row.id,
  practiceId: row.practiceId,
  chairId: row.chairId,
  patientId: row.patientId,
  type: row.type,
  title: row.title,
  startAt: formatInstant(row.startAt),
  endAt: formatInstant(row.endAt),
  color: row.color,
  serviceRef: row.serviceRef,
  notes: row.notes,
  createdBy: row.createdBy,
  metadata: row.metadata,
  practitionerId: row.practitionerId,
  appointmentTypeId: row.appointmentTypeId,
  seriesId: row.seriesId,
  hold: row.holdUntil == null ? null : { expiresAt: formatInstant(row.holdUntil) },
  createdAt: formatInstant(row.createdAt),
  updatedAt: formatInstant(row.updatedAt),
  version: row.version,
})
