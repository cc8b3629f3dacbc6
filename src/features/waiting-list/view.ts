import type { Static } from '@sinclair/typebox'
import { formatInstant } from '../../domain/time.ts'
import type { WaitingRow } from '../../store/calendar/waiting-list.ts'
import type { WaitingToShow } from './actions.ts'
import type { waiting, waitingListAnswer } from './schema.ts'

export const viewWaiting = (row: WaitingRow): Static<typeof waiting> => ({
  id: row.id,
  practiceId: row.practiceId,
  patientId: row.patientId,
  durationMinutes: row.durationMinutes,
  chairIds: row.chairIds === null ? null : [...row.chairIds],
  weekdays: row.weekdays === null ? null : [...row.weekdays],
  startTime: row.startTime,
  endTime: row.endTime,
  fromDate: row.fromDate,
  throughDate: row.throughDate,
  urgency: row.urgency,
  note: row.note,
  appointmentTypeId: row.appointmentTypeId,
  createdBy: row.createdBy,
  createdAt: formatInstant(row.createdAt),
  updatedAt: formatInstant(row.updatedAt),
  version: row.version,
})

type Item = Static<typeof waitingListAnswer>['waiting'][number]

export const viewWaitingItem = ({ row, alerts, expired, suggestion }: WaitingToShow): Item => ({
  ...viewWaiting(row),
  patient: {
    firstName: row.firstName,
    lastName: row.lastName,
    phoneMobile: row.phoneMobile,
    email: row.email,
    alerts: [...alerts],
  },
  expired,
  suggestedStartAt: suggestion === null ? null : formatInstant(suggestion.startAt),
})
