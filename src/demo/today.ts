/**
 * Books visits in the demo practice around now, at any hour, also at night and on a Sunday. The practice is open then.
 */
import { formatInstant, type Interval, localDate, localTime } from '../domain/time.ts'
import { bookEntry } from '../features/calendar/appointments/actions.ts'
import { noteStep } from '../features/calendar/progress/actions.ts'
import { createNote } from '../features/notes/actions.ts'
import type { EntryRow } from '../store/calendar/entries.ts'
import type { Practice } from '../store/store.ts'
import type { Treatment } from './calendar.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** The records from which the visits of today are made. Instants are epoch milliseconds. */
interface Today {
  readonly userId: string
  /** Four chairs. */
  readonly chairIds: readonly string[]
  /** Seven patients. */
  readonly patientIds: readonly string[]
  readonly practitionerOf: (chairId: string) => string | undefined
  readonly treatments: readonly Treatment[]
  readonly timezone: string
  readonly now: number
}

type Step = Parameters<typeof noteStep>[3]['step']

interface Visit {
  /** Null when nobody has chosen a chair yet. */
  readonly chair: number | null
  /** When the visit begins and ends, counted from now. */
  readonly from: number
  readonly to: number
  readonly title: string
  /** The steps of the visit, and when the desk notes each. */
  readonly steps: readonly (readonly [step: Step, at: number])[]
}

/** The visits, in parts of a quarter of an hour. */
const visits: readonly Visit[] = [
  {
    chair: 0,
    from: -8,
    to: -4,
    title: 'Filling',
    steps: [
      ['arrived', -8.5],
      ['in_chair', -8],
      ['done', -4],
    ],
  },
  { chair: 1, from: -7, to: -5, title: 'Consultation', steps: [['no_show', -6]] },
  {
    chair: 0,
    from: -2,
    to: 2,
    title: 'Root canal',
    steps: [
      ['confirmed', -40],
      ['arrived', -3],
      ['in_chair', -1.5],
    ],
  },
  // This visit should have begun, and the patient has not arrived.
  { chair: 1, from: -1, to: 1, title: 'Check-up', steps: [] },
  { chair: 2, from: 1, to: 3, title: 'X-ray', steps: [['arrived', -0.5]] },
  { chair: 3, from: 2, to: 5, title: 'Cleaning', steps: [['confirmed', -30]] },
  { chair: null, from: 3, to: 5, title: 'Toothache', steps: [] },
]

/** Books the visits around now. Call it before other bookings take their times. */
export async function fillToday(practice: Practice, today: Today): Promise<void> {
  const { userId, chairIds, patientIds, practitionerOf, treatments, timezone, now } = today
  const at = timesAround(now, timezone)
  const made = visits.map(async ({ chair, from, to, title, steps }, i) => {
    const chairId = chair === null ? undefined : chairIds[chair]!
    const practitionerId = chairId && practitionerOf(chairId)
    const kind = treatments.find((treatment) => treatment.title === title)
    const visit = {
      type: 'appointment' as const,
      patientId: patientIds[i]!,
      title,
      ...(kind && { appointmentTypeId: kind.appointmentTypeId, color: kind.color }),
      ...(chairId !== undefined && { chairId }),
      startAt: formatInstant(at(from)),
      endAt: formatInstant(at(to)),
      ...(practitionerId !== undefined && { practitionerId }),
    }
    const { id } = await bookEntry(practice, userId, visit, now - 7 * day)
    // Near midnight the time of a step may be on the day before its visit. Only a confirmation is noted on that day.
    const dayBegins = localTime(localDate(at(from), timezone), '00:00', timezone)
    for (const [step, when] of steps) {
      const notedAt = step === 'confirmed' ? at(when) : Math.max(at(when), dayBegins)
      await noteStep(practice, userId, id, { step }, notedAt)
    }
  })
  await Promise.all(made)
  const next = { title: 'Insurance card', body: 'Ask for the new insurance card.', isNext: true }
  await createNote(practice, userId, patientIds[4]!, next, now - 7 * day)
}

/**
 * A function that turns a number of parts into an instant. A part is usually a quarter of an hour, and is counted from
 * now.
 */
function timesAround(now: number, timezone: string) {
  const date = localDate(now, timezone)
  // Near midnight the visits are shorter, so that they are all today.
  const past = partOf((now - localTime(date, '00:00', timezone)) / 9)
  const ahead = partOf((localTime(date, '24:00', timezone) - now) / 5)
  const middle = Math.floor(now / minute) * minute
  return (parts: number) => middle + parts * (parts < 0 ? past : ahead)
}

/** The time from the first to the last of the visits around now. */
export function spanOfNow(now: number, timezone: string): Interval {
  const at = timesAround(now, timezone)
  return {
    startAt: at(Math.min(...visits.map(({ from }) => from))),
    endAt: at(Math.max(...visits.map(({ to }) => to))),
  }
}

/** A quarter of an hour, or less when there is less time. In milliseconds. */
const partOf = (time: number): number => Math.min(15, Math.max(1, Math.floor(time / minute))) * minute

/** Notes that the patients came to the appointments in `booked` that have begun on the day of `now`. */
export async function haveCome(
  practice: Practice,
  { userId, timezone, now }: Pick<Today, 'userId' | 'timezone' | 'now'>,
  booked: readonly EntryRow[],
): Promise<void> {
  const today = localDate(now, timezone)
  const begun = booked.filter(
    ({ type, startAt }) => type === 'appointment' && startAt <= now && localDate(startAt, timezone) === today,
  )
  await Promise.all(
    begun.map(({ id, startAt, endAt }) =>
      endAt <= now
        ? noteStep(practice, userId, id, { step: 'done' }, endAt)
        : noteStep(practice, userId, id, { step: 'in_chair' }, startAt),
    ),
  )
}
