import { expect } from 'bun:test'
import type { Dialog, Page } from 'playwright-core'
import { inBrowser, onlyRefused } from './in-browser.ts'
import { onDesk, opened } from './steps.ts'

/** Tries to reload the page, and answers its question with "stay". Returns whether the page asked. */
async function asksOnLeaving(page: Page): Promise<boolean> {
  const { promise: asked, resolve } = Promise.withResolvers<boolean>()
  const stay = (dialog: Dialog) => void dialog.dismiss().then(() => resolve(dialog.type() === 'beforeunload'))
  page.once('dialog', stay)
  // When the page stays, the reload never ends. So the question itself ends the wait.
  const left = page.reload().then(
    () => false,
    () => false,
  )
  const answer = await Promise.race([asked, left])
  page.off('dialog', stay)
  return answer
}

inBrowser({
  '§19 A page asks before it is left with texts that were changed and not saved.': async (house) => {
    const visitor = await house.visitor()
    const { page } = visitor
    await page.goto(house.setupLink)
    await opened(page)
    await page.click('#opened h1')
    expect(await asksOnLeaving(page)).toBe(false)
    await opened(page)
    await page.click('#opened h1')
    await page.fill('[name=practiceName]', 'Praxis')
    expect(await asksOnLeaving(page)).toBe(true)
    await page.click('text=Dental practice')
    await page.fill('[name=ownerName]', 'Zoé')
    await page.fill('[name=ownerEmail]', 'zoe@example.org')
    await page.click('text=Make my passkey and finish')
    await onDesk(page)
    onlyRefused(visitor)
  },
})
