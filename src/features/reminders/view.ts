import type { Static } from '@sinclair/typebox'
import { formatInstant } from '../../domain/time.ts'
import type { NoticeOfHistory } from '../../store/notices/past-notices.ts'
import type { FailedReminder } from './actions.ts'
import type { failedReminder } from './schema/failed.ts'
import type { reminder } from './schema/reminder.ts'

export const viewReminder = (row: NoticeOfHistory): Static<typeof reminder> => ({
  id: row.id,
  practiceId: row.practiceId,
  appointmentId: row.kind === 'recall' ? null : row.entryId,
  patientId: row.patientId || null,
  channel: row.channel,
  kind: row.kind,
  state: row.state,
  reason: row.reason,
  startAt: formatInstant(row.startAt),
  dueAt: formatInstant(row.dueAt),
  nextAttemptAt: row.state === 'scheduled' ? formatInstant(row.nextAttemptAt!) : null,
  attempts: row.attempts,
  lastError: row.lastError,
  sentAt: row.sentAt === null ? null : formatInstant(row.sentAt),
  createdAt: formatInstant(row.createdAt),
  updatedAt: formatInstant(row.updatedAt),
})

export const viewFailedReminder = ({
  notice,
  patient,
  entry,
}: FailedReminder): Static<typeof failedReminder> => ({
  ...viewReminder(notice),
  patient: patient && {
    firstName: patient.firstName,
    lastName: patient.lastName,
    phoneMobile: patient.phoneMobile,
    email: patient.email,
  },
  appointment: entry && { startAt: formatInstant(entry.startAt) },
})
