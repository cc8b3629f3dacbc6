/**
 * Finds the records that wait in the inbox, by one function for each kind (RULES §26). Each function reads 1,000
 * records at most.
 */
import { type InboxKind, waitingOf } from '../../domain/inbox.ts'
import { mostLookedAt } from '../../domain/limits.ts'
import { codesKeptMs, floodsIn } from '../../domain/online-booking.ts'
import { answeredAt } from '../../domain/reminders/answer.ts'
import { shownAfter } from '../../domain/reminders/retry.ts'
import type { Interval } from '../../domain/time.ts'
import { findEntry } from '../../store/calendar/entries.ts'
import {
  listCodes,
  listNewOnline,
  listRequests,
  type OnlineBookingRow,
} from '../../store/calendar/online-bookings.ts'
import type { Scope } from '../../store/engine/scope.ts'
import type { WaitingState } from '../../store/inbox/inbox-marks.ts'
import {
  type Appointment,
  findFirstSent,
  hasStep,
  listCancelRequested,
  listFailedAhead,
  listFailingAhead,
  listUnanswered,
  listUncertainAhead,
  startBehind,
} from '../../store/inbox/unresolved.ts'
import type { NoticeRow } from '../../store/notices/notices.ts'
import { listNextNotes } from '../../store/patients/notes.ts'
import { findPractice } from '../../store/practice/practice.ts'
import { listStopped } from '../../store/webhooks/webhooks.ts'
import { type Displaced, listDisplaced } from './displaced.ts'
import { listFitting } from './fitting.ts'

/** A record that waits. `about` distinguishes its present state from its earlier and later states. */
export interface Waiting extends WaitingState {
  readonly appointmentId: string | null
  readonly patientId: string | null
  /** When the appointment, or the visit that fits, starts, in epoch milliseconds. Null when the record has neither. */
  readonly startAt: number | null
  /** Since when the record waits, in epoch milliseconds. */
  readonly since: number
  /** The free time that fits a patient on the waiting list. */
  readonly fit: (Interval & { readonly chairId: string }) | null
  /** The title of a note, or how its text begins. */
  readonly heading: string | null
  /** The message that failed. */
  readonly notice: NoticeRow | null
  /** The appointment in a closed time, and why the appointment must move. */
  readonly displaced: Displaced | null
}

/** The first records that wait, in order. `isCut`: there may be more records than were read. */
interface WaitingRecords {
  readonly waiting: readonly Waiting[]
  readonly isCut: boolean
}

type Finder = (read: Scope, now: number) => WaitingRecords

const limit = mostLookedAt + 1
const day = 86_400_000

const found = <R>(rows: readonly R[], waiting: (row: R) => Waiting, isCut = false): WaitingRecords => ({
  waiting: rows.slice(0, mostLookedAt).map(waiting),
  isCut: isCut || rows.length > mostLookedAt,
})

