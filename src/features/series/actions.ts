import { ofRecord } from '../../domain/audit.ts'
import { newId } from '../../domain/id.ts'
import { found, notFound } from '../../domain/problem.ts'
import { formatInstant } from '../../domain/time.ts'
import {
  type CancelledRow,
  listCancelledOfSeries,
  listSeries,
  seriesStands,
} from '../../store/calendar/series.ts'
import type { WriteScope } from '../../store/engine/scope.ts'
import { findPractice } from '../../store/practice/practice.ts'
import type { Practice } from '../../store/store.ts'
import { clashConflict, countClashes, mostClashes } from '../calendar/clashes.ts'
import { type Gathered, gather, requireAccepted } from '../calendar/gathering.ts'
import { addEntry } from '../calendar/saving.ts'
import type { BookedEntry } from '../calendar/warnings.ts'
import { planSeries, type SeriesPlan } from './planning.ts'
import type { NewSeries } from './schema.ts'

export interface BookedSeries {
  readonly seriesId: string
  readonly entries: readonly BookedEntry[]
}

/**
 * Books every occurrence of a series in one transaction, or none (RULES §22). With `dryRun`, it changes nothing and
 * returns what the series would be. A dry run counts as a write, too, so that a repeated request gets the same
 * answer.
 * @param body a body that has passed its schema
 * @throws `validation_failed` when the repeat, the chair or the patient is not valid; `conflict` when a chair is
 * taken.
 */
export const bookSeries = (
  practice: Practice,
  userId: string,
  body: NewSeries,
  { dryRun }: { readonly dryRun: boolean },
  now: number,
): Promise<BookedSeries | SeriesPlan> =>
  practice.write((tx): BookedSeries | SeriesPlan => {
    const plan = planSeries(tx, body, found(findPractice(tx)).timezone)
    if (dryRun) return plan
    if (countClashes(plan.clashes) > 0) throw clashConflict(plan.clashes, placeOf)
    return addSeries(tx, userId, body, plan, now)
  })

const placeOf = (i: number) => `occurrences.${i}`

function addSeries(
  tx: WriteScope,
  userId: string,
  { repeat: _, ...body }: NewSeries,
  { occurrences, warnings }: SeriesPlan,
  now: number,
): BookedSeries {
  const seriesId = newId(now)
  // Only the next occurrence sends a message about the booking, because a series can have a hundred occurrences.
  const told = occurrences.find(({ startAt }) => startAt > now)
  const added = gather(occurrences, placeOf, (occurrence) => {
    const [startAt, endAt] = [formatInstant(occurrence.startAt), formatInstant(occurrence.endAt)]
    const one = { ...body, startAt, endAt, seriesId }
    const entry = addEntry(tx, userId, one, now, newId(now), { tells: occurrence === told })
    tx.record({ kind: 'write', ...ofRecord('appointment', null, entry) })
    return entry
  })
  requireSameForAll(added)
  requireAccepted(added, mostClashes)
  return { seriesId, entries: added.results.map((entry, i) => ({ ...entry, warnings: warnings[i]! })) }
}

/**
 * A field that is invalid in one occurrence is invalid in every occurrence.
 * @throws `validation_failed` with the fields of the body.
 */
function requireSameForAll({ refused }: Gathered<unknown>): void {
  const wrong = refused.find(({ problem }) => problem.code === 'validation_failed')
  if (wrong !== undefined) throw wrong.problem
}

/**
 * Reads the occurrences that still exist, in pages, and the cancelled ones.
 * @throws `not_found` when there are neither.
 */
export function readSeries({ read }: Practice, seriesId: string) {
  const cancelled: CancelledRow[] = listCancelledOfSeries(read, seriesId)
  if (cancelled.length === 0 && !seriesStands(read, seriesId)) throw notFound()
  return { standing: () => listSeries(read, seriesId), cancelled }
}
