/** Types of appointments, and how patients may book them (RULES §30). */
import { lookupId } from './id.ts'
import type { Issue } from './problem.ts'

/** A text in the languages of patients. A language may be missing. */
export interface InLanguages {
  readonly en?: string
  readonly de?: string
}

/**
 * A member who does this type of appointment. `durationMinutes` is given when this member needs another time than the
 * type says.
 */
export interface TypePractitioner {
  readonly memberId: string
  readonly durationMinutes?: number
}

/** The ways in which patients may book a type: not at all, by a request that a member accepts, or at once. */
export const onlineModes = ['off', 'request', 'instant'] as const
export type OnlineMode = (typeof onlineModes)[number]

/** How patients may book a type of appointment by themselves. */
export interface OnlineBooking {
  /** How the type is offered to people who say that they have not been here before. */
  readonly newPatients: OnlineMode
  /** How the type is offered to people who say that they have been here before. */
  readonly knownPatients: OnlineMode
  /** A time is offered until this many minutes before its start. */
  readonly leastNoticeMinutes: number
  /** How many days ahead times are offered. */
  readonly horizonDays: number
  /** The most appointments of this type that can be booked online on one day; null for any number. */
  readonly mostPerDay: number | null
  /** Patients may move or cancel the appointment until this many minutes before its start. */
  readonly cancelUntilMinutes: number
  /** The questions that patients are asked when they book. */
  readonly questions: readonly string[]
}

/** The settings of a type that was made without settings: patients cannot book the type by themselves. */
export const offline: OnlineBooking = {
  newPatients: 'off',
  knownPatients: 'off',
  leastNoticeMinutes: 120,
  horizonDays: 60,
  mostPerDay: null,
  cancelUntilMinutes: 1_440,
  questions: [],
}

/** The fields of a type that `typeIssues` checks. */
interface Given {
  readonly chairIds?: readonly string[] | null
  readonly practitioners?: readonly TypePractitioner[] | null
}

/** The rules that the lists of a type break. A list that is left out is not checked. */
export const typeIssues = ({ chairIds, practitioners }: Given): Issue[] => [
  ...repeated(chairIds ?? [], (i) => `chairIds.${i}`, 'must name a chair only once'),
  ...repeated(
    (practitioners ?? []).map(({ memberId }) => memberId),
    (i) => `practitioners.${i}.memberId`,
    'must name a member only once',
  ),
]

/** An issue for each id that an earlier id repeats. Letter case does not count. */
function repeated(given: readonly string[], pathOf: (place: number) => string, message: string): Issue[] {
  const ids = given.map(lookupId)
  return ids.flatMap((id, i) => (ids.indexOf(id) === i ? [] : [{ path: pathOf(i), message }]))
}
