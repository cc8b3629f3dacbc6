import { expect } from 'bun:test'
import type { Browser } from 'playwright-core'
import { smtpMailer } from '../../src/delivery/smtp.ts'
import { success } from '../support/answers.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { mailServer } from '../support/mail-server.ts'
import { type Person, person } from './browser.ts'
import { inBrowser, onlyRefused } from './in-browser.ts'
import {
  enrol,
  invite,
  makeToken,
  onAccount,
  opened,
  rowOf,
  sessionOf,
  signOut,
  submitDialog,
} from './steps.ts'

interface Later extends AsyncDisposable {
  readonly c: Clinic
  readonly owner: Person
}

/** An owner on the account page, whose service has a clock that the test can move and, where given, a mail server. */
async function ownerWithClock(browser: Browser, mailUrl?: string): Promise<Later> {
  const everybody = new AsyncDisposableStack()
  let origin = ''
  const mailer = mailUrl && smtpMailer({ url: mailUrl, from: 'praxis@example.org' })
  const c = everybody.use(await clinic({ signedIn: true, origin: () => origin, ...(mailer && { mailer }) }))
  everybody.use(listening(c))
  origin = `http://localhost:${c.app.server!.port}`
  const owner = everybody.use(await person(browser, origin))
  await owner.page.addInitScript((token) => {
    if (!sessionStorage.getItem('test.begun')) sessionStorage.setItem('chairside.session', token)
    sessionStorage.setItem('test.begun', 'yes')
  }, c.owner.token)
  await owner.page.goto('/account')
  await onAccount(owner.page)
  return { c, owner, [Symbol.asyncDispose]: () => everybody.disposeAsync() }
}

