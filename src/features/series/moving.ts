import { lookupId } from '../../domain/id.ts'
import { found, invalid, notFound } from '../../domain/problem.ts'
import { movedAlong, movedTo } from '../../domain/series.ts'
import { givenInstant } from '../../domain/time.ts'
import type { EntryRow } from '../../store/calendar/entries.ts'
import { listCancelledOfSeries, listSeries } from '../../store/calendar/series.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { findPractice } from '../../store/practice/practice.ts'
import type { Practice } from '../../store/store.ts'
import { moveEntries, requireVersions } from '../calendar/moving.ts'
import type { BookedEntry } from '../calendar/warnings.ts'
import type { SeriesMove, SeriesScope } from './schema.ts'

/** An occurrence, and its position among the occurrences that are not cancelled or deleted. */
interface Occurrence {
  readonly place: string
  readonly entry: EntryRow
}

/** The occurrence that a request names, which others it includes, and the version that the caller has seen. */
interface Naming {
  readonly appointmentId: string
  readonly scope: SeriesScope
  readonly version?: number
}

/**
 * Moves occurrences of a series in one transaction, all of them or none (RULES §22). The named occurrence gets the
 * times of the body. The others move by the same number of days, to the same local time.
 * @throws `not_found`. `validation_failed` when the occurrence is not in the series, or a time or chair is not valid.
 * `precondition_failed`. `conflict` when a chair is taken.
 */
export const moveSeries = (
  practice: Practice,
  seriesId: string,
  body: SeriesMove,
  now: number,
): Promise<BookedEntry[]> =>
  practice.write((tx) => {
    const { named, others } = chosen(tx, seriesId, body, now)
    const { timezone } = found(findPractice(tx))
    const shift = {
      before: named.entry,
      startAt: givenInstant(body.startAt),
      endAt: givenInstant(body.endAt),
    }
    const chairOf = (entry: EntryRow) =>
      body.chairId === undefined ? entry.chairId : body.chairId && lookupId(body.chairId)
    const moves = [named, ...others].map(({ place, entry }) => ({
      place,
      before: entry,
      to: {
        ...(entry === named.entry ? movedTo(shift) : movedAlong(entry, shift, timezone)),
        chairId: chairOf(entry),
      },
    }))
    return moveEntries(tx, moves.sort(byStart), now)
  })

const byStart = ({ before: a }: { before: EntryRow }, { before: b }: { before: EntryRow }) =>
  a.startAt - b.startAt || (a.id < b.id ? -1 : 1)

/**
 * The occurrence that a request names, and the others that it includes: none, the following ones or all. Others that
 * have begun are left out.
 * @throws `not_found` when the series does not exist. `validation_failed` when the occurrence is not in the series.
 * `precondition_failed` when the occurrence has another version than the request names.
 */
export function chosen(scope: Scope, seriesId: string, naming: Naming, now: number) {
  const standing = [...listSeries(scope, seriesId)]
    .flat()
    .map((entry, i): Occurrence => ({ place: `appointments.${i}`, entry }))
  if (standing.length === 0 && listCancelledOfSeries(scope, seriesId).length === 0) throw notFound()
  const at = standing.findIndex(({ entry }) => entry.id === lookupId(naming.appointmentId))
  if (at === -1)
    throw invalid([{ path: 'appointmentId', message: 'must be an occurrence of the series that stands' }])
  const named = standing[at]!
  requireVersions([{ path: 'version', entry: named.entry, version: naming.version }])
  const reached = { this: [], following: standing.slice(at + 1), all: standing }[naming.scope]
  const others = reached.filter((one) => one !== named && one.entry.startAt > now)
  return { named, others }
}
