/**
 * A desk that several members share: how it shows the present member, how another member takes over, and how the desk
 * locks itself.
 */
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
/**
 * The initials in the button of the member. The style sheet writes them, so a script reads them with quotation marks.
 */
const initials = (page: Page) =>
  who(page)
    .locator('.initials')
    .evaluate((drawn) => getComputedStyle(drawn, '::before').content)
const visible = (page: Page) => page.locator('h1, .rail').filter({ visible: true })
const locked = (page: Page) => page.getByRole('dialog', { name: 'The desk is locked' })
/** Opens the desk in a second tab, which uses the session of the first tab. */
async function secondTab(page: Page): Promise<Page> {
  const second = await page.context().newPage()
  await second.goto('/desk')
  await onDesk(second)
  return second
}
/** Moves the clocks of these tabs forward by some minutes without any act of a person. */
const passMinutes = (minutes: number, ...tabs: Page[]) =>
  Promise.all(
    tabs.map((tab) =>
      tab.evaluate((ms) => {
        const now = Date.now
        Date.now = () => now() + ms
      }, minutes * 60_000),
    ),
  )

inBrowser({
  'at a shared desk, a member takes over by a passkey, and then the desk acts in the name of this member':
    async (house) => {
      const { page, device } = await house.owner()
      const amira = await house.visitor()
      await enrol(amira.page, await invite(page, 'amira@example.org', 'assistant', 'Amira Haddad'))
      expect(await initials(amira.page)).toBe('"AH"')
      const [hers, own] = [await amira.device.takeOut(), await device.takeOut()]
      const before = (await sessionOf(page))!
      const owner = (await who(page).getAttribute('aria-label'))!
      const second = await secondTab(page)

      await device.putIn(hers)
      await who(page).click()
      await page.getByRole('dialog', { name: 'Who sits here?' }).waitFor()
      await expectAccessible(page, 'the question who sits here')
      await usePasskey(page).click()
      await soon(async () => expect(await who(page).textContent()).toContain('Amira Haddad'))
      await onDesk(page)
      // The session of the previous member has ended.
      problem(await house.server.as(before)('GET', '/api/v1/me'), 401, 'invalid_authorization')
      // A tab of the previous member locks itself, although nobody touches it.
      await locked(second).waitFor()
      expect(await visible(second).count()).toBe(0)
      await second.close()

      await device.takeOut()
      await device.putIn(own)
      await who(page).click()
      await usePasskey(page).click()
      await soon(async () => expect(await who(page).getAttribute('aria-label')).toBe(owner))
    },

  'before another member takes over, the desk asks about unsaved text': async (house) => {
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

    // When the desk has unsaved text about a patient, it asks on every screen.
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

  'a desk locks itself after the pause that the practice has chosen, and a reload of the page does not unlock the desk':
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
      const second = await secondTab(page)

      // A key in one tab keeps the other tab open, too.
      await passMinutes(3, page, second)
      await second.keyboard.press('Shift')
      await passMinutes(3, page, second)
      await page.keyboard.press('Shift')
      expect(await sessionOf(page)).not.toBeNull()
      expect(await locked(page).count()).toBe(0)

      await passMinutes(6, page)
      await locked(page).waitFor()
      await expectAccessible(page, 'the locked desk')
      expect(await visible(page).count()).toBe(0)
      expect(await sessionOf(page)).toBeNull()
      await usePasskey(page).click()
      await page.locator('h1').filter({ visible: true }).waitFor()
      expect(await page.inputValue('form [name=name]')).toBe('calendar export')

      // A movement of the mouse after a longer pause locks the desk. It does not keep the desk open.
      await passMinutes(60, page)
      await page.mouse.move(300, 300)
      await locked(page).waitFor()
      await page.reload()
      await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    },

  'a tab that is opened or reloaded after the pause is locked before it shows any content, and locks the other tabs':
    async (house) => {
      const { page } = await house.owner()
      const call = house.server.as((await sessionOf(page))!)
      success(await call('PATCH', '/api/v1/practice', { lockMinutes: 5 }))
      const context = page.context()
      // The machine slept for an hour. The open tab has not checked its clock since then.
      const sleep = () =>
        context.addInitScript(() => {
          const now = Date.now
          Date.now = () => now() + 3_600_000
        })
      await context.addInitScript(() => {
        const look = () => {
          const shown = document.querySelector('h1')?.checkVisibility({ visibilityProperty: true })
          if (shown) Object.assign(window, { hasShown: true })
          requestAnimationFrame(look)
        }
        look()
      })
      const hasShown = (tab: Page) => tab.evaluate(() => 'hasShown' in window)
      await page.keyboard.press('Shift')
      await sleep()
      const second = await context.newPage()
      await second.goto('/desk')
      for (const tab of [second, page]) await locked(tab).waitFor()
      expect(await hasShown(second)).toBe(false)
      expect(await sessionOf(second)).toBeNull()
      await second.close()
      await page.reload()
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await onDesk(page)
      await page.reload()
      await onDesk(page)
      await soon(async () => expect(await hasShown(page)).toBe(true))

      await sleep()
      await page.reload()
      await locked(page).waitFor()
      expect(await hasShown(page)).toBe(false)
    },

  'a lock applies to all tabs of the browser, until a member uses a passkey in one of the tabs': async (
    house,
  ) => {
    const { page } = await house.owner()
    const second = await secondTab(page)
    const before = (await sessionOf(page))!
    await who(page).click()
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    for (const tab of [page, second]) {
      await locked(tab).waitFor()
      expect(await visible(tab).count()).toBe(0)
      expect(await sessionOf(tab)).toBeNull()
    }
    // A tab that the browser restores from before the lock gets no access either, because the old session has ended.
    await soon(async () =>
      problem(await house.server.as(before)('GET', '/api/v1/me'), 401, 'invalid_authorization'),
    )
    await usePasskey(page).click()
    for (const tab of [page, second]) await visible(tab).first().waitFor()
    expect(await sessionOf(second)).toBe((await sessionOf(page))!)

    await who(second).click()
    await second.getByRole('button', { name: 'Lock', exact: true }).click()
    await locked(page).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  },
})
