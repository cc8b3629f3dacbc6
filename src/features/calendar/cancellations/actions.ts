import { found } from '../../../domain/problem.ts'
import { requireMatch } from '../../../domain/version.ts'
import { type CancellationRow, findCancellation } from '../../../store/calendar/cancellations.ts'
import { findEntry } from '../../../store/calendar/entries.ts'
import type { Practice } from '../../../store/store.ts'
import { type Cancelling, cancelEntry, undoCancellation } from '../cancelling.ts'
import { withWarnings } from '../warnings.ts'

/**
 * Cancels an appointment (RULES §23).
 * @throws `not_found`; `conflict` when the entry is not an appointment, or when the visit is marked as done or missed.
 */
export const cancelAppointment = (
  practice: Practice,
  userId: string,
  entryId: string,
  cancelling: Cancelling,
  now: number,
) =>
  practice.write((tx) => {
    const entry = requireMatch(tx, findEntry(tx, entryId))
    return cancelEntry(tx, userId, entry, cancelling, now)
  })

export const readCancellation = ({ read }: Practice, entryId: string): CancellationRow =>
  found(findCancellation(read, entryId))

/**
 * Puts a cancelled appointment back into the calendar (RULES §23).
 * @throws `not_found`; `conflict` when the chair is taken, out of use or gone.
 */
export const deleteCancellation = (practice: Practice, entryId: string, now: number) =>
  practice.write((tx) => {
    const cancelled = requireMatch(tx, findCancellation(tx, entryId))
    return withWarnings(tx, undoCancellation(tx, cancelled, now))
  })
