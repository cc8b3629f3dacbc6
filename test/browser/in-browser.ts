import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { chromiumPath, launch, type Person } from './browser.ts'
import { type House, openHouse } from './house.ts'

type Story = (house: House, browser: Browser) => Promise<void>

/**
 * Runs each story as a test in a browser. Each test has its own server with these settings. Without Chromium, the tests
 * are skipped.
 */
export function inBrowser(stories: Record<string, Story>, env: Record<string, string> = {}): void {
  if (chromiumPath === undefined) {
    leaveOut(Object.keys(stories))
    return
  }
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())
  for (const [name, story] of Object.entries(stories))
    test(name, async () => {
      await using house = await openHouse(browser, env)
      await story(house, browser)
    })
}

const said = Symbol.for('chairside: the browser tests are left out')

function leaveOut(names: readonly string[]): void {
  for (const name of names) test.skip(name, () => undefined)
  if (said in globalThis) return
  Object.assign(globalThis, { [said]: true })
  console.warn(
    'browser tests skipped, because there is no Chromium: install the package chromium or set CHROMIUM',
  )
}

/** Expects that a person's pages had exactly these refusals and no other faults. */
export const onlyRefused = (person: Person, ...refusals: string[]): void =>
  expect(person.complaints).toEqual(refusals)
