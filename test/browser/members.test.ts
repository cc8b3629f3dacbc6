import { expect } from 'bun:test'
import { problem, success } from '../support/answers.ts'
import { enrol, invite, rowOf, sessionOf, signIn } from './house.ts'
import { inBrowser, onlyRefused } from './in-browser.ts'

inBrowser({
  'an owner invites an assistant, who joins in another browser and finds no door to what owners do': async (
    house,
  ) => {
    const owner = await house.owner()
    const link = await invite(owner.page, 'amira@example.org', 'assistant')
    expect(link).toStartWith(`${house.origin}/enrol#`)
    expect(await owner.page.textContent('#new-link')).toContain('No mail was sent')
    expect(await rowOf(owner.page, 'members', 'amira@example.org').textContent()).toContain('good until')

    const assistant = await house.visitor()
    const { page } = assistant
    await page.goto(link)
    await page.waitForSelector('#opened:not([hidden])')
    expect(page.url()).toBe(`${house.origin}/enrol`)
    expect(await page.textContent('h1')).toBe('Join Praxis am Lindenplatz')
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
    expect(await page.locator('nav a').allTextContents()).toEqual(['Passkeys', 'Sessions', 'API'])

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
    expect(await rowOf(owner.page, 'members', 'Amira Hassan').textContent()).not.toContain('good until')

    // The link has done its work.
    const thief = await house.visitor()
    await thief.page.goto(link)
    await thief.page.waitForSelector('#spent:not([hidden])')
    expect(await thief.page.textContent('#spent')).toContain('Ask an owner of your practice for a new one.')
    onlyRefused(owner)
    onlyRefused(assistant)
    onlyRefused(thief, '401 /auth/enrol/open')
  },

  'for a lost passkey an owner makes a new link: the old passkey and the open session end': async (house) => {
    const owner = await house.owner()
    const assistant = await house.visitor()
    await enrol(assistant.page, await invite(owner.page, 'amira@example.org', 'assistant', 'Amira'))

    await rowOf(owner.page, 'members', 'Amira').getByText('New link').click()
    expect(await owner.page.textContent('dialog')).toContain('All passkeys of Amira stop working now')
    await owner.page.click('dialog [type=submit]')
    const link = await owner.page.inputValue('#new-link input')
    expect(await owner.page.evaluate(() => document.activeElement?.id)).toBe('new-link')

    const { page } = assistant
    await page.click('text=Add a passkey')
    await page.click('dialog [type=submit]')
    await page.waitForURL('**/sign-in')
    expect(await page.textContent('#notice')).toBe('Your session has ended. Sign in again to go on.')
    await page.click('text=Sign in with a passkey')
    await page.waitForSelector('.outcome:not(:empty)')
    expect(await page.textContent('.outcome')).toContain('ask an owner of your practice for a new link')

    await enrol(page, link)
    expect(await page.textContent('#user-name')).toBe('Amira')
    await page.click('text=Sign out')
    await page.waitForURL('**/sign-in')
    await assistant.device.takeOut()
    onlyRefused(owner)
    onlyRefused(assistant, '401 /api/v1/me/passkeys/options', '401 /auth/sign-in')
  },

  'members are edited, deactivated and activated; the last owner is protected': async (house) => {
    const owner = await house.owner()
    const { page } = owner
    const other = await house.visitor()
    await enrol(other.page, await invite(page, 'amira@example.org', 'assistant', 'Amira'))

    await rowOf(page, 'members', 'zoe@example.org').getByText('Deactivate').click()
    await page.click('dialog [type=submit]')
    await page.waitForSelector('dialog .outcome:not(:empty)')
    expect(await page.textContent('dialog .outcome')).toContain('the last active owner')
    await page.keyboard.press('Escape')

    await page.fill('#invite-email', 'AMIRA@example.org')
    await page.click('#invite button')
    await page.waitForSelector('#invite .issue')
    expect(await page.textContent('#invite .issue')).toBe("Is another member's e-mail address.")
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('invite-email')

    await invite(page, 'jonas@example.org', 'assistant')
    await rowOf(page, 'members', 'jonas').getByText('Edit').click()
    await page.fill('dialog [name=email]', 'weber@example.org')
    await page.click('dialog [type=submit]')
    await page.getByText('The link is good for nothing now: make a new one.').waitFor()

    await rowOf(page, 'members', 'Amira').getByText('Edit').click()
    await page.fill('dialog [name=name]', 'Amira Hassan')
    await page.fill('dialog [name=email]', 'nobody')
    await page.click('dialog [type=submit]')
    await page.waitForSelector('dialog .issue')
    await page.fill('dialog [name=email]', 'hassan@example.org')
    await page.selectOption('dialog [name=role]', 'owner')
    await page.click('dialog [type=submit]')
    await rowOf(page, 'members', 'hassan@example.org').getByText('Owner').waitFor()
    await other.page.reload()
    await other.page.waitForSelector('#members .rows')

    await rowOf(page, 'members', 'Amira Hassan').getByText('Deactivate').click()
    await page.click('dialog [type=submit]')
    await rowOf(page, 'members', 'Amira Hassan').getByText('Deactivated').waitFor()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('members-heading')
    // Whose session has ended learns of it when he comes back to the page.
    await other.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await other.page.waitForURL('**/sign-in')

    await rowOf(page, 'members', 'Amira Hassan').getByText('Activate', { exact: true }).click()
    await rowOf(page, 'members', 'Amira Hassan').getByText('New link').waitFor()
    await signIn(other.page)
    const paths = owner.complaints.map((complaint) => complaint.replace(/[\w-]{36}$/, '…'))
    expect(paths).toEqual(['409 /api/v1/members/…', '409 /api/v1/members'])
    onlyRefused(other, '401 /api/v1/me')
  },
})
