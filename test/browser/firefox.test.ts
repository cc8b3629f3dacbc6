/** Firefox shows every screen without an error. One test of each screen runs in Firefox, too. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'puppeteer-core'
import { en } from '../desk/words.ts'
import { success } from '../support/answers.ts'
import { clinic } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { bookingClinic, bookingPage, typed } from '../support/online-booking.ts'
import { agrees, dueAgain, recallsOf } from '../support/recalling.ts'
import { newChair, newEntry, newNote, newPatient, newWaiting } from '../support/records.ts'
import { anotherSession } from '../support/sign-in.ts'
import { firefoxPath, launchFirefox, watchedPage } from './firefox.ts'
import { reminded } from './house.ts'
import { soon } from './soon.ts'

let browser: Browser
const browsing = test.skipIf(firefoxPath === undefined)
beforeAll(async () => {
  if (firefoxPath === undefined) console.log('There is no Firefox, so its stories are skipped.')
  else browser = await launchFirefox()
})
afterAll(() => browser?.close())

/** A practice with appointments, a patient on the waiting list and a note, and its desk in Firefox. */
async function desk() {
  const everything = new AsyncDisposableStack()
  const c = everything.use(await clinic())
  const { url } = everything.use(listening(c))
  const { call } = c.owner
  const chair = await newChair(call, { name: 'Room 1' })
  const zoe = await newPatient(call, { email: 'zoe@example.org' })
  await newNote(call, zoe.id, { body: 'Ask for the X-ray.', isNext: true })
  await newWaiting(call, { patientId: zoe.id })
  const times = { startAt: '2026-03-02T09:00:00Z', endAt: '2026-03-02T09:30:00Z' }
  const visit = await newEntry(call, { chairId: chair.id, patientId: zoe.id, ...times })
  const token = await anotherSession(c, 'Firefox', c.owner.userId)
  const { page, complaints } = await watchedPage(browser)
  everything.defer(() => page.close())
  await page.evaluateOnNewDocument((kept) => {
    // The empty page that Firefox opens first has no storage.
    if (location.protocol.startsWith('http')) sessionStorage.setItem('chairside.session', kept)
  }, token)
  const show = async (place: string) => {
    await page.goto(new URL(`/desk#/${place}`, url).href)
    await page.waitForSelector('main > *')
  }
  return {
    c,
    call,
    page,
    complaints,
    show,
    visit,
    zoe,
    url,
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  }
}

/** Waits for an element, and clicks it. */
async function click(page: Page, selector: string): Promise<void> {
  await page.waitForSelector(selector)
  await page.$eval(selector, (element) => (element as HTMLElement).click())
}

/** The selector of a button by its whole name, within another element if `within` is given. */
const named = (name: string, within = '') => `${within} [aria-label=${JSON.stringify(name)}]`

/** Waits for a field, and replaces its text. */
async function type(page: Page, selector: string, text: string): Promise<void> {
  await page.waitForSelector(selector)
  await page.$eval(selector, (field) => (field as HTMLInputElement).select())
  await page.type(selector, text)
}

browsing(
  'Firefox shows every screen of the desk, and every part of the settings, without an error',
  async () => {
    await using house = await desk()
    const { page, complaints, show } = house
    await show('day')
    const screens = await page.$$eval('.rail nav a', (links) => links.map((link) => link.hash.slice(2)))
    expect(screens.length).toBeGreaterThan(5)
    await show('settings')
    await page.waitForSelector('main h1')
    const parts = await page.$$eval('main nav a', (links) => links.map((link) => link.hash.slice(2)))
    expect(parts.length).toBeGreaterThan(8)
    // The selectors that show that a screen is open: its current link, or an element that only this screen has.
    const here = (place: string) => `nav a[href="#/${place}"][aria-current]`
    const others = {
      [`patients/${house.zoe.id}`]: 'main .page.patient',
      'waiting-list/due': here('waiting-list/due'),
      'day/2026-03-02/week/all': 'main .column',
    }
    const places = [...screens, ...parts].map((place) => [place, here(place)])
    for (const [place, shown] of [...places, ...Object.entries(others)]) {
      await page.evaluate((to) => {
        location.hash = `#/${to}`
      }, place!)
      await page.waitForSelector(shown!)
      await page.waitForFunction(
        (loading) => {
          const main = document.querySelector('main')!
          const { textContent } = main
          return (
            main.querySelector('h1') !== null && textContent.length > 20 && !textContent.includes(loading)
          )
        },
        {},
        en.shell.loading,
      )
      expect(await page.$('main .trouble')).toBeNull()
    }
    expect(complaints).toEqual([])
  },
)

browsing(
  'in Firefox, a receptionist notes an arrival, undoes this, and books an appointment, all by keyboard',
  async () => {
    await using house = await desk()
    const { page, complaints, show, call, visit } = house
    const state = async () => success(await call('GET', `/api/v1/appointments/${visit.id}/progress`)).state
    await show('day')
    await page.focus(`[data-entry="${visit.id}"]`)
    await page.keyboard.press('a')
    await soon(async () => expect(await state()).toBe('arrived'))
    await page.keyboard.press('z')
    await soon(async () => expect(await state()).toBe('expected'))
    await page.keyboard.press('b')
    await type(page, 'dialog [role=combobox]', 'Müller')
    await page.waitForSelector('dialog [role=option]')
    await page.keyboard.press('Enter')
    await page.waitForSelector('dialog .booking-title:focus')
    await page.waitForSelector('dialog .booking-time')
    await page.keyboard.press('Enter')
    await page.waitForSelector('dialog .booking-time:focus')
    await page.keyboard.press('Enter')
    await page.waitForSelector('dialog .booking-submit:focus')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.querySelector('dialog') === null)
    await soon(async () => {
      const { appointments } = success(
        await call('GET', '/api/v1/appointments?from=2026-03-02T00:00:00Z&to=2026-03-12T00:00:00Z'),
      )
      expect(appointments).toHaveLength(2)
    })
    expect(complaints).toEqual([])
  },
)

