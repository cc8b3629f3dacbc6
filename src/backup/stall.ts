import { tolerableLagMs } from '../health/backup-state.ts'

/**
 * How long a stream may make no progress while the store answers, in milliseconds. Then it is restarted. Each further
 * restart waits twice as long. One large change on a slow line looks the same, and a restart would break it off.
 */
const restartAfterMs = 300_000

/**
 * News about the stream for the log, and the action to take. `restart anew`: a restart has not helped, so Litestream's
 * notes on the disk may be damaged. Litestream then begins with a whole copy.
 */
type StallNews = 'began' | 'ended' | 'restart' | 'restart anew' | null

/** Compares, from one check to the next, how far the object store is behind. */
export class Stall {
  #told = false
  #nextAt = Number.NEGATIVE_INFINITY
  #pauseMs = restartAfterMs
  #storedAt: number | null = null
  /** When a newer write was last seen in the store. */
  #movedAt = Number.NEGATIVE_INFINITY

  /**
   * @param lagMs how far the object store is behind the newest write
   * @param answered whether the store answered at this check
   * @param storedAt writes up to this moment are in the store; null when that is not known
   * @param now in epoch milliseconds, as `storedAt`
   */
  seen(lagMs: number, answered: boolean, storedAt: number | null, now: number): StallNews {
    if (storedAt !== this.#storedAt) this.#movedAt = now
    this.#storedAt = storedAt
    if (lagMs <= tolerableLagMs) {
      const ended = this.#told
      this.#told = false
      this.#nextAt = Number.NEGATIVE_INFINITY
      this.#pauseMs = restartAfterMs
      return ended ? 'ended' : null
    }
    if (!this.#told) {
      this.#told = true
      return 'began'
    }
    // A stream that is slow, but makes progress, must not be restarted.
    const stands = now - this.#movedAt > restartAfterMs
    if (!answered || !stands || lagMs <= restartAfterMs || now < this.#nextAt) return null
    this.#nextAt = now + this.#pauseMs
    this.#pauseMs *= 2
    return this.#pauseMs > 2 * restartAfterMs ? 'restart anew' : 'restart'
  }
}
