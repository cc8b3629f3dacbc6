import { lookupId } from '../../../domain/id.ts'
import { invalid } from '../../../domain/problem.ts'
import { movedTo } from '../../../domain/series.ts'
import { givenInstant } from '../../../domain/time.ts'
import { type EntryRow, findEntry } from '../../../store/calendar/entries.ts'
import type { Scope } from '../../../store/engine/scope.ts'
import type { Practice } from '../../../store/store.ts'
import { moveEntries, requireVersions } from '../moving.ts'
import type { BookedEntry } from '../warnings.ts'
import type { Moves } from './schema.ts'

/**
 * Moves several entries in one transaction, all of them or none (RULES §22).
 * @param body a body that has passed its schema
 * @throws `validation_failed` when an entry or a chair is not the practice's, or an end is not after its start.
 * @throws `precondition_failed` when an entry has another version than the body names.
 * @throws `conflict` when a chair is taken.
 */
export const moveAll = (practice: Practice, { moves }: Moves, now: number): Promise<BookedEntry[]> =>
  practice.write((tx) => {
    const entries = entriesOf(tx, moves)
    requireVersions(
      moves.map(({ version }, i) => ({ path: `moves.${i}.version`, entry: entries[i]!, version })),
    )
    return moveEntries(
      tx,
      moves.map((move, i) => ({ place: `moves.${i}`, before: entries[i]!, to: placeOf(move, entries[i]!) })),
      now,
    )
  })

/** @throws `validation_failed`, with every move of an entry that the practice does not have. */
function entriesOf(scope: Scope, moves: Moves['moves']): EntryRow[] {
  const entries = moves.map(({ id }) => findEntry(scope, lookupId(id)))
  const issues = entries.flatMap((entry, i) =>
    entry === null ? [{ path: `moves.${i}.id`, message: 'must be an entry of the practice' }] : [],
  )
  if (issues.length > 0) throw invalid(issues)
  return entries as EntryRow[]
}

function placeOf({ startAt, endAt, chairId }: Moves['moves'][number], before: EntryRow) {
  return {
    ...movedTo({ before, startAt: givenInstant(startAt), endAt: givenInstant(endAt) }),
    chairId: chairId === undefined ? before.chairId : chairId && lookupId(chairId),
  }
}
