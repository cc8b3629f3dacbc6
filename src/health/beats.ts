/** Which loops have shown a sign of life, and how long each may keep silent. */
export class Beats {
  readonly #now: () => number
  readonly #loops = new Map<string, { at: number; withinMs: number }>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Called by a loop when it starts and after each turn; late when it does not call again within `withinMs`. */
  beat(loop: string, withinMs: number): void {
    this.#loops.set(loop, { at: this.#now(), withinMs })
  }

  late(): string[] {
    return [...this.#loops]
      .filter(([, { at, withinMs }]) => this.#now() - at > withinMs)
      .map(([loop]) => loop)
  }

  /** Seconds since each loop's last sign of life. */
  ages(): { loop: string; seconds: number }[] {
    return [...this.#loops].map(([loop, { at }]) => ({ loop, seconds: (this.#now() - at) / 1000 }))
  }
}
