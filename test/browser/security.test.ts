/** Passkeys, sessions and API tokens in the settings of the front desk. */
import { expect } from 'bun:test'
import { success } from '../support/answers.ts'
import { newChair } from '../support/records.ts'
import { inBrowser, onlyRefused } from './in-browser.ts'
import { soon } from './soon.ts'
import {
  failToSignIn,
  focusOn,
  invite,
  makeToken,
  openSettings,
  partOf,
  rowOf,
  sessionEnded,
  sessionOf,
  signIn,
  signOut,
  submitDialog,
} from './steps.ts'

inBrowser({
  'a member adds a second passkey and removes the first one, and cannot remove the last one': async (
    house,
  ) => {
    const owner = await house.owner()
    const { page, device } = owner
    await openSettings(page, 'security')
    const passkeys = partOf(page, 'Passkeys')
    const rows = passkeys.locator('.record-rows > li')
    await passkeys.locator('.record-rows > li:only-child').waitFor()
    // A new passkey has not been used yet, and the page does not mention that.
    expect(await rows.locator('.hint').textContent()).toMatch(/^Made \d?\d \w+ \d{4}$/)
    expect(await passkeys.getByText('Remove').count()).toBe(0)

    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.fill('dialog [name=name]', 'Phone')
    await submitDialog(page)
    await page.waitForSelector('dialog .form-problem:not(:empty)')
    expect(await page.textContent('dialog .form-problem')).toBe(
      'No passkey was made: this device already has a passkey of yours. You can try again.',
    )

    const laptop = await device.takeOut()
    await submitDialog(page)
    await rowOf(page, 'Phone').waitFor()
    await soon(async () => expect(await rows.count()).toBe(2))

    await rowOf(page, 'Phone').getByText('Rename').click()
    await page.fill('dialog [name=name]', 'Old phone')
    await submitDialog(page)
    await rowOf(page, 'Old phone').waitFor()

    await rows.first().getByText('Remove').click()
    await focusOn(page, 'Cancel')
    await page.click('dialog >> text=Cancel')
    await page.waitForSelector('dialog', { state: 'detached' })
    expect(await rows.count()).toBe(2)
    await rows.first().getByText('Remove').click()
    await submitDialog(page)
    await passkeys.locator('.record-rows > li:only-child').waitFor()
    // The button has disappeared, so the heading has the focus.
    await focusOn(page, 'Passkeys')
    expect(await rows.textContent()).toContain('Old phone')
    expect(await passkeys.getByText('Remove').count()).toBe(0)

    await signOut(page)
    const phone = await device.takeOut()
    await device.putIn(laptop)
    await failToSignIn(page)
    await device.takeOut()
    await device.putIn(phone)
    await signIn(page)
    onlyRefused(owner, '401 /auth/sign-in')
  },

  'when a session was ended in another browser, the desk shows a message and leads to the sign-in page':
    async (house) => {
      const owner = await house.owner()
      const elsewhere = await house.visitor({ userAgent: 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1' })
      await elsewhere.device.putIn(await owner.device.takeOut())
      await signIn(elsewhere.page)
      await openSettings(elsewhere.page, 'security')
      const sessions = partOf(elsewhere.page, 'Where you are signed in')
      const rows = sessions.locator('.record-rows > li')
      await soon(async () => expect(await rows.count()).toBe(2))
      expect(await rowOf(elsewhere.page, 'This browser').textContent()).toContain('Safari on iPhone')
      await rows.getByText('Sign out').click()
      await sessions.locator('.record-rows > li:only-child').waitFor()

      await owner.page.goto('/desk#/settings/security')
      await sessionEnded(owner.page)
      expect(await sessionOf(owner.page)).toBeNull()
      onlyRefused(elsewhere)
      expect(owner.complaints.length).toBeGreaterThan(0)
      expect(owner.complaints.filter((complaint) => !complaint.startsWith('401 /api/v1/'))).toEqual([])
    },

  '§19 The page of a session that has ended is hidden until its member uses the passkey.': async (house) => {
    const { page } = await house.owner()
    await openSettings(page, 'developers')
    await page.fill('form [name=name]', 'calendar export')
    const call = house.server.as((await sessionOf(page))!)
    success(await call('POST', '/api/v1/me/sign-out'))
    await page.getByRole('button', { name: 'Make a token' }).click()
    const usePasskey = page.getByRole('button', { name: 'Use my passkey' })
    await usePasskey.waitFor()
    expect(await page.locator('h1, .rail, form [name=name]').filter({ visible: true }).count()).toBe(0)
    await usePasskey.click()
    // The unfinished act continues, and the whole page is shown again.
    expect(await page.inputValue('.news input')).toStartWith('ck_')
    await page.locator('h1').filter({ visible: true }).waitFor()
  },

  'while a member signs out, the desk sends no other request, until the sign-out has failed': async (
    house,
  ) => {
    const { page } = await house.owner()
    const call = house.server.as((await sessionOf(page))!)
    const { user, practice } = success(await call('GET', '/api/v1/me'))
    const chair = (name: string) => page.getByText(name, { exact: true }).filter({ visible: true }).first()
    await newChair(call, { name: 'Room 1' })
    await chair('Room 1').waitFor()
    const { promise: isOver, resolve } = Promise.withResolvers<void>()
    await page.route('**/me/sign-out', async (route) => {
      await isOver
      await route.abort()
    })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    // The tab with the event stream sends each change to the other tabs.
    const heard = page.evaluate(
      (name) =>
        new Promise<void>((resolve) =>
          new BroadcastChannel(name).addEventListener('message', () => resolve(), { once: true }),
        ),
      `chairside.live.${practice.id}.${user.id}`,
    )
    await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
    await newChair(call, { name: 'Room 2' })
    await heard
    await page.evaluate(() => fetch('/sign-in').then(() => undefined))
    const calls = asked.filter((path) => path.startsWith('/api/'))
    expect(calls.slice(calls.indexOf('/api/v1/me/sign-out'))).toEqual(['/api/v1/me/sign-out'])
    resolve()
    await chair('Room 2').waitFor()
  },

  'one button signs out all other browsers': async (house) => {
    const owner = await house.owner()
    let passkeys = await owner.device.takeOut()
    for (let n = 0; n < 2; n++) {
      const other = await house.visitor()
      await other.device.putIn(passkeys)
      await signIn(other.page)
      // A passkey counts its uses, so an older copy of the passkey would be refused.
      passkeys = await other.device.takeOut()
    }
    const { page } = owner
    await openSettings(page, 'security')
    await page.getByRole('button', { name: 'Sign out all other browsers' }).click()
    await page.getByText('All other browsers are signed out.').first().waitFor()
    await partOf(page, 'Where you are signed in').locator('.record-rows > li:only-child').waitFor()
    const call = house.server.as((await sessionOf(page))!)
    expect(success(await call('GET', '/api/v1/me/sessions')).sessions).toHaveLength(1)
    onlyRefused(owner)
  },

  'a new token is shown once, works for the API, and can be revoked': async (house) => {
    const owner = await house.owner()
    const { page } = owner
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const token = await makeToken(page, 'calendar export')
    expect(token).toStartWith('ck_')
    await soon(async () => expect(await page.inputValue('form [name=name]')).toBe(''))
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByText('Copied.').first().waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)

    const call = house.server.as(token)
    expect(success(await call('GET', '/api/v1/me')).auth.kind).toBe('token')

    await page.reload()
    await rowOf(page, 'calendar export').waitFor()
    expect(await rowOf(page, 'calendar export').textContent()).toMatch(
      /Created \d?\d \w+ \d{4}, \d?\d:\d\d, last used .*, expires /,
    )
    expect(await page.content()).not.toContain(token)
    await rowOf(page, 'calendar export').getByText('Revoke').click()
    await submitDialog(page)
    await page.getByText('You have no token.').waitFor()
    expect((await call('GET', '/api/v1/me')).status).toBe(401)
    onlyRefused(owner)
  },

  '§19 A new token or link disappears from the page when the member leaves the page.': async (house) => {
    const owner = await house.owner()
    const { page } = owner
    await makeToken(page, 'export')
    await invite(page, 'amira@example.org', 'assistant')
    await openSettings(page, 'developers')
    expect(await page.locator('.news').count()).toBe(0)
    await openSettings(page, 'people')
    expect(await page.locator('.news').count()).toBe(0)
    onlyRefused(owner)
  },

  'one click opens the documentation, where the member is already signed in': async (house) => {
    const owner = await house.owner()
    const { page } = owner
    await openSettings(page, 'developers')
    // A busy machine could not draw all operations within the time limit. This test needs only one operation.
    await page.route('**/openapi.json', async (route) => {
      const document = await (await route.fetch()).json()
      const path = '/api/v1/me'
      await route.fulfill({ json: { ...document, paths: { [path]: document.paths[path] } } })
    })
    await page.click('text=Open the documentation')
    await page.waitForURL(/\/docs/)
    await page.click('#operations-Practice-getMe .opblock-summary-control')
    await page.click('#operations-Practice-getMe .execute')
    await page.waitForSelector('.live-responses-table .response-col_status')
    await soon(async () => {
      expect(await page.textContent('.live-responses-table tbody .response-col_status')).toStartWith('200')
      expect(await page.textContent('.live-responses-table')).toContain('zoe@example.org')
    })
    await openSettings(page, 'developers')
    await page.getByText('Open the documentation').waitFor()
    onlyRefused(owner)
  },
})
