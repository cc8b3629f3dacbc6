import { expect } from 'bun:test'
import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { unknownBackup } from '../support/backup-states.ts'
import { breakDown, busyOwner, fillDesk, unluckyOwner, watchedOwner } from './house.ts'
import { inBrowser } from './in-browser.ts'
import {
  addChair,
  failToSignIn,
  focusedId,
  invite,
  makeToken,
  onAccount,
  opened,
  rowOf,
  spent,
  submitDialog,
} from './steps.ts'

const looks: { colorScheme: 'light' | 'dark'; width: number; options: RunOptions }[] = [
  { colorScheme: 'light', width: 1280, options: { resultTypes: ['violations'] } },
  {
    colorScheme: 'dark',
    width: 320,
    options: { runOnly: ['color-contrast', 'target-size'], resultTypes: ['violations'] },
  },
]

/**
 * Expects axe-core to find no mistake in the page. All rules are checked in light on a desktop.
 * On the smallest phone in dark, only the rules are checked that depend on color and width.
 */
async function expectAccessible(page: Page, what: string): Promise<void> {
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axe.source)
  const found = []
  for (const { colorScheme, width, options } of looks) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    const { violations, passes } = await page.evaluate((options) => axe.run(document, options), options)
    expect(passes).not.toBeEmpty()
    for (const { id, nodes } of violations)
      for (const { html } of nodes) found.push(`${id} in ${colorScheme}: ${html}`)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    if (overflow) found.push(`it is wider than a window of ${width}`)
  }
  expect({ what, found }).toEqual({ what, found: [] })
}

