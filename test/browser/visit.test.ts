import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import axe from 'axe-core'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { success } from '../support/answers.ts'
import { booked } from '../support/booked.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { at } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'
import { chromiumPath, launch } from './browser.ts'

let browser: Browser

/** Books an appointment and sends its reminder. Answers the path of its link, and a way to read its metadata. */
async function reminded(c: Clinic) {
  const { path } = await booked(c, { email: 'zoe@example.org' })
  c.clock.now = Date.parse(at('00:00'))
  const r = reminding(c)
  await r.round()
  return {
    path: /\/visit#[\w-]+/.exec(r.emails[0]!.text)![0],
    metadata: async () => success(await c.owner.call('GET', path)).metadata,
  }
}

async function patientsBrowser(url: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  return {
    page,
    problems,
    open: (path: string) => page.goto(url + path),
    [Symbol.asyncDispose]: () => context.close(),
  }
}

describe.skipIf(chromiumPath === undefined)('in a browser', () => {
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  test.each([
    ['Yes, I will come', 'confirmed', 'We are expecting you.'],
    ['No, please cancel', 'cancel_requested', 'The practice will see to your request'],
  ])(
    'a patient who presses "%s" is thanked, and the practice sees the answer',
    async (button, answer, thanks) => {
      await using c = await clinic()
      await using server = listening(c)
      await using b = await patientsBrowser(server.url)
      const { path, metadata } = await reminded(c)
      await b.open(path)
      await b.page.waitForSelector('text=Can you come?')
      expect(await b.page.textContent('#practice')).toBe('Praxis am Lindenplatz')
      expect(await b.page.textContent('#date')).toBe('Tuesday, 10 March 2026')
      expect(await b.page.textContent('#time')).toBe('10:00')
      expect(await metadata()).toEqual({})
      await b.page.click(`text=${button}`)
      await b.page.waitForSelector(`text=${thanks}`)
      expect(await metadata()).toMatchObject({ patientAnswer: { answer } })
      await b.page.reload()
      await b.page.waitForSelector(`text=${thanks}`)
      expect(await b.page.textContent('#message')).toEndWith(
        'Has something changed? Please call the practice.',
      )
      expect(await b.page.isVisible('#answers')).toBe(false)
      expect(b.problems).toEqual([])
    },
    60_000,
  )

  test('the text after an answer is in the language of the reminder', async () => {
    await using c = await clinic()
    success(await c.owner.call('PATCH', '/api/v1/practice/reminders', { language: 'de' }))
    await using server = listening(c)
    await using b = await patientsBrowser(server.url)
    const { path } = await reminded(c)
    await b.open(path)
    await b.page.click('text=Nein, bitte absagen')
    await b.page.waitForSelector('text=Hat sich etwas geändert? Bitte rufen Sie die Praxis an.')
  }, 60_000)

  test('a patient who gives another answer in a second window is asked to call', async () => {
    await using c = await clinic()
    await using server = listening(c)
    await using one = await patientsBrowser(server.url)
    await using two = await patientsBrowser(server.url)
    const { path, metadata } = await reminded(c)
    for (const { open, page } of [one, two]) {
      await open(path)
      await page.waitForSelector('text=Can you come?')
    }
    await one.page.click('#confirmed')
    await one.page.waitForSelector('text=We are expecting you.')
    await two.page.click('#cancel_requested')
    await two.page.waitForSelector('text=You have answered already.')
    expect(await metadata()).toMatchObject({ patientAnswer: { answer: 'confirmed' } })
  }, 60_000)

  test('an incomplete link is explained in the browser’s language', async () => {
    await using c = await clinic()
    await using server = listening(c)
    await using b = await patientsBrowser(server.url, { locale: 'de-AT' })
    await b.open('/visit#AZcAAAA')
    await b.page.waitForSelector('text=Dieser Link funktioniert nicht.')
    expect(await b.page.isVisible('#when')).toBe(false)
    expect(await b.page.isVisible('#answers')).toBe(false)
  }, 60_000)

  test('a mail scanner that only opens the link gives no answer, with or without scripts', async () => {
    await using c = await clinic()
    await using server = listening(c)
    const { path, metadata } = await reminded(c)
    for (const javaScriptEnabled of [true, false]) {
      await using b = await patientsBrowser(server.url, { javaScriptEnabled })
      await b.open(path)
      await b.page.waitForLoadState('networkidle')
    }
    expect(await metadata()).toEqual({})
  }, 60_000)

  test('the page is accessible to screen readers and the keyboard', async () => {
    await using c = await clinic()
    await using server = listening(c)
    const { path } = await reminded(c)
    for (const colorScheme of ['light', 'dark'] as const) {
      await using b = await patientsBrowser(server.url, { bypassCSP: true, colorScheme })
      await b.open(path)
      await b.page.waitForSelector('#answers:not([hidden])')
      await b.page.waitForSelector('main:not([aria-busy])')
      await b.page.evaluate(axe.source)
      const { violations } = await b.page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run())
      expect(violations.map(({ id }) => id)).toEqual([])
      await b.page.keyboard.press('Tab')
      expect(await b.page.evaluate(() => document.activeElement?.id)).toBe('confirmed')
    }
  }, 60_000)
})
