/** The shortest time between two lines, in milliseconds. */
const pause = 1_000
/** The clock is read again after this number of rows. */
const lookEvery = 1_000

/** How an export or an import shows what it does. */
export interface Teller {
  /** The clock, in epoch milliseconds. */
  readonly now: () => number
  readonly say: (line: string) => void
}

/** Shows about once a second how many rows are done. Work of less than a second shows nothing. */
export class ProgressReport {
  readonly #teller: Teller
  readonly #total: number
  readonly #verb: string
  #done = 0
  #toldAt: number
  #lookAt = lookEvery

  /**
   * `total` is the number of all rows; null when it is unknown. `verb` is the word for the work, such as `read`.
   */
  constructor(teller: Teller, total: number | null, verb: string) {
    this.#teller = teller
    this.#total = total ?? 0
    this.#verb = verb
    this.#toldAt = teller.now()
  }

  add(rows: number): void {
    this.#done += rows
    if (this.#done < this.#lookAt) return
    this.#lookAt = this.#done + lookEvery
    const now = this.#teller.now()
    if (now - this.#toldAt < pause) return
    this.#toldAt = now
    const of = this.#total === 0 ? '' : ` of ${this.#total}`
    this.#teller.say(`${this.#done}${of} rows ${this.#verb}`)
  }
}
