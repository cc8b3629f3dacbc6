/** Runs axe-core on a screen of the desk, in light and dark, on a desktop and on the smallest phone. */
import { expect } from 'bun:test'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 320 },
  { colorScheme: 'dark', width: 320 },
] as const

/**
 * The mistakes that axe-core finds in one colour scheme. The page keeps this colour scheme afterwards. In dark,
 * axe-core checks only the contrast. `within` is a selector of the part of the page to check, by default the whole
 * page.
 */
export async function mistakesIn(
  page: Page,
  colorScheme: 'light' | 'dark',
  within = 'html',
): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axe.source)
  await page.emulateMedia({ colorScheme })
  const { violations, passes } = await page.evaluate(
    ({ within, options }) => axe.run({ include: [within] }, { ...options, resultTypes: ['violations'] }),
    // The other rules find the same mistakes in both colour schemes.
    { within, options: colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {} },
  )
  expect(passes).not.toBeEmpty()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} in ${colorScheme}: ${html}`))
}

/**
 * Expects that axe-core finds no mistake in the page, and that nothing is wider than the window. Afterwards the window
 * has its size from before.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const before = page.viewportSize()!
  const found = []
  for (const { colorScheme, width } of looks) {
    await page.setViewportSize({ width, height: 844 })
    for (const mistake of await mistakesIn(page, colorScheme)) found.push(`at ${width}: ${mistake}`)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    if (overflow) found.push(`it is wider than a window of ${width}`)
  }
  await page.setViewportSize(before)
  await page.emulateMedia({ colorScheme: 'light' })
  expect({ what, found }).toEqual({ what, found: [] })
}
