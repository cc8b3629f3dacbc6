import { patienceMs } from '../support/until.ts'

const pauseMs = 20

/**
 * Checks an expectation again and again until it holds. A page shows the result of an act a moment later. So an
 * expectation that reads a page after an act needs this function:
 * `await soon(async () => expect(await page.title()).toBe('…'))`.
 * @throws the last error of the expectation, after `patienceMs`.
 */
export async function soon(expectation: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (;;)
    try {
      return await expectation()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await Bun.sleep(pauseMs)
    }
}
