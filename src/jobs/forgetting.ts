import { mostKeptAnswers } from '../domain/retry.ts'
import type { Keeper } from '../store/service/retry-upkeep.ts'
import type { Store } from '../store/store.ts'
import { Rest } from './rest.ts'

/** How long after every credential was checked the next round begins, in milliseconds. */
const restMs = 60_000

/**
 * Makes the steps that remove kept answers (RULES §17): those of more than a day, and the oldest of a credential that
 * has too many. Each step is one short transaction at most. It answers whether more is to be done now.
 */
export function forgetting(
  store: Pick<Store, 'retryUpkeep'>,
  now: () => number,
  most = mostKeptAnswers,
): () => Promise<boolean> {
  let last: Keeper | null = null
  const rest = new Rest(restMs)
  return async () => {
    const { retryUpkeep } = store
    if (await retryUpkeep.removeOld(now())) return true
    if (rest.lasts(now())) return false
    const next = retryUpkeep.keeperAfter(last)
    if (next === null) {
      last = null
      rest.begin(now())
      return false
    }
    if (!(await retryUpkeep.removeSurplus(next, most))) last = next
    return true
  }
}
