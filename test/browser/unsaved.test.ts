import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { inBrowser, onlyRefused } from './in-browser.ts'
import { onDesk } from './steps.ts'

/** Tries to leave the page while its question is answered with "stay". Answers whether it asked. */
async function asksOnLeaving(page: Page, leave: () => Promise<unknown>): Promise<boolean> {
  let asked = false
  page.once('dialog', (dialog) => {
    asked = dialog.type() === 'beforeunload'
    void dialog.dismiss()
  })
  await leave().catch(() => undefined)
  page.removeAllListeners('dialog')
  return asked
}

const reload = (page: Page) => () => page.reload({ timeout: 2_000 })

inBrowser({
  'a half filled setup page asks before it is left, and finishing it does not ask': async (house) => {
    const visitor = await house.visitor()
    const { page } = visitor
    await page.goto(house.setupLink)
    await page.waitForSelector('#opened:not([hidden])')
    await page.click('#opened h1')
    expect(await asksOnLeaving(page, reload(page))).toBe(false)
    await page.fill('[name=practiceName]', 'Praxis')
    expect(await asksOnLeaving(page, reload(page))).toBe(true)
    await page.click('text=Dental practice')
    await page.fill('[name=ownerName]', 'Zoé')
    await page.fill('[name=ownerEmail]', 'zoe@example.org')
    await page.click('text=Make my passkey and finish')
    await onDesk(page)
    onlyRefused(visitor)
  },
})
