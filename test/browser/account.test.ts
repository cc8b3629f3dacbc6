import { expect } from 'bun:test'
import { success } from '../support/answers.ts'
import { inBrowser, onlyRefused } from './in-browser.ts'
import {
  addChair,
  failToSignIn,
  onAccount,
  rowOf,
  sessionOf,
  signIn,
  signOut,
  submitDialog,
} from './steps.ts'

inBrowser({
  'a member adds a second passkey and removes the first, and cannot remove the last': async (house) => {
    const owner = await house.owner()
    const { page, device } = owner
    const rows = page.locator('#passkeys .rows > li')
    expect(await rows.count()).toBe(1)
    expect(await page.locator('#passkeys').getByText('Remove').count()).toBe(0)

    await page.click('text=Add a passkey')
    await page.fill('dialog [name=name]', 'Phone')
    await submitDialog(page)
    await page.waitForSelector('dialog .outcome:not(:empty)')
    expect(await page.textContent('dialog .outcome')).toContain('this device already has a passkey of yours')

    const laptop = await device.takeOut()
    await submitDialog(page)
    await rowOf(page, 'passkeys', 'Phone').waitFor()
    expect(await rows.count()).toBe(2)

    await rowOf(page, 'passkeys', 'Phone').getByText('Rename').click()
    await page.fill('dialog [name=name]', 'Old phone')
    await submitDialog(page)
    await rowOf(page, 'passkeys', 'Old phone').waitFor()

    await rows.first().getByText('Remove').click()
    await page.click('dialog >> text=Cancel')
    expect(await rows.count()).toBe(2)
    await rows.first().getByText('Remove').click()
    await submitDialog(page)
    await page.waitForSelector('#passkeys .rows > li:only-child')
    expect(await rows.textContent()).toContain('Old phone')
    expect(await page.locator('#passkeys').getByText('Remove').count()).toBe(0)

    await signOut(page)
    const phone = await device.takeOut()
    await device.putIn(laptop)
    await failToSignIn(page)
    await device.takeOut()
    await device.putIn(phone)
    await signIn(page)
    onlyRefused(owner, '401 /auth/sign-in')
  },

  'after a session was ended in another browser, the next click leads to the sign-in page': async (house) => {
    const owner = await house.owner()
    const elsewhere = await house.visitor({ userAgent: 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1' })
    await elsewhere.device.putIn(await owner.device.takeOut())
    await signIn(elsewhere.page)
    const rows = elsewhere.page.locator('#sessions .rows > li')
    expect(await rows.count()).toBe(2)
    expect(await rowOf(elsewhere.page, 'sessions', 'This browser').textContent()).toContain(
      'Safari on iPhone',
    )
    await rows.getByText('Sign out').click()
    await elsewhere.page.waitForSelector('#sessions .rows > li:only-child')

    await addChair(owner.page, 'Room 1')
    await owner.page.waitForURL('**/sign-in')
    expect(await owner.page.textContent('#notice')).toBe('Your session has ended. Sign in again to go on.')
    expect(await sessionOf(owner.page)).toBeNull()
    onlyRefused(elsewhere)
    onlyRefused(owner, '401 /api/v1/chairs')
  },

  'a new token is shown once, works for the API, and can be revoked': async (house) => {
    const owner = await house.owner()
    const { page } = owner
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.fill('#token-name', 'calendar export')
    await page.selectOption('#token-days', '365')
    await page.click('text=Make token')
    const token = await page.inputValue('#new-token input')
    expect(token).toStartWith('ck_')
    await page.click('#new-token >> text=Copy >> nth=-1')
    await page.getByText('Copied.').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
    const call = house.server.as(token)
    expect(success(await call('GET', '/api/v1/me')).auth.kind).toBe('token')

    await page.reload()
    await rowOf(page, 'tokens', 'calendar export').waitFor()
    expect(await page.textContent('#tokens .note')).toMatch(
      /^Made \w{3},? \d+ \w+,? (at )?\d\d:\d\d, last used .* ends /,
    )
    expect(await page.content()).not.toContain(token)
    await rowOf(page, 'tokens', 'calendar export').getByText('Revoke').click()
    await submitDialog(page)
    await page.locator('#tokens .content').getByText('You have no token.').waitFor()
    expect((await call('GET', '/api/v1/me')).status).toBe(401)
    onlyRefused(owner)
  },

  'the documentation opens with one click and is signed in already': async (house) => {
    const owner = await house.owner()
    const { page } = owner
    await page.click('text=Open the documentation')
    await page.click('#operations-Practice-getMe')
    await page.click('#operations-Practice-getMe .execute')
    await page.waitForSelector('.live-responses-table .response-col_status')
    expect(await page.textContent('.live-responses-table tbody .response-col_status')).toStartWith('200')
    expect(await page.textContent('.live-responses-table')).toContain('zoe@example.org')
    await page.goto('/account')
    await onAccount(page)
    onlyRefused(owner)
  },

  'an owner changes the practice, its statuses and its chairs': async (house) => {
    const owner = await house.owner()
    const { page } = owner
    const call = house.server.as((await sessionOf(page))!)
    await page.fill('#practice-form [name=name]', 'Praxis am Park')
    await page.selectOption('#timezone', 'Europe/Lisbon')
    await page.fill('#slot-minutes', '20')
    await page.fill('#lead', '36')
    await page.selectOption('#lead-unit', 'hours')
    await page.getByLabel('Monday, opens').fill('10:00')
    await page.getByText('Copy the first day’s hours to the others').click()
    await page.click('text=Save the practice')
    await page.getByText('The practice is saved.').waitFor()
    const practice = success(await call('GET', '/api/v1/practice'))
    expect(practice).toMatchObject({
      name: 'Praxis am Park',
      timezone: 'Europe/Lisbon',
      slotMinutes: 20,
      reminderLeadMinutes: 2160,
      workingHours: {
        mon: [{ start: '10:00', end: '17:00' }],
        fri: [{ start: '10:00', end: '17:00' }],
        sat: [],
      },
    })
    expect(await page.textContent('#practice-name')).toBe('Praxis am Park')

    await page.click('text=Add a status')
    await page.getByLabel('Status 5', { exact: true }).fill('Überwiesen')
    await page.getByLabel('New patients get status 5').check()
    await page.getByLabel('Remove status 3').click()
    await page.click('text=Save the statuses')
    await page.getByText('The statuses are saved.').waitFor()
    const { pack } = success(await call('GET', '/api/v1/me'))
    expect(pack.statuses.map(({ id }: { id: string }) => id)).toEqual([
      'new',
      'active',
      'archived',
      'uberwiesen',
    ])
    expect(pack.defaultStatus).toBe('uberwiesen')
    success(await call('POST', '/api/v1/patients', { firstName: 'A', lastName: 'B' }), 201)
    await page.getByLabel('New patients get status 1').check()
    await page.getByLabel('Remove status 4').click()
    await page.click('text=Save the statuses')
    await page.waitForSelector('#statuses-form :is(.outcome, .issue):not(:empty)')

    await addChair(page, 'Room 1')
    await rowOf(page, 'chairs', 'Room 1').getByText('Rename').click()
    await page.fill('dialog [name=name]', 'Room at the window')
    await submitDialog(page)
    await rowOf(page, 'chairs', 'Room at the window').getByText('Put out of use').click()
    await page.locator('#chairs .badge').waitFor()
    expect(success(await call('GET', '/api/v1/chairs')).chairs).toMatchObject([
      { name: 'Room at the window', active: false },
    ])
    onlyRefused(owner, '409 /api/v1/practice')
  },
})
