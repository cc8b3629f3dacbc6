import { bookkeepingAct } from '../domain/act.ts'
import { unlessFrozen } from '../store/engine/frozen.ts'
import { renewLease } from '../store/notices/notices.ts'
import type { Claimed } from './claim.ts'
import type { SenderDeps } from './sender-deps.ts'

/**
 * Renews the lease of a claimed notice until the returned object is disposed of. `lost` is called when another process
 * has taken the notice over.
 */
export function keepLease(
  deps: SenderDeps,
  { notice, practice, lease }: Claimed,
  lost: () => void,
): Disposable {
  const { leaseMs, renewEveryMs } = deps.pace
  const renew = async () => {
    try {
      const held = await deps.store.practices
        .of(practice.id, bookkeepingAct('renewLease'))
        .write((tx) => renewLease(tx, notice.id, lease, deps.now() + leaseMs))
      if (!held) lost()
    } catch (error) {
      unlessFrozen(deps.report)(error)
    }
  }
  const timer = setInterval(renew, renewEveryMs)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
