import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { DeliveryFailure } from '../../src/delivery/delivery.ts'
import { success } from '../support/answers.ts'
import { booked, reachable } from '../support/booked.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { at } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'
import { type Serving, serving } from '../support/serving.ts'
import { anotherSession } from '../support/sign-in.ts'
import { type Person, person } from './browser.ts'

/** A server with an empty database, and people with browsers. */
export interface House extends AsyncDisposable {
  readonly server: Serving
  readonly origin: string
  readonly setupLink: string
  readonly visitor: (options?: BrowserContextOptions) => Promise<Person>
  /** A person who has set up the practice and sees the account page. */
  readonly owner: (options?: BrowserContextOptions) => Promise<Person>
}

export async function openHouse(browser: Browser, env: Record<string, string> = {}): Promise<House> {
  const everybody = new AsyncDisposableStack()
  const server = everybody.use(await serving(env))
  const setupLink = server.setupUrl!
  const { origin } = new URL(setupLink)
  const visitor = async (options?: BrowserContextOptions) =>
    everybody.use(await person(browser, origin, options))
  const owner = async (options?: BrowserContextOptions) => {
    const owner = await visitor(options)
    await owner.page.goto(setupLink)
    await setUp(owner.page)
    return owner
  }
  return {
    server,
    origin,
    setupLink,
    visitor,
    owner,
    [Symbol.asyncDispose]: () => everybody.disposeAsync(),
  }
}

/** An owner on the account page, in a practice whose reminders could not be delivered. */
export async function unluckyOwner(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<AsyncDisposable & { readonly c: Clinic; readonly owner: Person }> {
  const everybody = new AsyncDisposableStack()
  const c = everybody.use(await clinic())
  await booked(c, reachable)
  c.clock.now = Date.parse(at('06:00'))
  const refuses = (error: string) => () => Promise.reject(new DeliveryFailure({ error, permanent: true }))
  const channels = { email: refuses('smtp_550'), sms: refuses('timeout'), logOnly: false }
  await reminding(c, { channels }).round()

  const token = await anotherSession(c, 'Test')
  const { url } = everybody.use(listening(c))
  const owner = everybody.use(await person(browser, url, options))
  await owner.page.clock.setFixedTime(c.clock.now)
  await signInAs(owner.page, token)
  return { c, owner, [Symbol.asyncDispose]: () => everybody.disposeAsync() }
}

/** Books an appointment and sends its reminder. Answers the path of its link, and a way to read its metadata. */
export async function reminded(c: Clinic) {
  const { path } = await booked(c, { email: 'zoe@example.org' })
  c.clock.now = Date.parse(at('00:00'))
  const r = reminding(c)
  await r.round()
  return {
    path: /\/visit#[\w-]+/.exec(r.emails[0]!.text)![0],
    metadata: async () => success(await c.owner.call('GET', path)).metadata,
  }
}

/** Opens the account page with the token of a session. */
export async function signInAs(page: Page, token: string): Promise<void> {
  // Any page of the origin will do, and this one asks the server nothing without a link.
  await page.goto('/enrol')
  await page.evaluate((token) => sessionStorage.setItem('chairside.session', token), token)
  await page.goto('/account')
  await onAccount(page)
}

/** Fills in the empty fields of the setup page, and makes the passkey. */
export async function setUp(page: Page): Promise<void> {
  await page.fill('[name=practiceName]', 'Praxis am Lindenplatz')
  if ((await page.locator('[name=pack]:checked').count()) === 0) await page.click('text=General practice')
  await page.fill('[name=ownerName]', 'Zoé Müller')
  await page.fill('[name=ownerEmail]', 'zoe@example.org')
  await page.click('text=Make my passkey and finish')
  await onAccount(page)
}

/** Waits until the account page has read everything. */
export async function onAccount(page: Page): Promise<void> {
  await page.waitForURL('**/account')
  await page.waitForSelector('#opened:not([hidden])')
}

export async function signIn(page: Page): Promise<void> {
  await page.goto('/sign-in')
  await page.click('text=Sign in with a passkey')
  await onAccount(page)
}

/** Invites a person as the owner on the page. Answers the link. */
export async function invite(
  page: Page,
  email: string,
  role: 'owner' | 'assistant',
  name = '',
): Promise<string> {
  await page.fill('#invite-email', email)
  await page.fill('#invite-name', name)
  await page.selectOption('#invite-role', role)
  await page.click('#invite button')
  return await page.inputValue('#new-link input')
}

/** Opens a link and makes a passkey. */
export async function enrol(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.click('#enrol [type=submit]')
  await onAccount(page)
}

/** The row of a section that contains this text. */
export const rowOf = (page: Page, section: string, text: string) =>
  page.locator(`#${section} .rows > li`, { hasText: text })

/** The token of the session in this tab. */
export const sessionOf = (page: Page): Promise<string | null> =>
  page.evaluate(() => sessionStorage.getItem('chairside.session'))
