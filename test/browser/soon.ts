import { patienceMs } from '../support/until.ts'

const pauseMs = 20

/**
 * Checks an expectation again and again until it holds. A page shows what came of an act a moment later, so an
 * expectation that reads a page after an act belongs in here: `await soon(async () => expect(await page.title()).toBe('…'))`.
 * @throws what the expectation throws at last, after the patience of `until`.
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
