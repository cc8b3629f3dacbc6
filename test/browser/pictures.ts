/**
 * Takes pictures of every page for a person to look at, light and dark, in four widths:
 * `bun test/browser/pictures.ts <folder>`. `bun test/browser/pictures.ts <folder> desk` takes only pictures of the
 * desk, in all widths and at 200 %. Names of screens after `desk` select these screens only.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { type Clinic, clinic } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { bookingClinic, bookingPage } from '../support/online-booking.ts'
import { launch, person } from './browser.ts'
import { closeAll, demoHouse, show, shown } from './desk-screens.ts'
import { breakDown, busyOwner, fillDesk, openHouse, reminded, unluckyOwner, watchedOwner } from './house.ts'
import {
  enrol,
  failToSignIn,
  invite,
  makeToken,
  opened,
  openSettings,
  rowOf,
  setUp,
  signOut,
  spent,
  submitDialog,
} from './steps.ts'

const [folder, only, ...names] = process.argv.slice(2)
if (folder === undefined) {
  console.error('usage: bun test/browser/pictures.ts <folder> [desk [screen...]]')
  process.exit(2)
}
mkdirSync(folder, { recursive: true })

type Shoot = (page: Page, name: string, fullPage?: boolean) => Promise<void>

/** Opens all pages one after another and takes a picture of each. */
async function walk(name: string, look: BrowserContextOptions): Promise<void> {
  await using house = await openHouse(browser)
  const { page, device } = await house.visitor(look)
  const shoot: Shoot = async (page, what, fullPage = true) => {
    if (fullPage) await page.evaluate(() => scrollTo(0, 0))
    await page.screenshot({ path: join(folder!, `${what}-${name}.png`), fullPage })
  }

  await page.goto('/sign-in')
  await shoot(page, 'sign-in')
  await device.recognizes(false)
  await failToSignIn(page)
  await page.click('summary')
  await shoot(page, 'sign-in-failed')
  await device.recognizes(true)

  await page.goto(house.setupLink)
  await opened(page)
  await shoot(page, 'setup')
  await page.getByLabel('Add a break, Wednesday').click()
  await page.getByLabel('Friday, closes').fill('')
  await page.click('text=Make my passkey and finish')
  await shoot(page, 'setup-mistakes')
  await page.getByLabel('Friday, closes').fill('14:00')
  await setUp(page)
  await settings(page, shoot, 'new')

  const amira = await house.visitor(look)
  const link = await invite(page, 'amira@example.org', 'assistant', 'Amira Hassan')
  await shoot(page, 'people-invited')
  await amira.page.goto(link)
  await opened(amira.page)
  await shoot(amira.page, 'enrol')
  await enrol(amira.page, link)
  await settings(amira.page, shoot, 'assistant')
  await amira.page.goto(link)
  await spent(amira.page)
  await shoot(amira.page, 'enrol-spent')

  await openSettings(page, 'people')
  await rowOf(page, 'Amira').getByText('New link').click()
  await page.waitForSelector('dialog')
  await shoot(page, 'people-ask', false)
  await page.keyboard.press('Escape')
  await rowOf(page, 'Amira').getByText('Edit').click()
  await page.fill('dialog [name=email]', 'amira')
  await submitDialog(page)
  await page.waitForSelector('dialog .error')
  await shoot(page, 'people-edit', false)
  await page.keyboard.press('Escape')
  await makeToken(page, 'Calendar export')
  await shoot(page, 'developers-token')
  await signOut(page)
  await shoot(page, 'signed-out')

  await using unlucky = await unluckyOwner(browser, look)
  await fillDesk(unlucky.c)
  await settings(unlucky.owner.page, shoot, 'unlucky')

  await serversStates(look, name)
  await trust(look, shoot)

  await using c = await clinic()
  await patientsPages(c, look, shoot)
  await bookingPages(look, shoot)
}

