import { expect } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import type { Words } from '../../src/desk/words/languages.ts'
import { success } from '../support/answers.ts'
import type { Client } from '../support/client.ts'
import { bookingClinic } from '../support/online-booking.ts'
import {
  newAppointmentType,
  newChair,
  newClosure,
  newEntry,
  newNote,
  newPatient,
  newWaiting,
} from '../support/records.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse, type House, languages } from './desk.ts'
import { expectAccessible } from './desk-accessible.ts'
import { soon } from './soon.ts'

useBrowser()

/** The entries that start on a day, in the time zone of Berlin. */
async function entriesOn(call: Client, date: string, days = 1) {
  const to = new Date(Date.parse(date) + days * 86_400_000).toISOString()
  const query = `from=${date}T00:00:00Z&to=${to}`
  return success(await call('GET', `/api/v1/appointments?${query}`)).appointments
}

/** Finds a patient in the dialogue by typing, and chooses the first patient of the list. */
async function choose(page: Page, w: Words, typed: string) {
  await page.getByRole('combobox', { name: w.finder.label }).pressSequentially(typed)
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: w.booking.patient }).waitFor()
}

const submit = (page: Page, w: Words) =>
  page.getByRole('button', { name: w.booking.submits.appointment, exact: true })
const title = (page: Page, w: Words) => page.getByRole('combobox', { name: w.booking.name })
const card = (page: Page, text: string) => page.locator('[data-entry]', { hasText: text })
const freeTime = (page: Page, time: string) => page.locator('.booking-time', { hasText: time }).first()
const open = (page: Page) => page.keyboard.press('b')
/**
 * Waits until a booking is answered and is on the board. The event about the booking can draw the card while the
 * dialogue still waits for its answer.
 */
async function booked(page: Page, text: string) {
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await card(page, text).waitFor()
}

/** Clicks an element. Returns the field that has the focus before the page is painted: its class, or its role. */
const focusedBy = (locator: Locator) =>
  locator.evaluate(async (element) => {
    ;(element as HTMLElement).click()
    for (let i = 0; i < 50; i++) await Promise.resolve()
    return document.activeElement!.className || document.activeElement!.role
  })

/** Fills a practice with a chair and two patients. It is open from 9 to 17 every day. */
async function practice(house: House) {
  const { call } = house.c.owner
  const chair = await newChair(call, { name: 'Room 1' })
  const phoneMobile = '+49 151 2345678'
  const zoe = await newPatient(call, { phoneMobile, dob: '1987-04-23', notifyBySms: true })
  const anna = await newPatient(call, { firstName: 'Anna', lastName: 'Schneider' })
  return { call, chair, zoe, anna }
}

