import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { listening } from '../support/listening.ts'
import { type BookingClinic, bookingClinic } from '../support/online-booking.ts'
import { until } from '../support/until.ts'
import { chromiumPath } from './browser.ts'
import { browser, useBrowser } from './browsing.ts'
import { mistakesIn } from './desk-accessible.ts'
import { expectFlawless } from './flaws.ts'
import { patientsBrowser } from './patients-browser.ts'

useBrowser()
const phone = { width: 390, height: 844 }

/** The words that a visitor reads and presses. */
const spoken = {
  en: {
    been: 'Have you been here before?',
    which: 'Which appointment do you need?',
    when: 'Choose a time',
    who: 'Who is coming?',
    time: 'Tuesday, 3 March 2026, 10:00',
    later: 'Tuesday, 3 March 2026, 11:00',
    no: 'No, this is my first visit',
    yes: 'Yes, I have been here before',
    type: 'Check-up',
    day: 'Day',
    month: 'Month',
    year: 'Year',
    contact: 'E-mail address or mobile number',
    first: 'First name',
    last: 'Last name',
    send: 'Send me the code',
    code: 'Code of six digits',
    book: 'Book this appointment',
    booked: 'Your appointment is booked',
    other: 'Choose another time',
    ask: 'Ask for this appointment',
    requested: 'The practice has your request',
  },
  de: {
    been: 'Waren Sie schon einmal bei uns?',
    which: 'Welchen Termin brauchen Sie?',
    when: 'Wählen Sie eine Zeit',
    who: 'Wer kommt?',
    time: 'Dienstag, 3. März 2026, 10:00 Uhr',
    later: 'Dienstag, 3. März 2026, 11:00 Uhr',
    no: 'Nein, ich komme zum ersten Mal',
    yes: 'Ja, ich war schon einmal da',
    type: 'Kontrolle',
    day: 'Tag',
    month: 'Monat',
    year: 'Jahr',
    contact: 'E-Mail-Adresse oder Handynummer',
    first: 'Vorname',
    last: 'Nachname',
    send: 'Code schicken',
    code: 'Code aus sechs Ziffern',
    book: 'Diesen Termin buchen',
    booked: 'Ihr Termin ist gebucht',
    other: 'Andere Zeit wählen',
    ask: 'Diesen Termin anfragen',
    requested: 'Ihre Anfrage ist bei der Praxis',
  },
}
type Spoken = (typeof spoken)['en']

