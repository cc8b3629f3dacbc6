/** A proxy in which requests wait during a restart checks the server at least this often, in milliseconds. */
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
