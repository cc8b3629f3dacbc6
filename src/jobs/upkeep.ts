import { Fault } from '../domain/fault.ts'
import type { ArchivePosition } from '../store/archive/archive-upkeep.ts'
import { PracticeFault } from '../store/engine/practice-fault.ts'
import type { Store } from '../store/store.ts'
import { forgetting } from './forgetting.ts'
import { type Loop, startLoop } from './loop.ts'
import { Rest } from './rest.ts'
import { SetAside } from './set-aside.ts'

interface UpkeepDeps {
  readonly store: Pick<
    Store,
    'noticeUpkeep' | 'holdUpkeep' | 'retryUpkeep' | 'archiveUpkeep' | 'changeUpkeep'
  >
  /** The clock, in epoch milliseconds. */
  readonly now: () => number
  readonly report: (error: unknown) => void
}

const everySeconds = 5
/** The pause for other requests between two transactions, in milliseconds. */
const pauseMs = 10
/** The pause after all old changes were removed, in milliseconds. */
const changeRestMs = 3_600_000
/** The pause after all notices were checked, in milliseconds. */
const restMs = 6 * 3_600_000
/** The pause after all deleted records were checked, in milliseconds. */
const archiveRestMs = 24 * 3_600_000

/** A job that takes many short steps. */
interface Job {
  /** The name of the job. Messages use it after the words "the upkeep of". */
  readonly name: string
  /**
   * Takes the next step. Skips the practices with the keys in `aside`, a JSON list. Returns whether there is more to
   * do.
   * @throws PracticeFault.
   */
  readonly step: (aside: string) => Promise<boolean>
}

/**
 * Gives reminders their new times after a change of the practice's settings, and retires old reminders. Ends holds,
 * that is times reserved for patients online. Removes kept answers, changes and archived records that were kept long
 * enough. Each step is a short transaction, so that requests run in between.
 *
 * When a job fails, the other jobs go on. When a job fails for one practice, it goes on with the other practices.
 */
export function createUpkeep({ store, now, report }: UpkeepDeps) {
  const jobs = jobsOf(store, now).map((job) => ({ ...job, aside: new SetAside() }))

  /** Takes a step of a job. Returns whether there is more to do, for example another try after a failure. */
  async function stepOf({ name, step, aside }: (typeof jobs)[number]): Promise<boolean> {
    try {
      const more = await step(JSON.stringify(aside.practices(now())))
      aside.gotOn()
      return more
    } catch (error) {
      if (!(error instanceof PracticeFault)) throw error
      if (aside.failed(error, now())) report(new UpkeepFault(name, error))
      return true
    }
  }

  return {
    /** Whether a job skips a practice, because it fails for that practice again and again. */
    get leavesAlone(): boolean {
      return jobs.some(({ aside }) => aside.practices(now()).length > 0)
    },
    /** Does all work that is due now. `alive` is called at each step. */
    async round(stopping?: AbortSignal, alive: () => void = () => {}): Promise<void> {
      const failed = new Set<Job>()
      while (!stopping?.aborted) {
        let more = false
        for (const job of jobs.filter((job) => !failed.has(job)))
          try {
            more = (await stepOf(job)) || more
          } catch (error) {
            // The job failed, for example because the disk is full. The next round tries again.
            failed.add(job)
            report(error)
          }
        if (!more) return
        alive()
        await Bun.sleep(pauseMs)
      }
    },
  }
}

function jobsOf(store: UpkeepDeps['store'], now: () => number): readonly Job[] {
  const forgetNext = forgetting(store, now)
  /** The id of the last notice that was looked at. Empty at the beginning. */
  let reached = ''
  const rest = new Rest(restMs)
  let reviewed: ArchivePosition | null = null
  const archiveRest = new Rest(archiveRestMs)
  const changeRest = new Rest(changeRestMs)
  return [
    { name: 'the times of reminders', step: (aside) => store.noticeUpkeep.replan(now(), aside) },
    {
      name: 'old reminders',
      async step(aside) {
        if (rest.lasts(now())) return false
        const last = await store.noticeUpkeep.retire(reached, now(), aside)
        reached = last ?? ''
        if (last === null) rest.begin(now())
        return last !== null
      },
    },
    { name: 'what patients hold online', step: (aside) => store.holdUpkeep.endNext(now(), aside) },
    { name: 'kept answers', step: forgetNext },
    { name: 'deleted records', step: (aside) => store.archiveUpkeep.removeNext(aside) },
    {
      name: 'what is deleted and kept',
      async step(aside) {
        if (archiveRest.lasts(now())) return false
        reviewed = await store.archiveUpkeep.review(reviewed, now(), aside)
        if (reviewed === null) archiveRest.begin(now())
        return true
      },
    },
    {
      name: 'old changes',
      async step(aside) {
        if (changeRest.lasts(now())) return false
        const removed = await store.changeUpkeep.removeNext(now(), aside)
        if (!removed) changeRest.begin(now())
        return removed
      },
    },
  ]
}

/**
 * Runs rounds of an upkeep every few seconds. `report` takes errors. `beat` is called with the name of the loop at its
 * start and at each step.
 */
export function startUpkeep(
  upkeep: Pick<ReturnType<typeof createUpkeep>, 'round'>,
  report: UpkeepDeps['report'],
  beat: (loop: string) => void,
): Loop {
  const alive = () => beat('upkeep of reminders')
  alive()
  const round = (stopping: AbortSignal) => {
    alive()
    return upkeep.round(stopping, alive)
  }
  return startLoop(everySeconds, round, report)
}

/** A job of the upkeep failed for a practice again and again. */
class UpkeepFault extends Fault {
  constructor(job: string, { practiceId, cause }: PracticeFault) {
    super(
      cause,
      (name) =>
        `${name} in the upkeep of ${job} at the practice ${practiceId}, again and again. This job leaves out the practice for a day. This is an error in chairside, or a row that it did not write: please report it`,
    )
  }
}
