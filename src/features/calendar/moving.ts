/** Moves several entries to new times and chairs in one transaction. */
import { recordEdit } from '../../domain/audit.ts'
import { type Issue, invalid, outdated } from '../../domain/problem.ts'
import { isInReach } from '../../domain/series.ts'
import { formatInterval, type Interval } from '../../domain/time.ts'
import { type EntryRow, parkEntry } from '../../store/calendar/entries.ts'
import type { WriteScope } from '../../store/engine/scope.ts'
import { clashConflict, clashesOf, countClashes, mostClashes } from './clashes.ts'
import { gather, requireAccepted, requireValid } from './gathering.ts'
import { changeEntry } from './saving.ts'
import { allWithWarnings, type BookedEntry } from './warnings.ts'

/** An entry, and its new times and chair. `place` is its path in the request, such as `moves.3`. */
interface Move {
  readonly place: string
  readonly before: EntryRow
  readonly to: Interval & Pick<EntryRow, 'chairId'>
}

/**
 * Moves entries, all of them or none, and records each move (RULES §22). Only their final times count, so two entries
 * may exchange their times. For this, the entries are parked, that is, they leave their chairs and practitioners first.
 * Then each one gets its new time and chair, as by a change of one entry.
 * @throws `validation_failed` when a time or a chair is not valid; `conflict` when a chair is taken.
 */
export function moveEntries(tx: WriteScope, moves: readonly Move[], now: number): BookedEntry[] {
  requireReach(moves)
  const moving = moves.filter(isMoving)
  const park = () => {
    for (const move of moving) parkEntry(tx, move.before.id, keepsTime(move))
  }
  park()
  const done = gather(
    moves,
    (i) => moves[i]!.place,
    (move) => putInPlace(tx, move, now),
  )
  requireValid(done)
  if (done.refused.length > 0) {
    // Some entries are at their new times already. The entries that move are parked again, so that each is compared
    // with all others in the same way.
    park()
    const planned = moves.map(({ before, to }) => ({ ...before, ...to }))
    // An entry that is not parked is still in the calendar, and would otherwise be compared twice.
    const clashes = clashesOf(tx, planned, (i, taken) =>
      taken === 'chair' ? isMoving(moves[i]!) : !keepsTime(moves[i]!),
    )
    if (countClashes(clashes) > 0) throw clashConflict(clashes, (i) => moves[i]!.place)
    requireAccepted(done, mostClashes)
  }
  return allWithWarnings(tx, done.results)
}

const isMoving = (move: Move): boolean => !keepsTime(move) || move.before.chairId !== move.to.chairId

const keepsTime = ({ before, to }: Move): boolean =>
  before.startAt === to.startAt && before.endAt === to.endAt

function putInPlace(tx: WriteScope, move: Move, now: number): EntryRow {
  const { before, to } = move
  const times = formatInterval(to)
  const after = changeEntry(tx, before, { ...times, chairId: to.chairId }, now, {
    isParked: !keepsTime(move),
  })
  recordEdit(tx, 'appointment', before, after)
  return after
}

function requireReach(moves: readonly Move[]): void {
  const beyond = moves.filter(({ to }) => !isInReach(to))
  if (beyond.length > 0)
    throw invalid(
      beyond.map(({ place }) => ({
        path: `${place}.startAt`,
        message: 'must leave the entry in the years 0 to 9999',
      })),
    )
}

/** The version of an entry that a request expects. `path` is the path of this version in the request. */
interface Expected {
  readonly path: string
  readonly entry: EntryRow
  readonly version: number | undefined
}

/** @throws `precondition_failed` that names every entry of which the caller has not seen the present version. */
export function requireVersions(expected: readonly Expected[]): void {
  const issues = expected.flatMap(({ path, entry, version }): Issue[] =>
    version === undefined || version === entry.version
      ? []
      : [{ path, message: 'must be the present version', version: entry.version }],
  )
  if (issues.length > 0) throw outdated(issues)
}
