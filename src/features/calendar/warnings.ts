/** What a member should know about a booking that is allowed nevertheless (RULES §20). */
import { type Static, Type } from '@sinclair/typebox'
import type { Booking } from '../../domain/entry.ts'
import { type Closure, closuresTouching } from '../../domain/open-times.ts'
import { localDate } from '../../domain/time.ts'
import { answeredId, answeredText, namedShape, nullable, oneOf } from '../../http/shape.ts'
import type { EntryRow } from '../../store/calendar/entries.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { listClosuresOn } from '../../store/practice/closures.ts'
import { findPractice } from '../../store/practice/practice.ts'
import { entry } from './entry-schema.ts'
import { viewEntry } from './entry-view.ts'

const day = 86_400_000

/** How many closures the answer to a booking names at most, the earliest (RULES §20). */
export const mostWarnings = 20

const warning = namedShape(
  'BookingWarning',
  'Something to know about a booking that is allowed nevertheless.',
  {
    code: oneOf(['closed'], { description: '`closed`: a closure touches the appointment.' }),
    message: answeredText('What there is to know, for a person to read.', 'Closed at that time: Holidays.'),
    closureId: nullable(answeredId('closure', 'The closure. Null when the warning is not about a closure.')),
    name: nullable(
      answeredText('The name of the closure. Null when the warning is not about a closure.', 'Holidays'),
    ),
  },
)
export type Warning = Static<typeof warning>

export const warnings = Type.Array(warning, {
  description: `The first ${mostWarnings} closures that touch the appointment. The booking is still allowed. Empty when there are none.`,
})

/** The answer to an act that books an entry: the entry, and what there is to know about it. */
export const bookedEntry = namedShape(
  'BookedAppointment',
  'A calendar entry that was booked or changed, and what there is to know about it.',
  { ...entry.properties, warnings },
)

/** An entry that was booked, with its warnings. */
export type BookedEntry = EntryRow & { readonly warnings: Warning[] }

export const viewBooked = (row: BookedEntry): Static<typeof bookedEntry> => ({
  ...viewEntry(row),
  warnings: row.warnings,
})

/** An entry as it stands now, with its warnings. */
export const withWarnings = (scope: Scope, row: EntryRow): BookedEntry => allWithWarnings(scope, [row])[0]!

/** Entries as they stand now, each with its warnings. */
export function allWithWarnings(scope: Scope, rows: readonly EntryRow[]): BookedEntry[] {
  const warnings = warningsFor(scope, rows)
  return rows.map((row, i) => ({ ...row, warnings: warnings[i]! }))
}

/**
 * What there is to know about each entry as it stands: the closures that touch an appointment. An `unavailable` block and
 * a `reminder` bring no patient, so nothing is said about them. The closures are read once.
 */
export function warningsFor(scope: Scope, entries: readonly Booking[]): Warning[][] {
  const appointments = entries.filter(({ type }) => type === 'appointment')
  if (appointments.length === 0) return entries.map(() => [])
  const first = Math.min(...appointments.map(({ startAt }) => startAt))
  const last = Math.max(...appointments.map(({ endAt }) => endAt))
  // One day more on each side, because the zone of the practice is read only where there are closures.
  const closures = listClosuresOn(scope, localDate(first - day, 'UTC'), localDate(last + day, 'UTC'))
  if (closures.length === 0) return entries.map(() => [])
  const { timezone } = findPractice(scope)!
  return entries.map((entry) =>
    entry.type === 'appointment'
      ? closuresTouching({ timezone, closures }, entry.chairId, entry).slice(0, mostWarnings).map(warningOf)
      : [],
  )
}

const warningOf = ({ id, name }: Closure): Warning => ({
  code: 'closed',
  message: `Closed at that time: ${name}.`,
  closureId: id,
  name,
})
