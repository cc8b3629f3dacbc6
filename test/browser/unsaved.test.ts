import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { success } from '../support/answers.ts'

import { inBrowser, onlyRefused } from './in-browser.ts'
import { onAccount, sessionOf } from './steps.ts'

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

/** Each way to change something on the account page, and how to save it. */
const changes: Record<string, { change: (page: Page) => Promise<unknown>; save: string; said: string }> = {
  'the practice’s name': {
    change: (page) => page.fill('#practice-form [name=name]', 'Praxis am Park'),
    save: 'Save the practice',
    said: 'The practice is saved.',
  },
  'a closed day': {
    change: (page) => page.getByLabel('Monday', { exact: true }).uncheck(),
    save: 'Save the practice',
    said: 'The practice is saved.',
  },
  'the text of a reminder': {
    change: (page) => page.fill('#email-subject', 'See you soon'),
    save: 'Save the texts',
    said: 'The texts are saved.',
  },
  'the hours of reminders': {
    change: (page) => page.fill('#send-from', '07:00'),
    save: 'Save the times',
    said: 'The times of reminders are saved.',
  },
  'the status of new patients': {
    change: (page) => page.getByLabel('New patients get status 1').check(),
    save: 'Save the statuses',
    said: 'The statuses are saved.',
  },
  'a removed status': {
    change: (page) => page.getByLabel('Remove status 3').click(),
    save: 'Save the statuses',
    said: 'The statuses are saved.',
  },
}

const reload = (page: Page) => () => page.reload({ timeout: 2_000 })

inBrowser({
  'the page asks before it is left with changes that were not saved, and only then': async (house) => {
    const owner = await house.owner()
    const { page } = owner
    // Browsers ask only on pages that somebody has used.
    await page.click('#opened h1')
    for (const [what, { change, save, said }] of Object.entries(changes)) {
      expect({ what, asked: await asksOnLeaving(page, reload(page)) }).toEqual({ what, asked: false })
      await onAccount(page)
      await page.click('#opened h1')
      await change(page)
      expect({ what, asked: await asksOnLeaving(page, reload(page)) }).toEqual({ what, asked: true })
      await page.getByText(save, { exact: true }).click()
      await page.getByText(said).waitFor()
    }
    await page.fill('#email-subject', 'Other words')
    await page.fill('#email-subject', 'See you soon')
    expect(await asksOnLeaving(page, reload(page))).toBe(false)
    onlyRefused(owner)
  },

  'signing out with unsaved changes asks first, and another click keeps them': async (house) => {
    const owner = await house.owner()
    const { page } = owner
    await page.fill('#email-subject', 'Half a sub')
    await page.click('text=Sign out')
    expect(await page.textContent('dialog h2')).toBe('Sign out without saving?')
    await page.click('dialog >> text=Cancel')
    expect(await page.inputValue('#email-subject')).toBe('Half a sub')
    await page.click('text=Sign out')
    await page.click('dialog [type=submit]')
    await page.waitForURL('**/sign-in')
    expect(await page.textContent('#notice')).toBe('You are signed out.')
    onlyRefused(owner)
  },

  'a session that ends does not take unsaved words away': async (house) => {
    const owner = await house.owner()
    const { page } = owner
    const call = house.server.as((await sessionOf(page))!)
    await page.fill('#email-subject', 'Half a sub')
    success(await call('POST', '/api/v1/me/sign-out'))
    await page.click('text=Save the texts')
    await page.waitForSelector('#reminders-form .outcome:not(:empty)')
    expect(await page.textContent('#reminders-form .outcome')).toContain('Copy what you want to keep.')
    expect(await page.inputValue('#email-subject')).toBe('Half a sub')
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.waitForURL('**/sign-in')
    onlyRefused(owner, '401 /api/v1/practice/reminders', '401 /api/v1/me')
  },

  'owners who change their own name keep what they were writing': async (house) => {
    const owner = await house.owner()
    const { page } = owner
    await page.fill('#email-subject', 'Half a sub')
    await page.getByLabel('Edit: Zoé Müller').click()
    await page.fill('dialog [name=name]', 'Zoé Öztürk')
    await page.click('dialog [type=submit]')
    await page.getByText('The member is saved.').waitFor()
    expect(await page.textContent('#user-name')).toBe('Zoé Öztürk')
    expect(await page.inputValue('#email-subject')).toBe('Half a sub')
    onlyRefused(owner)
  },

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
    await onAccount(page)
    onlyRefused(visitor)
  },
})
