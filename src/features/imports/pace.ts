/** How the work on imports leaves others their turn. */

/** For how long one transaction of an import adds rows, in milliseconds. The commit comes on top. */
const writeMs = 4
/** How long an import reads and judges rows before others have their turn, in milliseconds. */
const thinkMs = 2
/** How long others have their turn then, in milliseconds. */
const pauseMs = 4

/** Whether a transaction that began now may go on. Ask it between two rows. */
export function timeToWrite(): () => boolean {
  const until = performance.now() + writeMs
  return () => performance.now() < until
}

/** Waits now and then while rows are read and judged. */
export class Breath {
  #until = performance.now() + thinkMs

  /** Whether others should have their turn now. */
  get isDue(): boolean {
    return performance.now() >= this.#until
  }

  async take(): Promise<void> {
    await Bun.sleep(pauseMs)
    this.#until = performance.now() + thinkMs
  }
}
