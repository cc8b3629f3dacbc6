/** What is in the way of several entries that are to be put in their places by one act. */
import {
  type Booking,
  occupiesChair,
  occupiesPractitioner,
  overlaps,
  type Treated,
} from '../../domain/entry.ts'
import { conflict, type Issue } from '../../domain/problem.ts'
import { formatInstant, type Interval } from '../../domain/time.ts'
import { type Conflicts, conflictsOf } from '../../store/entries.ts'
import { findPractice } from '../../store/practice.ts'
import { practitionerConflicts } from '../../store/practitioners.ts'
import type { Scope } from '../../store/scope.ts'

/** How many of the entries in the way one answer names, over all places. */
export const mostClashes = 100

/** An entry that is to be on a chair. `id` is empty for a new one. */
export type Planned = Booking & Treated & { readonly id: string }

/** Something in the way: a stored entry, or another one of the same act. `id` is empty for a new one. */
export type Clash = Interval & {
  readonly id: string
  /** What of the planned entry it is in the way of: its time on the chair, or its practitioner. */
  readonly path: 'startAt' | 'practitionerId'
}

/** What is in the way of one planned entry: the first clashes, by start, and how many there are. */
export interface Clashes {
  readonly named: readonly Clash[]
  readonly total: number
}

/**
 * What is in the way of each planned entry, as they stand after the act (RULES §22, §27). The places that the entries
 * leave must be free already. All of them together name 100 clashes at most. `isOnTheWay` says which entries the calendar
 * does not have in their places yet; all, when it is left out. Where the chair is free, the practitioner is looked at.
 */
export function clashesOf(
  scope: Scope,
  planned: readonly Planned[],
  isOnTheWay: (i: number) => boolean = () => true,
): Clashes[] {
  const once = findPractice(scope)?.practitionersOnce === true
  let left = mostClashes
  return planned.map((entry, i) => {
    const most = Math.max(left, 1)
    const others = planned.filter((other, j) => j !== i && isOnTheWay(j) && overlaps(entry, other))
    const onChair = () =>
      clashes('startAt', conflictsOf(scope, entry, most), others.filter(sharesChair(entry)), left)
    const ofMember = () => {
      const stored = practitionerConflicts(scope, entry, most)
      return clashes('practitionerId', stored, others.filter(sharesPractitioner(entry)), left)
    }
    const found = onChair()
    const all = found.total > 0 || !once ? found : ofMember()
    left -= all.named.length
    return all
  })
}

function clashes(
  path: Clash['path'],
  stored: Conflicts,
  together: readonly Planned[],
  most: number,
): Clashes {
  const named = [...stored.first, ...together]
    .map(({ id, startAt, endAt }) => ({ id, startAt, endAt, path }))
    .sort((a, b) => a.startAt - b.startAt)
    .slice(0, most)
  return { named, total: stored.total + together.length }
}

const sharesChair = (entry: Planned) => (other: Planned) =>
  occupiesChair(entry) && occupiesChair(other) && other.chairId === entry.chairId

const sharesPractitioner = (entry: Planned) => (other: Planned) =>
  occupiesPractitioner(entry) && occupiesPractitioner(other) && other.practitionerId === entry.practitionerId

/** How many clashes there are in all. */
export const countClashes = (clashes: readonly Clashes[]): number =>
  clashes.reduce((sum, { total }) => sum + total, 0)

/** The conflict that names them. `placeOf` gives the path of the planned entry with this number. */
export function clashConflict(clashes: readonly Clashes[], placeOf: (i: number) => string) {
  const total = countClashes(clashes)
  const met = clashes.filter((one) => one.total > 0).length
  const inTheWay = total === 1 ? '1 entry is in the way' : `${total} entries are in the way`
  const named = total > mostClashes ? `, and \`details\` names the first ${mostClashes}` : ''
  const busy = clashes.some(({ named }) => named.some(({ path }) => path === 'practitionerId'))
  const what = busy ? 'The chair is taken, or the member who treats is busy,' : 'The chair is taken'
  const instead = busy ? 'other times, another chair or another member' : 'other times or another chair'
  return conflict(
    `${what} at ${met} of the ${clashes.length} times: ${inTheWay}${named}. Nothing was changed. Choose ${instead}.`,
    clashes.flatMap((one, i) => one.named.map((clash) => issueOf(clash, placeOf(i)))),
  )
}

const issueOf = ({ id, path, startAt, endAt }: Clash, place: string): Issue => ({
  path: `${place}.${path}`,
  message: messageOf(id, path),
  ...(id !== '' && { entryId: id }),
  startAt: formatInstant(startAt),
  endAt: formatInstant(endAt),
})

function messageOf(id: string, path: Clash['path']): string {
  if (id === '') return 'overlaps another occurrence of the series'
  return path === 'startAt' ? 'overlaps an entry on this chair' : 'treats in another entry at that time'
}
