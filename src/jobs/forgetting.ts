import { mostKeptAnswers } from '../domain/retry.ts'
import type { Keeper } from '../store/service/retry-upkeep.ts'
import type { Store } from '../store/store.ts'
import { Rest } from './rest.ts'

/** The pause after a round in which every credential was checked, in milliseconds. */
const restMs = 60_000

/**
 * Returns a function that removes answers kept for repeated requests, step by step (RULES §17). The function removes
 * answers older than a day, and the oldest answers of a credential that has too many. Each step is at most one short
 * transaction, and returns whether more is to be done now.
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
