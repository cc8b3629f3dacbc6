/**
 * The longest time that a test waits for a condition, in milliseconds. A busy machine is many times slower than an idle
 * machine.
 */
export const patienceMs = 60_000

/** The longest pause between two checks, in milliseconds. The first pauses are shorter. */
const longestPauseMs = 50

/**
 * Calls `happened` again and again until it returns a truthy value, and returns this value.
 * @throws after `patienceMs`, with an error that `what` did not happen.
 */
export async function until<T>(
  what: string | (() => string),
  happened: () => T | Promise<T>,
): Promise<NonNullable<T>> {
  const end = performance.now() + patienceMs
  for (let pause = 1; performance.now() < end; pause = Math.min(2 * pause, longestPauseMs)) {
    const answer = await happened()
    if (answer) return answer
    await Bun.sleep(pause)
  }
  throw new Error(`this did not happen: ${typeof what === 'string' ? what : what()}`)
}
