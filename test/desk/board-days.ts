/** Days and entries in the form of the API's answers, for tests of the board's functions without a browser. */
import type { Day, DayEntry, FoundAppointment } from '../../src/desk/contract/names.ts'
import { dayGrid, dayOf } from '../../src/domain/day-grid.ts'

export const iso = (at: number) => new Date(at).toISOString()

/** A day without entries in Berlin. `more` can give the chairs and other fields. */
export function dayIn(
  date: string,
  more: Partial<Day> = {},
  slotMinutes = 15,
  timezone = 'Europe/Berlin',
): Day {
  const { startAt, endAt } = dayOf(date, timezone)
  return {
    date,
    timezone,
    dayStart: iso(startAt),
    dayEnd: iso(endAt),
    previous: null,
    next: null,
    chairs: [],
    entries: [],
    withoutChair: [],
    practitioners: [],
    absences: [],
    notes: [],
    entriesTotal: 0,
    more: false,
    cursor: '0.0',
    grid: dayGrid(date, timezone, slotMinutes).map((row) => ({ ...row, at: iso(row.at) })),
    ...more,
  }
}

export const chairOn = (id: string, hours: Day['chairs'][number]['hours'] = []): Day['chairs'][number] => ({
  id,
  name: id,
  color: null,
  position: 0,
  active: true,
  hours,
  closures: [],
})

const patient: NonNullable<DayEntry['patient']> = {
  id: 'p',
  firstName: 'Zoé',
  lastName: 'Müller',
  dob: null,
  phoneMobile: null,
  email: null,
  notifyByEmail: true,
  notifyBySms: false,
  preferredLanguage: null,
  alerts: [],
}

/** The progress of a visit in a state. */
export const progressOf = (state: NonNullable<DayEntry['progress']>['state'], waitingSince?: string) => ({
  state,
  late: false,
  lateMinutes: 0,
  waitedMinutes: null,
  note: null,
  version: 1,
  waitingSince: waitingSince ?? null,
})

export const reminderOf = (
  state: DayEntry['reminders'][number]['state'],
  reason: DayEntry['reminders'][number]['reason'] = null,
): DayEntry['reminders'][number] => ({
  channel: 'email',
  kind: 'reminder',
  state,
  reason,
  dueAt: '2026-03-01T08:30:00.000Z',
  sentAt: null,
})

/** A check-up of Zoé Müller on Monday, 2 March 2026, from 9:30 to 10:00 in Berlin. */
export const entryOf = (more: Partial<DayEntry> = {}): DayEntry => ({
  id: 'e',
  practiceId: 'x',
  chairId: 'a',
  patientId: 'p',
  type: 'appointment',
  title: 'Check-up',
  hold: null,
  startAt: '2026-03-02T08:30:00.000Z',
  endAt: '2026-03-02T09:00:00.000Z',
  color: null,
  serviceRef: null,
  notes: null,
  createdBy: 'x',
  metadata: {},
  practitionerId: null,
  seriesId: null,
  appointmentTypeId: null,
  version: 1,
  createdAt: '2026-02-01T00:00:00.000Z',
  updatedAt: '2026-02-01T00:00:00.000Z',
  patient,
  firstVisit: false,
  answer: null,
  progress: progressOf('expected'),
  reminders: [],
  practitioner: null,
  hasNextNote: false,
  ...more,
})

/** A cancelled appointment, in the form in which the search for appointments returns it. */
export const cancelledOf = (more: Partial<FoundAppointment> = {}): FoundAppointment => {
  const { patient, practitioner: _, progress: __, reminders: ___, ...entry } = entryOf()
  const { id, firstName, lastName } = patient!
  return {
    ...entry,
    outcome: 'cancelled',
    progress: 'expected',
    noShowNote: null,
    cancellation: { reason: 'Ill', by: 'patient', note: null, shortNotice: false, at: entry.createdAt },
    patient: { id, firstName, lastName },
    ...more,
  } as FoundAppointment
}
