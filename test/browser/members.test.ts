/** Owners invite, edit and deactivate members in the settings of the front desk. */
import { expect } from 'bun:test'
import { problem, success } from '../support/answers.ts'
import { inBrowser, onlyRefused } from './in-browser.ts'
import { soon } from './soon.ts'
import {
  enrol,
  failToSignIn,
  focusedWhenDrawn,
  invite,
  onDesk,
  opened,
  openSettings,
  rowOf,
  sessionEnded,
  sessionOf,
  signOut,
  spent,
  submitDialog,
} from './steps.ts'

const inviting = { name: 'Invite', exact: true } as const

inBrowser({
  'an owner invites an assistant, who enrols in another browser and does not see the pages for owners':
    async (house) => {
      const owner = await house.owner()
      const link = await invite(owner.page, 'amira@example.org', 'assistant')
      await owner.page.getByText('amira@example.org is invited.').first().waitFor()
      expect(link).toStartWith(`${house.origin}/enrol#`)
      expect(await owner.page.textContent('.news')).toContain('no e-mail was sent')
      expect(await rowOf(owner.page, 'amira@example.org').textContent()).toContain('It works until')

      const assistant = await house.visitor()
      const { page } = assistant
      await page.goto(link)
      await opened(page)
      expect(page.url()).toBe(`${house.origin}/enrol`)
      expect(await page.textContent('h1')).toBe('Welcome to Praxis am Lindenplatz')
      expect(await page.textContent('#opened')).toContain('an assistant, with the address amira@example.org')
      expect(await page.inputValue('[name=name]')).toBe('')
      await page.reload()
      await page.fill('[name=name]', 'Amira Hassan')
      await page.click('text=Make my passkey')
      await onDesk(page)
      await openSettings(page, 'security')
      const pages = await page.locator('.settings-pages li a').allTextContents()
      expect(pages).toContain('Security')
      expect(pages).toContain('Developers')
      for (const owners of ['People', 'Server and backup', 'Who did what', 'Deleted records'])
        expect(pages).not.toContain(owners)
      expect(await page.locator('.settings-group').allTextContents()).not.toContain('For owners')
      const call = house.server.as((await sessionOf(page))!)
      problem(
        await call('POST', '/api/v1/members', { email: 'x@example.org', role: 'owner' }),
        403,
        'forbidden',
      )
      problem(await call('PATCH', '/api/v1/practice', { name: 'Mine' }), 403, 'forbidden')
      problem(await call('POST', '/api/v1/chairs', { name: 'Mine' }), 403, 'forbidden')
      success(await call('GET', '/api/v1/patients'))

      await owner.page.reload()
      await rowOf(owner.page, 'Amira Hassan').waitFor()
      expect(await rowOf(owner.page, 'Amira Hassan').textContent()).not.toContain('It works until')

      // The link was used.
      const thief = await house.visitor()
      await thief.page.goto(link)
      await spent(thief.page)
      expect(await thief.page.textContent('#spent')).toContain('Ask an owner of your practice for a new one.')
      expect(await thief.page.textContent('#spent')).toContain('run chairside link --email')
      onlyRefused(owner)
      onlyRefused(assistant)
      onlyRefused(thief, '401 /auth/enrol/open')
    },

  'a new link for a member ends the old passkey and the open session of the member': async (house) => {
    const owner = await house.owner()
    const assistant = await house.visitor()
    await enrol(assistant.page, await invite(owner.page, 'amira@example.org', 'assistant', 'Amira'))
    await openSettings(assistant.page, 'security')

    await rowOf(owner.page, 'Amira').getByText('New link').click()
    expect(await owner.page.textContent('dialog')).toContain('All passkeys of Amira stop working now')
    const hasFocus = focusedWhenDrawn(owner.page, '.news')
    await submitDialog(owner.page)
    const link = await owner.page.inputValue('.news input')
    expect(await hasFocus).toBe(true)

    const { page } = assistant
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await submitDialog(page)
    await sessionEnded(page)
    await failToSignIn(page)
    expect(await page.textContent('.form-problem')).toContain('ask an owner of your practice for a new link')

    await page.goto(link)
    await opened(page)
    expect(await page.textContent('h1')).toBe('Welcome back to Praxis am Lindenplatz')
    expect(await page.textContent('#opened')).not.toContain('invited')
    expect(await page.textContent('#opened')).toContain('That makes a new passkey')
    expect(await page.inputValue('[name=name]')).toBe('Amira')
    await page.click('text=Make a new passkey')
    await onDesk(page)
    await signOut(page)
    await assistant.device.takeOut()
    onlyRefused(owner)
    expect(assistant.complaints.filter((complaint) => !complaint.startsWith('401 /api/v1/'))).toEqual([
      '401 /auth/sign-in',
    ])
  },

  'an owner edits, deactivates and activates members, except the last owner': async (house) => {
    const owner = await house.owner()
    const { page } = owner
    const other = await house.visitor()
    await enrol(other.page, await invite(page, 'amira@example.org', 'assistant', 'Amira'))

    const self = rowOf(page, 'zoe@example.org')
    expect(await self.textContent()).toContain('The only owner with a passkey.')
    expect(await self.getByText('Deactivate', { exact: true }).count()).toBe(0)
    await self.getByText('Edit').click()
    await page.waitForSelector('dialog [name=name]')
    await page.waitForSelector('dialog [name=email]')
    expect(await page.locator('dialog [name=role]').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.waitForSelector('dialog', { state: 'detached' })

    await page.fill('form [name=email]', 'AMIRA@example.org')
    await page.getByRole('button', inviting).click()
    await page.getByText('Another member has this address. Use a different one.').waitFor()
    await page.waitForFunction(() => (document.activeElement as HTMLInputElement).name === 'email')

    await invite(page, 'jonas@example.org', 'assistant')
    await rowOf(page, 'jonas').getByText('Edit').click()
    await page.fill('dialog [name=email]', 'weber@example.org')
    await submitDialog(page)
    await page.getByText('Their link does not work any more: make a new one.').first().waitFor()

    await rowOf(page, 'Amira').getByText('Edit').click()
    await page.fill('dialog [name=name]', 'Amira Hassan')
    await page.fill('dialog [name=email]', 'nobody')
    await submitDialog(page)
    await page.locator('dialog .error', { hasText: 'This is not an e-mail address.' }).waitFor()
    await page.fill('dialog [name=email]', 'hassan@example.org')
    await page.selectOption('dialog [name=role]', 'owner')
    await page.fill('dialog [name=color]', '#22c55e')
    await page.uncheck('dialog [name=noColor]')
    await submitDialog(page)
    const amira = rowOf(page, 'hassan@example.org')
    await amira.getByText('Owner').waitFor()
    const mark = amira.locator('.person-color')
    await soon(async () =>
      expect(await mark.evaluate((it) => getComputedStyle(it).backgroundColor)).toBe('rgb(34, 197, 94)'),
    )
    // With a second owner, each of the two can be deactivated.
    await self.getByText('Deactivate', { exact: true }).waitFor()
    await self.getByText('Edit').click()
    await page.waitForSelector('dialog [name=role]')
    await page.keyboard.press('Escape')
    await page.waitForSelector('dialog', { state: 'detached' })
    await openSettings(other.page, 'security')

    await amira.getByText('Deactivate', { exact: true }).click()
    const sending = page.waitForRequest((request) => request.method() === 'PATCH')
    await submitDialog(page)
    expect((await sending).headers()['if-match']).toMatch(/^"\d+"$/)
    await amira.getByText('Deactivated', { exact: true }).waitFor()
    // Nobody touches that browser. Its page leaves the desk by itself, and shows the reason.
    await other.page.getByText('Your account was deactivated').waitFor()
    expect(await other.page.locator('.rail').count()).toBe(0)

    await amira.getByText('Activate', { exact: true }).click()
    await amira.getByText('New link').click()
    await submitDialog(page)
    await other.device.takeOut()
    await enrol(other.page, await page.inputValue('.news input'))
    onlyRefused(owner, '409 /api/v1/members')
    expect(other.complaints.length).toBeGreaterThan(0)
    expect(other.complaints.filter((complaint) => !complaint.startsWith('401 /api/v1/'))).toEqual([])
  },

  'when an owner takes the role of an assistant, the pages for owners disappear at once': async (house) => {
    const owner = await house.owner()
    const { page } = owner
    const other = await house.visitor()
    await enrol(other.page, await invite(page, 'amira@example.org', 'owner', 'Amira'))
    await openSettings(page, 'security')
    await openSettings(page, 'people')
    await rowOf(page, 'zoe@example.org').getByText('Edit').click()
    await page.fill('dialog [name=name]', 'Zoé Öztürk')
    await page.selectOption('dialog [name=role]', 'assistant')
    await submitDialog(page)
    await page.getByText('Only owners of the practice can see and change this page.').waitFor()
    await page.locator('.settings-pages', { hasNotText: 'Who did what' }).waitFor()
    // The desk requests both lists for an owner's checklist until it knows that the member is no owner any more.
    const asked = ['403 /api/v1/members', '403 /api/v1/imports']
    expect(owner.complaints.filter((complaint) => !asked.includes(complaint))).toEqual([])
  },

  'the page of members shows the time at which a link ends in the time zone of the practice': async (
    house,
  ) => {
    const owner = await house.owner({ timezoneId: 'Europe/Vienna' })
    const { page } = owner
    const call = house.server.as((await sessionOf(page))!)
    const hour = async () => {
      const row = rowOf(page, 'amira@example.org').filter({ hasText: 'until' })
      return Number(/until .*, (\d+):/.exec((await row.textContent())!)![1])
    }
    await invite(page, 'amira@example.org', 'assistant')
    const here = await hour()
    expect(await page.textContent('.news')).toMatch(new RegExp(`, 0?${here}:`))
    success(await call('PATCH', '/api/v1/practice', { timezone: 'Asia/Tokyo' }))
    await page.reload()
    expect(((await hour()) - here + 24) % 24).toBeOneOf([7, 8])
    onlyRefused(owner)
  },
})
