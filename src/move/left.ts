import type { Act } from '../domain/act.ts'
import type { Store } from '../store/store.ts'
import type { Teller } from '../transfer/progress.ts'
import { clearAway } from '../transfer/remove.ts'

/** Removes what is left here of a practice that lives, or has lived, in another cell. */
export async function removeLeft(
  { store, teller }: { readonly store: Store; readonly teller: Teller },
  practiceId: string,
  act: Act,
): Promise<void> {
  await store.cellMoves.forget(practiceId)
  await store.transfer.beginRemoval(practiceId, null, act, teller.now())
  await clearAway(store.transfer, practiceId, act, teller)
}
