/** What is in the way of several entries that are to be put in their places by one act. */
import { type Booking, occupiesChair, overlaps } from '../../domain/entry.ts'
import { conflict, type Issue } from '../../domain/problem.ts'
import { formatInstant, type Interval } from '../../domain/time.ts'
import { conflictsOf } from '../../store/entries.ts'
import type { Scope } from '../../store/scope.ts'

/** How many of the entries in the way one answer names, over all places. */
export const mostClashes = 100

/** An entry that is to be on a chair. `id` is empty for a new one. */
export type Planned = Booking & { readonly id: string }

/** Something in the way: a stored entry, or another one of the same act. `id` is empty for a new one. */
export type Clash = Interval & { readonly id: string }

/** What is in the way of one planned entry: the first clashes, by start, and how many there are. */
export interface Clashes {
  readonly named: readonly Clash[]
  readonly total: number
}

/**
 * What is in the way of each planned entry, as they stand after the act (RULES §22). The places that the entries leave
 * must be free already. All of them together name 100 clashes at most. `isOnTheWay` says which entries the calendar does
 * not have in their places yet; all, when it is left out.
 */
export function clashesOf(
  scope: Scope,
  planned: readonly Planned[],
  isOnTheWay: (i: number) => boolean = () => true,
): Clashes[] {
  let left = mostClashes
  return planned.map((entry, i) => {
    if (!occupiesChair(entry)) return { named: [], total: 0 }
    const stored = conflictsOf(scope, entry, Math.max(left, 1))
    const together = planned.filter((other, j) => j !== i && isOnTheWay(j) && isInTheWay(entry, other))
    const named = [...stored.first, ...together]
      .map(({ id, startAt, endAt }) => ({ id, startAt, endAt }))
      .sort((a, b) => a.startAt - b.startAt)
      .slice(0, left)
    left -= named.length
    return { named, total: stored.total + together.length }
  })
}

const isInTheWay = (entry: Planned, other: Planned): boolean =>
  occupiesChair(other) && other.chairId === entry.chairId && overlaps(entry, other)

/** How many clashes there are in all. */
export const countClashes = (clashes: readonly Clashes[]): number =>
  clashes.reduce((sum, { total }) => sum + total, 0)

/** The conflict that names them. `placeOf` gives the path of the planned entry with this number. */
export function clashConflict(clashes: readonly Clashes[], placeOf: (i: number) => string) {
  const total = countClashes(clashes)
  const met = clashes.filter((one) => one.total > 0).length
  const inTheWay = total === 1 ? '1 entry is in the way' : `${total} entries are in the way`
  const named = total > mostClashes ? `, and \`details\` names the first ${mostClashes}` : ''
  return conflict(
    `The chair is taken at ${met} of the ${clashes.length} times: ${inTheWay}${named}. Nothing was changed. Choose other times or another chair.`,
    clashes.flatMap((one, i) => one.named.map((clash) => issueOf(clash, `${placeOf(i)}.startAt`))),
  )
}

const issueOf = ({ id, startAt, endAt }: Clash, path: string): Issue => ({
  path,
  message: id === '' ? 'overlaps another occurrence of the series' : 'overlaps an entry on this chair',
  ...(id !== '' && { entryId: id }),
  startAt: formatInstant(startAt),
  endAt: formatInstant(endAt),
})