for (const language of languages) {
  browsing(
    `a receptionist books an appointment with only the keyboard, and undoes this, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { call, zoe, chair } = await practice(house)
      await newNote(call, zoe.id, { body: 'Ask about the X-rays.', isNext: true })
      const { page, w, complaints } = await house.desk()
      const { keyboard } = page
      await page.getByRole('heading', { name: 'Room 1' }).waitFor()

      await open(page)
      await page.locator('input:focus').waitFor()
      await keyboard.type('zoé mül')
      await page.getByRole('option', { name: 'Müller' }).waitFor()
      await keyboard.press('Enter')
      await page.getByText('Ask about the X-rays.').waitFor()
      await page.getByText(w.booking.firstVisit).waitFor()
      // The dialogue shows the shortest way by keys.
      await page.getByText(w.booking.path).waitFor()
      await keyboard.type('Check-up')
      await freeTime(page, '9:15').waitFor()
      // Without a time, Enter moves the focus to the free times.
      await keyboard.press('Enter')
      await page.locator('.booking-time:focus').waitFor()
      await keyboard.press('ArrowDown')
      await keyboard.press('Enter')
      await page.getByText(w.booking.free).waitFor()
      await page.locator('.booking-submit:focus').waitFor()
      await page.locator('.booking-told', { hasText: w.booking.untold }).waitFor()
      await keyboard.press('Enter')
      await booked(page, 'Müller')
      await page.locator('.toast').getByText(w.booking.untold).waitFor()
      expect(await entriesOn(call, '2026-03-02')).toMatchObject([
        { startAt: '2026-03-02T08:15:00.000Z', title: 'Check-up', chairId: chair.id, patientId: zoe.id },
      ])
      await keyboard.press('z')
      await card(page, 'Müller').waitFor({ state: 'detached' })
      await soon(async () => expect(await entriesOn(call, '2026-03-02')).toEqual([]))
      expect(complaints).toEqual([])
    },
  )

  browsing(
    `a key chooses the appointment type, which fills in the title, the length and the chair, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { call, zoe, chair } = await practice(house)
      const other = await newChair(call, { name: 'Room 2' })
      const checkUp = { name: 'Check-up', durationMinutes: 45, color: '#22c55e' }
      const types = [
        await newAppointmentType(call, { ...checkUp, chairIds: [other.id] }),
        await newAppointmentType(call, { name: 'X-ray', durationMinutes: 15 }),
      ]
      await newEntry(call, {
        chairId: chair.id,
        patientId: zoe.id,
        title: 'Filling',
        startAt: '2026-03-02T09:00:00Z',
        endAt: '2026-03-02T10:00:00Z',
      })
      const { page, w, complaints } = await house.desk()
      const { booking } = w
      const typed = (name: string) => page.getByRole('radio', { name, exact: true })
      await page.getByRole('heading', { name: 'Room 1' }).waitFor()
      await open(page)
      await typed('Check-up').waitFor()
      await choose(page, w, 'zoé')
      await page.keyboard.press('Alt+2')
      expect(await title(page, w).inputValue()).toBe('X-ray')
      expect(await typed('X-ray').isChecked()).toBe(true)
      await page.keyboard.press('Alt+1')
      expect(await title(page, w).inputValue()).toBe('Check-up')
      expect(await typed(w.shell.minutes(45)).isChecked()).toBe(true)
      expect(await typed('Check-up').getAttribute('aria-keyshortcuts')).toBe('Alt+1')
      await expectAccessible(page, 'a booking with kinds of appointments')
      // The type is allowed only in the second room. There, the appointment would overlap another one of the same
      // patient.
      await freeTime(page, '10:15').getByText('Room 2').waitFor()
      await freeTime(page, '10:15').click()
      const times = w.booking.twiceAtOnce('').replace(/: *\.$/, '')
      await page.getByText(times).waitFor()
      await freeTime(page, '11:00').click()
      await page.getByText(booking.free).waitFor()
      // A value that the appointment type filled in may be changed.
      await title(page, w).fill('Check-up of the implant')
      await submit(page, w).click()
      await booked(page, 'Check-up of the implant')
      const stripe = () =>
        card(page, 'Check-up of the implant').evaluate(
          (one) => getComputedStyle(one, '::before').backgroundColor,
        )
      expect(await stripe()).toBe('rgb(34, 197, 94)')
      const [, made] = await entriesOn(call, '2026-03-02')
      expect(made).toMatchObject({
        appointmentTypeId: types[0].id,
        title: 'Check-up of the implant',
        color: '#22c55e',
        chairId: other.id,
        startAt: '2026-03-02T10:00:00.000Z',
        endAt: '2026-03-02T10:45:00.000Z',
      })
      await card(page, 'Check-up of the implant').dblclick()
      const kind = page.getByRole('dialog').getByLabel(booking.typeOf)
      expect(await kind.inputValue()).toBe(types[0].id)
      await kind.selectOption(types[1].id)
      await page.getByRole('dialog').getByRole('button', { name: w.shell.save, exact: true }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      expect((await entriesOn(call, '2026-03-02'))[1]).toMatchObject({
        appointmentTypeId: types[1].id,
        color: '#22c55e',
      })
      expect(complaints).toEqual([])
    },
  )

  // The compiler checks that no words are missing, so one test of each screen in German is enough.
  if (language !== 'en') continue

  browsing(
    `a receptionist registers a new patient during the booking of an appointment, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { call } = await practice(house)
      const { page, w, complaints } = await house.desk({ place: '/day/2026-03-04' })
      await open(page)
      await page.getByRole('combobox', { name: w.finder.label }).pressSequentially('Paula Neumann')
      await page.getByRole('option', { name: w.booking.newPatientNamed('Paula Neumann') }).click()
      // Escape returns to the booking, and does not close it.
      await page.getByRole('dialog', { name: w.booking.newPatient }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('combobox', { name: w.finder.label }).pressSequentially('Paula Neumann')
      await page.getByRole('option', { name: w.booking.newPatientNamed('Paula Neumann') }).click()
      await page.locator('dialog input').first().press('Enter')
      await page.getByRole('region', { name: w.booking.patient }).getByText('Neumann').waitFor()
      // Text that is typed at once goes into the search for another patient, even before the search is painted.
      expect(await focusedBy(page.getByRole('button', { name: w.booking.another }))).toBe('combobox')
      await page.keyboard.type('Neumann')
      const found = page.getByRole('option', { name: 'Neumann, Paula' })
      await found.waitFor()
      // After the choice of a patient, the title has the focus.
      expect(await focusedBy(found)).toBe('booking-title')
      await page.getByRole('region', { name: w.booking.patient }).getByText('Neumann').waitFor()
      await page.getByLabel(w.booking.time, { exact: true }).fill('1415')
      await title(page, w).fill('Pain')
      await submit(page, w).click()
      await booked(page, 'Neumann')
      expect(await entriesOn(call, '2026-03-04')).toMatchObject([
        { startAt: '2026-03-04T13:15:00.000Z', endAt: '2026-03-04T13:45:00.000Z', title: 'Pain' },
      ])
      expect(complaints).toEqual([])
    },
  )

  browsing(
    `the booking shows a series before it is booked, and one undo removes the whole series, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { call, chair, anna } = await practice(house)
      const taken = { startAt: '2026-03-16T09:00:00Z', endAt: '2026-03-16T10:00:00Z' }
      await newEntry(call, { chairId: chair.id, patientId: anna.id, ...taken })
      await newClosure(call, { name: 'Training', fromDate: '2026-03-09', throughDate: '2026-03-09' })
      const { page, w, complaints } = await house.desk()
      await open(page)
      await choose(page, w, 'Müller')
      await page.getByLabel(w.booking.time, { exact: true }).fill('10')
      await page.getByLabel(w.booking.comesAgain).check()
      await page.getByLabel(w.booking.times).fill('4')
      await page.getByText(w.booking.previewSays(4, 1)).waitFor()
      await page.getByRole('list', { name: w.booking.preview }).getByText('Training').waitFor()
      await submit(page, w).click()
      await page.getByText(w.booking.seriesTaken).waitFor()
      expect(complaints.splice(0)).toEqual(['409 /api/v1/appointments/series'])
      await page.getByRole('button', { name: w.booking.skipTaken }).click()
      await page.getByText(w.booking.previewSays(4, 0)).waitFor()
      await submit(page, w).click()
      await page.locator('.toast').getByText('Training').waitFor()
      // All appointments of the series are before the clocks change on the last Sunday of March.
      const series = await entriesOn(call, '2026-03-02', 40)
      expect(series.filter(({ seriesId }: { seriesId: string | null }) => seriesId !== null)).toHaveLength(4)
      await page.keyboard.press('z')
      await page.locator('.toast').getByText(w.shell.undone).waitFor()
      expect(await entriesOn(call, '2026-03-02', 40)).toHaveLength(1)
      expect(complaints).toEqual([])
    },
  )

  browsing(
    `a free time is booked for a patient on the waiting list, and an undo puts the patient on the list again, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { call, zoe } = await practice(house)
      const { id: appointmentTypeId } = await newAppointmentType(call, {
        name: 'Check-up',
        durationMinutes: 40,
      })
      await newWaiting(call, { patientId: zoe.id, durationMinutes: 45, appointmentTypeId })
      const { page, w, complaints } = await house.desk()
      await open(page)
      await page.getByRole('radio', { name: 'Check-up', exact: true }).waitFor()
      await freeTime(page, '10:00').click()
      await page.getByRole('radio', { name: w.shell.minutes(60) }).check()
      await page.getByRole('region', { name: w.booking.fits }).getByRole('button').click()
      await page.getByRole('region', { name: w.booking.patient }).waitFor()
      await submit(page, w).click()
      await booked(page, 'Müller')
      expect(success(await call('GET', '/api/v1/waiting-list')).waiting).toEqual([])
      expect(await entriesOn(call, '2026-03-02')).toMatchObject([
        {
          startAt: '2026-03-02T09:00:00.000Z',
          endAt: '2026-03-02T09:45:00.000Z',
          appointmentTypeId,
          title: 'Check-up',
        },
      ])
      await page.keyboard.press('z')
      await page.locator('.toast').getByText(w.shell.undone).waitFor()
      expect(success(await call('GET', '/api/v1/waiting-list')).waiting).toMatchObject([
        { patientId: zoe.id },
      ])
      expect(await entriesOn(call, '2026-03-02')).toEqual([])

      // When no time is free, the wishes go to the waiting list.
      await open(page)
      await choose(page, w, 'Schneider')
      await page.keyboard.press('Alt+1')
      await page.getByLabel(w.booking.partOfDay).selectOption('morning')
      await page.getByRole('button', { name: w.booking.waitInstead }).first().click()
      await page.getByLabel(w.waiting.urgencies.urgent).check()
      await page.getByRole('button', { name: w.booking.wait }).click()
      await page.locator('.toast').getByText(w.booking.waits('Anna Schneider')).waitFor()
      expect(success(await call('GET', '/api/v1/waiting-list')).waiting).toMatchObject([
        {
          urgency: 'urgent',
          endTime: '12:00',
          patient: { lastName: 'Schneider' },
          appointmentTypeId,
          durationMinutes: 40,
        },
        { patientId: zoe.id, appointmentTypeId },
      ])
      expect(complaints).toEqual([])
    },
  )
}

browsing('the key that opens a booking works as soon as a screen is drawn', async () => {
  await using house = await deskHouse(browser)
  const { page, w } = await house.desk()
  await page.addInitScript(() =>
    new MutationObserver((_, watch) => {
      if (document.querySelector('main > *') === null) return
      watch.disconnect()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'b', bubbles: true }))
    }).observe(document, { childList: true, subtree: true }),
  )
  await page.reload()
  await page.getByRole('combobox', { name: w.finder.label }).and(page.locator(':focus')).waitFor()
})

browsing(
  'when a title is typed and entered at once, the focus goes to the free times for the length of its type',
  async () => {
    await using house = await deskHouse(browser)
    const { call, chair, zoe } = await practice(house)
    const times = { startAt: '2026-03-02T09:00:00Z', endAt: '2026-03-02T11:00:00Z' }
    await newEntry(call, { chairId: chair.id, patientId: zoe.id, title: 'Crown', ...times })
    const { page, w, complaints } = await house.desk()
    await page.getByRole('heading', { name: 'Room 1' }).waitFor()
    await open(page)
    await choose(page, w, 'zoé')
    await freeTime(page, '9:15').waitFor()
    // The test checks the focus whenever the page changes.
    await page.evaluate(() => {
      const lost: string[] = []
      Object.assign(window, { lost })
      new MutationObserver(() => {
        const { activeElement } = document
        if (activeElement === document.body || activeElement?.matches('dialog'))
          lost.push(activeElement.tagName)
      }).observe(document.body, { childList: true, subtree: true, attributes: true })
    })
    const { promise: goOn, resolve: letGo } = Promise.withResolvers<void>()
    await page.route('**/api/v1/openings?**', (route) => goOn.then(() => route.continue()))
    await title(page, w).pressSequentially('Crown')
    await page.keyboard.press('Enter')
    await page.locator('.booking-time:focus').waitFor()
    letGo()
    await page.locator('.booking-time:focus', { hasText: '12:00' }).waitFor()
    expect(await page.evaluate(() => (window as unknown as { lost: string[] }).lost)).toEqual([])
    expect(complaints).toEqual([])
  },
)

browsing.each(languages)(
  'when somebody online holds the time, a refused booking names this hold and explains how to release it, in %s',
  async (language) => {
    const c = await bookingClinic('instant', { leastNoticeMinutes: 0 })
    await newPatient(c.owner.call, { firstName: 'Anna', lastName: 'Müller' })
    await using house = await deskHouse(browser, language, Promise.resolve(c))
    const { page, w, complaints } = await house.desk()
    await open(page)
    await choose(page, w, 'Müller')
    await title(page, w).fill('Filling')
    await freeTime(page, '10:30').click()
    await page.getByText(w.booking.free).waitFor()
    expect((await c.visitor().hold('2026-03-02T09:30:00.000Z')).status).toBe(201)
    await submit(page, w).click()
    const says = `${w.booking.taken(`${w.card.held}, 10:30–11:00`)} ${w.booking.release(w.card.held)}`
    await page.getByText(says).first().waitFor()
    expect(complaints).toEqual(['409 /api/v1/appointments'])
  },
)

browsing(
  'when somebody else has just taken the time, the booking keeps the typed text and names the other patient',
  async () => {
    await using house = await deskHouse(browser)
    const { call, chair, anna } = await practice(house)
    const { page, w, complaints } = await house.desk()
    await open(page)
    await choose(page, w, 'Müller')
    await title(page, w).fill('Check-up')
    await freeTime(page, '10:00').click()
    await page.getByText(w.booking.free).waitFor()
    const taken = { startAt: '2026-03-02T09:00:00Z', endAt: '2026-03-02T10:00:00Z' }
    await newEntry(call, { chairId: chair.id, patientId: anna.id, ...taken })
    await submit(page, w).click()
    await page.getByText(w.booking.taken('Anna Schneider, 10:00–11:00')).first().waitFor()
    await page.getByLabel(w.booking.time, { exact: true }).and(page.locator(':focus')).waitFor()
    expect(complaints.splice(0)).toEqual(['409 /api/v1/appointments'])
    expect(await title(page, w).inputValue()).toBe('Check-up')
    await freeTime(page, '11:00').click()
    await submit(page, w).click()
    await booked(page, 'Müller')
    expect(await entriesOn(call, '2026-03-02')).toHaveLength(2)
    expect(complaints).toEqual([])
  },
)

browsing('after a lost answer or a second click, an appointment is booked only once', async () => {
  await using house = await deskHouse(browser)
  const { call } = await practice(house)
  const { page, w, complaints } = await house.desk()
  await open(page)
  await choose(page, w, 'Müller')
  await freeTime(page, '10:00').click()
  await page.route('**/api/v1/appointments', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await submit(page, w).dblclick()
  await page.getByText(w.failures.offline).waitFor()
  expect(await entriesOn(call, '2026-03-02')).toHaveLength(1)
  await page.unroute('**/api/v1/appointments')
  // The test must not mistake the previous banner for the next one.
  await page.getByText(w.shell.offline).waitFor({ state: 'detached' })
  complaints.splice(0)

  await page.context().setOffline(true)
  await page.getByText(w.shell.offline).waitFor()
  await submit(page, w).click()
  await page.getByText(w.shell.offlineWrite).waitFor()
  await page.context().setOffline(false)
  complaints.splice(0)
  await submit(page, w).click()
  await card(page, 'Müller').waitFor()
  expect(await entriesOn(call, '2026-03-02')).toHaveLength(1)
  expect(complaints).toEqual([])
})

browsing('the desk asks about a time that the clocks skip or show twice', async () => {
  await using house = await deskHouse(browser)
  const { call } = await practice(house)
  const { page, w, complaints } = await house.desk({ place: '/day/2026-03-29' })
  await open(page)
  await title(page, w).fill('On call')
  const time = page.getByLabel(w.booking.time, { exact: true })
  await time.fill('2:30')
  await page.getByRole('alert').getByText(w.booking.skipped).waitFor()
  await submit(page, w).click()
  await page.getByText(w.booking.skipped).nth(1).waitFor()
  await page.getByRole('textbox', { name: w.booking.date, exact: true }).fill('2026-10-25')
  await page.getByText(w.booking.twice('2:30')).waitFor()
  await submit(page, w).click()
  await page.getByText(w.booking.chooseWhich).waitFor()
  await page.getByLabel(w.booking.secondTime).check()
  await page.getByText(w.booking.outsideHours).waitFor()
  await submit(page, w).click()
  await booked(page, 'On call')
  expect(await entriesOn(call, '2026-10-25')).toMatchObject([{ startAt: '2026-10-25T01:30:00.000Z' }])

  // The dialogue that moves the entry asks the same questions.
  await card(page, 'On call').click({ button: 'right' })
  await page.getByRole('menuitem', { name: w.acts.moveDialog }).click()
  const move = page.getByRole('dialog', { name: w.acts.moveTitle('On call') })
  const send = move.getByRole('button', { name: w.acts.move, exact: true })
  await move.getByLabel(w.acts.day).fill('2026-03-29')
  await move.getByRole('alert').getByText(w.booking.skipped).waitFor()
  await send.click()
  await move.getByLabel(w.acts.time).and(page.locator(':focus')).waitFor()
  await move.getByLabel(w.acts.day).fill('2026-10-25')
  await move.getByLabel(w.booking.firstTime).check()
  await send.click()
  await move.waitFor({ state: 'detached' })
  expect(await entriesOn(call, '2026-10-25')).toMatchObject([{ startAt: '2026-10-25T00:30:00.000Z' }])
  expect(complaints).toEqual([])
})

/** The buttons of a dialogue that something else covers. */
const covered = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.dialog-head button, .dialog-actions button')]
      .filter((button) => button.checkVisibility())
      .filter((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect()
        const [x, y] = [(left + right) / 2, (top + bottom) / 2]
        const points = [left + 2, right - 2].map((x) => [x, y] as const)
        return [...points, [x, top + 2] as const, [x, bottom - 2] as const].some(
          ([x, y]) => !button.contains(document.elementFromPoint(x, y)),
        )
      })
      .map((button) => button.textContent),
  )

browsing('a receptionist makes a block and a memo without a patient', async () => {
  await using house = await deskHouse(browser)
  const { call } = await practice(house)
  const { page, w, complaints } = await house.desk()
  for (const kind of ['unavailable', 'reminder'] as const) {
    await open(page)
    await page.getByRole('radio', { name: w.card.types[kind] }).check()
    if (kind === 'reminder') {
      // The desk's message about the previous booking does not cover the buttons.
      await page.locator('.dialog .toast').waitFor()
      for (const width of [320, 390, 1280]) {
        await page.setViewportSize({ width, height: 720 })
        await soon(async () => expect(await covered(page)).toEqual([]))
      }
    }
    await title(page, w).fill(`A ${kind}`)
    if (kind === 'unavailable') {
      // In the field for another length, the arrow keys go by five minutes. Any length is allowed.
      await page.getByRole('radio', { name: w.booking.ownLength, exact: true }).check()
      const length = page.getByLabel(w.booking.lengthMinutes)
      for (const [given, next] of [
        ['90', '95'],
        ['52', '53'],
      ] as const) {
        await length.fill(given)
        expect(await length.evaluate((field: HTMLInputElement) => field.checkValidity())).toBe(true)
        await length.press('ArrowUp')
        expect(await length.inputValue()).toBe(next)
      }
    }
    await page.getByLabel(w.booking.time, { exact: true }).fill('12')
    await page.getByRole('button', { name: w.booking.submits[kind] }).click()
    await booked(page, `A ${kind}`)
  }
  // Both entries start at the same time, so their order is not fixed.
  const found = await entriesOn(call, '2026-03-02')
  expect(found.map(({ type }: { type: string }) => type).sort()).toEqual(['reminder', 'unavailable'])
  expect(complaints).toEqual([])
})

browsing('the booking dialogue is accessible in every state', async () => {
  await using house = await deskHouse(browser, 'de')
  const { call, chair, zoe } = await practice(house)
  await newNote(call, zoe.id, { body: 'Nach den Röntgenbildern fragen.', isNext: true })
  await newEntry(call, {
    chairId: chair.id,
    patientId: zoe.id,
    title: 'Kontrolle',
    startAt: '2026-03-02T13:00:00Z',
    endAt: '2026-03-02T14:00:00Z',
  })
  await newWaiting(call, { patientId: zoe.id })
  const { page, w } = await house.desk()
  await open(page)
  await page.getByRole('button', { name: '11:00' }).waitFor()
  await expectAccessible(page, 'an empty booking')
  await page.getByRole('combobox', { name: w.finder.label }).pressSequentially('m')
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  await expectAccessible(page, 'a list of patients')
  await page.getByRole('listbox').getByRole('option').first().click()
  await page.getByRole('button', { name: '11:00' }).click()
  await page.getByText(w.booking.free).waitFor()
  await page.getByText(w.booking.more).click()
  await page.getByLabel(w.booking.comesAgain).check()
  await page.getByText(w.booking.previewSays(6, 0)).waitFor()
  await expectAccessible(page, 'a booking with everything open')
  await page.getByLabel(w.booking.comesAgain).uncheck()
  await page.getByLabel(w.booking.time, { exact: true }).fill('14')
  await submit(page, w).click()
  await page.locator('[aria-invalid]').waitFor()
  await expectAccessible(page, 'a booking that is refused')
  await page.getByRole('button', { name: w.booking.waitInstead }).first().click()
  await page.getByLabel(w.waiting.urgencies.soon).waitFor()
  await expectAccessible(page, 'a wish for the waiting list')
})
