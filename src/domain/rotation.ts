/** Those who wait for something, by name. Each name gets its turn, and within a name the order stays. */
export class Rotation {
  readonly #waiting = new Map<string, (() => void)[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** How many wait under a name. */
  of(name: string): number {
    return this.#waiting.get(name)?.length ?? 0
  }

  add(name: string, run: () => void): void {
    this.#waiting.getOrInsertComputed(name, () => []).push(run)
    this.#size++
  }

  /** Takes out the next one with a name that `may` go, and puts the name behind the others. Undefined when there is none. */
  next(may: (name: string) => boolean = () => true): (() => void) | undefined {
    for (const [name, waiting] of this.#waiting) {
      if (!may(name)) continue
      this.#waiting.delete(name)
      const run = waiting.shift()
      if (waiting.length > 0) this.#waiting.set(name, waiting)
      this.#size--
      return run
    }
    return undefined
  }
}
