/**
 * A queue of items that wait, grouped by name. `next` takes the names one after the other, and keeps the order of the
 * items of one name.
 */
export class Rotation<T> {
  readonly #waiting = new Map<string, T[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** The number of items that wait under a name. */
  of(name: string): number {
    return this.#waiting.get(name)?.length ?? 0
  }

  add(name: string, one: T): void {
    this.#waiting.getOrInsertComputed(name, () => []).push(one)
    this.#size++
  }

  /**
   * Removes and returns the next item of a name that `may` accepts, and puts the name behind the others. Undefined when
   * there is no such item.
   */
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
