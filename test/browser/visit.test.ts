import { describe, expect, test } from 'bun:test'
import axe from 'axe-core'
import { success } from '../support/answers.ts'
import { clinic } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { chromiumPath } from './browser.ts'
import { browser, useBrowser } from './browsing.ts'
import { expectFlawless } from './flaws.ts'
import { reminded } from './house.ts'
import { patientsBrowser } from './patients-browser.ts'

useBrowser()

describe.skipIf(chromiumPath === undefined)('the page of a visit in a browser', () => {
  test.each([
    ['Yes, I will come', 'confirmed', 'We are expecting you.'],
    ['No, please cancel', 'cancel_requested', 'The practice will see to your request'],
  ])(
    'when a patient presses "%s", the page thanks the patient, and the practice sees the answer',
    async (button, answer, thanks) => {
      await using c = await clinic()
      await using server = listening(c)
      await using b = await patientsBrowser(browser, server.url)
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
      expect(await b.page.isVisible(`#${answer}`)).toBe(false)
      expect(b.problems).toEqual([])
    },
  )

  test('a patient can change the answer, and the page is in the language of the practice', async () => {
    await using c = await clinic()
    success(await c.owner.call('PATCH', '/api/v1/practice/reminders', { language: 'de' }))
    await using server = listening(c)
    await using b = await patientsBrowser(browser, server.url)
    const { path, metadata } = await reminded(c)
    // Before the language of the patient is known, the page shows no text in another language.
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await b.page.route('**/visit/look', async (route) => {
      await answered
      await route.continue()
    })
    await b.open(path)
    expect(await b.page.isVisible('#title')).toBe(false)
    expect(await b.page.title()).toBe('Your appointment · Ihr Termin')
    answer()
    await b.page.click('text=Ja, ich komme')
    expect(await b.page.title()).toBe('Ihr Termin')
    await b.page.waitForSelector('text=Wir erwarten Sie.')
    expect(await b.page.textContent('#length')).toBe('dauert etwa 60 Minuten')
    expect(
      await b.page.$eval('#message', (message) => getComputedStyle(message, '::before').content),
    ).toContain('✓')
    await b.page.click('text=Ich kann doch nicht kommen')
    await b.page.waitForSelector('text=Die Praxis kümmert sich um Ihre Bitte um Absage.')
    expect(await metadata()).toMatchObject({ patientAnswer: { answer: 'cancel_requested' } })
    expect(await b.page.textContent('#confirmed')).toBe('Ich kann doch kommen')
    expect(b.problems).toEqual([])
  })

  test('a patient ends the e-mails, and starts them again on the same page', async () => {
    await using c = await clinic()
    await using server = listening(c)
    await using b = await patientsBrowser(browser, server.url)
    const { path, patient, metadata } = await reminded(c)
    await b.open(path)
    await b.page.click('text=No more e-mails')
    await b.page.waitForSelector('text=You get no more e-mails about your appointments.')
    expect(await patient()).toMatchObject({ notifyByEmail: false, notifyBySms: true })
    await b.page.click('text=Send me e-mails again')
    await b.page.waitForSelector('text=You get e-mails about your appointments again.')
    expect((await patient()).notifyByEmail).toBe(true)
    await b.page.click('text=No more e-mails')
    await b.page.waitForSelector('text=Send me e-mails again')
    await b.page.reload()
    await b.page.waitForSelector('text=You get no more e-mails about your appointments.')
    expect(await b.page.isVisible('#undo')).toBe(false)
    expect(await metadata()).toEqual({})
    expect(b.problems).toEqual([])
  })

  test('the page shows the phone number and the address of the practice', async () => {
    await using c = await clinic()
    const contact = { phone: '030 123 456', address: 'Lindenplatz 1\n10969 Berlin' }
    success(await c.owner.call('PATCH', '/api/v1/practice/reminders', contact))
    await using server = listening(c)
    await using b = await patientsBrowser(browser, server.url)
    const { path } = await reminded(c)
    await b.open(path)
    await b.page.waitForSelector('text=Call: 030 123 456')
    expect(await b.page.getAttribute('#phone a', 'href')).toBe('tel:030123456')
    expect(await b.page.textContent('#address')).toBe(contact.address)
  })

  test('when requests fail, the page repeats them, so a person must press only once', async () => {
    await using c = await clinic()
    await using server = listening(c)
    await using b = await patientsBrowser(browser, server.url)
    const { path, metadata } = await reminded(c)
    const failing = new Map([
      ['look', 1],
      ['answer', 2],
      ['confirm', 1],
    ])
    await b.page.route('**/visit/*', async (route) => {
      const step = route.request().url().split('/').at(-1)!
      const left = failing.get(step) ?? 0
      failing.set(step, left - 1)
      if (left <= 0) return route.continue()
      // The request reaches the server, and its answer is lost.
      await route.fetch()
      return route.abort('connectionreset')
    })
    await b.open(path)
    await b.page.click('text=Yes, I will come')
    await b.page.waitForSelector('text=We are expecting you.')
    expect(await metadata()).toMatchObject({ patientAnswer: { answer: 'confirmed' } })
  })

  test('a person who has left the page open for eleven minutes must press only once', async () => {
    await using c = await clinic()
    await using server = listening(c)
    await using b = await patientsBrowser(browser, server.url)
    const { path, metadata } = await reminded(c)
    await b.open(path)
    await b.page.waitForSelector('#confirmed:not([aria-disabled])')
    const later = c.clock.now + 11 * 60_000 - Date.now()
    Object.defineProperty(c.clock, 'now', { get: () => Date.now() + later })
    await b.page.click('#confirmed')
    await b.page.waitForSelector('text=We are expecting you.')
    expect(await metadata()).toMatchObject({ patientAnswer: { answer: 'confirmed' } })
  })

  test('the page explains an incomplete link in the language of the browser', async () => {
    await using c = await clinic()
    await using server = listening(c)
    await using b = await patientsBrowser(browser, server.url, { locale: 'de-AT' })
    await b.open('/visit#AZcAAAA')
    await b.page.waitForSelector('text=Dieser Link funktioniert nicht.')
    expect(await b.page.isVisible('#when')).toBe(false)
    expect(await b.page.isVisible('#answers')).toBe(false)
  })

  test('a mail scanner that only opens the link gives no answer, with or without scripts', async () => {
    await using c = await clinic()
    await using server = listening(c)
    const { path, metadata } = await reminded(c)
    for (const javaScriptEnabled of [true, false]) {
      await using b = await patientsBrowser(browser, server.url, { javaScriptEnabled })
      await b.open(path)
      await b.page.waitForLoadState('networkidle')
    }
    expect(await metadata()).toEqual({})
  })

  test('§6.7 A mail scanner that presses every button records no answer.', async () => {
    await using c = await clinic()
    await using server = listening(c)
    await using b = await patientsBrowser(browser, server.url)
    const { path, metadata, patient } = await reminded(c)
    const before = await patient()
    const pressAll = () =>
      b.page.evaluate(() => {
        for (const button of document.querySelectorAll('button')) button.click()
      })
    await b.page.goto(server.url + path, { waitUntil: 'domcontentloaded' })
    await pressAll()
    await b.page.waitForSelector('#answers:not([hidden])')
    await pressAll()
    await b.page.waitForSelector('#confirmed:not([aria-disabled])')
    expect(await metadata()).toEqual({})
    await pressAll()
    await b.page.waitForSelector('text=Two buttons were pressed, so nothing was sent.')
    expect(await metadata()).toEqual({})
    expect(await patient()).toEqual(before)
    // Afterwards, a person presses one button.
    await b.page.click('#confirmed')
    await b.page.waitForSelector('text=We are expecting you.')
    expect(await metadata()).toMatchObject({ patientAnswer: { answer: 'confirmed' } })
  })

  test('a mail scanner that presses one button and leaves the page records no answer', async () => {
    await using c = await clinic()
    await using server = listening(c)
    const { path, metadata } = await reminded(c)
    {
      await using b = await patientsBrowser(browser, server.url)
      // The scanner leaves the page before the page confirms the answer. The test blocks the confirmation to make sure.
      await b.page.route('**/visit/confirm', () => undefined)
      await b.open(path)
      await b.page.click('#confirmed')
      await b.page.waitForSelector('text=One moment, please.')
    }
    await using person = await patientsBrowser(browser, server.url)
    await person.open(path)
    await person.page.waitForSelector('#confirmed:not([aria-disabled])')
    expect(await metadata()).toEqual({})
  })

  test('while the page is not visible, its buttons do not work, and no answer is confirmed', async () => {
    await using c = await clinic()
    await using server = listening(c)
    await using b = await patientsBrowser(browser, server.url)
    const { path, metadata } = await reminded(c)
    const show = (state: string) => {
      Object.defineProperty(document, 'visibilityState', { get: () => state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }
    await b.page.clock.install()
    await b.page.addInitScript(show, 'hidden')
    await b.open(path)
    await b.page.waitForSelector('#answers:not([hidden])')
    await b.page.clock.runFor(60_000)
    expect(await b.page.getAttribute('#confirmed', 'aria-disabled')).toBe('true')
    await b.page.evaluate(show, 'visible')
    await b.page.waitForSelector('#confirmed:not([aria-disabled])')
    // The clock is stopped, so that the pause between answer and confirmation does not end before the page is hidden.
    await b.page.clock.pauseAt((await b.page.evaluate(() => Date.now())) + 60_000)
    const answered = b.page.waitForResponse('**/visit/answer')
    await b.page.click('#confirmed')
    await b.page.evaluate(show, 'hidden')
    const sent: string[] = []
    b.page.on('request', (request) => sent.push(request.url()))
    await (await answered).finished()
    for (let second = 0; second < 60; second++) await b.page.clock.runFor(1_000)
    expect(sent).toEqual([])
    expect(await metadata()).toEqual({})
    await b.page.evaluate(show, 'visible')
    await b.page.clock.resume()
    await b.page.waitForSelector('text=We are expecting you.')
  })

  test('a person who opens the unsubscribe address in the header of a mail ends the e-mails by one button, without scripts', async () => {
    await using c = await clinic()
    await using server = listening(c)
    await using b = await patientsBrowser(browser, server.url, { javaScriptEnabled: false })
    const { unsubscribe, patient } = await reminded(c)
    await b.open(unsubscribe)
    expect((await patient()).notifyByEmail).toBe(true)
    await b.page.click('button')
    await b.page.waitForSelector('text=You get no more e-mails about your appointments.')
    expect((await patient()).notifyByEmail).toBe(false)
    expect(b.problems).toEqual([])
  })

  test('the page is accessible to screen readers and the keyboard', async () => {
    await using c = await clinic()
    await using server = listening(c)
    const { path } = await reminded(c)
    for (const colorScheme of ['light', 'dark'] as const) {
      await using b = await patientsBrowser(browser, server.url, { bypassCSP: true, colorScheme })
      await b.open(path)
      await b.page.waitForSelector('#answers:not([hidden])')
      await b.page.waitForSelector('main:not([aria-busy])')
      await b.page.evaluate(axe.source)
      const { violations } = await b.page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run())
      expect(violations.map(({ id }) => id)).toEqual([])
      await b.page.keyboard.press('Tab')
      const focused = () => b.page.evaluate(() => document.activeElement?.id)
      expect(await focused()).toBe('confirmed')
      if (colorScheme === 'light') {
        await expectFlawless(b.page, 'the question')
        continue
      }
      await b.page.waitForSelector('#confirmed:not([aria-disabled])')
      await b.page.keyboard.press('Enter')
      await b.page.waitForSelector('text=We are expecting you.')
      expect(await focused()).toBe('message')
      await expectFlawless(b.page, 'the answer')
    }
  })
})
