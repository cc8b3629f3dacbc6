/**
 * How the old cell of a move reads and writes the directory of the cells. A write without an answer is repeated until
 * its outcome is known.
 */
import { StoreAway } from '../backup/owner/store-away.ts'
import { Directory } from '../cells/directory.ts'
import { pictureOf } from '../cells/picture-of.ts'
import type { Placement } from '../cells/placement.ts'
import type { Replica } from '../config.ts'
import { againWhile } from '../domain/pause.ts'
import { MoveError } from './move-error.ts'

/** How long a request is repeated while the object store does not answer, in milliseconds. */
const storeMs = 120_000

/** The cell of a practice. @throws MoveError for a practice that the directory does not know; StoreAway, Unusable. */
export async function placementOf(store: Replica, practiceId: string): Promise<Placement> {
  const placement = (await pictureOf(store)).find(practiceId)
  if (placement !== null) return placement
  throw new MoveError(
    'the directory of the cells does not know the practice: give it a host of its own first',
  )
}

/**
 * Writes into the directory that a practice moves to the cell `to`. Afterwards, a late commit of an earlier move fails.
 * @throws the same errors as `Directory.change`.
 */
export async function beginMove(store: Replica, found: Placement, to: string): Promise<Placement> {
  const next: Placement = { ...found, state: 'moving', to, move: crypto.randomUUID() }
  await until(() => new Directory(store).change(found, next))
  return next
}

/**
 * The single write that moves the practice. Resolves with the place of the practice afterwards. When the write fails,
 * it may still have been made. So the practice stays frozen until the directory shows that the write was not made, and
 * cannot be made any more. Then `thaw` is called.
 * @throws the error of the write, after `thaw`. StoreAway or Unusable when the outcome is still unknown: the server
 * checks it again later.
 */
export async function commit(
  store: Replica,
  moving: Placement,
  thaw: () => Promise<void>,
): Promise<Placement> {
  const { to, move: _, ...rest } = moving
  const next: Placement = { ...rest, cell: to!, state: 'active', generation: rest.generation + 1 }
  try {
    await until(() => new Directory(store).change(moving, next))
    return next
  } catch (error) {
    const there = await placementOf(store, moving.practiceId)
    if (there.cell !== moving.cell || there.generation !== moving.generation) return there
    await stopCommits(store, there)
    await thaw()
    throw error
  }
}

/**
 * Ends a move that is not committed. Afterwards, a late commit of this move fails.
 * @throws the same errors as `Directory.endMove`.
 */
export async function stopCommits(store: Replica, placement: Placement): Promise<void> {
  if (placement.state !== 'moving') return
  await until(() => new Directory(store).endMove(placement))
}

/** Repeats a write of the directory until its outcome is known. @throws StoreAway after two minutes. */
const until = (change: () => Promise<void>): Promise<void> =>
  againWhile((error) => error instanceof StoreAway, storeMs, change)