inBrowser({
  'an owner chooses what a token may do, sees its last use, and revokes a colleague’s token': async (
    house,
  ) => {
    const owner = await house.owner()
    const { page } = owner
    const assistant = await house.visitor()
    await enrol(assistant.page, await invite(page, 'amira@example.org', 'assistant', 'Amira'))
    expect(await assistant.page.locator('#make-token [name=scopes]').count()).toBe(2)
    await makeToken(assistant.page, 'Amira’s export')
    const theirs = await assistant.page.inputValue('#new-token input')

    await page.uncheck('#make-token [value=write]')
    await page.check('#make-token [value=settings]')
    await makeToken(page, 'Sync')
    const token = await page.inputValue('#new-token input')
    const { auth } = success(await house.server.as(token)('GET', '/api/v1/me'))
    expect(auth.scopes).toEqual(['read', 'settings'])
    expect(await rowOf(page, 'tokens', 'Sync').textContent()).toContain('never used')
    await page.reload()
    await opened(page)
    const row = await rowOf(page, 'tokens', 'Sync').textContent()
    expect(row).toContain('last used')
    expect(row).toContain('Reads records and changes settings')
    expect(await page.isChecked('#make-token [value=write]')).toBe(true)

    await page.fill('#token-name', 'Nothing')
    for (const scope of ['read', 'write']) await page.uncheck(`#make-token [value=${scope}]`)
    await page.click('text=Make token')
    await page.waitForSelector('#make-token .issue')

    const colleagues = rowOf(page, 'practice-tokens', 'Amira’s export')
    expect(await colleagues.textContent()).toContain('Amira')
    expect(await page.textContent('#practice-tokens')).not.toContain('Sync')
    await colleagues.getByText('Revoke').click()
    await submitDialog(page)
    await page.getByText('Your colleagues have no token.').waitFor()
    expect((await house.server.as(theirs)('GET', '/api/v1/me')).status).toBe(401)
    onlyRefused(owner, '400 /api/v1/me/tokens')
    onlyRefused(assistant)
  },

  'after ten minutes the page asks for the passkey, and then does what was asked': async (_, browser) => {
    await using later = await ownerWithClock(browser)
    const { c, owner } = later
    const { page, device } = owner
    await page.click('text=Add a passkey')
    await submitDialog(page)
    await rowOf(page, 'passkeys', 'Chrom').waitFor()

    c.clock.now += 600_000
    await page.fill('#token-name', 'Sync')
    await page.click('text=Make token')
    await page.waitForSelector('dialog')
    expect(await page.textContent('dialog')).toContain('Use your passkey again')
    await submitDialog(page)
    await page.waitForSelector('#new-token input')
    expect(await page.locator('dialog').count()).toBe(0)
    // The use counts for ten minutes, for other acts too.
    await invite(page, 'jonas@example.org', 'assistant')

    c.clock.now += 600_000
    await page.fill('#token-name', 'Another')
    await page.click('text=Make token')
    await page.click('dialog >> text=Cancel')
    await page.waitForSelector('#make-token .outcome:not(:empty)')
    expect(await page.textContent('#make-token .outcome')).toContain('Nothing was done')

    // A second dialog opens over the first one, and an answer of the wrong person is refused there.
    await rowOf(page, 'members', 'jonas').getByText('New link').click()
    await submitDialog(page)
    await page.waitForSelector('dialog:nth-of-type(2)')
    await device.recognizes(false)
    await page.click('dialog:nth-of-type(2) [type=submit]')
    await page.waitForSelector('dialog:nth-of-type(2) .outcome:not(:empty)')
    await device.recognizes(true)
    await page.click('dialog:nth-of-type(2) [type=submit]')
    await page.waitForSelector('#new-link input')
    expect(await page.locator('dialog').count()).toBe(0)
    const refused = owner.complaints.map((complaint) => complaint.replace(/[\w-]{36}/, '…'))
    const [token, link] = ['403 /api/v1/me/tokens', '403 /api/v1/members/…/link']
    expect(refused).toEqual([token, token, link])
  },

  'a second tab takes the session from the first, until the person signs out': async (house) => {
    const owner = await house.owner()
    const { page } = owner
    const second = await page.context().newPage()
    await second.goto('/account')
    await onAccount(second)
    expect(await sessionOf(second)).toBe((await sessionOf(page))!)
    expect(await second.locator('#sessions .rows > li').count()).toBe(1)
    const third = await page.context().newPage()
    await third.goto('/sign-in')
    await onAccount(third)

    // The other tabs still hold a token, which is worth nothing now.
    await signOut(second)
    expect(await second.textContent('#notice')).toBe('You are signed out.')
    await second.goto('/account')
    await second.waitForURL('**/sign-in')
    await second.waitForSelector('text=Sign in with a passkey')
    expect(await sessionOf(second)).toBeNull()
  },

  'another browser gets no session from a tab': async (house) => {
    await house.owner()
    const stranger = await house.visitor()
    await stranger.page.goto('/account')
    await stranger.page.waitForURL('**/sign-in')
    expect(await sessionOf(stranger.page)).toBeNull()
    onlyRefused(stranger)
  },

  'a new link ends the API tokens, unless the owner keeps them': async (_, browser) => {
    await using later = await ownerWithClock(browser)
    const { c, owner } = later
    const { page } = owner
    await page.click('text=Add a passkey')
    await submitDialog(page)
    await rowOf(page, 'passkeys', 'Chrom').waitFor()
    success(await c.assistant.call('POST', '/api/v1/me/tokens', { name: 'Export' }), 201)
    await page.reload()
    await opened(page)
    for (const keeps of [true, false]) {
      await rowOf(page, 'practice-tokens', 'Export').waitFor()
      await rowOf(page, 'members', 'assistant').getByText('New link').click()
      if (keeps) await page.uncheck('dialog [type=checkbox]')
      await submitDialog(page)
      await page.waitForSelector('#new-link input')
    }
    await page.getByText('Your colleagues have no token.').waitFor()
  },

  'a link that was mailed is not shown': async (_, browser) => {
    await using server = await mailServer()
    await using later = await ownerWithClock(browser, server.url)
    const { page } = later.owner
    await page.fill('#invite-email', 'jonas@example.org')
    await page.click('#invite button')
    await page.getByText('was sent to jonas@example.org').waitFor()
    expect(await page.locator('#new-link input').count()).toBe(0)
    expect(await page.content()).not.toContain('cl_')
    expect(server.received).toHaveLength(1)
    onlyRefused(later.owner)
  },
})
