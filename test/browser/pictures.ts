/**
 * Takes pictures of every page for a person to look at, light and dark, as wide as a phone and as a desktop:
 * `bun test/browser/pictures.ts <folder>`.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { type Clinic, clinic } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { launch, person } from './browser.ts'
import { breakDown, busyOwner, fillDesk, openHouse, reminded, unluckyOwner, watchedOwner } from './house.ts'
import {
  addChair,
  enrol,
  failToSignIn,
  invite,
  makeToken,
  opened,
  rowOf,
  setUp,
  spent,
  submitDialog,
} from './steps.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('usage: bun test/browser/pictures.ts <folder>')
  process.exit(2)
}
mkdirSync(folder, { recursive: true })

type Shoot = (page: Page, name: string) => Promise<void>

/** Walks through all pages and takes a picture of each. */
async function walk(look: string, options: { colorScheme: 'light' | 'dark'; width: number }): Promise<void> {
  await using house = await openHouse(browser)
  const { colorScheme, width } = options
  const settings = { colorScheme, viewport: { width, height: 844 }, timezoneId: 'Europe/Berlin' }
  const { page, device } = await house.visitor(settings)
  const shoot = async (page: Page, name: string, fullPage = true) => {
    if (fullPage) await page.evaluate(() => scrollTo(0, 0))
    await page.screenshot({ path: join(folder!, `${name}-${look}.png`), fullPage })
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
  await shoot(page, 'account-new')

  const amira = await house.visitor(settings)
  const link = await invite(page, 'amira@example.org', 'assistant', 'Amira Hassan')
  await amira.page.goto(link)
  await opened(amira.page)
  await shoot(amira.page, 'enrol')
  await enrol(amira.page, link)
  await shoot(amira.page, 'account-assistant')
  await amira.page.goto(link)
  await spent(amira.page)
  await shoot(amira.page, 'enrol-spent')

  await invite(page, 'jonas.weber@praxis-am-lindenplatz.example', 'owner')
  await makeToken(page, 'Calendar export')
  for (const name of ['Room 1', 'Room at the window']) {
    await addChair(page, name)
    await rowOf(page, 'chairs', name).waitFor()
  }
  await rowOf(page, 'chairs', 'Room 1').getByText('Put out of use').click()
  await page.locator('#chairs .badge').waitFor()
  for (const section of await page.locator('.sections > section').all())
    await section.screenshot({
      path: join(folder!, `account-${await section.getAttribute('id')}-${look}.png`),
    })
  await rowOf(page, 'members', 'Amira').getByText('New link').click()
  await page.waitForSelector('dialog')
  await shoot(page, 'account-ask', false)
  await page.keyboard.press('Escape')
  await rowOf(page, 'members', 'Amira').getByText('Edit').click()
  await page.fill('dialog [name=email]', 'amira')
  await submitDialog(page)
  await page.waitForSelector('dialog .issue')
  await shoot(page, 'account-edit', false)
  await page.keyboard.press('Escape')
  await page.fill('#email-subject', 'Half a sub')
  await page.click('text=Sign out')
  await page.waitForSelector('dialog')
  await shoot(page, 'account-unsaved', false)
  await page.click('dialog [type=submit]')
  await page.waitForURL('**/sign-in')
  await shoot(page, 'signed-out')

  await using unlucky = await unluckyOwner(browser, settings)
  await fillDesk(unlucky.c)
  await unlucky.owner.page.reload()
  await unlucky.owner.page.click('#desk summary')
  await unlucky.owner.page.locator('#desk').screenshot({ path: join(folder!, `desk-${look}.png`) })
  const section = unlucky.owner.page.locator('#reminders')
  await section.locator('#sms-text').fill('{practice}: {date}')
  await section.getByText('Save the texts').click()
  await section.locator('.issue').waitFor()
  await section.screenshot({ path: join(folder!, `reminders-mistakes-${look}.png`) })
  await section.locator('#sms-text').fill('{practice}: {date}, {time}. {link}')
  await section.locator('#see-preview').click()
  await section.locator('#preview:not(:empty)').waitFor()
  await section.screenshot({ path: join(folder!, `reminders-${look}.png`) })

  await serversStates(settings, look)
  await trust(settings, look)

  await using c = await clinic()
  await patientsPages(c, settings, shoot)
}

/** Who did what, what was deleted, and what a person may ask. */
async function trust(settings: BrowserContextOptions, look: string): Promise<void> {
  await using house = await openHouse(browser)
  const { page } = (await busyOwner(house, settings)).owner
  const picture = (id: string) =>
    page.locator(`#${id}`).screenshot({ path: join(folder!, `${id}-${look}.png`) })
  await page.click('#trail-form [type=submit]')
  for (const text of ['changed the phone number', 'deleted a note'])
    await page.locator('#trail-result summary', { hasText: text }).click()
  await picture('trail')
  await page.click('#deleted-form [type=submit]')
  await page.waitForSelector('#deleted-result li')
  await picture('deleted')
  await page.fill('#rights-name', 'schneider')
  await page.click('#rights-form [type=submit]')
  await page.waitForSelector('#rights-result li')
  await picture('rights')
  await rowOf(page, 'rights-result', 'Anna').getByText('Erase for good').click()
  await page.fill('dialog [name=typed]', 'Anna')
  await page.fill('dialog [name=reason]', 'Asked for it in writing.')
  await submitDialog(page)
  await page.waitForSelector('dialog .issue')
  await page.screenshot({ path: join(folder!, `erase-${look}.png`) })
  await page.fill('dialog [name=typed]', 'Anna Schneider')
  await submitDialog(page)
  await page.waitForSelector('dialog [name=overrideRetention]')
  await page.screenshot({ path: join(folder!, `erase-kept-${look}.png`) })
  await page.keyboard.press('Escape')
  const opened = page.waitForEvent('popup')
  await rowOf(page, 'rights-result', 'Anna').getByText('Everything, to print').click()
  const paper = await opened
  await paper.waitForSelector('h1')
  await paper.screenshot({ path: join(folder!, `paper-${look}.png`), fullPage: true })
}

/** What owners are told of the server. */
async function serversStates(settings: BrowserContextOptions, look: string): Promise<void> {
  await using watched = await watchedOwner(browser, settings)
  const { c, owner } = watched
  const { page } = owner
  const section = page.locator('#service')
  const picture = async (state: string, color: string) => {
    await page.clock.runFor(60_000)
    await section.getByText(color).first().waitFor()
    await section.screenshot({ path: join(folder!, `service-${state}-${look}.png`) })
  }
  const well = c.state.backup!
  await picture('good', 'Green')
  c.state.backup = { ...well, lagMs: 240_000 }
  await picture('behind', 'Yellow')
  c.state.backup = undefined
  await picture('no-backup', 'Yellow')
  c.state.backup = { ...well, problem: 'damaged' }
  await picture('failed', 'Red')
  breakDown(c)
  await picture('trouble', 'Red')
  await page.evaluate(() => scrollTo(0, 0))
  await page.screenshot({ path: join(folder!, `service-page-${look}.png`) })
  await page.context().setOffline(true)
  await picture('unknown', 'Not known')
}

/** The answer page in each of its states, and the page behind the header of a mail. */
async function patientsPages(c: Clinic, settings: BrowserContextOptions, shoot: Shoot): Promise<void> {
  const contact = { phone: '030 1234567', address: 'Lindenplatz 1\n10969 Berlin' }
  await c.owner.call('PATCH', '/api/v1/practice/reminders', contact)
  const { path, unsubscribe } = await reminded(c)
  await using server = listening(c)
  await using patient = await person(browser, server.url, settings)
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

const browser = await launch()
for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [390, 1280]) await walk(`${colorScheme}-${width}`, { colorScheme, width })
await browser.close()
process.exit(0)
