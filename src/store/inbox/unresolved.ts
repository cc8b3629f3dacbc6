/** What waits for the front desk: patients who were not reached, who asked to cancel, or who have not answered. */
import { and, asc, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import { whereCancelRequested, whereUnanswered } from '../../../db/answer-sql.ts'
import { whereAppointment } from '../../../db/entry-sql.ts'
import { kindIs, stateIs, whereFailed, whereFailing } from '../../../db/notice-sql.ts'
import { entries } from '../../../db/schema/calendar.ts'
import { reminderJobs } from '../../../db/schema/notices.ts'
import { patients } from '../../../db/schema/patients.ts'
import { progress } from '../../../db/schema/visits.ts'
import type { Notifiable, Occasion } from '../../domain/reminders/occasion.ts'
import type { Scope } from '../engine/scope.ts'
import { columnsOf, equals, param, select } from '../engine/statement.ts'
import type { NoticeRow } from '../notices/notices.ts'

const notice = columnsOf(reminderJobs)
const soonest = { orderBy: [asc(notice.startAt), asc(notice.id)], limit: param('limit') }

/** Whether the appointment is still as the notice says (`standsAsReminded` of the domain). */
const stands = sql`exists (select 1 from ${entries} where ${entries.practiceKey} = ${reminderJobs.practiceKey}
  and ${entries.id} = ${notice.entryId} and ${entries.startAt} = ${notice.startAt}
  and ${entries.patientId} = ${notice.patientId} and ${sql.raw(whereAppointment)})`
/**
 * A notice of a cancellation matters while the appointment is gone. Every other notice matters while the appointment is
 * unchanged.
 */
const matters = sql`(${sql.raw(kindIs('cancelled'))}) <> ${stands}`

const failed = (more: SQL) =>
  and(sql.raw(`(${whereFailed})`), more, gt(notice.startAt, param('now')), matters)
const listed = (more: SQL) => select({ fields: notice, from: reminderJobs, where: failed(more), ...soonest })
const ofState = listed(sql.raw(stateIs('uncertain')))
const ofOtherStates = listed(sql.raw(`not ${stateIs('uncertain')}`))
const isOfKind = sql`(${param('state', notice.state)} is null or ${notice.state} = ${param('state', notice.state)})
  and (${param('reason', notice.reason)} is null or ${notice.reason} = ${param('reason', notice.reason)})`
const ofKind = listed(isOfKind)
const failing = select({
  fields: notice,
  from: reminderJobs,
  where: and(
    sql.raw(whereFailing),
    gt(notice.startAt, param('now')),
    lte(notice.failingSince, param('until')),
    matters,
  ),
  ...soonest,
})
const overtaken = select({
  fields: { id: notice.id },
  from: reminderJobs,
  where: and(
    sql.raw(`(${whereFailed})`),
    isOfKind,
    gt(notice.startAt, param('now')),
    sql`not (${matters})`,
    sql.raw(`not ${kindIs('recall')}`),
  ),
  limit: param('limit'),
})

const appointment = {
  fields: { id: entries.id, type: entries.type, patientId: entries.patientId, startAt: entries.startAt },
  from: entries,
}
const hasPatient = sql`${sql.raw(whereAppointment)} and ${entries.patientId} is not null`
const isAhead = gt(entries.startAt, param('now'))
const inOrder = { orderBy: [asc(entries.startAt), asc(entries.id)], limit: param('limit') }
const askedToCancel = select({
  ...appointment,
  where: and(sql.raw(whereCancelRequested), isAhead, hasPatient),
  ...inOrder,
})
/** A sent notice with a reason was only written to the log, so no patient can answer it. */
const wasReminded = sql`exists (select 1 from ${reminderJobs}
  where ${reminderJobs.practiceKey} = ${entries.practiceKey} and ${notice.entryId} = ${entries.id}
    and ${notice.patientId} = ${entries.patientId} and ${notice.startAt} = ${entries.startAt}
    and ${sql.raw(kindIs('reminder'))} and ${sql.raw(stateIs('sent'))} and ${notice.reason} is null)`
const withoutAnswer = select({
  ...appointment,
  where: and(
    isAhead,
    lte(entries.startAt, param('until')),
    hasPatient,
    sql.raw(whereUnanswered),
    wasReminded,
  ),
  ...inOrder,
})
const startAfter = select({
  fields: { startAt: entries.startAt },
  from: entries,
  where: and(isAhead, lte(entries.startAt, param('until'))),
  orderBy: [asc(entries.startAt), asc(entries.id)],
  limit: sql`1 offset ${param('most')}`,
})
const appointmentById = select({ ...appointment, where: equals(entries.id, 'id') })
const firstSent = select({
  fields: { sentAt: notice.sentAt },
  from: reminderJobs,
  where: and(
    equals(notice.entryId, 'entryId'),
    equals(notice.patientId, 'patientId'),
    eq(notice.startAt, param('startAt')),
    eq(notice.state, 'sent'),
    sql.raw(kindIs('reminder')),
  ),
  orderBy: [asc(notice.sentAt)],
  limit: sql`1`,
})
/** Before every moment. */
const never = Number.MIN_SAFE_INTEGER
const stepped = select({
  fields: { id: progress.id },
  from: progress,
  where: and(
    equals(progress.id, 'id'),
    sql`max(${sql.join(
      [progress.confirmedAt, progress.arrivedAt, progress.inChairAt, progress.doneAt, progress.noShowAt].map(
        (step) => sql`coalesce(${step}, ${sql.raw(String(never))})`,
      ),
      sql`, `,
    )}) > ${param('after')}`,
  ),
})
const contact = select({
  fields: {
    firstName: patients.firstName,
    lastName: patients.lastName,
    phoneMobile: patients.phoneMobile,
    email: patients.email,
  },
  from: patients,
  where: equals(patients.id, 'id'),
})

/** Failed notices for appointments after `now`, soonest first. Notices without a known outcome are left out. */
export const listFailedAhead = (scope: Scope, now: number, limit: number): NoticeRow[] =>
  scope.all(ofOtherStates, { now, limit })

/** Notices for appointments after `now` whose tries have failed since `until` or earlier, soonest first. */
export const listFailingAhead = (scope: Scope, now: number, until: number, limit: number): NoticeRow[] =>
  scope.all(failing, { now, until, limit })

/** Notices for appointments after `now` without a known outcome, soonest first. */
export const listUncertainAhead = (scope: Scope, now: number, limit: number): NoticeRow[] =>
  scope.all(ofState, { now, limit })

/** Selects failed notices by their state, by their reason, or by both. Null means any. */
export interface FailedKind {
  readonly state: string | null
  readonly reason: string | null
}

/** Failed notices of one kind that still matter, for appointments after `now`, soonest first. */
export const listFailedOfKind = (scope: Scope, kind: FailedKind, now: number, limit: number): NoticeRow[] =>
  scope.all(ofKind, { ...kind, now, limit })

/** How many failed notices of one kind are about something that is no longer true, at most `limit`. */
export const countOvertaken = (scope: Scope, kind: FailedKind, now: number, limit: number): number =>
  scope.all(overtaken, { ...kind, now, limit }).length

/** An appointment with a patient. */
export type Appointment = Occasion & { readonly id: string }

/** Appointments after `now` with a patient who asked to cancel, soonest first. */
export const listCancelRequested = (scope: Scope, now: number, limit: number): Appointment[] =>
  scope.all(askedToCancel, { now, limit }) as Appointment[]

/** Appointments that start in `(now, until]`, were reminded of, and have no answer, soonest first. */
export const listUnanswered = (scope: Scope, now: number, until: number, limit: number): Appointment[] =>
  scope.all(withoutAnswer, { now, until, limit }) as Appointment[]

/** The start of the entry that follows the first `most` entries in `(now, until]`, or null when there is none. */
export const startBehind = (scope: Scope, now: number, until: number, most: number): number | null =>
  scope.get(startAfter, { now, until, most })?.startAt ?? null

/** The part of an entry that decides about its notices, or null when there is no such entry. */
export const findNotifiable = (scope: Scope, id: string): Notifiable | null =>
  scope.get(appointmentById, { id })

/**
 * When the first reminder was sent for this appointment as it is now, in epoch milliseconds; null when none was sent.
 */
export const findFirstSent = (scope: Scope, { id, patientId, startAt }: Appointment): number | null =>
  scope.get(firstSent, { entryId: id, patientId, startAt })?.sentAt ?? null

/**
 * Whether a member noted a step of the visit later than the time `after`. One such step: the patient confirmed on the
 * phone.
 */
export const hasStep = (scope: Scope, entryId: string, after = never): boolean =>
  scope.get(stepped, { id: entryId, after }) !== null

/** A patient's name and how to reach them, or null when the patient is gone. */
export const findContact = (scope: Scope, patientId: string) => scope.get(contact, { id: patientId })
export type ContactRow = NonNullable<ReturnType<typeof findContact>>
