import type { Act } from '../domain/act.ts'
import type { Store } from '../store/store.ts'
import type { Teller } from '../transfer/progress.ts'
import { clearAway } from '../transfer/remove.ts'

interface Removing {
  readonly store: Store
  readonly teller: Teller
  /** Forgets the head of a practice's audit trail, that is its last row as it is known outside the database. */
  readonly forgetHead: (practiceId: string) => Promise<void>
}

/** Removes the rows that are left here of a practice that is, or was, in another cell. */
export async function removeLeft(
  { store, teller, forgetHead }: Removing,
  practiceId: string,
  act: Act,
): Promise<void> {
  // In the other cell, the last rows of its trail may have other numbers than here. With the old head, the trail would
  // count as replaced when the practice comes back.
  await forgetHead(practiceId)
  await store.cellMoves.forget(practiceId)
  await store.transfer.beginRemoval(practiceId, null, act, teller.now())
  await clearAway(store.transfer, practiceId, act, teller)
}
