/** The browser of a file of tests. */
import { afterAll, beforeAll, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { chromiumPath, launch } from './browser.ts'

/** A test in a browser. It is skipped where there is none. */
export const browsing = test.skipIf(chromiumPath === undefined)

/** The browser of the file that runs now. */
export let browser: Browser

/** Opens a browser before the first test of this file, and closes it after the last. */
export function useBrowser(): void {
  beforeAll(async () => {
    if (chromiumPath !== undefined) browser = await launch()
  })
  afterAll(() => browser?.close())
}
