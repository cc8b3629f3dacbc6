import type { Act } from '../domain/act.ts'
import type { Store } from '../store/store.ts'
import type { Teller } from '../transfer/progress.ts'
import { clearAway } from '../transfer/remove.ts'

interface Removing {
  readonly store: Store
  readonly teller: Teller
  /** Forgets how far the audit trail of a practice was known outside the database. */
  readonly forgetHead: (practiceId: string) => Promise<void>
}

/** Removes what is left here of a practice that lives, or has lived, in another cell. */
export async function removeLeft(
  { store, teller, forgetHead }: Removing,
  practiceId: string,
  act: Act,
): Promise<void> {
  // Its last rows here may have other numbers in the other cell. With the old head, the trail would count as replaced once it is back.
  await forgetHead(practiceId)
  await store.cellMoves.forget(practiceId)
  await store.transfer.beginRemoval(practiceId, null, act, teller.now())
  await clearAway(store.transfer, practiceId, act, teller)
}
