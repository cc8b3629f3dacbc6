/** Tests of axe-core and the keyboard on the pages before the front desk. Each screen of the desk has its own tests. */
import { expect } from 'bun:test'
import { expectAccessible } from './desk-accessible.ts'
import { expectFlawless } from './flaws.ts'
import { inBrowser } from './in-browser.ts'
import { failToSignIn, focusOn, hasFocus, invite, onDesk, opened, openSettings, spent } from './steps.ts'

inBrowser({
  '§19 The sign-in page and the pages that links open are accessible in every state, light and dark.': async (
    house,
  ) => {
    const { page } = await house.visitor()
    await page.goto('/sign-in')
    await page.click('summary')
    await expectAccessible(page, 'sign-in')
    await expectFlawless(page, 'sign-in')
    await failToSignIn(page)
    await expectAccessible(page, 'sign-in that failed')
    await expectFlawless(page, 'sign-in that failed')

    await page.goto(house.setupLink)
    await opened(page)
    await expectAccessible(page, 'setup')
    await expectFlawless(page, 'setup')
    await page.getByLabel('Add a break, Monday').click()
    await page.getByLabel('Tuesday, closes').fill('')
    await page.click('text=Make my passkey and finish')
    await page.locator('.error').first().waitFor()
    await expectAccessible(page, 'setup with mistakes')
    await expectFlawless(page, 'setup with mistakes')

    await page.goto('/enrol#cl_wrong')
    await spent(page)
    await expectAccessible(page, 'a link that is used up')
    await expectFlawless(page, 'a link that is used up')
  },

  'the page of an invitation is accessible': async (house) => {
    const owner = await house.owner()
    const link = await invite(owner.page, 'amira@example.org', 'assistant')
    const { page } = await house.visitor()
    await page.goto(link)
    await opened(page)
    await expectAccessible(page, 'enrol')
    await expectFlawless(page, 'enrol')
  },

  'a person sets a practice up, and opens and closes a dialog of the settings, with only the keyboard':
    async (house) => {
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
      expect(await page.getByLabel('Monday', { exact: true }).isChecked()).toBe(false)
      await page.focus('[name=ownerName]')
      await page.keyboard.type('Zoé')
      await press('Tab')
      await page.keyboard.type('zoe@example.org')
      await press('Enter')
      await onDesk(page)

      await openSettings(page, 'security')
      const add = page.getByRole('button', { name: 'Add a passkey' })
      await add.focus()
      await hasFocus(page, add)
      await press('Enter')
      await page.waitForFunction(() => (document.activeElement as HTMLInputElement).name === 'name')
      await press('Escape')
      await focusOn(page, 'Add a passkey')
    },
})
