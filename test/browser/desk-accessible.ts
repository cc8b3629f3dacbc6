/** axe-core on a screen of the desk, in light and dark, on a desktop and on the smallest phone. */
import { expect } from 'bun:test'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 320 },
  { colorScheme: 'dark', width: 320 },
] as const

/** Expects axe-core to find no mistake in the page, and nothing to be wider than the window. The window is put back. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axe.source)
  const before = page.viewportSize()!
  const found = []
  for (const { colorScheme, width } of looks) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    const { violations, passes } = await page.evaluate(
      (options) => axe.run(document, { ...options, resultTypes: ['violations'] }),
      // The rest of the rules finds the same in both colour schemes.
      colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {},
    )
    expect(passes).not.toBeEmpty()
    for (const { id, nodes } of violations)
      for (const { html } of nodes) found.push(`${id} in ${colorScheme} at ${width}: ${html}`)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    if (overflow) found.push(`it is wider than a window of ${width}`)
  }
  await page.setViewportSize(before)
  await page.emulateMedia({ colorScheme: 'light' })
  expect({ what, found }).toEqual({ what, found: [] })
}
