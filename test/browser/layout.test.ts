import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { inBrowser, onlyRefused } from './in-browser.ts'

/** The lower edges of a form's controls, in pixels. */
const edgesOf = (page: Page, form: string, controls = 'input, select, button') =>
  page
    .locator(`#${form} :is(${controls})`)
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().bottom)))

inBrowser({
  'a small form is one row on a desktop, and a column on a phone': async (house) => {
    const owner = await house.owner({ viewport: { width: 1280, height: 844 } })
    const { page } = owner
    // The ticks of a token have a row of their own.
    for (const [form, inOneRow] of [
      ['make-token', '#token-name, #token-days'],
      ['add-chair', 'input, button'],
    ] as const) {
      await page.setViewportSize({ width: 1280, height: 844 })
      const inRow = await edgesOf(page, form, inOneRow)
      expect(inRow).toHaveLength(2)
      expect(new Set(inRow).size).toBe(1)
      await page.setViewportSize({ width: 390, height: 844 })
      const edges = await edgesOf(page, form)
      expect(new Set(edges).size).toBe(edges.length)
    }
    onlyRefused(owner)
  },

  'the guide for front ends is as wide as the smallest phone': async (house) => {
    const visitor = await house.visitor()
    const { page } = visitor
    await page.setViewportSize({ width: 320, height: 844 })
    await page.goto('/docs/guide')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    onlyRefused(visitor)
  },

  'the message about a wrong time goes when “Copy the first day’s hours” mends it': async (house) => {
    const owner = await house.owner()
    const { page } = owner
    await page.getByLabel('Tuesday, closes').fill('08:00')
    await page.click('text=Save the practice')
    await page.waitForSelector('#week .issue')
    await page.getByText('Copy the first day’s hours to the others').click()
    expect(await page.locator('#week .issue').count()).toBe(0)
    await page.click('text=Save the practice')
    await page.getByText('The practice is saved.').waitFor()

    // What copying does not mend keeps its message.
    await page.getByLabel('Monday, closes').fill('08:00')
    await page.click('text=Save the practice')
    await page.waitForSelector('#week .issue')
    await page.getByText('Copy the first day’s hours to the others').click()
    expect(await page.locator('#week .issue').count()).toBe(1)
    await page.getByLabel('Add a break, Monday').click()
    expect(await page.locator('#week .issue').count()).toBe(0)
    onlyRefused(owner, '400 /api/v1/practice', '400 /api/v1/practice')
  },
})