async function expectAccessible(page: Page): Promise<void> {
  const found = [...(await mistakesIn(page, 'light')), ...(await mistakesIn(page, 'dark'))]
  expect(found).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Goes from the first question to the form for the visitor's name. */
async function choose(page: Page, words: Spoken, time = words.time): Promise<void> {
  await page.getByRole('link', { name: words.no }).click()
  await page.getByRole('link', { name: words.type }).click()
  await page.getByRole('button', { name: time }).click()
}

async function fillIn(page: Page, words: Spoken, contact: string): Promise<void> {
  await page.getByLabel(words.first).fill('Zoé')
  await page.getByLabel(words.last).fill('Müller')
  await page.getByLabel(words.day).fill('23')
  await page.getByLabel(words.month).fill('4')
  await page.getByLabel(words.year).fill('1987')
  await page.getByLabel(words.contact).fill(contact)
  await page.getByRole('button', { name: words.send }).click()
  await page.getByLabel(words.code).waitFor()
}

/**
 * The seconds that a person needs, by the keystroke-level model of Card, Moran and Newell (1980). To point at something
 * takes 1.1 s, after 1.35 s of thought. A key takes half a second on a phone. The wait for the mail is not included.
 */
const secondsOf = (presses: number, typed: readonly string[]): number =>
  (presses + typed.length) * (1.1 + 1.35) + typed.join('').length * 0.5

async function codeIn({ emails }: BookingClinic, count: number): Promise<string> {
  await until('a code', () => emails.length === count)
  return /\b\d{6}\b/.exec(emails.at(-1)!.text)![0]
}

describe.skipIf(chromiumPath === undefined)('the booking page', () => {
  test.each([
    ['en', 'with a script', true],
    ['de', 'without a script', false],
  ] as const)(
    '§31 A new patient books on a phone, also without a script. In %s, %s',
    async (language, _how, javaScriptEnabled) => {
      await using c = await bookingClinic()
      await using server = listening(c)
      const words = spoken[language]
      const options = { viewport: phone, locale: language, javaScriptEnabled }
      await using b = await patientsBrowser(browser, server.url, options)
      let pages = 0
      b.page.on('request', (request) => {
        if (request.isNavigationRequest()) pages++
      })
      await b.open('/book/lindenplatz')
      await choose(b.page, words)
      await fillIn(b.page, words, 'zoe@example.org')
      await b.page.getByLabel(words.code).fill(await codeIn(c, 1))
      await b.page.getByRole('button', { name: words.book }).click()
      await b.page.getByRole('heading', { name: words.booked }).waitFor()
      const { patients } = (await c.owner.call('GET', '/api/v1/patients?search=M%C3%BCller')).data
      expect(patients).toMatchObject([{ firstName: 'Zoé', lastName: 'Müller', status: 'new' }])
      // Every page except the first one takes one press.
      expect(
        secondsOf(pages - 1, ['Zoé', 'Müller', '23', '4', '1987', 'zoe@example.org', '123456']),
      ).toBeLessThan(60)
      expect(b.problems).toEqual([])
      expect(await b.page.context().cookies()).toEqual([])
    },
  )

  test('§31 After a request, the booking page shows until when the practice answers.', async () => {
    await using c = await bookingClinic('request')
    await using server = listening(c)
    const { name } = (await c.owner.call('GET', '/api/v1/me')).data.user
    const practitioners = [{ memberId: c.owner.userId }]
    const type = `/api/v1/appointment-types/${c.typeId}`
    expect((await c.owner.call('PATCH', type, { practitioners })).status).toBe(200)
    const words = spoken.en
    await using b = await patientsBrowser(browser, server.url, { viewport: phone, locale: 'en' })
    await b.open('/book/lindenplatz')
    await choose(b.page, words, `${words.time} with ${name}`)
    await fillIn(b.page, words, 'zoe@example.org')
    await b.page.getByLabel(words.code).fill(await codeIn(c, 1))
    await b.page.getByRole('button', { name: words.ask }).click()
    await b.page.getByRole('heading', { name: words.requested }).waitFor()
    await b.page.getByText('It answers by Tuesday, 3 March 2026, 10:00 at the latest').waitFor()
    await expectAccessible(b.page)
  })

  test('§31 On the booking page, a visitor who chooses a time that is no longer free sees other times of this day at once.', async () => {
    await using c = await bookingClinic()
    await using server = listening(c)
    const words = spoken.en
    await using b = await patientsBrowser(browser, server.url, { viewport: phone, locale: 'en' })
    await b.open('/book/lindenplatz')
    await b.page.getByRole('link', { name: words.no }).click()
    await b.page.getByRole('link', { name: words.type }).click()
    const button = b.page.getByRole('button', { name: words.time })
    await button.waitFor()
    expect((await c.visitor().hold('2026-03-03T09:00:00.000Z')).status).toBe(201)
    await button.click()
    await b.page.getByText('Somebody has just taken this time.').waitFor()
    expect(await b.page.title()).toStartWith('Error: ')
    expect(await b.page.getByRole('alert').evaluate((box) => box === document.activeElement)).toBe(true)
    expect(await button.count()).toBe(0)
    await expectAccessible(b.page)
    await b.page.getByRole('button', { name: words.later }).click()
    await b.page.getByLabel(words.first).waitFor()
  })

  test('§31 When a hold has ended, the page tells the visitor. When a visitor chooses another time, the hold is released.', async () => {
    await using c = await bookingClinic()
    await using server = listening(c)
    const words = spoken.en
    await using b = await patientsBrowser(browser, server.url, { viewport: phone, locale: 'en' })
    await b.open('/book/lindenplatz')
    await choose(b.page, words)
    await b.page.getByRole('button', { name: words.other }).click()
    await b.page.getByRole('button', { name: words.later }).click()
    await b.page.getByLabel(words.first).waitFor()
    expect((await c.visitor().hold('2026-03-03T09:00:00.000Z')).status).toBe(201)
    expect((await c.visitor().hold('2026-03-03T10:00:00.000Z')).status).toBe(409)
    c.clock.now += 10 * 60_000
    await b.page.getByLabel(words.first).fill('Zoé')
    await b.page.getByRole('button', { name: words.other }).click()
    await b.page.getByText('We held the time for ten minutes, and they are over.').waitFor()
    await expectAccessible(b.page)
    await b.open(`/book/lindenplatz?known=no&type=${c.typeId}&from=2026-99-99`)
    await b.page.getByText('Please begin again.').waitFor()
    await expectAccessible(b.page)
    await b.open('/book/nobody')
    await b.page.getByRole('heading', { name: 'Nobody takes bookings here' }).waitFor()
    await expectAccessible(b.page)
  })

  test('§31 Each field of the booking page shows its mistake, and the typed text stays.', async () => {
    await using c = await bookingClinic()
    await using server = listening(c)
    const words = spoken.en
    await using b = await patientsBrowser(browser, server.url, { viewport: phone, locale: 'en' })
    await b.open('/book/lindenplatz')
    await choose(b.page, words)
    const at = (label: string) => b.page.getByLabel(label, { exact: true })
    await at(words.first).fill('<b>Zoé</b>')
    await at(words.last).fill(' ')
    for (const [label, text] of [
      [words.day, '31'],
      [words.month, '2'],
      [words.year, '1987'],
    ] as const)
      await at(label).fill(text)
    await at(words.contact).fill('zoe@')
    await b.page.getByRole('button', { name: words.send }).click()
    await b.page.getByText('Write your date of birth in numbers').first().waitFor()
    expect(await at(words.first).inputValue()).toBe('<b>Zoé</b>')
    const errorAt = (label: string) =>
      at(label).evaluate((input) =>
        (input.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent),
      )
    expect(await errorAt(words.last)).toContain('Write your last name.')
    expect(await errorAt(words.day)).toContain('Write your date of birth in numbers: day, month and year.')
    await expectAccessible(b.page)
    await at(words.last).fill('Müller')
    await at(words.day).fill('23')
    await b.page.getByRole('button', { name: words.send }).click()
    await b.page.getByText('Write your e-mail address or your mobile number.').first().waitFor()
    await at(words.contact).fill('zoe@example.org')
    await b.page.getByRole('button', { name: words.send }).click()
    const code = await codeIn(c, 1)
    await at(words.code).fill(code === '000000' ? '000001' : '000000')
    await b.page.getByRole('button', { name: words.book }).click()
    await b.page.getByText('This is not the code that we sent last.').first().waitFor()
    await expectAccessible(b.page)
    await b.page.getByRole('button', { name: 'Send a new code' }).click()
    await at(words.code).fill((await codeIn(c, 2)).replace(/^.../, '$& '))
    await b.page.getByRole('button', { name: words.book }).click()
    await b.page.getByRole('heading', { name: words.booked }).waitFor()
  })

  test.each(['en', 'de'] as const)(
    '§31 The booking page is accessible, and works with only the keyboard. In %s',
    async (language) => {
      await using c = await bookingClinic()
      await using server = listening(c)
      const words = spoken[language]
      await using b = await patientsBrowser(browser, server.url, { viewport: phone, locale: language })
      const check = async (heading: string) => {
        await b.page.getByRole('heading', { name: heading }).first().waitFor()
        await expectAccessible(b.page)
        if (language === 'en') await expectFlawless(b.page, heading)
      }
      /** Moves the focus by Tab to the element with this name. Returns the number of steps. */
      const tabTo = async (name: string) => {
        const isThere = () =>
          b.page.evaluate((name) => {
            const { activeElement } = document
            const label =
              activeElement instanceof HTMLInputElement ? activeElement.labels?.[0] : activeElement
            return label?.textContent?.replace(/\s+/g, ' ').trim().startsWith(name) ?? false
          }, name)
        for (let i = 0; i < 60; i++) {
          await b.page.keyboard.press('Tab')
          if (await isThere()) return
        }
        throw new Error(`the keyboard does not reach ${name}`)
      }
      const press = async (name: string) => {
        await tabTo(name)
        await b.page.keyboard.press('Enter')
      }
      const type = async (name: string, text: string) => {
        await tabTo(name)
        await b.page.keyboard.type(text)
      }
      await b.open('/book/lindenplatz')
      await check(words.been)
      await press(words.no)
      await check(words.which)
      await press(words.type)
      await check(words.when)
      await press(words.time)
      await check(words.who)
      await type(words.first, 'Zoé')
      await type(words.last, 'Müller')
      await type(words.day, '23')
      await type(words.month, '4')
      await type(words.year, '1987')
      await type(words.contact, 'zoe@example.org')
      await press(words.send)
      await check(words.code)
      await type(words.code, await codeIn(c, 1))
      await b.page.keyboard.press('Enter')
      await check(words.booked)
    },
  )
})
