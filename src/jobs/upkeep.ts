import type { Store } from '../store/store.ts'
import { forgetting } from './forgetting.ts'
import { type Loop, startLoop } from './loop.ts'

export interface UpkeepDeps {
  readonly store: Pick<Store, 'noticeUpkeep' | 'retryUpkeep'>
  /** The clock, in epoch milliseconds. */
  readonly now: () => number
  readonly report: (error: unknown) => void
}

const everySeconds = 5
/** Between two transactions others have their turn for so long, in milliseconds. */
const pauseMs = 10
/** After all notices were looked at, the next look begins so much later, in milliseconds. */
const restMs = 6 * 3_600_000

/**
 * Gives reminders their new times after a change of the practice's settings, retires old ones, and removes the answers
 * that are kept no longer. Everything happens in short transactions, so that requests come in between.
 */
export function createUpkeep({ store, now }: UpkeepDeps) {
  const forgetNext = forgetting(store, now)
  /** The id of the last notice that was looked at. Empty at the beginning. */
  let reached = ''
  let restsUntil = Number.NEGATIVE_INFINITY

  /** Looks at the next notices. Answers whether more are left. */
  async function retireNext(): Promise<boolean> {
    // A clock that was set back must not stop the work.
    if (now() < restsUntil && restsUntil <= now() + restMs) return false
    const last = await store.noticeUpkeep.retire(reached, now())
    reached = last ?? ''
    if (last === null) restsUntil = now() + restMs
    return last !== null
  }

  return {
    /** Does all that is to be done now. `alive` hears of each step. */
    async round(stopping?: AbortSignal, alive: () => void = () => {}): Promise<void> {
      while (!stopping?.aborted) {
        const replans = await store.noticeUpkeep.replan(now())
        const retires = await retireNext()
        const forgets = await forgetNext()
        if (!replans && !retires && !forgets) return
        alive()
        await Bun.sleep(pauseMs)
      }
    },
  }
}

/** Runs rounds of `createUpkeep` every few seconds. `beat` is called with the name of the loop at its start and at each step. */
export function startUpkeep(deps: UpkeepDeps, beat: (loop: string) => void): Loop {
  const upkeep = createUpkeep(deps)
  const alive = () => beat('upkeep of reminders')
  alive()
  return startLoop(
    everySeconds,
    (stopping) => {
      alive()
      return upkeep.round(stopping, alive)
    },
    deps.report,
  )
}
