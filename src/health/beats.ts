/** When each loop last called `beat`, and how long it may be silent. */
export class Beats {
  readonly #now: () => number
  readonly #loops = new Map<string, { at: number; withinMs: number }>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** A loop calls this when it starts and at each tick. It is late if the next call takes longer than `withinMs`. */
  beat(loop: string, withinMs: number): void {
    this.#loops.set(loop, { at: this.#now(), withinMs })
  }

  /** The names of the loops that are late. */
  late(): string[] {
    return [...this.#loops]
      .filter(([, { at, withinMs }]) => this.#now() - at > withinMs)
      .map(([loop]) => loop)
  }

  /** Seconds since each loop last called `beat`. */
  ages(): { loop: string; seconds: number }[] {
    return [...this.#loops].map(([loop, { at }]) => ({ loop, seconds: (this.#now() - at) / 1000 }))
  }
}