inBrowser({
  'the sign-in page and the pages behind links are accessible in every state': async (house) => {
    const { page } = await house.visitor()
    await page.goto('/sign-in')
    await page.click('summary')
    await expectAccessible(page, 'sign-in')
    await failToSignIn(page)
    await expectAccessible(page, 'sign-in that failed')

    await page.goto(house.setupLink)
    await opened(page)
    await expectAccessible(page, 'setup')
    await page.getByLabel('Add a break, Monday').click()
    await page.getByLabel('Tuesday, closes').fill('')
    await page.click('text=Make my passkey and finish')
    await expectAccessible(page, 'setup with mistakes')

    await page.goto('/enrol#cl_wrong')
    await spent(page)
    await expectAccessible(page, 'a link that is used up')
  },

  'the account page and its dialogs are accessible, for owners and assistants': async (house) => {
    const { page } = await house.owner()
    await expectAccessible(page, 'a new account')
    const link = await invite(page, 'amira@example.org', 'assistant')
    await makeToken(page, 'export')
    await addChair(page, 'Room 1')
    await rowOf(page, 'chairs', 'Room 1').getByText('Put out of use').click()
    await page.locator('#chairs .badge').waitFor()
    await page.click('text=Add a status')
    await page.click('text=Save the statuses')
    await page.fill('#sms-text', '{nothing}')
    await page.click('text=Save the texts')
    await page.waitForSelector('#reminders-form .issue')
    await expectAccessible(page, 'an account in use')
    await page.fill('#sms-text', '{link}')
    await page.click('#see-preview')
    await page.waitForSelector('#preview:not(:empty)')
    await expectAccessible(page, 'a preview')
    await page.click('text=Add a passkey')
    await page.fill('dialog input', '')
    await submitDialog(page)
    await expectAccessible(page, 'a dialog with a mistake')
    await page.keyboard.press('Escape')
    await rowOf(page, 'members', 'amira').getByText('New link').click()
    await expectAccessible(page, 'a dialog that asks first')

    const assistant = await house.visitor()
    await assistant.page.goto(link)
    await opened(assistant.page)
    await expectAccessible(assistant.page, 'enrol')
    await assistant.page.fill('[name=name]', 'Amira')
    await assistant.page.click('text=Make my passkey')
    await onAccount(assistant.page)
    await expectAccessible(assistant.page, "an assistant's account")
  },

  'the desk is accessible with something of every kind on it': async (_, browser) => {
    await using unlucky = await unluckyOwner(browser)
    const { page } = unlucky.owner
    await fillDesk(unlucky.c)
    await page.reload()
    await page.click('#desk summary')
    await expectAccessible(page, 'a full desk')
    await rowOf(page, 'reminders', 'Text message').getByText('Send me a test').click()
    await expectAccessible(page, 'the dialog of a test message')
  },

  'the trail, the deleted records and a person’s rights are accessible': async (house) => {
    const { owner } = await busyOwner(house)
    const { page } = owner
    await page.fill('#trail-name', 'schneider')
    await page.click('#trail-form [type=submit]')
    await page.waitForSelector('#trail-which:not([hidden])')
    await expectAccessible(page, 'a choice of patients')
    await page.fill('#trail-name', '')
    await page.click('#trail-form [type=submit]')
    for (const text of ['changed the phone number', 'deleted a note'])
      await page.locator('#trail-result summary', { hasText: text }).click()
    await page.click('#deleted-form [type=submit]')
    await rowOf(page, 'deleted-result', 'Gerda Gone').getByText('Bring back').click()
    await expectAccessible(page, 'the dialog that brings a patient back')
    await submitDialog(page)
    await page.waitForSelector('#deleted-news:not(:empty)')
    await page.fill('#rights-name', 'schneider')
    await page.click('#rights-form [type=submit]')
    await page.waitForSelector('#rights-result li')
    await expectAccessible(page, 'the trail, the deleted records and a search for a person')
    await rowOf(page, 'rights-result', 'Anna').getByText('Erase for good').click()
    await page.fill('dialog [name=typed]', 'x')
    await page.fill('dialog [name=reason]', 'x')
    await submitDialog(page)
    await page.waitForSelector('dialog .issue')
    await expectAccessible(page, 'an erasure with a wrong name')
    await page.fill('dialog [name=typed]', 'Anna Schneider')
    await submitDialog(page)
    await page.waitForSelector('dialog [name=overrideRetention]')
    await expectAccessible(page, 'an erasure against the duty to keep the records')
  },

  'what owners are told of the server is accessible, in green, yellow, red and unknown': async (
    _,
    browser,
  ) => {
    await using watched = await watchedOwner(browser)
    const { c, owner } = watched
    const { page } = owner
    const light = page.locator('#service .light')
    await expectAccessible(page, 'a server that is well')
    c.state.backup = undefined
    await page.clock.runFor(60_000)
    await light.getByText('Yellow').waitFor()
    await expectAccessible(page, 'a server without a backup')
    c.state.backup = unknownBackup
    breakDown(c)
    await page.clock.runFor(60_000)
    await light.getByText('Red').waitFor()
    await expectAccessible(page, 'a server in trouble')
    await page.context().setOffline(true)
    await page.clock.runFor(60_000)
    await light.getByText('Not known').waitFor()
    await expectAccessible(page, 'a server that does not answer')
  },

  'everything can be done with the keyboard alone': async (house) => {
    const { page } = await house.visitor()
    await page.goto(house.setupLink)
    await opened(page)
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await press('Tab')
    await page.keyboard.type('Praxis')
    await press('Tab', 'Tab', 'ArrowDown', 'Tab', 'Space')
    expect(await page.isChecked('[value=dental]')).toBe(true)
    expect(await page.isChecked('#mon-open')).toBe(false)
    await page.focus('[name=ownerName]')
    await page.keyboard.type('Zoé')
    await press('Tab')
    await page.keyboard.type('zoe@example.org')
    await press('Enter')
    await onAccount(page)

    await press('Tab', 'Enter', 'Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('To call')
    await page.focus('#add-passkey')
    await press('Enter')
    expect(await focusedId(page)).toBe('dialog-name')
    await press('Escape')
    expect(await focusedId(page)).toBe('add-passkey')
  },
})
