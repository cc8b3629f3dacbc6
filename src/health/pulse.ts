import type { Watch } from '../store/engine/writer.ts'
import type { Installation } from '../store/service/installation.ts'

/** A commit that is older does not show that the next commit will succeed. In milliseconds. */
const freshMs = 60_000
/** The longest wait of a check, in milliseconds. A lock held by another process could take five seconds. */
const patienceMs = 2_000
/** However many checks there are, they make at most one write in this time. In milliseconds. */
const pauseMs = 3_000

/** Knows whether the database takes writes: by a recent commit, or else by a small write of its own. */
export class Pulse {
  readonly #now: () => number
  #committedAt = 0
  #failing = false
  #triedAt = Number.NEGATIVE_INFINITY
  #beating: Promise<void> | undefined

  constructor(now: () => number) {
    this.#now = now
  }

  /** When the newest known write reached the disk, in epoch milliseconds. 0 before the first write. */
  get committedAt(): number {
    return this.#committedAt
  }

  /** The writer reports every transaction here. A transaction that changed nothing shows nothing about the disk. */
  readonly watch: Watch = ({ changed, error }) => {
    if (!changed && error === undefined) return
    this.#failing = error !== undefined
    if (!this.#failing) this.#committedAt = this.#now()
  }

  /** Resolves with true when a write has reached the disk lately. */
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
