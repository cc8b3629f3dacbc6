/** Finds the appointments in a closed time, or in a time in which their practitioner is away (RULES §20.2). */
import type { Static } from '@sinclair/typebox'
import { type Absence, timesOfAbsence } from '../../domain/absences.ts'
import { mostLookedAt } from '../../domain/limits.ts'
import { type Closure, isAbout } from '../../domain/open-times.ts'
import { found } from '../../domain/problem.ts'
import { partsOf, type RecurringTimes, spansWithin } from '../../domain/recurring-times.ts'
import { type Interval, localDate, localDay } from '../../domain/time.ts'
import { answeredCount, answeredFlag, namedShape, oneOf, optional, query } from '../../http/shape.ts'
import { type AheadRow, listAhead } from '../../store/calendar/ahead.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { findPractice } from '../../store/practice/practice.ts'

const day = 86_400_000
/** How far ahead appointments are searched, in days. */
export const daysAhead = 400
/** How many appointments are read for one answer, at most. */
const mostRead = 20_000

/** The fields of a closure or an absence that decide which appointments it touches. */
export interface Away {
  readonly times: RecurringTimes
  /** The member who is away; null for a closure. */
  readonly practitionerId: string | null
  /** Whether it touches the entries of a chair; null stands for entries without a chair. */
  readonly isAbout: (chairId: string | null) => boolean
}

export const ofClosure = (closure: Closure): Away => ({
  times: closure,
  practitionerId: null,
  isAbout: (chairId) => isAbout(closure, chairId),
})

export const ofAbsence = (absence: Absence): Away => ({
  times: timesOfAbsence(absence),
  practitionerId: absence.practitionerId,
  isAbout: () => true,
})

/** Counts how many further appointments may be read for one answer. */
export class Patience {
  #left = mostRead

  look(): void {
    this.#left--
  }

  /** Whether no further appointment may be read. */
  get isOver(): boolean {
    return this.#left <= 0
  }
}

/**
 * The appointments with a patient that begin after `now` and touch the closed or absent time, by start. An
 * appointment of more than a day counts by its first day.
 * @param now epoch milliseconds
 * @param madeUntil only appointments that were made until this instant, in epoch milliseconds
 */
export function* bookedWithin(
  scope: Scope,
  away: Away,
  timezone: string,
  now: number,
  { madeUntil = Number.MAX_SAFE_INTEGER, patience = new Patience() } = {},
): Generator<AheadRow> {
  const [first, last] = [localDate(now, timezone), localDate(now + daysAhead * day, timezone)]
  for (const { fromDate, throughDate } of spansWithin(away.times, first, last)) {
    const [from, to] = [localDay(fromDate, timezone).startAt, localDay(throughDate, timezone).endAt]
    // An appointment may begin on the evening before and last into the time.
    const during = { startAt: Math.max(now, from - day), endAt: to }
    for (const page of listAhead(scope, { during, madeUntil, practitionerId: away.practitionerId }))
      for (const row of page) {
        if (patience.isOver) return
        patience.look()
        if (away.isAbout(row.chairId) && isIn(away.times, row, timezone)) yield row
      }
  }
}

const isIn = (times: RecurringTimes, row: Interval, timezone: string): boolean =>
  !partsOf(times, row, timezone).next().done

export const dryRunQuery = query({
  dryRun: optional(
    oneOf(
      ['true', 'false'],
      'With `true`, the answer has the number of appointments that are booked in this time. The service writes nothing.',
      'false',
    ),
  ),
})
export const isDry = ({ dryRun }: Static<typeof dryRunQuery>): boolean => dryRun === 'true'

const number = (description: string) => answeredCount(description, 31)

export const touched = namedShape(
  'AppointmentsTouched',
  `The appointments with a patient of the next ${daysAhead} days that are booked in a time.`,
  {
    appointments: number('How many appointments there are.'),
    patients: number('How many patients have these appointments.'),
    more: answeredFlag(`Whether there may be more appointments. At most ${mostLookedAt} are counted.`, false),
  },
)
export type Touched = Static<typeof touched>

/** Counts the appointments in a closed or absent time. @param now epoch milliseconds */
export function touchedBy(scope: Scope, away: Away, now: number): Touched {
  const patience = new Patience()
  const patients = new Set<string>()
  let appointments = 0
  for (const { patientId } of bookedWithin(scope, away, found(findPractice(scope)).timezone, now, {
    patience,
  })) {
    if (appointments === mostLookedAt) return { appointments, patients: patients.size, more: true }
    appointments++
    patients.add(patientId!)
  }
  return { appointments, patients: patients.size, more: patience.isOver }
}
