import type { Static } from '@sinclair/typebox'
import { formatInstant } from '../../domain/time.ts'
import type { DayNoteRow } from '../../store/calendar/day-notes.ts'
import type { dayNote } from './schema.ts'

export const viewDayNote = (row: DayNoteRow): Static<typeof dayNote> => ({
  id: row.id,
  practiceId: row.practiceId,
  date: row.date,
  text: row.text,
  createdBy: row.createdBy,
  createdAt: formatInstant(row.createdAt),
  updatedAt: formatInstant(row.updatedAt),
  version: row.version,
})
