import { expect } from 'bun:test'
import { success } from '../support/answers.ts'
import { mailServer } from '../support/mail-server.ts'
import { ownerWithClock } from './house.ts'
import { inBrowser, onlyRefused } from './in-browser.ts'
import { soon } from './soon.ts'
import {
  addPasskey,
  enrol,
  invite,
  makeToken,
  onDesk,
  openSettings,
  partOf,
  rowOf,
  sessionOf,
  signOut,
  submitDialog,
} from './steps.ts'

inBrowser({
  'an owner chooses what a token may do, sees its last use, and revokes a colleague’s token': async (
    house,
  ) => {
    const owner = await house.owner()
    const { page } = owner
    const assistant = await house.visitor()
    await enrol(assistant.page, await invite(page, 'amira@example.org', 'assistant', 'Amira'))
    const theirs = await makeToken(assistant.page, 'Amira’s export')
    await soon(async () => expect(await assistant.page.locator('[name=scopes]').count()).toBe(2))

    await openSettings(page, 'developers')
    await page.uncheck('[value=write]')
    await page.check('[value=settings]')
    const token = await makeToken(page, 'Sync')
    expect(await rowOf(page, 'Sync').textContent()).toContain('never used')
    const { auth } = success(await house.server.as(token)('GET', '/api/v1/me'))
    expect(auth.scopes).toEqual(['read', 'settings'])
    // The form has its first values again.
    await soon(async () => {
      expect(await page.isChecked('[value=write]')).toBe(true)
      expect(await page.inputValue('[name=days]')).toBe('90')
    })
    await page.reload()
    await rowOf(page, 'Sync').waitFor()
    const row = await rowOf(page, 'Sync').textContent()
    expect(row).toContain('last used')
    expect(row).toContain('Reads records and changes settings')

    await page.fill('form [name=name]', 'Nothing')
    for (const scope of ['read', 'write']) await page.uncheck(`[value=${scope}]`)
    await page.getByRole('button', { name: 'Make a token' }).click()
    await page.getByText('Please tick at least one.').waitFor()

    const colleagues = partOf(page, 'Tokens of colleagues')
    expect(await rowOf(page, 'Amira’s export').textContent()).toContain('Amira')
    expect(await colleagues.textContent()).not.toContain('Sync')
    await colleagues.getByText('Revoke', { exact: true }).click()
    await submitDialog(page)
    await page.getByText('Your colleagues have no token.').waitFor()
    expect((await house.server.as(theirs)('GET', '/api/v1/me')).status).toBe(401)
    onlyRefused(owner)
    onlyRefused(assistant)
  },

  'ten minutes after the last use of the passkey, the page asks for the passkey before an act, and then does the act':
    async (_, browser) => {
      await using later = await ownerWithClock(browser)
      const { c, owner } = later
      const { page, device } = owner
      await addPasskey(page)

      c.clock.now += 600_000
      await openSettings(page, 'developers')
      const make = page.getByRole('button', { name: 'Make a token' })
      await page.fill('form [name=name]', 'Sync')
      await make.click()
      await page.waitForSelector('dialog')
      expect(await page.textContent('dialog')).toContain('Use your passkey again')
      await submitDialog(page)
      await page.waitForSelector('.news input')
      expect(await page.locator('dialog').count()).toBe(0)
      // The use of the passkey counts for ten minutes, for other acts too.
      await invite(page, 'jonas@example.org', 'assistant')

      c.clock.now += 600_000
      await openSettings(page, 'developers')
      await page.fill('form [name=name]', 'Another')
      await make.click()
      await page.click('dialog >> text=Cancel')
      await page.locator('.form-problem', { hasText: 'Nothing was done' }).waitFor()

      // A second dialog opens over the first one. The answer of another person's passkey is refused there.
      await openSettings(page, 'people')
      await rowOf(page, 'jonas').getByText('New link').click()
      await submitDialog(page)
      const second = page.locator('dialog', { hasText: 'Use your passkey again' })
      await second.waitFor()
      await device.recognizes(false)
      await submitDialog(page)
      await second.getByText('Nothing was done: the passkey window was closed').waitFor()
      await device.recognizes(true)
      await submitDialog(page)
      await page.waitForSelector('.news input')
      expect(await page.locator('dialog').count()).toBe(0)
      const refused = owner.complaints.map((complaint) => complaint.replace(/[\w-]{36}/, '…'))
      const [token, link] = ['403 /api/v1/me/tokens', '403 /api/v1/members/…/link']
      expect(refused).toEqual([token, token, link])
    },

  '§5.1 Tabs of one browser share a session, until the person signs out.': async (house) => {
    const owner = await house.owner()
    const { page } = owner
    const second = await page.context().newPage()
    await second.goto('/account')
    await onDesk(second)
    expect(second.url()).toEndWith('/desk#/settings')
    expect(await sessionOf(second)).toBe((await sessionOf(page))!)
    await openSettings(second, 'security')
    await partOf(second, 'Where you are signed in').locator('.record-rows > li:only-child').waitFor()
    const third = await page.context().newPage()
    await third.goto('/sign-in')
    await onDesk(third)

    // The other tabs still have the session's token, which is not valid after the sign-out.
    await signOut(second)
    await second.locator('#notice', { hasText: /^You are signed out\.$/ }).waitFor()
    await second.goto('/desk')
    await second.waitForURL('**/sign-in')
    await second.waitForSelector('text=Sign in with a passkey')
    expect(await sessionOf(second)).toBeNull()
  },

  'a tab of another browser does not get the session': async (house) => {
    await house.owner()
    const stranger = await house.visitor()
    await stranger.page.goto('/desk')
    await stranger.page.waitForURL('**/sign-in')
    expect(await sessionOf(stranger.page)).toBeNull()
    onlyRefused(stranger)
  },

  'a new link for a member ends the API tokens of the member, unless the owner keeps them': async (
    _,
    browser,
  ) => {
    await using later = await ownerWithClock(browser)
    const { c, owner } = later
    const { page } = owner
    await addPasskey(page)
    success(await c.assistant.call('POST', '/api/v1/me/tokens', { name: 'Export' }), 201)
    for (const keeps of [true, false]) {
      await openSettings(page, 'developers')
      await rowOf(page, 'Export').waitFor()
      await openSettings(page, 'people')
      await rowOf(page, 'assistant').getByText('New link').click()
      if (keeps) await page.uncheck('dialog [type=checkbox]')
      await submitDialog(page)
      await page.waitForSelector('.news input')
    }
    await openSettings(page, 'developers')
    await page.getByText('Your colleagues have no token.').waitFor()
  },

  'when the server has mailed an invitation, the page does not show the link': async (_, browser) => {
    await using server = await mailServer()
    await using later = await ownerWithClock(browser, { mailUrl: server.url })
    const { page } = later.owner
    await openSettings(page, 'people')
    await page.fill('form [name=email]', 'jonas@example.org')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByText('was sent to jonas@example.org').waitFor()
    expect(await page.locator('.news input').count()).toBe(0)
    expect(await page.content()).not.toContain('cl_')
    expect(server.received).toHaveLength(1)
    onlyRefused(later.owner)
  },
})
