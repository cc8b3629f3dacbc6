/** The steps of a person on the pages and at the front desk, one function each. The words are English. */
import type { Locator, Page, Route } from 'playwright-core'
import type { Role } from '../../src/domain/caller.ts'
import { openDesk } from './desk.ts'

/** The button with exactly this name. */
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Fills in the empty fields of the setup page, makes the passkey, and waits for the front desk. */
export async function setUp(page: Page): Promise<void> {
  await page.fill('[name=practiceName]', 'Praxis am Lindenplatz')
  if ((await page.locator('[name=pack]:checked').count()) === 0) await page.click('text=General practice')
  await page.fill('[name=ownerName]', 'Zoé Müller')
  await page.fill('[name=ownerEmail]', 'zoe@example.org')
  await page.click('text=Make my passkey and finish')
  await onDesk(page)
}

/** Waits until the front desk shows a screen. */
export async function onDesk(page: Page): Promise<void> {
  await page.waitForURL(/\/desk(#.*)?$/)
  await page.waitForSelector('main > *')
}

/** Opens a page of the settings and waits until its data are loaded. */
export async function openSettings(page: Page, place: string): Promise<void> {
  await page.goto(`/desk#/settings/${place}`)
  await page.waitForSelector(`nav a[href="#/settings/${place}"][aria-current]`, { state: 'attached' })
  await page.waitForSelector('.settings-page > :is(.card, .records, .page-lead):not(.checklist)')
  await page.waitForSelector('.loading', { state: 'detached' })
}

/** Opens the front desk with the token of a session. */
export const signInAs = (page: Page, token: string, place = ''): Promise<void> => openDesk(page, token, place)

export async function signIn(page: Page): Promise<void> {
  await page.goto('/sign-in')
  await page.click('text=Sign in with a passkey')
  await onDesk(page)
}

/** Invites a person as the owner. Returns the link. */
export async function invite(page: Page, email: string, role: Role, name = ''): Promise<string> {
  await openSettings(page, 'people')
  await page.fill('form [name=email]', email)
  await page.fill('form [name=name]', name)
  await page.selectOption('form [name=role]', role)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  return await page.inputValue('.news input')
}

/** Opens a link to enrol and makes a passkey. */
export async function enrol(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.click('#opened [type=submit]')
  await onDesk(page)
}

/** The row of a list that contains this text. */
export const rowOf = (page: Page, text: string) => page.locator('.record-rows > li', { hasText: text })

/** The part of a page with this heading. */
export const partOf = (page: Page, heading: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: heading, exact: true }) })

/** The token of the session in this tab. */
export const sessionOf = (page: Page): Promise<string | null> =>
  page.evaluate(() => sessionStorage.getItem('chairside.session'))

/** Waits until the page that a link opens shows its content. */
export const opened = (page: Page) => page.waitForSelector('#opened')

/** Waits until a page shows that its link no longer works. */
export const spent = (page: Page) => page.waitForSelector('#spent')

/** Signs out at the front desk and waits for the sign-in page. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
  await page.waitForURL('**/sign-in')
}

/** Waits for the message that the session has ended, and goes to the sign-in page. */
export async function sessionEnded(page: Page): Promise<void> {
  await page.getByText('Your session has ended').first().waitFor()
  const out = page.locator('dialog').getByRole('button', { name: 'Sign out' })
  if ((await out.count()) > 0) await out.click()
  await page.waitForURL('**/sign-in')
}

/** Tries to sign in on the sign-in page and waits until the page shows why the sign-in failed. */
export async function failToSignIn(page: Page): Promise<void> {
  await page.click('text=Sign in with a passkey')
  await page.waitForSelector('.form-problem:not(:empty)')
}

/** Makes an API token. Returns the token. */
export async function makeToken(page: Page, name: string): Promise<string> {
  await openSettings(page, 'developers')
  await page.fill('form [name=name]', name)
  await page.getByRole('button', { name: 'Make a token' }).click()
  return await page.inputValue('.news input')
}

/** Adds a passkey of the device. The device must have no passkey before. */
export async function addPasskey(page: Page, name?: string): Promise<void> {
  await openSettings(page, 'security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  if (name !== undefined) await page.fill('dialog [name=name]', name)
  await submitDialog(page)
  await page.waitForSelector('dialog', { state: 'detached' })
}

/** Confirms the newest of the open dialogs. */
export const submitDialog = (page: Page) => page.locator('dialog [type=submit]').last().click()

/** The card of the settings with this heading or name. */
export const card = (page: Page, name: string) => page.getByRole('form', { name, exact: true })

/** Waits until this element has the focus. */
export const hasFocus = (page: Page, element: Locator) => element.and(page.locator(':focus')).waitFor()

/** Holds back the page's next request to an address until the returned function is called. */
export async function hold(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const wait = async (route: Route) => {
    await promise
    await route.continue()
  }
  await page.route(address, wait, { times: 1 })
  return resolve
}

/** Waits until the page has painted. By then, the page has moved the focus, because it does this before it paints. */
export const painted = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )

/**
 * Whether an element has the focus at the moment when it is drawn or gets another text. Call this function before the
 * act that draws the element. A later change of the focus could take it from a person who is already in a field.
 */
export const focusedWhenDrawn = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate(
    (selector) =>
      new Promise((resolve) => {
        const before = document.querySelector(selector)
        const text = before?.textContent
        new MutationObserver((_, observer) => {
          const drawn = document.querySelector(selector)
          if (drawn === null || (drawn === before && drawn.textContent === text)) return
          observer.disconnect()
          resolve(document.activeElement === drawn)
        }).observe(document.body, { childList: true, characterData: true, subtree: true })
      }),
    selector,
  )

/** Waits until the element with this text has the focus. A dialog takes the focus when it opens. */
export const focusOn = async (page: Page, text: string): Promise<void> =>
  void (await page.waitForFunction((text) => document.activeElement?.textContent === text, text))

/** The text of the element that describes a button. */
export const describedBy = (button: Locator): Promise<string | null> =>
  button.evaluate((button) => document.getElementById(button.getAttribute('aria-describedby')!)!.textContent)
