import type { Static } from '@sinclair/typebox'
import { inboxKinds } from '../../domain/inbox.ts'
import { formatInstant, formatInterval } from '../../domain/time.ts'
import { telOf } from '../../messages/tel.ts'
import type { CallRow } from '../../store/inbox/inbox-calls.ts'
import type { MarkRow } from '../../store/inbox/inbox-marks.ts'
import type { NoticeRow } from '../../store/notices/notices.ts'
import type { browseInbox, WaitingItem } from './actions.ts'
import type { Displaced } from './displaced.ts'
import { type ApiKind, mostCallsListed, nameOf } from './kinds.ts'
import type { called, inbox, marked } from './schema.ts'

type Inbox = Static<typeof inbox>

export const viewInbox = ({ items, counts, more }: ReturnType<typeof browseInbox>): Inbox => ({
  items: items.map(viewItem),
  counts: named(counts),
  more: named(more),
})

/** Values by kind, under the names of the API. */
const named = <T>(values: Readonly<Record<(typeof inboxKinds)[number], T>>): Record<ApiKind, T> =>
  Object.fromEntries(inboxKinds.map((kind) => [nameOf(kind), values[kind]])) as Record<ApiKind, T>

type Item = Inbox['items'][number]

const viewItem = ({ waiting, patient, mark, message, calls }: WaitingItem): Item => ({
  kind: nameOf(waiting.kind),
  recordId: waiting.recordId,
  appointmentId: waiting.appointmentId,
  patientId: patient && waiting.patientId,
  patient: patient && { ...patient, alerts: [...patient.alerts] },
  startAt: waiting.startAt === null ? null : formatInstant(waiting.startAt),
  fit: waiting.fit && { chairId: waiting.fit.chairId, ...formatInterval(waiting.fit) },
  displaced: waiting.displaced && viewDisplaced(waiting.displaced),
  message: message && viewMessage(message.notice, message.retryable),
  heading: waiting.heading,
  call: telOf(patient?.phoneMobile ?? '')?.replace('tel:', '') ?? null,
  since: formatInstant(waiting.since),
  mark: mark && viewMark(mark),
  calls: calls.slice(0, mostCallsListed).map(viewCall),
  tries: calls.length,
})

const viewDisplaced = ({ row, warning }: Displaced) => ({
  warning,
  endAt: formatInstant(row.endAt),
  chairId: row.chairId,
  practitionerId: row.practitionerId,
  appointmentTypeId: row.appointmentTypeId,
  title: row.title,
  version: row.version,
})

const viewMessage = ({ channel, kind, state, reason, lastError }: NoticeRow, retryable: boolean) => ({
  channel,
  kind,
  state,
  reason,
  lastError,
  retryable,
})

const viewMark = ({ id, seenAt, seenBy }: MarkRow) => ({ id, seenAt: formatInstant(seenAt), seenBy })

const viewCall = ({ id, result, againAt, calledAt, calledBy }: CallRow) => ({
  id,
  result,
  againAt: againAt === null ? null : formatInstant(againAt),
  calledAt: formatInstant(calledAt),
  calledBy,
})

export const viewCalled = (call: CallRow): Static<typeof called> => ({
  ...viewCall(call),
  kind: nameOf(call.kind),
  recordId: call.recordId,
})

export const viewMarked = (mark: MarkRow): Static<typeof marked> => ({
  ...viewMark(mark),
  kind: nameOf(mark.kind),
  recordId: mark.recordId,
})
