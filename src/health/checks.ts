/** A proxy that delays requests checks at least this often whether the server answers, in milliseconds. */
const withinMs = 3_000

/** Notes when somebody checks whether this server answers. */
export class Checks {
  #at = Number.NEGATIVE_INFINITY

  note(): void {
    this.#at = performance.now()
  }

  /** Whether there was a check in the last three seconds. A proxy that checks will soon see that the server stops. */
  get areRegular(): boolean {
    return performance.now() - this.#at < withinMs
  }
}
