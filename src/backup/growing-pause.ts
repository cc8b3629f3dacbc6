const leastMs = 1_000
const mostMs = 60_000
/** How long something must run to count as not failed at once. Then the pauses begin again. In milliseconds. */
const steadyMs = 60_000

/** The pauses between starts of something that ends again and again: one second, two, four, and a minute at most. */
export class GrowingPause {
  #nextMs = leastMs

  /** The pause before the next start, in milliseconds, after it ran for `ranMs`. */
  after(ranMs: number): number {
    const pause = ranMs < steadyMs ? this.#nextMs : leastMs
    this.#nextMs = Math.min(2 * pause, mostMs)
    return pause
  }
}
