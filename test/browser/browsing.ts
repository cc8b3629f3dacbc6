/** The browser that the tests of one file share. */
import { afterAll, beforeAll, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { chromiumPath, launch } from './browser.ts'

/** A test in a browser. It is skipped when there is no Chromium. */
export const browsing = test.skipIf(chromiumPath === undefined)

/** The browser of the test file that runs now. */
export let browser: Browser

/** Opens a browser before the first test of this file, and closes it after the last. */
export function useBrowser(): void {
  beforeAll(async () => {
    if (chromiumPath !== undefined) browser = await launch()
  })
  afterAll(() => browser?.close())
}
