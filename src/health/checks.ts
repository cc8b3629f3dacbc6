/** A proxy that lets requests wait asks at least this often whether the server answers, in milliseconds. */
const withinMs = 3_000

/** Notes when somebody asks whether this server answers. */
export class Checks {
  #at = Number.NEGATIVE_INFINITY

  note(): void {
    this.#at = performance.now()
  }

  /** Whether somebody has asked in the last three seconds. A proxy that does so will soon see that the server stops. */
  get areRegular(): boolean {
    return performance.now() - this.#at < withinMs
  }
}
