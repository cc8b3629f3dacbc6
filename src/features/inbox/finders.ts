/** What waits for somebody, one function for each kind (RULES §26). Each looks at 1,000 records at most. */
import type { InboxKind } from '../../domain/inbox.ts'
import { mostLookedAt } from '../../domain/limits.ts'
import { answeredAt } from '../../domain/reminders/answer.ts'
import { refuseRetry } from '../../domain/reminders/retry.ts'
import type { SendHours } from '../../domain/reminders/send-window.ts'
import type { Interval } from '../../domain/time.ts'
import { findEntry } from '../../store/calendar/entries.ts'
import type { Scope } from '../../store/engine/scope.ts'
import type { WaitingState } from '../../store/inbox/inbox-marks.ts'
import {
  type Appointment,
  findFirstSent,
  findNotifiable,
  hasStep,
  listCancelRequested,
  listUncertainAhead,
} from '../../store/inbox/unresolved.ts'
import { timed } from '../../store/notices/notice-news.ts'
import type { NoticeRow } from '../../store/notices/notices.ts'
import { findReminderTimes } from '../../store/notices/reminder-times.ts'
import { listNextNotes } from '../../store/patients/notes.ts'
import { findPractice } from '../../store/practice/practice.ts'
import { listNotSent, listWithoutAnswer } from '../shared/desk-lists.ts'
import { explain, explainCancelRequested, explainUnanswered } from '../shared/explanations.ts'
import { listFitting } from './fitting.ts'
import { explainFit, explainNext, localMoment } from './sentences.ts'

/** A record that waits. `about` tells the state in which it waits from its earlier and later ones. */
export interface Waiting extends WaitingState {
  readonly appointmentId: string | null
  readonly patientId: string | null
  /** When the appointment, or the visit that fits, starts. Null where there is none. Epoch milliseconds. */
  readonly startAt: number | null
  /** Since when it waits, in epoch milliseconds. */
  readonly since: number
  /** Where a visit of somebody who waits fits. */
  readonly fit: (Interval & { readonly chairId: string }) | null
  /** Written only for what is shown. */
  readonly said: () => Said
}

/** What the inbox says about a record. */
export interface Said {
  /** One English sentence to read out. */
  readonly sentence: string
  /** The title of a note, or how its text begins. */
  readonly heading?: string
  /** The message that failed, and whether it may be tried again. */
  readonly message?: { readonly notice: NoticeRow; readonly retryable: boolean }
}

/** The first records that wait, in order. `isCut` says that there may be more than were looked at. */
export interface Found {
  readonly waiting: readonly Waiting[]
  readonly isCut: boolean
}

type Finder = (read: Scope, now: number) => Found

const limit = mostLookedAt + 1

const found = <R>(rows: readonly R[], waiting: (row: R) => Waiting, isCut = false): Found => ({
  waiting: rows.slice(0, mostLookedAt).map(waiting),
  isCut: isCut || rows.length > mostLookedAt,
})

/** What waits for somebody at `now` (epoch milliseconds), the soonest first. */
export const finders: Readonly<Record<InboxKind, Finder>> = {
  cancelRequested(read, now) {
    const rows = listCancelRequested(read, now, limit).map((appointment) => ({
      appointment,
      // A move of the appointment removes the answer. So the time of the answer tells all states apart.
      asked: answeredAt(findEntry(read, appointment.id)?.metadata ?? {}) ?? appointment.startAt,
    }))
    // Who said since that they come, or is there, need not be called.
    const open = rows.filter(({ appointment, asked }) => !hasStep(read, appointment.id, asked))
    const view = ({ appointment, asked }: (typeof rows)[number]) =>
      ofAppointment('cancelRequested', appointment, asked, explainCancelRequested)
    return found(open, view, rows.length === limit)
  },

  unanswered(read, now) {
    const { rows, isCut } = listWithoutAnswer(read, now, limit)
    const view = (appointment: Appointment) => {
      const reminded = findFirstSent(read, appointment) ?? appointment.startAt
      return ofAppointment('unanswered', appointment, reminded, explainUnanswered)
    }
    // Who confirmed on the phone need not be called.
    const silent = rows.filter(({ id }) => !hasStep(read, id))
    return found(silent, view, isCut || rows.length === limit)
  },

  failed(read, now) {
    const { hours } = findReminderTimes(read)
    return found(listNotSent(read, now, limit), (notice) => {
      // A message that is still tried changes with every try.
      const since =
        (notice.state === 'scheduled' ? notice.failingSince : notice.updatedAt) ?? notice.updatedAt
      return ofNotice('failed', notice, since, () => sayNotice(read, notice, hours, now))
    })
  },

  uncertain(read, now) {
    const { hours } = findReminderTimes(read)
    return found(listUncertainAhead(read, now, limit), (notice) =>
      ofNotice('uncertain', notice, notice.uncertainAt ?? notice.updatedAt, () =>
        sayNotice(read, notice, hours, now),
      ),
    )
  },

  noteNext: (read, now) =>
    found(listNextNotes(read, now, limit), ({ id, patientId, heading, updatedAt }) => ({
      // A move to another patient changes the version. Only an edit by a member changes this time.
      ...{ kind: 'noteNext', recordId: id, about: updatedAt },
      ...{ appointmentId: null, patientId, startAt: null, since: updatedAt, fit: null },
      said: () => ({ sentence: explainNext(heading), heading }),
    })),

  fitsGap(read, now) {
    const { timezone } = findPractice(read)!
    const moment = localMoment(timezone)
    return found(listFitting(read, timezone, now), ({ row, visit, free, about }) => ({
      ...{ kind: 'fitsGap', recordId: row.id, about },
      ...{ appointmentId: null, patientId: row.patientId, startAt: visit.startAt, since: row.createdAt },
      fit: { ...visit, chairId: free.chairId },
      said: () => ({ sentence: explainFit(row.durationMinutes, moment(visit.startAt), free.chairName) }),
    }))
  },
}

const ofAppointment = (
  kind: InboxKind,
  { id, patientId, startAt }: Appointment,
  since: number,
  sentence: string,
): Waiting => ({
  ...{ kind, recordId: id, about: since, appointmentId: id, patientId, startAt, since, fit: null },
  said: () => ({ sentence }),
})

const ofNotice = (
  kind: InboxKind,
  { id, entryId, patientId, startAt }: NoticeRow,
  since: number,
  said: () => Said,
): Waiting => ({
  ...{ kind, recordId: id, about: since, appointmentId: entryId, patientId: patientId || null },
  ...{ startAt, since, fit: null, said },
})

function sayNotice(read: Scope, notice: NoticeRow, hours: SendHours, now: number): Said {
  const retryable =
    refuseRetry(timed(read, notice), findNotifiable(read, notice.entryId), hours, now) === null
  return { sentence: explain(notice, retryable), message: { notice, retryable } }
}
