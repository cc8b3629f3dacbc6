/** Warnings for a member about a booking that is allowed nevertheless (RULES §20). */
import type { Static } from '@sinclair/typebox'
import { type Absence, absencesTouching } from '../../domain/absences.ts'
import { type Booking, occupiesPractitioner, type Treated } from '../../domain/entry.ts'
import { type Closure, closuresTouching } from '../../domain/open-times.ts'
import { formatInterval, type Interval, localDate } from '../../domain/time.ts'
import {
  answeredId,
  answeredInstant,
  answeredText,
  listOf,
  namedShape,
  nullable,
  oneOf,
} from '../../http/shape.ts'
import { type EntryRow, listVisitsDuring, type OtherVisit } from '../../store/calendar/entries.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { readAround } from '../../store/practice/absences.ts'
import { listClosuresOn } from '../../store/practice/closures.ts'
import { findPractice } from '../../store/practice/practice.ts'
import { entry } from './entry-schema.ts'
import { viewEntry } from './entry-view.ts'

const day = 86_400_000

/**
 * The answer to a booking names this many of the earliest closures, absences and other appointments each, at most
 * (RULES §20).
 */
const mostWarnings = 20

export const warning = namedShape(
  'BookingWarning',
  'A warning about a booking. The booking is still allowed.',
  {
    code: oneOf(
      ['closed', 'practitioner_away', 'patient_booked'],
      '`closed`: a closure touches the appointment. `practitioner_away`: the member who treats is away. `patient_booked`: the patient has another appointment at that time.',
    ),
    message: answeredText('What there is to know, for a person to read.', 'Closed at that time: Holidays.'),
    closureId: nullable(answeredId('closure', 'The closure. Null when the warning is not about a closure.')),
    absenceId: nullable(answeredId('absence', 'The absence. Null when the warning is not about an absence.')),
    appointmentId: nullable(
      answeredId('appointment', 'The other appointment. Null when the warning is not about an appointment.'),
    ),
    startAt: nullable(answeredInstant('When the other appointment starts. Null without one.')),
    endAt: nullable(answeredInstant('When the other appointment ends. Null without one.')),
    name: nullable(
      answeredText(
        'The name of the closure. Or the reason of the absence, or the title of the other appointment, if it has one.',
        'Holidays',
      ),
    ),
  },
)
export type Warning = Static<typeof warning>

export const warnings = listOf(
  warning,
  `The first ${mostWarnings} of each: closures that touch the appointment, absences of the member who treats, and other appointments of the patient at that time. The booking is still allowed. Empty when there are none.`,
)

/** The answer to a request that books an entry: the entry, and its warnings. */
export const bookedEntry = namedShape(
  'BookedAppointment',
  'A calendar entry that was booked or changed, and warnings about it.',
  { ...entry.properties, warnings },
)

/** An entry that was booked, with its warnings. */
export type BookedEntry = EntryRow & { readonly warnings: Warning[] }

export const viewBooked = (row: BookedEntry): Static<typeof bookedEntry> => ({
  ...viewEntry(row),
  warnings: row.warnings,
})

/** An entry with its present warnings. */
export const withWarnings = (scope: Scope, row: EntryRow): BookedEntry => allWithWarnings(scope, [row])[0]!

/** Entries, each with its present warnings. */
export function allWithWarnings(scope: Scope, rows: readonly EntryRow[]): BookedEntry[] {
  const warnings = warningsFor(scope, rows)
  return rows.map((row, i) => ({ ...row, warnings: warnings[i]! }))
}

/** An entry for which there may be warnings. */
type Warned = Booking & Treated & { readonly id: string; readonly patientId: string | null }

/**
 * The warnings for each entry: the closures that touch an appointment, the absences of its practitioner, and other
 * appointments of its patient at that time. An `unavailable` block and a `reminder` have no warnings, because no
 * patient comes for them. Closures and absences are read only once.
 */
export function warningsFor(scope: Scope, entries: readonly Warned[]): Warning[][] {
  const appointments = entries.filter(({ type }) => type === 'appointment')
  if (appointments.length === 0) return entries.map(() => [])
  const closedOf = closuresFor(scope, appointments)
  const awayOf = absencesFor(scope, appointments.filter(occupiesPractitioner))
  return entries.map((entry) =>
    entry.type === 'appointment'
      ? [
          ...closedOf(entry).slice(0, mostWarnings).map(ofClosure),
          ...awayOf(entry).slice(0, mostWarnings).map(ofAbsence),
          ...otherVisits(scope, entry).map(ofVisit),
        ]
      : [],
  )
}

/** The time from the first start to the last end. */
const wholeOf = (entries: readonly Interval[]): Interval => ({
  startAt: Math.min(...entries.map(({ startAt }) => startAt)),
  endAt: Math.max(...entries.map(({ endAt }) => endAt)),
})

function closuresFor(scope: Scope, entries: readonly Warned[]): (entry: Warned) => Closure[] {
  const { startAt, endAt } = wholeOf(entries)
  // One day more on each side, because the time zone of the practice is not known yet. It is read only when there are
  // closures.
  const closures = listClosuresOn(scope, localDate(startAt - day, 'UTC'), localDate(endAt + day, 'UTC'))
  if (closures.length === 0) return () => []
  const { timezone } = findPractice(scope)!
  return (entry) => closuresTouching({ timezone, closures }, entry.chairId, entry)
}

function absencesFor(scope: Scope, entries: readonly Warned[]): (entry: Warned) => Absence[] {
  if (entries.length === 0) return () => []
  const { rows, timezone } = readAround(scope, wholeOf(entries))
  return (entry) =>
    absencesTouching(
      rows.filter(({ practitionerId }) => practitionerId === entry.practitionerId),
      entry,
      timezone,
    )
}

const otherVisits = (scope: Scope, { patientId, ...entry }: Warned): OtherVisit[] =>
  patientId === null ? [] : listVisitsDuring(scope, { ...entry, patientId }, mostWarnings)

/** The fields of a warning that is not about another appointment. */
const noVisit = { appointmentId: null, startAt: null, endAt: null }

export const ofClosure = ({ id, name }: Pick<Closure, 'id' | 'name'>): Warning => ({
  code: 'closed',
  message: `Closed at that time: ${name}.`,
  closureId: id,
  absenceId: null,
  ...noVisit,
  name,
})

export const ofAbsence = ({ id, reason }: Pick<Absence, 'id' | 'reason'>): Warning => ({
  code: 'practitioner_away',
  message: `The member who treats is away at that time${reason === null ? '' : `: ${reason}`}.`,
  closureId: null,
  absenceId: id,
  ...noVisit,
  name: reason,
})

const ofVisit = ({ id, title, ...times }: OtherVisit): Warning => ({
  code: 'patient_booked',
  message: 'The patient has another appointment at that time.',
  closureId: null,
  absenceId: null,
  appointmentId: id,
  ...formatInterval(times),
  name: title,
})
