/** Kinds of appointments, and how patients may book them (RULES §30). */
import { lookupId } from './id.ts'
import type { Issue } from './problem.ts'

/** A text in the languages of patients. A language may be missing. */
export interface InLanguages {
  readonly en?: string
  readonly de?: string
}

/** A member who does a kind of appointment, and how long they take for it where they need another time. */
export interface TypePractitioner {
  readonly memberId: string
  readonly durationMinutes?: number
}

/** How patients may book: not at all, by a request that a member accepts, or at once. */
export const onlineModes = ['off', 'request', 'instant'] as const
export type OnlineMode = (typeof onlineModes)[number]

/** How patients may book a kind of appointment by themselves. */
export interface OnlineBooking {
  /** How the type is offered to people who say that they have not been here before. */
  readonly newPatients: OnlineMode
  /** How the type is offered to people who say that they have been here before. */
  readonly knownPatients: OnlineMode
  /** How long before the start a time is offered at the latest. */
  readonly leastNoticeMinutes: number
  /** How many days ahead times are offered. */
  readonly horizonDays: number
  /** How many appointments of this kind are booked online on one day at most; null for any number. */
  readonly mostPerDay: number | null
  /** How long before the start patients may move or cancel it at the latest. */
  readonly cancelUntilMinutes: number
  /** What patients are asked when they book. */
  readonly questions: readonly string[]
}

/** The settings of a type that was made without any: patients cannot book it by themselves. */
export const offline: OnlineBooking = {
  newPatients: 'off',
  knownPatients: 'off',
  leastNoticeMinutes: 120,
  horizonDays: 60,
  mostPerDay: null,
  cancelUntilMinutes: 1_440,
  questions: [],
}

/** The fields of a type between which rules hold. */
interface Given {
  readonly chairIds?: readonly string[] | null
  readonly practitioners?: readonly TypePractitioner[] | null
}

/** The rules that fields of a type break together. A field that is left out is not checked. */
export const typeIssues = ({ chairIds, practitioners }: Given): Issue[] => [
  ...repeated(chairIds ?? [], (i) => `chairIds.${i}`, 'must name a chair only once'),
  ...repeated(
    (practitioners ?? []).map(({ memberId }) => memberId),
    (i) => `practitioners.${i}.memberId`,
    'must name a member only once',
  ),
]

/** The places of ids that come twice, whatever their letter case. */
function repeated(given: readonly string[], pathOf: (place: number) => string, message: string): Issue[] {
  const ids = given.map(lookupId)
  return ids.flatMap((id, i) => (ids.indexOf(id) === i ? [] : [{ path: pathOf(i), message }]))
}
