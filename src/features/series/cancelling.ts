import type { CancellationRow } from '../../store/calendar/cancellations.ts'
import type { Practice } from '../../store/store.ts'
import { cancelEntry } from '../calendar/cancelling.ts'
import { mostClashes } from '../calendar/clashes.ts'
import { gather, requireAccepted } from '../calendar/gathering.ts'
import { chosen } from './moving.ts'
import type { SeriesCancel } from './schema.ts'

/**
 * Cancels occurrences of a series in one transaction, all of them or none (RULES §22). Each cancellation can be taken
 * back separately.
 * @throws `not_found`. `validation_failed` when the occurrence is not in the series. `precondition_failed`. `conflict`
 * when one of the occurrences cannot be cancelled.
 */
export const cancelSeries = (
  practice: Practice,
  userId: string,
  seriesId: string,
  body: SeriesCancel,
  now: number,
): Promise<readonly CancellationRow[]> =>
  practice.write((tx) => {
    const { named, others } = chosen(tx, seriesId, body, now)
    const occurrences = [named, ...others].sort((a, b) => a.entry.startAt - b.entry.startAt)
    const cancelled = gather(
      occurrences,
      (i) => occurrences[i]!.place,
      ({ entry }) => cancelEntry(tx, userId, entry, body, now),
    )
    requireAccepted(cancelled, mostClashes)
    return cancelled.results
  })