browsing('in Firefox, a receptionist finds a patient and writes a note', async () => {
  await using house = await desk()
  const { page, complaints, show, call, zoe } = house
  await show('patients')
  await page.keyboard.press('/')
  await type(page, 'dialog [role=combobox]', 'Müller')
  await page.waitForSelector('dialog [role=option]')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.querySelector('main h1')?.textContent === 'Müller, Zoé')
  await click(page, 'main section:has(.notes) button')
  await type(page, 'main textarea', 'Called back.')
  await page.keyboard.down('Control')
  await page.keyboard.press('Enter')
  await page.keyboard.up('Control')
  await soon(async () => {
    const { notes } = success(await call('GET', `/api/v1/patients/${zoe.id}/notes`))
    expect(notes[0].body).toBe('Called back.')
  })
  expect(complaints).toEqual([])
})

browsing('in Firefox, a receptionist marks a line of the inbox as done, and undoes this', async () => {
  await using house = await desk()
  const { page, complaints, show, call } = house
  const waits = async () =>
    success(await call('GET', '/api/v1/inbox')).items.filter(
      ({ kind, mark }: { kind: string; mark: object | null }) => kind === 'note_next' && mark === null,
    )
  await show('inbox')
  await click(page, named(en.inbox.doneWith('Müller, Zoé'), '.note_next'))
  await soon(async () => expect(await waits()).toEqual([]))
  await page.waitForSelector('.toast button')
  await page.keyboard.press('z')
  await soon(async () => expect(await waits()).toHaveLength(1))
  await page.waitForSelector('.inbox-item.note_next')
  expect(complaints).toEqual([])
})

browsing('in Firefox, a receptionist removes a patient from the waiting list, and undoes this', async () => {
  await using house = await desk()
  const { page, complaints, show, call } = house
  const waiting = async () => success(await call('GET', '/api/v1/waiting-list')).waiting
  await show('waiting-list')
  await click(page, '.waiting-off')
  await soon(async () => expect(await waiting()).toEqual([]))
  await page.waitForSelector('.toast button')
  await page.keyboard.press('z')
  await soon(async () => expect(await waiting()).toHaveLength(1))
  expect(complaints).toEqual([])
})

browsing('in Firefox, a receptionist notes a call to a patient who is due to come again', async () => {
  await using house = await desk()
  const { page, complaints, show, c } = house
  await dueAgain(c, { ...agrees, lastName: 'Aydın' })
  await show('waiting-list/due')
  await click(page, named(en.recalls.unansweredBy('Aydın, Zoé')))
  await soon(async () => expect((await recallsOf(c)).recalls[0].contacts).toHaveLength(1))
  expect(complaints).toEqual([])
})

browsing('in Firefox, the day sheet can show the whole practice on one sheet', async () => {
  await using house = await desk()
  const { page, complaints, show } = house
  await show('day-sheet')
  await page.waitForSelector('.sheet')
  await page.select('.sheet-choices select', 'whole')
  await page.waitForSelector('.sheet.whole')
  expect(complaints).toEqual([])
})

browsing('in Firefox, an owner saves a setting of the practice', async () => {
  await using house = await desk()
  const { page, complaints, show, call } = house
  await show('settings/practice')
  await type(page, 'main [autocomplete=organization]', 'Praxis am Park')
  await click(page, 'form:has([autocomplete=organization]) [type=submit]')
  await soon(async () => expect(success(await call('GET', '/api/v1/practice')).name).toBe('Praxis am Park'))
  expect(complaints).toEqual([])
})

browsing(
  'in Firefox, the pages to sign in, set up and enrol open, and a patient answers a reminder on its page',
  async () => {
    await using c = await clinic()
    await using server = listening(c)
    const { path, metadata } = await reminded(c)
    const { page, complaints } = await watchedPage(browser)
    for (const place of ['/sign-in', '/setup', '/enrol']) {
      await page.goto(new URL(place, server.url).href)
      await page.waitForSelector('h1')
    }
    await page.goto(new URL(path, server.url).href)
    // The buttons work only after the page was visible for a moment.
    await click(page, '#confirmed:not([aria-disabled])')
    await soon(async () => expect(await metadata()).toMatchObject({ patientAnswer: { answer: 'confirmed' } }))
    expect(complaints).toEqual([])
    await page.close()
  },
)

browsing('in Firefox, a new patient books on the booking page of the practice', async () => {
  await using c = await bookingClinic()
  await using server = listening(c)
  const { page, complaints } = await watchedPage(browser)
  await page.goto(new URL(bookingPage, server.url).href)
  await click(page, 'a[href*="known=no"]')
  await click(page, 'a[href*="type="]')
  await click(page, '[name=time][value^="2026-03-03T09:00"]')
  const { answer0, lang, ...fields } = typed
  for (const [name, text] of Object.entries(fields)) await type(page, `[name=${name}]`, text)
  await click(page, 'form:has([name=contact]) button')
  await page.waitForSelector('[name=code]')
  await type(page, '[name=code]', /\b\d{6}\b/.exec(c.emails.at(-1)!.text)![0])
  await click(page, 'form:has([name=code]) button')
  await page.waitForSelector('::-p-text(Your appointment is booked)')
  expect(success(await c.owner.call('GET', '/api/v1/patients?search=M%C3%BCller')).patients).toHaveLength(1)
  expect(complaints).toEqual([])
  await page.close()
})
