/**
 * A pause of a job, for example after it has checked everything. A clock that was set back must not prolong the pause.
 */
export class Rest {
  readonly #lengthMs: number
  #until = Number.NEGATIVE_INFINITY

  /** `lengthMs` is how long each pause is, in milliseconds. */
  constructor(lengthMs: number) {
    this.#lengthMs = lengthMs
  }

  /** Begins a pause at `now`, in epoch milliseconds. */
  begin(now: number): void {
    this.#until = now + this.#lengthMs
  }

  /** Whether a pause lasts at `now`, in epoch milliseconds. */
  lasts(now: number): boolean {
    return now < this.#until && this.#until <= now + this.#lengthMs
  }
}
