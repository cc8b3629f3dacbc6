/** What waits for something, by name. Each name gets its turn, and within a name the order stays. */
export class Rotation<T> {
  readonly #waiting = new Map<string, T[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** How much waits under a name. */
  of(name: string): number {
    return this.#waiting.get(name)?.length ?? 0
  }

  add(name: string, one: T): void {
    this.#waiting.getOrInsertComputed(name, () => []).push(one)
    this.#size++
  }

  /** Takes out the next one with a name that `may` go, and puts the name behind the others. Undefined when there is none. */
  next(may: (name: string) => boolean = () => true): T | undefined {
    for (const [name, waiting] of this.#waiting) {
      if (!may(name)) continue
      this.#waiting.delete(name)
      const one = waiting.shift()
      if (waiting.length > 0) this.#waiting.set(name, waiting)
      this.#size--
      return one
    }
    return undefined
  }
}