/** Every page of the settings that this person sees. */
async function settings(page: Page, shoot: Shoot, whose: string): Promise<void> {
  await page.goto('/desk#/settings')
  await page.waitForSelector('.settings-pages a[aria-current]', { state: 'attached' })
  const places = await page
    .locator('.settings-pages a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!.split('/').at(-1)!))
  for (const place of places) {
    await openSettings(page, place)
    await shoot(page, `settings-${place}-${whose}`)
  }
}

/** The pages about the audit trail, deleted records, and the rights of a patient. */
async function trust(look: BrowserContextOptions, shoot: Shoot): Promise<void> {
  await using house = await openHouse(browser)
  const { page } = (await busyOwner(house, look)).owner
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await openSettings(page, 'trail')
  await press('Show')
  for (const text of ['changed the phone number', 'deleted a note'])
    await page.locator('.act-line summary', { hasText: text }).click()
  await shoot(page, 'trail')
  await openSettings(page, 'deleted')
  await press('Show what was deleted')
  await page.waitForSelector('.record-rows li')
  await shoot(page, 'deleted')
  await openSettings(page, 'rights')
  await page.fill('main [role=combobox]', 'anna')
  await page.locator('main [role=option]').first().click()
  await shoot(page, 'rights')
  await press('Erase permanently: Anna Schneider')
  await page.fill('dialog [name=typed]', 'Anna')
  await page.fill('dialog [name=reason]', 'Asked for it in writing.')
  await submitDialog(page)
  await page.waitForSelector('dialog .error')
  await shoot(page, 'erase', false)
  await page.fill('dialog [name=typed]', 'Anna Schneider')
  await submitDialog(page)
  await page.waitForSelector('dialog [name=overrideRetention]')
  await shoot(page, 'erase-kept', false)
  await page.keyboard.press('Escape')
  const opened = page.waitForEvent('popup')
  await press('Everything, to print: Anna Schneider')
  const paper = await opened
  await paper.waitForSelector('h1')
  await shoot(paper, 'paper')
}

/** The states of the server that owners see. */
async function serversStates(look: BrowserContextOptions, name: string): Promise<void> {
  await using watched = await watchedOwner(browser, look)
  const { c, owner } = watched
  const { page } = owner
  const section = page.locator('.settings-page')
  const picture = async (state: string, color: string) => {
    await page.clock.runFor(60_000)
    await section.getByText(color).first().waitFor()
    await section.screenshot({ path: join(folder!, `service-${state}-${name}.png`) })
  }
  const well = c.state.backup!
  await picture('good', 'Green')
  c.state.backup = { ...well, lagMs: 240_000 }
  await picture('behind', 'Yellow')
  c.state.backup = undefined
  await picture('no-backup', 'Yellow')
  c.state.backup = { ...well, fault: 'damaged' }
  await picture('failed', 'Red')
  breakDown(c)
  await picture('trouble', 'Red')
  await page.context().setOffline(true)
  await picture('unknown', 'Not known')
}

/** The answer page in each of its states, and the page of the `List-Unsubscribe` header of a mail. */
async function patientsPages(c: Clinic, look: BrowserContextOptions, shoot: Shoot): Promise<void> {
  const contact = { phone: '030 1234567', address: 'Lindenplatz 1\n10969 Berlin' }
  await c.owner.call('PATCH', '/api/v1/practice/reminders', contact)
  const { path, unsubscribe } = await reminded(c)
  await using server = listening(c)
  await using patient = await person(browser, server.url, look)
  const { page } = patient
  await page.goto(unsubscribe)
  await shoot(page, 'unsubscribe')
  await page.goto(path)
  await page.waitForSelector('#answers:not([hidden])')
  await shoot(page, 'visit-resting')
  await page.waitForSelector('#confirmed:not([aria-disabled])')
  await shoot(page, 'visit')
  await page.click('#confirmed')
  await page.waitForSelector('text=One moment')
  await shoot(page, 'visit-moment')
  await page.waitForSelector('text=We are expecting you.')
  await shoot(page, 'visit-answered')
  await page.click('#opt_out')
  await page.waitForSelector('#undo:not([hidden])')
  await shoot(page, 'visit-stopped')
  await page.goto('/visit#x')
  await page.waitForSelector('text=This link does not work.')
  await shoot(page, 'visit-invalid')
  await page.goto(unsubscribe)
  await shoot(page, 'unsubscribed')
}

/** The page on which patients book, from the first question to the form for the visitor's name. */
async function bookingPages(look: BrowserContextOptions, shoot: Shoot): Promise<void> {
  await using c = await bookingClinic()
  await using server = listening(c)
  await using patient = await person(browser, server.url, look)
  const { page } = patient
  await page.clock.setFixedTime(c.clock.now)
  await page.goto(bookingPage)
  await shoot(page, 'book')
  await page.getByRole('link', { name: 'No, this is my first visit' }).click()
  await page.getByRole('link', { name: 'Check-up' }).waitFor()
  await shoot(page, 'book-kind')
  await page.getByRole('link', { name: 'Check-up' }).click()
  await page.getByRole('button', { name: '10:00' }).first().waitFor()
  await shoot(page, 'book-time')
  await page.getByRole('button', { name: '10:00' }).first().click()
  await page.getByLabel('First name').waitFor()
  await shoot(page, 'book-who')
}

/**
 * Every screen and dialogue of the desk with the demo practice. A window of 640 × 400 looks like one of 1280 × 800 at
 * 200 %.
 */
async function desk(): Promise<void> {
  await using house = await demoHouse(browser)
  const { page } = await house.desk()
  for (const one of shown) {
    if (names.length > 0 && !names.includes(one.name)) continue
    for (const [width, height] of [
      [390, 844],
      [640, 400],
      [768, 1024],
      [1280, 800],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height })
      await show(page, one).catch((error) => console.error(one.name, width, String(error).slice(0, 200)))
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: join(folder!, `${one.name}-${width}-${colorScheme}.png`) })
      }
      await closeAll(page)
    }
  }
}

const browser = await launch()
await desk()
if (only === undefined)
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 768, 1280, 1920])
      await walk(`${colorScheme}-${width}`, {
        colorScheme,
        viewport: { width, height: 844 },
        timezoneId: 'Europe/Berlin',
      })
await browser.close()
process.exit(0)
