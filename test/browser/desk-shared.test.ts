/** A desk that several members share: who sits there, how another takes over, and how it locks itself. */
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { problem, success } from '../support/answers.ts'
import { newPatient } from '../support/records.ts'
import { expectAccessible } from './desk-accessible.ts'
import { inBrowser } from './in-browser.ts'
import { soon } from './soon.ts'
import { enrol, invite, onDesk, openSettings, sessionOf } from './steps.ts'

const usePasskey = (page: Page) => page.getByRole('button', { name: 'Use my passkey' })
const who = (page: Page) => page.locator('.rail .who')
/** What the style sheet writes in the button of the member: a script reads it with its quotation marks. */
const initials = (page: Page) =>
  who(page)
    .locator('.initials')
    .evaluate((drawn) => getComputedStyle(drawn, '::before').content)
const visible = (page: Page) => page.locator('h1, .rail').filter({ visible: true })

inBrowser({
  'two members change places at a shared desk by their passkeys, and each goes on in their own name': async (
    house,
  ) => {
    const { page, device } = await house.owner()
    const amira = await house.visitor()
    await enrol(amira.page, await invite(page, 'amira@example.org', 'assistant', 'Amira Haddad'))
    expect(await initials(amira.page)).toBe('"AH"')
    const [hers, own] = [await amira.device.takeOut(), await device.takeOut()]
    const before = (await sessionOf(page))!
    const owner = (await who(page).getAttribute('aria-label'))!

    await device.putIn(hers)
    await who(page).click()
    await page.getByRole('dialog', { name: 'Who sits here?' }).waitFor()
    await expectAccessible(page, 'the question who sits here')
    await usePasskey(page).click()
    await soon(async () => expect(await who(page).textContent()).toContain('Amira Haddad'))
    await onDesk(page)
    // The session of who was here before has ended.
    problem(await house.server.as(before)('GET', '/api/v1/me'), 401, 'invalid_authorization')

    await device.takeOut()
    await device.putIn(own)
    await who(page).click()
    await usePasskey(page).click()
    await soon(async () => expect(await who(page).getAttribute('aria-label')).toBe(owner))
  },

  'before another member takes over, the desk asks about what is not saved': async (house) => {
    const { page, device } = await house.owner()
    const amira = await house.visitor()
    await enrol(amira.page, await invite(page, 'amira@example.org', 'assistant', 'Amira Haddad'))
    const call = house.server.as((await sessionOf(page))!)
    const { id } = await newPatient(call, { firstName: 'Zoe', lastName: 'Muller' })
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    const change = page.getByRole('dialog', { name: 'Who sits here?' })
    const keep = async () => {
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await question.waitFor({ state: 'detached' })
      expect(await change.count()).toBe(0)
    }
    await openSettings(page, 'practice')
    const before = await page.getByLabel('Lock after').inputValue()
    await page.getByLabel('Lock after').fill('7')
    await who(page).click()
    await expectAccessible(page, 'the question about what is not saved')
    await keep()
    expect(await page.getByLabel('Lock after').inputValue()).toBe('7')
    await page.getByLabel('Lock after').fill(before)

    // What the desk keeps of a patient is asked about on every screen.
    await page.goto(`/desk#/patients/${id}`)
    await page.getByRole('button', { name: 'Edit: Details' }).click()
    await page.getByLabel('Street').fill('Lindenstraße 4')
    await openSettings(page, 'security')
    await who(page).click()
    await keep()
    await page.getByRole('button', { name: 'Sign out' }).click()
    const out = page.getByRole('dialog', { name: 'Sign out without saving?' })
    await out.getByRole('button', { name: 'Cancel' }).click()

    await device.takeOut()
    await device.putIn(await amira.device.takeOut())
    await who(page).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await change.waitFor()
    await usePasskey(page).click()
    await soon(async () => expect(await who(page).textContent()).toContain('Amira Haddad'))
    await page.goto(`/desk#/patients/${id}`)
    await page.getByRole('button', { name: 'Edit: Details' }).waitFor()
    expect(await page.getByText('Lindenstraße 4').count()).toBe(0)
  },

  'a desk locks itself after the pause that the practice chose, and loading the page again opens nothing':
    async (house) => {
      const { page } = await house.owner()
      await openSettings(page, 'practice')
      await page.getByLabel('Lock after').fill('241')
      const card = page.getByRole('form', { name: 'At this desk' })
      await card.getByRole('button', { name: 'Save' }).click()
      await card.getByText('240').waitFor()
      await page.getByLabel('Lock after').fill('5')
      await card.getByRole('button', { name: 'Save' }).click()
      const call = house.server.as((await sessionOf(page))!)
      await soon(async () => expect(success(await call('GET', '/api/v1/practice')).lockMinutes).toBe(5))
      await openSettings(page, 'developers')
      await page.fill('form [name=name]', 'calendar export')

      // The clock of the page goes on by six minutes, in which nobody does anything.
      await page.evaluate(() => {
        const now = Date.now
        Date.now = () => now() + 6 * 60_000
      })
      await page.getByRole('dialog', { name: 'The desk is locked' }).waitFor()
      await expectAccessible(page, 'the locked desk')
      expect(await visible(page).count()).toBe(0)
      expect(await sessionOf(page)).toBeNull()
      await usePasskey(page).click()
      await page.locator('h1').filter({ visible: true }).waitFor()
      expect(await page.inputValue('form [name=name]')).toBe('calendar export')

      // A hand on the desk after a longer pause locks it, too: it does not open it.
      await page.evaluate(() => {
        const now = Date.now
        Date.now = () => now() + 60 * 60_000
      })
      await page.mouse.move(300, 300)
      await page.getByRole('dialog', { name: 'The desk is locked' }).waitFor()
      await page.reload()
      await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    },
})
