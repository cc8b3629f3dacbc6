import type { Installation } from '../store/installation.ts'
import type { Watch } from '../store/writer.ts'

/** A commit as old as this no longer says that the next one will succeed. */
const freshMs = 60_000
/** Whoever asks waits no longer; a lock held elsewhere would hold him up for five seconds. */
const patienceMs = 2_000
/** However many ask, no more than one write of our own in this time. */
const pauseMs = 3_000

/** Whether the database takes writes: what the last commit says, or, when that is old or failed, one of our own. */
export class Pulse {
  readonly #now: () => number
  #committedAt = 0
  #failing = false
  #triedAt = Number.NEGATIVE_INFINITY
  #beating: Promise<void> | undefined

  constructor(now: () => number) {
    this.#now = now
  }

  /** When a write was last known to be on disk, in epoch milliseconds; 0 before the first. */
  get committedAt(): number {
    return this.#committedAt
  }

  /** The writer tells of every transaction here. */
  readonly watch: Watch = ({ error }) => {
    this.#failing = error !== undefined
    if (!this.#failing) this.#committedAt = this.#now()
  }

  /** True when a write is known to have reached the disk lately. */
  async check(installation: Pick<Installation, 'beat'>): Promise<boolean> {
    if (!this.#failing && this.#now() - this.#committedAt < freshMs) return true
    if (this.#beating === undefined) {
      if (this.#now() - this.#triedAt < pauseMs) return false
      this.#triedAt = this.#now()
      this.#beating = installation.beat(this.#triedAt).finally(() => {
        this.#beating = undefined
      })
    }
    return Promise.race([
      this.#beating.then(
        () => true,
        () => false,
      ),
      Bun.sleep(patienceMs).then(() => false),
    ])
  }
}
