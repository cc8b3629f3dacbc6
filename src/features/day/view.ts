import type { Static } from '@sinclair/typebox'
import type { GridRow } from '../../domain/day-grid.ts'
import type { ClosedTime } from '../../domain/open-times.ts'
import { type KeptProgress, nothingNoted, progressOf } from '../../domain/progress.ts'
import { formatCursor } from '../../domain/record-change.ts'
import { answerIn } from '../../domain/reminders/answer.ts'
import { formatInstant, formatInterval, midnightOf } from '../../domain/time.ts'
import type { DayNotice, DayRow } from '../../store/calendar/day.ts'
import type { DayNoteRow } from '../../store/calendar/day-notes.ts'
import { viewEntry } from '../calendar/entry-view.ts'
import { viewProgressSummary } from '../calendar/progress/schema.ts'
import type { AwayTime, ChairDay, Day } from './actions.ts'
import type { CountedDay } from './days.ts'
import type { day, dayEntry } from './schema.ts'

type DayEntry = Static<typeof dayEntry>

/** The answer for a day, as the day is at `now` (epoch milliseconds). */
export function viewDay(shown: Day, now: number): Static<typeof day> {
  const viewRow = (row: DayRow) => viewDayEntry(row, now)
  const entries = shown.entries.map(viewRow)
  const withoutChair = shown.withoutChair.map(viewRow)
  return {
    date: shown.date,
    timezone: shown.timezone,
    dayStart: formatInstant(shown.during.startAt),
    dayEnd: formatInstant(shown.during.endAt),
    previous: shown.previous,
    next: shown.next,
    chairs: shown.chairs.map(viewChairDay),
    entries,
    withoutChair,
    practitioners: practitionersIn([...entries, ...withoutChair]),
    absences: shown.absences.map(viewAway),
    notes: shown.notes.map(viewNoteOn),
    grid: shown.grid.map(viewGridRow),
    entriesTotal: shown.total,
    more: shown.more,
    cursor: formatCursor(shown.upTo),
  }
}

const viewChairDay = ({ chair, hours, closures }: ChairDay) => ({
  id: chair.id,
  name: chair.name,
  color: chair.color,
  position: chair.position,
  active: chair.active,
  hours: hours.map(formatInterval),
  closures: closures.map(viewClosed),
})

const viewClosed = ({ closure, ...part }: ClosedTime) => ({
  id: closure.id,
  name: closure.name,
  ...formatInterval(part),
})

const viewNoteOn = ({ id, text, createdBy, version, createdAt, updatedAt }: DayNoteRow) => ({
  id,
  text,
  createdBy,
  version,
  createdAt: formatInstant(createdAt),
  updatedAt: formatInstant(updatedAt),
})

const viewAway = ({ absence, member, ...part }: AwayTime) => ({
  id: absence.id,
  practitionerId: member.id,
  name: member.name,
  reason: absence.reason,
  ...formatInterval(part),
})

const viewGridRow = ({ at, label, offset }: GridRow) => ({ at: formatInstant(at), label, offset })

/** The members who treat somebody on the day, by name. */
function practitionersIn(entries: readonly DayEntry[]) {
  const byId = new Map(entries.flatMap(({ practitioner: one }) => (one === null ? [] : [[one.id, one]])))
  return [...byId.values()].sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))
}

function viewDayEntry(row: DayRow, now: number): DayEntry {
  const isAppointment = row.type === 'appointment'
  return {
    ...viewEntry(row),
    patient: viewPatient(row),
    firstVisit: row.isFirstVisit === 1,
    answer: isAppointment ? answerIn(row.metadata) : null,
    progress: isAppointment ? viewProgress(row, now) : null,
    reminders: row.notices.map(viewNotice),
    practitioner: viewPractitioner(row),
    hasNextNote: row.hasNextNote === 1,
  }
}

const viewPatient = (row: DayRow) =>
  row.patientId === null
    ? null
    : {
        id: row.patientId,
        firstName: row.firstName!,
        lastName: row.lastName!,
        dob: row.dob === null ? null : midnightOf(row.dob),
        phoneMobile: row.phoneMobile,
        email: row.email,
        notifyByEmail: row.notifyByEmail === 1,
        notifyBySms: row.notifyBySms === 1,
        preferredLanguage: row.preferredLanguage,
        alerts: [...row.alerts],
      }

const viewPractitioner = ({ practitionerId, practitionerName, practitionerColor }: DayRow) =>
  practitionerId === null || practitionerName === null
    ? null
    : { id: practitionerId, name: practitionerName, color: practitionerColor }

function viewProgress(row: DayRow, now: number) {
  const progress = progressOf(row, keptIn(row), now)
  return { ...viewProgressSummary(progress), note: progress.note, version: progress.version }
}

/** The steps of the visit. A day does not show which members stored these steps. */
const keptIn = (row: DayRow): KeptProgress | null =>
  row.progressVersion === null
    ? null
    : {
        ...nothingNoted,
        confirmedAt: row.confirmedAt,
        arrivedAt: row.arrivedAt,
        inChairAt: row.inChairAt,
        doneAt: row.doneAt,
        noShowAt: row.noShowAt,
        note: row.progressNote,
        version: row.progressVersion,
      }

const viewNotice = ({ dueAt, sentAt, ...notice }: DayNotice) => ({
  ...notice,
  dueAt: formatInstant(dueAt),
  sentAt: sentAt === null ? null : formatInstant(sentAt),
})

/** The whole minutes in a number of milliseconds. 0 for a negative number: entries may move while they are counted. */
const minutesOf = (ms: number): number => Math.max(0, Math.floor(ms / 60_000))

export function* viewDays(days: Generator<void, CountedDay[]>) {
  return { days: (yield* days).map(viewCountedDay) }
}

const viewCountedDay = (counted: CountedDay) => ({
  date: counted.date,
  open: counted.openMs > 0,
  appointments: counted.appointments,
  cancelled: counted.cancelled,
  freeMinutes: minutesOf(counted.openMs - counted.takenMs),
  bookedMinutes: minutesOf(counted.bookedMs),
  closures: [...counted.closures],
})
