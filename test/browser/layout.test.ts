import { expect } from 'bun:test'
import { inBrowser, onlyRefused } from './in-browser.ts'
import { soon } from './soon.ts'
import { openSettings } from './steps.ts'

inBrowser({
  'the fields of a small form are beside each other on a desktop, and below each other on a phone': async (
    house,
  ) => {
    const owner = await house.owner({ viewport: { width: 1280, height: 844 } })
    const { page } = owner
    await openSettings(page, 'developers')
    const edges = () =>
      page
        .locator('form :is([name=name], [name=days])')
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().bottom)))
    await soon(async () => expect(new Set(await edges()).size).toBe(1))
    await page.setViewportSize({ width: 390, height: 844 })
    await soon(async () => expect(new Set(await edges()).size).toBe(2))
    onlyRefused(owner)
  },

  'the guide for front ends is not wider than the smallest phone': async (house) => {
    const visitor = await house.visitor()
    const { page } = visitor
    await page.setViewportSize({ width: 320, height: 844 })
    await page.goto('/docs/guide')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    onlyRefused(visitor)
  },
})
