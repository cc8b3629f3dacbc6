import type { ArchivePosition } from '../store/archive-upkeep.ts'
import type { Store } from '../store/store.ts'
import { forgetting } from './forgetting.ts'
import { type Loop, startLoop } from './loop.ts'
import { Rest } from './rest.ts'

export interface UpkeepDeps {
  readonly store: Pick<Store, 'noticeUpkeep' | 'retryUpkeep' | 'archiveUpkeep' | 'changeUpkeep'>
  /** The clock, in epoch milliseconds. */
  readonly now: () => number
  readonly report: (error: unknown) => void
}

const everySeconds = 5
/** Between two transactions others have their turn for so long, in milliseconds. */
const pauseMs = 10
/** After all old changes were removed, the next look begins so much later, in milliseconds. */
const changeRestMs = 3_600_000
/** After all notices were looked at, the next look begins so much later, in milliseconds. */
const restMs = 6 * 3_600_000
/** After all deleted records were looked at, the next look begins so much later, in milliseconds. */
const archiveRestMs = 24 * 3_600_000

/**
 * Gives reminders their new times after a change of the practice's settings, and retires old ones. Removes answers that
 * are kept no longer, and for good what was deleted and kept long enough. Everything happens in short transactions, so
 * that requests come in between.
 */
export function createUpkeep({ store, now }: UpkeepDeps) {
  const forgetNext = forgetting(store, now)
  /** The id of the last notice that was looked at. Empty at the beginning. */
  let reached = ''
  const rest = new Rest(restMs)

  /** Looks at the next notices. Answers whether more are left. */
  async function retireNext(): Promise<boolean> {
    if (rest.lasts(now())) return false
    const last = await store.noticeUpkeep.retire(reached, now())
    reached = last ?? ''
    if (last === null) rest.begin(now())
    return last !== null
  }

  let reviewed: ArchivePosition | null = null
  const archiveRest = new Rest(archiveRestMs)

  /** Looks at the next deleted records, or removes some of what is over. Answers whether more is left. */
  async function clearNext(): Promise<boolean> {
    if (await store.archiveUpkeep.removeNext()) return true
    if (archiveRest.lasts(now())) return false
    reviewed = await store.archiveUpkeep.review(reviewed, now())
    if (reviewed === null) archiveRest.begin(now())
    return true
  }

  const changeRest = new Rest(changeRestMs)

  /** Removes the next changes that were kept long enough. Answers whether more may be left. */
  async function forgetNextChanges(): Promise<boolean> {
    if (changeRest.lasts(now())) return false
    const removed = await store.changeUpkeep.removeNext(now())
    if (!removed) changeRest.begin(now())
    return removed
  }

  return {
    /** Does all that is to be done now. `alive` hears of each step. */
    async round(stopping?: AbortSignal, alive: () => void = () => {}): Promise<void> {
      while (!stopping?.aborted) {
        const replans = await store.noticeUpkeep.replan(now())
        const retires = await retireNext()
        const forgets = await forgetNext()
        const clears = await clearNext()
        const drops = await forgetNextChanges()
        if (!replans && !retires && !forgets && !clears && !drops) return
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
