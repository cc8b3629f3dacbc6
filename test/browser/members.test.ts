import { expect } from 'bun:test'
import { problem, success } from '../support/answers.ts'
import { inBrowser, onlyRefused } from './in-browser.ts'
import {
  addChair,
  enrol,
  failToSignIn,
  focusedId,
  invite,
  onAccount,
  opened,
  rowOf,
  sessionOf,
  signOut,
  spent,
  submitDialog,
} from './steps.ts'

inBrowser({
  'an owner invites an assistant, who joins in another browser and sees nothing that only owners may do':
    async (house) => {
      const owner = await house.owner()
      const link = await invite(owner.page, 'amira@example.org', 'assistant')
      expect(await owner.page.textContent('#said')).toBe('amira@example.org is invited.')
      expect(link).toStartWith(`${house.origin}/enrol#`)
      expect(await owner.page.textContent('#new-link')).toContain('No e-mail was sent')
      expect(await rowOf(owner.page, 'members', 'amira@example.org').textContent()).toContain(
        'It works until',
      )

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
      await page.waitForSelector('#user-role')
      await page.waitForSelector('#opened:not([hidden]) #user-name')
      expect(await page.textContent('#user-name')).toBe('Amira Hassan')
      expect(await page.textContent('#user-role')).toBe('Assistant')
      expect(await page.locator('.owners').count()).toBe(0)
      expect(await page.locator('nav a').allTextContents()).toEqual([
        'To call',
        'Passkeys',
        'Sessions',
        'API',
      ])

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
      expect(await rowOf(owner.page, 'members', 'Amira Hassan').textContent()).not.toContain('It works until')

      // The link was used.
      const thief = await house.visitor()
      await thief.page.goto(link)
      await spent(thief.page)
      expect(await thief.page.textContent('#spent')).toContain('Ask an owner of your practice for a new one.')
      expect(await thief.page.textContent('#spent')).toContain('run bun run chairside link --email')
      onlyRefused(owner)
      onlyRefused(assistant)
      onlyRefused(thief, '401 /auth/enrol/open')
    },

  'a new link for a lost passkey ends the old passkey and the open session': async (house) => {
    const owner = await house.owner()
    const assistant = await house.visitor()
    await enrol(assistant.page, await invite(owner.page, 'amira@example.org', 'assistant', 'Amira'))

    await rowOf(owner.page, 'members', 'Amira').getByText('New link').click()
    expect(await owner.page.textContent('dialog')).toContain('All passkeys of Amira stop working now')
    await submitDialog(owner.page)
    const link = await owner.page.inputValue('#new-link input')
    expect(await focusedId(owner.page)).toBe('new-link')

    const { page } = assistant
    await page.click('text=Add a passkey')
    await submitDialog(page)
    await page.waitForURL('**/sign-in')
    expect(await page.textContent('#notice')).toBe('Your session has ended. Sign in again to go on.')
    await failToSignIn(page)
    expect(await page.textContent('.outcome')).toContain('ask an owner of your practice for a new link')

    await page.goto(link)
    await opened(page)
    expect(await page.textContent('h1')).toBe('Welcome back to Praxis am Lindenplatz')
    expect(await page.textContent('#opened')).not.toContain('invited')
    expect(await page.textContent('#opened')).toContain('That makes a new passkey')
    expect(await page.inputValue('[name=name]')).toBe('Amira')
    await page.click('text=Make a new passkey')
    await onAccount(page)
    expect(await page.textContent('#user-name')).toBe('Amira')
    await signOut(page)
    await assistant.device.takeOut()
    onlyRefused(owner)
    onlyRefused(assistant, '401 /api/v1/me/passkeys/options', '401 /auth/sign-in')
  },

  'an owner edits, deactivates and activates members, except the last owner': async (house) => {
    const owner = await house.owner()
    const { page } = owner
    const other = await house.visitor()
    await enrol(other.page, await invite(page, 'amira@example.org', 'assistant', 'Amira'))

    const self = rowOf(page, 'members', 'zoe@example.org')
    expect(await self.textContent()).toContain('The only owner with a passkey.')
    expect(await self.getByText('Deactivate').count()).toBe(0)
    await self.getByText('Edit').click()
    expect(await page.locator('dialog input').count()).toBe(2)
    expect(await page.locator('dialog [name=role]').count()).toBe(0)
    await page.keyboard.press('Escape')

    await page.fill('#invite-email', 'AMIRA@example.org')
    await page.click('#invite button')
    await page.waitForSelector('#invite .issue')
    expect(await page.textContent('#invite .issue')).toBe('Must not be the address of another member.')
    expect(await focusedId(page)).toBe('invite-email')

    await invite(page, 'jonas@example.org', 'assistant')
    await rowOf(page, 'members', 'jonas').getByText('Edit').click()
    await page.fill('dialog [name=email]', 'weber@example.org')
    await submitDialog(page)
    await page.getByText('Their link does not work any more: make a new one.').waitFor()

    await rowOf(page, 'members', 'Amira').getByText('Edit').click()
    await page.fill('dialog [name=name]', 'Amira Hassan')
    await page.fill('dialog [name=email]', 'nobody')
    await submitDialog(page)
    await page.waitForSelector('dialog .issue')
    await page.fill('dialog [name=email]', 'hassan@example.org')
    await page.selectOption('dialog [name=role]', 'owner')
    await submitDialog(page)
    await rowOf(page, 'members', 'hassan@example.org').getByText('Owner').waitFor()
    // With a second owner, each of the two may step down.
    expect(await self.getByText('Deactivate').count()).toBe(1)
    await self.getByText('Edit').click()
    await page.waitForSelector('dialog [name=role]')
    await page.keyboard.press('Escape')
    await other.page.reload()
    await other.page.waitForSelector('#members .rows')

    await rowOf(page, 'members', 'Amira Hassan').getByText('Deactivate').click()
    await submitDialog(page)
    await rowOf(page, 'members', 'Amira Hassan').getByText('Deactivated').waitFor()
    expect(await focusedId(page)).toBe('members-heading')
    // Members whose session has ended see it when they come back to the page.
    await other.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await other.page.waitForURL('**/sign-in')

    await rowOf(page, 'members', 'Amira Hassan').getByText('Activate', { exact: true }).click()
    await rowOf(page, 'members', 'Amira Hassan').getByText('New link').click()
    await submitDialog(page)
    await other.device.takeOut()
    await enrol(other.page, await page.inputValue('#new-link input'))
    const paths = owner.complaints.map((complaint) => complaint.replace(/[\w-]{36}$/, '…'))
    expect(paths).toEqual(['409 /api/v1/members'])
    // The page asks for the session and for the server's health at once. The first refusal leads to the sign-in page.
    const asked = ['401 /api/v1/me', '401 /api/v1/service/health']
    expect(other.complaints.length).toBeGreaterThan(0)
    expect(other.complaints.filter((complaint) => !asked.includes(complaint))).toEqual([])
  },

  'the message about an action goes away with the next click and covers no new row': async (house) => {
    const { page, device } = await house.owner({ viewport: { width: 390, height: 700 } })
    const covered = (what: string) =>
      page.evaluate((what) => {
        const [said, made] = ['#said', what].map((it) => document.querySelector(it)!.getBoundingClientRect())
        return said!.top < made!.bottom && made!.top < said!.bottom
      }, what)
    for (let n = 1; n <= 6; n++) {
      await addChair(page, `Room ${n}`)
      await rowOf(page, 'chairs', `Room ${n}`).waitFor()
      expect(await page.textContent('#said')).toBe('The chair is added.')
      expect(await covered('#chairs .rows > li:last-child')).toBe(false)
    }
    await page.click('#add-chair button')
    await page.waitForSelector('#add-chair .issue')
    expect(await page.textContent('#said')).toBe('')

    // In such a low window, the new passkey would be at the bottom, below the message.
    await page.setViewportSize({ width: 390, height: 400 })
    await device.takeOut()
    await page.click('text=Add a passkey')
    await submitDialog(page)
    const newPasskey = '#passkeys .rows > li:nth-child(2)'
    await page.waitForSelector(newPasskey)
    await page.waitForFunction(
      (it) => document.querySelector(it)!.getBoundingClientRect().bottom < 400,
      newPasskey,
    )
    expect(await page.textContent('#said')).toStartWith('You can sign in with the new passkey now.')
    expect(await covered(newPasskey)).toBe(false)

    await invite(page, 'amira@example.org', 'assistant')
    expect(await page.textContent('#said')).toBe('amira@example.org is invited.')
    expect(await covered('#new-link')).toBe(false)
    await rowOf(page, 'members', 'amira').getByText('New link').click()
    expect(await page.textContent('#said')).toBe('')
  },

  'the page shows until when a link works in the practice’s time zone, like the e-mail': async (house) => {
    const { page } = await house.owner({ timezoneId: 'Europe/Vienna' })
    const hour = async () => Number(/until .*, (\d\d):/.exec((await page.textContent('#members .rows'))!)![1])
    await invite(page, 'amira@example.org', 'assistant')
    const here = await hour()
    expect(await page.textContent('#new-link')).toContain(`, ${String(here).padStart(2, '0')}:`)
    const before = await page.textContent('#members .rows')
    await page.selectOption('#timezone', 'Asia/Tokyo')
    await page.click('text=Save the practice')
    await page.waitForFunction((before) => {
      const rows = document.querySelector('#members .rows')
      return rows !== null && rows.textContent !== before
    }, before)
    expect(((await hour()) - here + 24) % 24).toBeOneOf([7, 8])
    await invite(page, 'jonas@example.org', 'assistant')
    expect(await page.textContent('#new-link')).toContain(`, ${String(await hour()).padStart(2, '0')}:`)
  },
})
