/** What the old cell of a move reads and writes in the directory. A write whose answer was lost is repeated until its outcome is known. */
import { StoreAway } from '../backup/owner/store-away.ts'
import { Directory } from '../cells/directory.ts'
import { pictureOf } from '../cells/picture-of.ts'
import type { Placement } from '../cells/placement.ts'
import type { Replica } from '../config.ts'
import { againWhile } from '../domain/pause.ts'
import { MoveError } from './move-error.ts'

/** How long the object store is asked again while it does not answer, in milliseconds. */
const storeMs = 120_000

/** Where a practice is. @throws MoveError for one that the directory does not know; StoreAway, Unusable. */
export async function placementOf(store: Replica, practiceId: string): Promise<Placement> {
  const placement = (await pictureOf(store)).find(practiceId)
  if (placement !== null) return placement
  throw new MoveError(
    'the directory of the cells does not know the practice: give it a host of its own first',
  )
}

/** Says that a practice moves to the cell `to`. A late commit of an earlier move fails from then on. @throws as `Directory.change`. */
export async function beginMove(store: Replica, found: Placement, to: string): Promise<Placement> {
  const next: Placement = { ...found, state: 'moving', to, move: crypto.randomUUID() }
  await until(() => new Directory(store).change(found, next))
  return next
}

/**
 * The one write that moves the practice. Answers where the practice is then. Where the write fails and nobody knows whether it was
 * made, the practice stays frozen until the directory shows that it was not, and cannot be made any more. Then `thaw` is called.
 * @throws what the write throws, once everybody works on here; StoreAway, Unusable where nobody knows more. The server looks again.
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

/** Ends a move that is not committed. A late commit of it fails from then on. @throws as `Directory.endMove`. */
export async function stopCommits(store: Replica, placement: Placement): Promise<void> {
  if (placement.state !== 'moving') return
  await until(() => new Directory(store).endMove(placement))
}

/** Repeats a write of the directory until its outcome is known. @throws StoreAway after two minutes. */
const until = (change: () => Promise<void>): Promise<void> =>
  againWhile((error) => error instanceof StoreAway, storeMs, change)
