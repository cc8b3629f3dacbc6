/** What a person does and sees on the pages, one step each. */
import type { Page } from 'playwright-core'
import type { Role } from '../../src/domain/caller.ts'

/** Fills in the empty fields of the setup page, and makes the passkey. */
export async function setUp(page: Page): Promise<void> {
  await page.fill('[name=practiceName]', 'Praxis am Lindenplatz')
  if ((await page.locator('[name=pack]:checked').count()) === 0) await page.click('text=General practice')
  await page.fill('[name=ownerName]', 'Zoé Müller')
  await page.fill('[name=ownerEmail]', 'zoe@example.org')
  await page.click('text=Make my passkey and finish')
  await onAccount(page)
}

/** Goes from the front desk to the account page, and waits until this has read everything. */
export async function onAccount(page: Page): Promise<void> {
  await page.waitForURL(/\/(?:desk|account)$/)
  await page.goto('/account')
  await opened(page)
}

/** Opens the account page with the token of a session. */
export async function signInAs(page: Page, token: string): Promise<void> {
  // Any page of the origin will do, and this one asks the server nothing without a link.
  await page.goto('/enrol')
  await page.evaluate((token) => sessionStorage.setItem('chairside.session', token), token)
  await page.goto('/account')
  await onAccount(page)
}

export async function signIn(page: Page): Promise<void> {
  await page.goto('/sign-in')
  await page.click('text=Sign in with a passkey')
  await onAccount(page)
}

/** Invites a person as the owner on the page. Answers the link. */
export async function invite(page: Page, email: string, role: Role, name = ''): Promise<string> {
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

/** Waits until a page shows its content. */
export const opened = (page: Page) => page.waitForSelector('#opened:not([hidden])')

/** Waits until a page says that its link no longer works. */
export const spent = (page: Page) => page.waitForSelector('#spent:not([hidden])')

/** Signs out on the account page and waits for the sign-in page. */
export async function signOut(page: Page): Promise<void> {
  await page.click('text=Sign out')
  await page.waitForURL('**/sign-in')
}

/** Tries to sign in on the sign-in page and waits until the page says why that failed. */
export async function failToSignIn(page: Page): Promise<void> {
  await page.click('text=Sign in with a passkey')
  await page.waitForSelector('.outcome:not(:empty)')
}

export async function addChair(page: Page, name: string): Promise<void> {
  await page.fill('#chair-name', name)
  await page.click('#add-chair button')
}

/** Makes an API token and waits until the page shows it. */
export async function makeToken(page: Page, name: string): Promise<void> {
  await page.fill('#token-name', name)
  await page.click('text=Make token')
  await page.waitForSelector('#new-token input')
}

/** Confirms the open dialog. */
export const submitDialog = (page: Page) => page.click('dialog [type=submit]')

/** The id of the element that has the focus. */
export const focusedId = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.id)
