/** Finds what is in the way of several entries that one request books or moves. */
import {
  type Booking,
  occupiesChair,
  occupiesPractitioner,
  overlaps,
  type Treated,
} from '../../domain/entry.ts'
import { conflict, type Issue } from '../../domain/problem.ts'
import { formatInterval, type Interval } from '../../domain/time.ts'
import { type Conflicts, conflictsOf } from '../../store/calendar/entries.ts'
import { practitionerConflicts } from '../../store/calendar/practitioners.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { findPractice } from '../../store/practice/practice.ts'
import { inTheWay, takenIssues } from './booking.ts'

/** How many of the entries in the way one answer names, over all planned entries. */
export const mostClashes = 100

/** An entry that is to be on a chair. `id` is empty for a new entry. */
type Planned = Booking & Treated & { readonly id: string }

/**
 * An entry in the way: a stored entry, or another entry of the same request. `id` is empty for a new entry. `taken` is
 * what the two entries cannot share at the same time.
 */
export interface Clash extends Interval {
  readonly id: string
  readonly taken: 'chair' | 'practitioner'
}

/** What is in the way of one planned entry: the first clashes, by start, and how many there are. */
export interface Clashes {
  readonly named: readonly Clash[]
  readonly total: number
}

/**
 * Finds what is in the way of each planned entry, in the calendar as it is after the request (RULES §22). The
 * practitioner counts only when the chair is free, as for a booking. The caller must have freed the times that the
 * entries leave. All entries together name 100 clashes at most. `isOnTheWay` returns true for an entry that the
 * calendar does not have on its chair, or with its practitioner, yet. When left out, this is true for all entries.
 */
export function clashesOf(
  scope: Scope,
  planned: readonly Planned[],
  isOnTheWay: (i: number, taken: Clash['taken']) => boolean = () => true,
): Clashes[] {
  let left = mostClashes
  const isOnce = findPractice(scope)?.practitionersOnce === true
  return planned.map((entry, i) => {
    /**
     * Stored entries are not in the way of an entry that is in the calendar already: they overlapped it before, too.
     */
    const clashing = (taken: Clash['taken'], stored: (most: number) => Conflicts) =>
      withOthers(
        taken,
        entry,
        planned.filter((_, j) => j !== i && isOnTheWay(j, taken)),
        isOnTheWay(i, taken) ? stored(Math.max(left, 1)) : { first: [], total: 0 },
      )
    const ofChair = clashing('chair', (most) => conflictsOf(scope, entry, most))
    const { named, total } =
      ofChair.total === 0 && isOnce
        ? clashing('practitioner', (most) => practitionerConflicts(scope, entry, most))
        : ofChair
    const some = named.slice(0, left)
    left -= some.length
    return { named: some, total }
  })
}

/** The stored entries in the way, and the other entries of the same request that are in the way. */
function withOthers(
  taken: Clash['taken'],
  entry: Planned,
  others: readonly Planned[],
  stored: Conflicts,
): Clashes {
  const together = others.filter((other) => overlaps(entry, other) && shares[taken](entry, other))
  const named = [...stored.first, ...together]
    .map(({ id, startAt, endAt }) => ({ id, startAt, endAt, taken }))
    .sort((a, b) => a.startAt - b.startAt)
  return { named, total: stored.total + together.length }
}

/** Whether two entries need the same chair, or the same practitioner. */
const shares: Readonly<Record<Clash['taken'], (a: Planned, b: Planned) => boolean>> = {
  chair: (a, b) => occupiesChair(a) && occupiesChair(b) && a.chairId === b.chairId,
  practitioner: (a, b) =>
    occupiesPractitioner(a) && occupiesPractitioner(b) && a.practitionerId === b.practitionerId,
}

/** How many clashes there are in all. */
export const countClashes = (clashes: readonly Clashes[]): number =>
  clashes.reduce((sum, { total }) => sum + total, 0)

/** The conflict that names the clashes. `placeOf` returns the path of the planned entry with this number. */
export function clashConflict(clashes: readonly Clashes[], placeOf: (i: number) => string) {
  const total = countClashes(clashes)
  const met = clashes.filter((one) => one.total > 0).length
  const isBusy = clashes.some((one) => one.named.some(({ taken }) => taken === 'practitioner'))
  const what = isBusy ? 'The chair is taken or the member who treats is busy' : 'The chair is taken'
  return conflict(
    `${what} at ${met} of the ${clashes.length} times: ${inTheWay(total, mostClashes)}. Nothing was changed. Choose other times or another chair.`,
    clashes.flatMap((one, i) => one.named.map((clash) => issueOf(clash, placeOf(i)))),
  )
}

function issueOf(clash: Clash, place: string): Issue {
  const { path, message } = takenIssues[clash.taken]
  return {
    path: `${place}.${path}`,
    ...(clash.id === ''
      ? { message: 'overlaps another occurrence of the series' }
      : { message, entryId: clash.id }),
    ...formatInterval(clash),
  }
}
