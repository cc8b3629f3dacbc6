import type { Static } from '@sinclair/typebox'
import { mostOnDesk } from '../../domain/limits.ts'
import { refuseRetry } from '../../domain/reminders/retry.ts'
import type { SendHours } from '../../domain/reminders/send-window.ts'
import { formatInstant } from '../../domain/time.ts'
import type { Scope } from '../../store/engine/scope.ts'
import {
  type Appointment,
  findContact,
  findLastSent,
  findNotifiable,
  listCancelRequested,
  listUncertainAhead,
} from '../../store/inbox/unresolved.ts'
import { timed } from '../../store/notices/notice-news.ts'
import type { NoticeRow } from '../../store/notices/notices.ts'
import { findReminderTimes } from '../../store/notices/reminder-times.ts'
import type { Practice } from '../../store/store.ts'
import { listNotSent, listWithoutAnswer } from '../shared/desk-lists.ts'
import { explain, explainCancelRequested, explainUnanswered } from '../shared/explanations.ts'
import type { desk, deskItem } from './schema/desk.ts'

type Item = Static<typeof deskItem>

/** What the front desk has to see to at `now` (epoch milliseconds). Each list begins with the soonest appointment. */
export function readDesk({ read }: Practice, now: number): Static<typeof desk> {
  const listOf = <T>(rows: readonly T[], view: (row: T) => Item, more = rows.length > mostOnDesk) => ({
    items: rows.slice(0, mostOnDesk).map(view),
    more,
  })
  const { hours } = findReminderTimes(read)
  const failed = (notice: NoticeRow) => viewFailed(read, notice, hours, now)
  const limit = mostOnDesk + 1
  const unanswered = listWithoutAnswer(read, now, limit)
  return {
    failed: listOf(listNotSent(read, now, limit), failed),
    uncertain: listOf(listUncertainAhead(read, now, limit), failed),
    cancelRequested: listOf(listCancelRequested(read, now, limit), (appointment) =>
      viewAnswer(read, appointment, explainCancelRequested),
    ),
    unanswered: listOf(
      unanswered.rows,
      (appointment) => viewAnswer(read, appointment, explainUnanswered),
      unanswered.rows.length > mostOnDesk || unanswered.isCut,
    ),
  }
}

function viewFailed(read: Scope, notice: NoticeRow, hours: SendHours, now: number): Item {
  const retryable =
    refuseRetry(timed(read, notice), findNotifiable(read, notice.entryId), hours, now) === null
  return {
    appointmentId: notice.entryId,
    patientId: notice.patientId || null,
    reminderId: notice.id,
    patient: findContact(read, notice.patientId),
    startAt: formatInstant(notice.startAt),
    channel: notice.channel,
    kind: notice.kind,
    reason: notice.reason,
    retryable,
    explanation: explain(notice, retryable),
  }
}

function viewAnswer(read: Scope, appointment: Appointment, explanation: string): Item {
  const notice = findLastSent(read, appointment)
  return {
    appointmentId: appointment.id,
    patientId: appointment.patientId,
    reminderId: notice?.id ?? null,
    patient: findContact(read, appointment.patientId),
    startAt: formatInstant(appointment.startAt),
    channel: notice?.channel ?? null,
    kind: notice?.kind ?? null,
    reason: notice?.reason ?? null,
    retryable: false,
    explanation,
  }
}
