import { expect } from 'bun:test'
import { success } from '../support/answers.ts'
import { inBrowser, onlyRefused } from './in-browser.ts'
import { failToSignIn, hasFocus, onDesk, opened, sessionOf, setUp, signIn, signOut, spent } from './steps.ts'

inBrowser({
  'the setup link leads through the setup page to the front desk of the first owner': async (house) => {
    const owner = await house.visitor({ timezoneId: 'Europe/Vienna' })
    const { page } = owner
    await page.goto(house.setupLink)
    await opened(page)
    expect(page.url()).toBe(`${house.origin}/setup`)
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Europe/Vienna')

    await page.reload()
    await opened(page)
    expect(await page.locator('[name=pack]:checked').count()).toBe(0)
    await page.getByText('Physiotherapy practice').click()
    await page.getByLabel('Saturday').check()
    await page.getByLabel('Friday', { exact: true }).uncheck()
    await page.getByLabel('Add a break, Monday').click()
    await page.getByLabel('Monday, closes again').fill('00:00')
    await setUp(page)

    const call = house.server.as((await sessionOf(page))!)
    const { user, practice, auth } = success(await call('GET', '/api/v1/me'))
    expect(user).toMatchObject({ name: 'Zoé Müller', email: 'zoe@example.org', role: 'owner', active: true })
    expect(practice).toMatchObject({ name: 'Praxis am Lindenplatz', timezone: 'Europe/Vienna' })
    expect(practice.pack.id).toBe('physio')
    expect(practice.workingHours).toEqual({
      mon: [
        { start: '09:00', end: '12:00' },
        { start: '13:00', end: '24:00' },
      ],
      tue: [{ start: '09:00', end: '17:00' }],
      wed: [{ start: '09:00', end: '17:00' }],
      thu: [{ start: '09:00', end: '17:00' }],
      fri: [],
      sat: [{ start: '09:00', end: '17:00' }],
      sun: [],
    })
    expect(auth.kind).toBe('session')
    onlyRefused(owner)
  },

  'after signing out, a member signs in again with only the passkey': async (house) => {
    const owner = await house.owner()
    const { page } = owner
    const before = await sessionOf(page)
    await signOut(page)
    await page.locator('#notice', { hasText: /^You are signed out\.$/ }).waitFor()
    expect(await sessionOf(page)).toBeNull()
    expect((await house.server.as(before!)('GET', '/api/v1/me')).status).toBe(401)

    await page.goto('/desk')
    await page.waitForURL('**/sign-in')
    await page.click('text=Sign in with a passkey')
    await onDesk(page)
    expect(await sessionOf(page)).not.toBe(before)
    // A member with a session does not need to sign in.
    await page.goto('/')
    await onDesk(page)
    onlyRefused(owner)
  },

  'the setup page shows all mistakes at their fields at once, and the first field with a mistake gets the focus':
    async (house) => {
      const owner = await house.visitor()
      const { page } = owner
      await page.goto(house.setupLink)
      await page.getByLabel('Friday, closes').fill('')
      await page.click('text=Make my passkey and finish')
      expect(await page.textContent('.weekday .error')).toBe('Please fill this in.')
      expect(await page.textContent('.field:has([name=practiceName]) .error')).toBe('Please fill this in.')
      expect(await page.textContent('.field:has([name=pack]) .error')).toBe('Please choose one.')
      expect(await page.getAttribute('[name=ownerEmail]', 'aria-invalid')).toBe('true')
      await hasFocus(page, page.locator('[name=practiceName]'))
      await page.getByLabel('Friday, closes').fill('17:00')

      await page.fill('[name=practiceName]', 'Praxis')
      await page.click('text=Dental practice')
      await page.fill('[name=ownerName]', 'Zoé')
      await page.fill('[name=ownerEmail]', 'zoe@localhost')
      await page.getByLabel('Tuesday, closes').fill('08:00')
      await page.click('text=Make my passkey and finish')
      const late = page.getByLabel('Tuesday, closes')
      await page.waitForSelector('.weekday .error')
      expect(await page.textContent('.weekday .error')).toBe(
        'The times of a day must run forward and not overlap.',
      )
      expect(await page.locator('.error').allTextContents()).toHaveLength(2)
      expect(await late.getAttribute('aria-invalid')).toBe('true')
      await hasFocus(page, late)

      await late.fill('17:00')
      await setUp(page)
      onlyRefused(owner, '400 /auth/setup/options')
    },

  'when a person closes the passkey window, no passkey is made or used, and the second try succeeds': async (
    house,
  ) => {
    const owner = await house.visitor()
    const { page, device } = owner
    await device.recognizes(false)
    await page.goto(house.setupLink)
    await page.fill('[name=practiceName]', 'Praxis')
    await page.click('text=Dental practice')
    await page.fill('[name=ownerName]', 'Zoé')
    await page.fill('[name=ownerEmail]', 'zoe@example.org')
    await page.click('text=Make my passkey and finish')
    await page.waitForSelector('.form-problem:not(:empty)')
    expect(await page.textContent('.form-problem')).toBe(
      'No passkey was made: the passkey window was closed, or it took too long. You can try again.',
    )
    await device.recognizes(true)
    await setUp(page)

    await signOut(page)
    await device.recognizes(false)
    await failToSignIn(page)
    expect(await page.textContent('.form-problem')).toStartWith(
      'You are not signed in: the passkey window was closed',
    )
    await device.recognizes(true)
    await signIn(page)
    onlyRefused(owner)
  },

  'the setup page explains what to do when its link was used, is wrong or is missing': async (house) => {
    await house.owner()
    const late = await house.visitor()
    for (const address of [house.setupLink, '/setup', '/setup#cl_wrong']) {
      await late.page.goto(address)
      await spent(late.page)
      expect(await late.page.textContent('#spent')).toContain('The log of the server holds the link.')
      expect(await late.page.textContent('#spent')).toContain('restart the server')
      await late.page.goto('/sign-in')
      await late.page
        .locator('details', { hasText: 'The log of the server holds the setup link.' })
        .waitFor({ state: 'attached' })
    }
    onlyRefused(late, '401 /auth/setup/open', '401 /auth/setup/open')
  },

  'the pages explain in plain words that a browser has no passkeys, the server cannot be reached or there were too many requests':
    async (house) => {
      const old = await house.visitor()
      await old.page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'))
      await old.page.goto(house.setupLink)
      await old.page.waitForSelector('#trouble')
      expect(await old.page.textContent('#trouble [role=alert]')).toContain(
        'This browser cannot use passkeys.',
      )
      await old.page.goto('/sign-in')
      await old.page.locator('#notice', { hasText: 'This browser cannot use passkeys.' }).waitFor()
      onlyRefused(old)

      const { page } = await house.owner()
      await page.context().setOffline(true)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.locator('.toast', { hasText: 'The server cannot be reached.' }).waitFor()
      await page.context().setOffline(false)
      await signOut(page)

      const call = house.server.as()
      await Promise.all(Array.from({ length: 60 }, () => call('POST', '/auth/sign-in/options', {})))
      await failToSignIn(page)
      expect(await page.textContent('.form-problem')).toMatch(
        /^There were too many requests in a short time\. Wait \d+ seconds, then try again\.$/,
      )
    },
})