/** The records of each kind that wait at `now` (epoch milliseconds), the soonest first. */
export const finders: Readonly<Record<InboxKind, Finder>> = {
  cancelRequested(read, now) {
    const rows = listCancelRequested(read, now, limit).map((appointment) => ({
      appointment,
      // A move of the appointment removes the answer. So the time of the answer distinguishes all states.
      asked: answeredAt(findEntry(read, appointment.id)?.metadata ?? {}) ?? appointment.startAt,
    }))
    // Patients who confirmed the appointment after this answer, or who have arrived, need no call.
    const open = rows.filter(({ appointment, asked }) => !hasStep(read, appointment.id, asked))
    const view = ({ appointment, asked }: (typeof rows)[number]) =>
      ofAppointment('cancelRequested', appointment, asked)
    return found(open, view, rows.length === limit)
  },

  unanswered(read, now) {
    const { rows, isCut } = listWithoutAnswer(read, now)
    const view = (appointment: Appointment) => {
      const reminded = findFirstSent(read, appointment) ?? appointment.startAt
      return ofAppointment('unanswered', appointment, reminded)
    }
    // Patients who confirmed on the phone need no call.
    const silent = rows.filter(({ id }) => !hasStep(read, id))
    return found(silent, view, isCut || rows.length === limit)
  },

  failed: (read, now) => found(listNotSent(read, now), ofNotice),

  uncertain: (read, now) => found(listUncertainAhead(read, now, limit), ofNotice),

  noteNext: (read, now) =>
    found(listNextNotes(read, now, limit), ({ id, patientId, heading, updatedAt }) => ({
      // `about` is not the version, because a move to another patient changes the version, too. Only an edit by a
      // member changes this time.
      kind: 'noteNext',
      recordId: id,
      about: updatedAt,
      appointmentId: null,
      patientId,
      startAt: null,
      since: updatedAt,
      fit: null,
      heading,
      notice: null,
      displaced: null,
    })),

  fitsGap: (read, now) =>
    found(listFitting(read, findPractice(read)!.timezone, now), ({ row, visit, free, about }) => ({
      kind: 'fitsGap',
      recordId: row.id,
      about,
      appointmentId: null,
      patientId: row.patientId,
      startAt: visit.startAt,
      since: row.createdAt,
      fit: { ...visit, chairId: free.chairId },
      heading: null,
      notice: null,
      displaced: null,
    })),

  onlineRequest: (read, now) => found(listRequests(read, now, limit), ofBooking('onlineRequest')),

  onlinePatient: (read, now) => found(listNewOnline(read, now - day, limit), ofBooking('onlinePatient')),

  onlineFlood: (read, now) =>
    found(floodsIn(listCodes(read, now - codesKeptMs)), ({ id, sentAt }) => ({
      ...ofAppointment('onlineFlood', { id, patientId: null, startAt: sentAt }, sentAt),
      appointmentId: null,
      startAt: null,
    })),

  displaced(read, now) {
    const { all, isCut } = listDisplaced(read, now, limit)
    const view = (displaced: Displaced): Waiting => ({
      ...ofAppointment('displaced', displaced.row, displaced.since),
      displaced,
    })
    return found(all, view, isCut)
  },
  webhookStopped: (read) =>
    found(listStopped(read), ({ id, url, stoppedAt }) => ({
      ...ofAppointment('webhookStopped', { id, patientId: null, startAt: 0 }, stoppedAt!),
      appointmentId: null,
      startAt: null,
      heading: new URL(url).host,
    })),
}

const ofBooking =
  (kind: InboxKind) =>
  ({ id, patientId, startAt, createdAt }: OnlineBookingRow): Waiting =>
    ofAppointment(kind, { id, patientId, startAt }, createdAt)

const ofAppointment = (
  kind: InboxKind,
  { id, patientId, startAt }: Pick<Waiting, 'patientId'> & Pick<Appointment, 'id' | 'startAt'>,
  since: number,
): Waiting => ({
  kind,
  recordId: id,
  about: since,
  appointmentId: id,
  patientId,
  startAt,
  since,
  fit: null,
  heading: null,
  notice: null,
  displaced: null,
})

function ofNotice(notice: NoticeRow): Waiting {
  const { id, entryId, patientId, startAt } = notice
  const { kind, since } = waitingOf(notice)
  return {
    kind,
    recordId: id,
    about: since,
    appointmentId: entryId,
    patientId: patientId || null,
    startAt,
    since,
    fit: null,
    heading: null,
    notice,
    displaced: null,
  }
}

/** The messages that failed, and those that were tried for more than an hour without success, the soonest first. */
const listNotSent = (read: Scope, now: number): NoticeRow[] =>
  [...listFailedAhead(read, now, limit), ...listFailingAhead(read, now, now - shownAfter, limit)].sort(
    (a, b) => a.startAt - b.startAt || (a.id < b.id ? -1 : 1),
  )

/** How far ahead missing answers are listed, in milliseconds. */
const answersWithin = 72 * 3_600_000
/** How many entries are searched for missing answers. No front desk calls more patients in three days. */
const mostLookedThrough = 5_000

/**
 * Appointments of the next 72 hours with a patient who was reminded and has not answered, the soonest first. `isCut`:
 * there are more entries than are searched.
 */
function listWithoutAnswer(read: Scope, now: number) {
  const until = now + answersWithin
  const behind = startBehind(read, now, until, mostLookedThrough)
  const rows = listUnanswered(read, now, behind === null ? until : behind - 1, limit)
  return { rows, isCut: behind !== null }
}
