/** How long a test waits at the most for what must happen, in milliseconds. A busy machine takes many times as long as an idle one. */
export const patienceMs = 60_000

/** The longest pause between two looks, in milliseconds. The first looks follow each other faster. */
const longestPauseMs = 50

/**
 * Looks again and again until `happened` answers something truthy, and answers that.
 * @throws after `patienceMs`, with `what` did not happen.
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
