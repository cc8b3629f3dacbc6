const leastMs = 1_000
const mostMs = 60_000
/**
 * A program that ran for this time, in milliseconds, did not fail at once. After such a run, the pauses are short
 * again.
 */
const steadyMs = 60_000

/** The pauses between starts of a program that ends again and again: one second, two, four, and at most a minute. */
export class GrowingPause {
  #nextMs = leastMs

  /** The pause before the next start, in milliseconds, after the program ran for `ranMs`. */
  after(ranMs: number): number {
    const pause = ranMs < steadyMs ? this.#nextMs : leastMs
    this.#nextMs = Math.min(2 * pause, mostMs)
    return pause
  }
}
