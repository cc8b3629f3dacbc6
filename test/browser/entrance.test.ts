/** The pages before the front desk are in the language of the browser. */
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectAccessible } from './desk-accessible.ts'
import { inBrowser, onlyRefused } from './in-browser.ts'
import { invite, onDesk, opened, openSettings, spent } from './steps.ts'

const german = { locale: 'de-AT' }

/** Everything that a person can read on the page now. */
// biome-ignore lint/performance/useDomNodeTextContent: Hidden words do not count.
const read = (page: Page) => page.evaluate(() => document.body.innerText)

inBrowser({
  'in a German browser, the setup page and then the desk are in German': async (house) => {
    const owner = await house.visitor(german)
    const { page, device } = owner
    await page.goto(house.setupLink)
    await opened(page)
    expect(await page.title()).toBe('Praxis einrichten · chairside')
    expect(await page.getAttribute('html', 'lang')).toBe('de')
    expect(await page.getByLabel('Montag', { exact: true }).isChecked()).toBe(true)
    await expectAccessible(page, 'setup in German')
    const finish = page.getByRole('button', { name: 'Passkey anlegen und fertig' })
    await finish.click()
    expect(await page.textContent('.error >> nth=0')).toBe('Bitte füllen Sie das aus.')
    await page.getByLabel('Name', { exact: true }).fill('Praxis am Lindenplatz')
    await page.getByText('Zahnarztpraxis').click()
    await page.getByLabel('Ihr Name').fill('Zoé Müller')
    await page.getByLabel('E-Mail').fill('zoe@localhost')
    await page.getByLabel('Dienstag, schließt').fill('08:00')
    await finish.click()
    await page.getByText(/Die Zeiten eines Tages müssen aufeinander folgen/).waitFor()
    await page.getByText('Das ist keine E-Mail-Adresse.').waitFor()
    await page.getByLabel('E-Mail').fill('zoe@example.org')
    await page.getByLabel('Dienstag, schließt').fill('17:00')
    await device.recognizes(false)
    await finish.click()
    await page
      .getByText('Es wurde kein Passkey angelegt: das Fenster für den Passkey wurde geschlossen')
      .waitFor()
    await device.recognizes(true)
    await finish.click()
    await onDesk(page)
    await openSettings(page, 'security')
    expect(await page.textContent('h1')).toBe('Sicherheit')
    onlyRefused(owner, '400 /auth/setup/options')
  },

  'when a browser keeps no data, the page of a setup link explains this': async (house) => {
    const { page } = await house.visitor()
    await page.addInitScript(() => {
      const get = () => {
        throw new DOMException('The storage is forbidden.', 'SecurityError')
      }
      Object.defineProperty(window, 'sessionStorage', { get })
    })
    await page.goto(house.setupLink)
    await page.getByRole('alert').getByText('set to keep no data').waitFor()
  },

  'a member with a German browser enrols, and later reads in German how to sign in after the loss of the passkey':
    async (house) => {
      const owner = await house.owner()
      const link = await invite(owner.page, 'amira@example.org', 'assistant')
      const amira = await house.visitor(german)
      const { page, device } = amira
      await page.goto(link)
      await opened(page)
      expect(await page.textContent('h1')).toBe('Willkommen bei Praxis am Lindenplatz')
      expect(await page.textContent('#opened > p')).toBe(
        'Sie sind als Assistenz eingeladen, mit der Adresse amira@example.org.',
      )
      await expectAccessible(page, 'enrol in German')
      await page.getByLabel('Ihr Name').fill('Amira Hassan')
      await page.getByRole('button', { name: 'Passkey anlegen' }).click()
      await onDesk(page)
      await page.getByRole('button', { name: 'Abmelden' }).click()
      await page.waitForURL('**/sign-in')
      await page.getByText('Sie sind abgemeldet.').waitFor()
      await device.takeOut()
      await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click()
      await page
        .getByText('Sie sind nicht angemeldet: das Fenster für den Passkey wurde geschlossen')
        .waitFor()
      await page.getByText('Passkey verloren oder neu hier?').click()
      await page.getByText('chairside link --email you@example.org').waitFor()
      await page.context().setOffline(true)
      await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click()
      await page.getByText('Der Server ist nicht erreichbar.').waitFor()
      await page.context().setOffline(false)
      await page.goto(link)
      await spent(page)
      expect(await read(page)).toContain('Dieser Link gilt nicht mehr')
      expect(await read(page)).toContain('Haben Sie Ihren Passkey schon? Dann können Sie sich anmelden.')
    },

  '§19 The pages to sign in, to set up and to enrol use the language of the browser. They do not show another language first.':
    async (house) => {
      const { page } = await house.visitor(german)
      // The page's script is held back, so that the page is tested before it.
      const { promise, resolve } = Promise.withResolvers<void>()
      await page.route('**/desk/entrance.js', async (route) => {
        await promise
        await route.continue()
      })
      const going = page.goto('/sign-in')
      await page.waitForSelector('.brand')
      expect(await read(page)).toBe('chairside')
      resolve()
      await going
      await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
    },

  'a browser with a language other than English and German gets the sign-in page in English': async (
    house,
  ) => {
    const { page } = await house.visitor({ locale: 'fr-FR' })
    await page.goto('/sign-in')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.getAttribute('html', 'lang')).toBe('en')
  },
})
