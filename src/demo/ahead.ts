/** The future of the demo practice: closures, a series, wishes of patients, and patients who wait for a free time. */
import { ofRecord } from '../domain/audit.ts'
import { withAnswer } from '../domain/reminders/answer.ts'
import { formatInstant, localDate, localTime } from '../domain/time.ts'
import { cancelAppointment } from '../features/calendar/cancellations/actions.ts'
import { editChair } from '../features/chairs/actions.ts'
import { createClosure } from '../features/closures/actions.ts'
import { bookSeries } from '../features/series/actions.ts'
import { createWaiting } from '../features/waiting-list/actions.ts'
import { type EntryRow, updateEntry } from '../store/calendar/entries.ts'
import { findPatient, type PatientRow } from '../store/patients/patients.ts'
import type { Practice } from '../store/store.ts'
import { roomHours } from './hours.ts'

const hour = 3_600_000

/** The member, the patients and the time for these records. `now` is in epoch milliseconds. */
interface Ahead {
  readonly userId: string
  readonly patientIds: readonly string[]
  readonly timezone: string
  readonly now: number
}

/** The Monday of the week after that of `now`. */
const nextMonday = ({ now, timezone }: Ahead): Temporal.PlainDate => {
  const today = Temporal.PlainDate.from(localDate(now, timezone))
  return today.add({ days: 8 - today.dayOfWeek })
}

/** Closes the practice on an afternoon of next week, and each year on a holiday. The chair gets hours of its own. */
export async function fillHours(practice: Practice, chairId: string, ahead: Ahead): Promise<void> {
  const training = nextMonday(ahead).add({ days: 3 }).toString()
  const { now } = ahead
  const afternoon = { fromDate: training, throughDate: training, startTime: '14:00', endTime: '18:00' }
  await createClosure(practice, { name: 'Team training', ...afternoon }, now)
  await createClosure(practice, { ...holidayApartFrom(ahead), yearly: true }, now)
  await editChair(practice, chairId, { workingHours: roomHours(now, ahead.timezone) }, now)
}

/** Christmas, or the New Year while it is Christmas, because the demo must be open today. */
const holidayApartFrom = ({ now, timezone }: Ahead) =>
  /-12-2[456]$/.test(localDate(now, timezone))
    ? { name: 'New Year', fromDate: '2025-12-31', throughDate: '2026-01-01' }
    : { name: 'Christmas', fromDate: '2025-12-24', throughDate: '2025-12-26' }

/** Books a course of six appointments, with an appointment each week. */
export async function fillSeries(practice: Practice, chairId: string, ahead: Ahead): Promise<void> {
  const { userId, patientIds, timezone, now } = ahead
  const first = nextMonday(ahead).add({ days: 1 }).toString()
  const at = (time: string) => formatInstant(localTime(first, time, timezone))
  const body = {
    type: 'appointment' as const,
    chairId,
    patientId: patientIds[0]!,
    title: 'Gum treatment',
    startAt: at('08:30'),
    endAt: at('09:15'),
    color: '#14b8a6',
    repeat: { every: 1, unit: 'week' as const, count: 6 },
  }
  await bookSeries(practice, userId, body, { dryRun: false }, now)
}

/**
 * Whether a patient gets reminders by e-mail. Patients answer by the link in a reminder, so only these patients can
 * answer.
 */
const getsMail = (patient: PatientRow | null): boolean =>
  patient?.notifyByEmail === true && patient.email !== null

/**
 * One patient asks to cancel, one patient confirms, one patient has cancelled, and four patients wait for a free time.
 * For one of these four, the last possible day is over.
 */
export async function fillWishes(
  practice: Practice,
  { userId, patientIds, timezone, now }: Ahead,
  booked: readonly EntryRow[],
): Promise<void> {
  const coming = booked
    .filter(({ type, startAt }) => type === 'appointment' && startAt > now + 20 * hour)
    .filter(({ patientId }) => patientId !== null && getsMail(findPatient(practice.read, patientId)))
    .sort((a, b) => a.startAt - b.startAt)
  const [asks, comes, cancels] = coming
  await practice.write((tx) => {
    for (const [entry, answer] of [
      [asks!, 'cancel_requested'],
      [comes!, 'confirmed'],
    ] as const) {
      const metadata = withAnswer(entry.metadata, { answer, at: formatInstant(now - hour) })
      updateEntry(tx, entry.id, { metadata, updatedAt: now - hour })
      tx.record({ kind: 'write', ...ofRecord('appointment', entry, { ...entry, metadata }) })
    }
  })
  const cancelling = { reason: 'Has to work.', by: 'patient' as const, note: 'Will call for a new time.' }
  await cancelAppointment(practice, userId, cancels!.id, cancelling, now)
  const yesterday = Temporal.PlainDate.from(localDate(now, timezone)).subtract({ days: 1 }).toString()
  const wishes = [
    { urgency: 'urgent' as const, durationMinutes: 15, note: 'A filling came out.' },
    { urgency: 'whenever' as const, durationMinutes: 30, startTime: '08:00', endTime: '12:30' },
    {
      urgency: 'soon' as const,
      durationMinutes: 60,
      startTime: '14:00',
      note: 'Works until one.',
      weekdays: ['tue' as const, 'thu' as const],
    },
    { urgency: 'soon' as const, durationMinutes: 45, throughDate: yesterday, note: 'Flies home afterwards.' },
  ]
  for (const [i, wish] of wishes.entries())
    await createWaiting(practice, userId, { patientId: patientIds[i + 1]!, ...wish }, now - 48 * hour)
}
