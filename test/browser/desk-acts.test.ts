import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { success } from '../support/answers.ts'
import { newAppointmentType, newChair, newEntry, newPatient } from '../support/records.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse, type House, languages } from './desk.ts'
import { mistakesIn } from './desk-accessible.ts'
import { cardOf, depthOf, drawn, focusOnCard, press } from './desk-cards.ts'
import { soon } from './soon.ts'

useBrowser()

/** A day with two chairs. The times are UTC; the clocks of the practice are an hour ahead. */
async function busyHouse(house: House) {
  const { call } = house.c.owner
  const [one, two] = [await newChair(call, { name: 'Room 1' }), await newChair(call, { name: 'Room 2' })]
  const kind = await newAppointmentType(call)
  const book = async (lastName: string, chairId: string, from: string, to: string, date = '2026-03-02') => {
    const patient = await newPatient(call, { firstName: 'Eva', lastName })
    const times = { startAt: `${date}T${from}:00Z`, endAt: `${date}T${to}:00Z` }
    const body = { type: 'appointment', chairId, patientId: patient.id, appointmentTypeId: kind.id, ...times }
    return success(await call('POST', '/api/v1/appointments', body), 201)
  }
  const anna = await book('Anders', one.id, '09:00', '09:30')
  const berta = await book('Berg', one.id, '11:00', '12:00')
  const clara = await book('Clausen', two.id, '09:00', '09:30')
  const read = async ({ id }: { id: string }) => success(await call('GET', `/api/v1/appointments/${id}`))
  const patch = async ({ id }: { id: string }, body: object) =>
    success(await call('PATCH', `/api/v1/appointments/${id}`, body))
  return { call, one, two, kind, anna, berta, clara, read, patch, book }
}

/** The date and the times of an entry, in UTC: `03-02T09:00–09:30`. */
const when = ({ startAt, endAt }: { startAt: string; endAt: string }) =>
  `${startAt.slice(5, 16)}–${endAt.slice(11, 16)}`

const toast = (page: Page, text: string) => page.locator('.toast').getByText(text).last().waitFor()
/**
 * Waits for the flash of a card. The flash is short, so a test starts the wait before the act that causes the flash.
 */
const flashes = (page: Page, { id }: { id: string }) =>
  page.locator(`[data-entry="${id}"][data-flash]`).waitFor()
const undoKey = (page: Page) => page.keyboard.press('z')
const eva = (lastName: string) => `Eva ${lastName}`

/** The middle of a card, its bottom edge, and the height of a row. */
async function middleOf(page: Page, entry: { id: string; startAt: string; endAt: string }) {
  const card = cardOf(page, entry)
  await card.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await card.boundingBox())!
  const rows = (Date.parse(entry.endAt) - Date.parse(entry.startAt)) / 900_000
  return { x: x + width / 3, y: y + height / 2, row: (height + 1) / rows, bottom: y + height, top: y }
}

/** The desk gets no changes of other desks from now on, so that it shows an old state. */
async function deafen(page: Page): Promise<void> {
  await page.route('**/api/v1/changes**', () => {})
  await page.reload()
}

/**
 * The mistakes that axe-core finds in an open menu, dialogue or pinboard, light and dark. The board behind them has its
 * own tests.
 */
async function findings(page: Page): Promise<string[]> {
  const within = 'dialog[open], [role=menu], .pinboard'
  const found = [...(await mistakesIn(page, 'light', within)), ...(await mistakesIn(page, 'dark', within))]
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

for (const language of languages) {
  browsing(`a receptionist moves and resizes cards by mouse, and undoes this, in ${language}`, async () => {
    await using house = await deskHouse(browser, language)
    const { anna, berta, two, kind, read } = await busyHouse(house)
    const { page, w, complaints } = await house.desk()
    const at = async (entry: { id: string }) => when(await read(entry))
    const { x, y, row } = await middleOf(page, anna)

    // A movement of less than six pixels is not a drag, even if the time would change.
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 3, y + 4)
    await drawn(page)
    expect(await page.locator('.ghost').count()).toBe(0)
    await page.mouse.up()

    await page.mouse.down()
    await page.mouse.move(x, y + 4 * row, { steps: 4 })
    const ghost = page.locator('.ghost')
    await ghost.getByText(w.acts.free, { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await ghost.waitFor({ state: 'detached' })
    await page.mouse.up()
    expect(await at(anna)).toBe('03-02T09:00–09:30')

    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y + 4 * row, { steps: 4 })
    await page.mouse.up()
    await soon(async () => expect(await at(anna)).toEqual('03-02T10:00–10:30'))
    expect((await read(anna)).appointmentTypeId).toBe(kind.id)
    await toast(page, eva('Anders'))
    await undoKey(page)
    await toast(page, w.shell.undone)
    expect(await at(anna)).toBe('03-02T09:00–09:30')

    // Another entry occupies the time. So the desk sends nothing, and the card stays.
    const target = await middleOf(page, berta)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, target.y, { steps: 4 })
    await ghost.getByText(w.acts.takenBy(eva('Berg'))).waitFor()
    const flashed = flashes(page, berta)
    await page.mouse.up()
    await flashed
    expect(await at(anna)).toBe('03-02T09:00–09:30')

    // Both edges of a card can be dragged.
    const card = await middleOf(page, berta)
    await page.mouse.move(card.x, card.bottom - 3)
    await page.mouse.down()
    await page.mouse.move(card.x, card.bottom - 3 + 2 * card.row, { steps: 4 })
    await page.mouse.up()
    await soon(async () => expect(await at(berta)).toEqual('03-02T11:00–12:30'))
    await page.mouse.move(card.x, card.top + 3)
    await page.mouse.down()
    await page.mouse.move(card.x, card.top + 3 - card.row, { steps: 4 })
    await page.mouse.up()
    await soon(async () => expect(await at(berta)).toEqual('03-02T10:45–12:30'))
    // An undo takes back the newest act for which the desk has an answer.
    await toast(page, '11:45–13:30')
    await undoKey(page)
    await soon(async () => expect(await at(berta)).toEqual('03-02T11:00–12:30'))

    // The card is dragged to another chair.
    const box = (await page.locator(`[data-column="${two.id}"]`).boundingBox())!
    await page.mouse.move(card.x, card.y)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2, card.y, { steps: 4 })
    await page.mouse.up()
    await soon(async () => expect((await read(berta)).chairId).toEqual(two.id))

    // In the week of a chair, the card is dragged to another day.
    await page.evaluate((chair) => {
      location.hash = `#/day/2026-03-02/week/${chair}`
    }, two.id)
    const tuesday = page.locator('[data-column="2026-03-03"]')
    await tuesday.waitFor()
    await cardOf(page, berta).waitFor()
    const from = await middleOf(page, berta)
    const day = (await tuesday.boundingBox())!
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(day.x + day.width / 2, from.y, { steps: 4 })
    await page.mouse.up()
    await soon(async () => expect(await at(berta)).toEqual('03-03T11:00–12:30'))
    expect(complaints).toEqual([])
  })

  // The compiler checks that no words are missing, so one test of each screen in German is enough.
  if (language !== 'en') continue

  browsing(`a receptionist moves, swaps and cuts cards by keyboard, in ${language}`, async () => {
    await using house = await deskHouse(browser, language)
    const { call, anna, berta, clara, two, read } = await busyHouse(house)
    const { page, w, complaints } = await house.desk()
    const at = async (entry: { id: string }) => when(await read(entry))
    const said = page.locator('p[role="status"][aria-live]')
    await cardOf(page, anna).focus()
    await page.keyboard.press('m')
    await said.getByText(w.acts.takenUp(eva('Anders'))).waitFor()
    await page.keyboard.press('ArrowRight')
    await said.getByText(w.acts.takenBy(eva('Clausen'))).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await said.getByText(`Room 2, ${w.acts.free}`).waitFor()
    await page.keyboard.press('Enter')
    await soon(async () => expect(await at(anna)).toEqual('03-02T09:30–10:15'))
    expect((await read(anna)).chairId).toBe(two.id)
    await focusOnCard(page, anna)
    await page.keyboard.press('m')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await page.locator('.ghost').waitFor({ state: 'detached' })
    expect(await at(anna)).toBe('03-02T09:30–10:15')
    await undoKey(page)
    await soon(async () => expect(await at(anna)).toEqual('03-02T09:00–09:30'))

    // A block such as lunch cannot be swapped.
    const noon = { startAt: '2026-03-02T12:00:00Z', endAt: '2026-03-02T12:30:00Z' }
    const lunch = await newEntry(call, {
      type: 'unavailable',
      title: 'Lunch',
      chairId: berta.chairId,
      ...noon,
    })
    await cardOf(page, lunch).waitFor()
    await press(page, berta, 's')
    await press(page, lunch, 'Enter')
    await toast(page, w.acts.noSteps)
    expect(await at(lunch)).toBe('03-02T12:00–12:30')
    // The focus returns when the page is drawn, which may be after the message.
    await focusOnCard(page, berta)
    await press(page, lunch, 's')
    await toast(page, w.acts.noSteps)

    // Two cards of different lengths on different chairs are swapped.
    await cardOf(page, berta).focus()
    await page.keyboard.press('s')
    await cardOf(page, clara).focus()
    await page.keyboard.press('Enter')
    await soon(async () => expect(await at(berta)).toEqual('03-02T09:00–10:00'))
    expect(await at(clara)).toBe('03-02T11:00–11:30')
    await toast(page, w.acts.swapped(eva('Berg'), eva('Clausen')))
    await undoKey(page)
    await soon(async () => expect(await at(berta)).toEqual('03-02T11:00–12:00'))
    expect(await at(clara)).toBe('03-02T09:00–09:30')

    // A card is cut, and dropped on another day. Until the drop, the appointment does not change.
    await cardOf(page, anna).focus()
    await page.keyboard.press('x')
    const pinboard = page.getByRole('region', { name: w.acts.pinboard })
    await pinboard.getByText(eva('Anders')).waitFor()
    expect(await findings(page)).toEqual([])
    await page.evaluate(() => {
      location.hash = '#/day/2026-03-03'
    })
    await cardOf(page, berta).waitFor({ state: 'detached' })
    expect(await at(anna)).toBe('03-02T09:00–09:30')
    await page.locator('[data-column]').first().waitFor()
    await page.keyboard.press('f')
    await page.keyboard.press('v')
    await soon(async () => expect((await read(anna)).startAt.slice(0, 10)).toEqual('2026-03-03'))
    await pinboard.waitFor({ state: 'detached' })
    await undoKey(page)
    await soon(async () => expect(await at(anna)).toEqual('03-02T09:00–09:30'))

    // With a mark on free time, the keyboard books an appointment.
    await page.keyboard.press('f')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    expect(complaints).toEqual([])
  })

  browsing(
    `when another desk has changed an entry first, an act is refused, and the board shows the present state, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { anna, berta, one, read, patch } = await busyHouse(house)
      const { page, w, complaints } = await house.desk()
      await deafen(page)
      const at = async (entry: { id: string }) => when(await read(entry))
      await cardOf(page, anna).waitFor()

      // Another desk takes the time first. This desk does not know it yet.
      await patch(berta, { startAt: '2026-03-02T10:00:00Z', endAt: '2026-03-02T10:30:00Z' })
      const flashed = flashes(page, berta)
      await press(page, anna, 'm', 'PageDown', 'Enter')
      await Promise.all([flashed, page.locator('.toast.trouble').getByText(eva('Berg')).waitFor()])
      expect(await at(anna)).toBe('03-02T09:00–09:30')
      const { row } = await middleOf(page, anna)
      await soon(async () =>
        expect(Math.round(((await depthOf(page, berta)) - (await depthOf(page, anna))) / row)).toBe(4),
      )

      // Another desk changes the same entry.
      await patch(anna, { title: 'Check-up' })
      await press(page, anna, 'm', 'ArrowUp', 'Enter')
      await toast(page, w.acts.changed(eva('Anders')))
      expect(await at(anna)).toBe('03-02T09:00–09:30')
      await cardOf(page, anna).getByText('Check-up').first().waitFor()

      // The first desk moves the entry again, now with the newest version. Then another desk changes the entry, and the
      // undo is refused.
      await press(page, anna, 'm', 'ArrowUp', 'Enter')
      await soon(async () => expect(await at(anna)).toEqual('03-02T08:45–09:15'))
      await toast(page, '9:45–10:15')
      await patch(anna, { title: 'Filling' })
      await undoKey(page)
      await toast(page, w.acts.undoChanged(eva('Anders')))
      expect(await at(anna)).toBe('03-02T08:45–09:15')
      expect((await read(anna)).chairId).toBe(one.id)
      // The page had two conflicts of versions and one conflict of times, and no other error.
      await soon(async () =>
        expect(complaints.map((text) => text.slice(0, 3)).sort()).toEqual(['409', '412', '412']),
      )
    },
  )

  browsing(
    `a receptionist notes the steps of visits, cancels an appointment, and undoes this, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { call, anna, berta, clara } = await busyHouse(house)
      const { page, w, complaints } = await house.desk()
      const state = async ({ id }: { id: string }) =>
        success(await call('GET', `/api/v1/appointments/${id}/progress`)).state
      const there = async ({ id }: { id: string }) => (await call('GET', `/api/v1/appointments/${id}`)).status

      await cardOf(page, anna).focus()
      for (const [key, step] of [
        ['c', 'confirmed'],
        ['a', 'arrived'],
        ['i', 'in_chair'],
        ['d', 'done'],
      ] as const) {
        await page.keyboard.press(key)
        await soon(async () => expect(await state(anna)).toEqual(step))
      }
      await undoKey(page)
      await soon(async () => expect(await state(anna)).toEqual('in_chair'))
      // The message about the undo appears with its answer, and replaces the previous message.
      await toast(page, w.shell.undone)
      // A step that cannot follow is refused at once.
      await page.keyboard.press('c')
      await toast(page, w.acts.noStep(eva('Anders'), w.acts.steps.confirmed, w.acts.steps.in_chair))

      await cardOf(page, clara).focus()
      await page.keyboard.press('n')
      await page.keyboard.type('called twice')
      expect(await findings(page)).toEqual([])
      await page.keyboard.press('Enter')
      await soon(async () => expect(await state(clara)).toEqual('no_show'))
      await page.getByRole('dialog').waitFor({ state: 'detached' })

      await press(page, berta, 'Delete')
      const dialog = page.getByRole('dialog', { name: w.acts.cancelTitle })
      await dialog.getByText(w.booking.newsWait).waitFor()
      await dialog.getByRole('button', { name: w.acts.cancel, exact: true }).click()
      await dialog.getByText(w.acts.reasonMissing).waitFor()
      await dialog.locator('[aria-invalid]:focus').waitFor()
      expect(await findings(page)).toEqual([])
      await dialog.getByRole('button', { name: w.acts.reasons.patient[0]! }).click()
      await dialog.getByRole('button', { name: w.acts.cancel, exact: true }).click()
      await cardOf(page, berta).waitFor({ state: 'detached' })
      await soon(async () => expect(await there(berta)).toEqual(404))
      await toast(page, w.acts.cancelled(eva('Berg')))
      await dialog.waitFor({ state: 'detached' })
      await undoKey(page)
      await soon(async () => expect(await there(berta)).toEqual(200))
      await cardOf(page, berta).waitFor()
      await toast(page, w.shell.undone)

      // After ten seconds, an undo is too late.
      await press(page, berta, 'a')
      await soon(async () => expect(await state(berta)).toEqual('arrived'))
      await toast(page, w.acts.stepNoted(eva('Berg'), w.acts.steps.arrived))
      await page.clock.runFor(10_500)
      await undoKey(page)
      await toast(page, w.shell.tooLate)
      expect(await state(berta)).toBe('arrived')
      // After a reload there is no act to undo, so the message is another one.
      await page.reload()
      await cardOf(page, berta).waitFor()
      await undoKey(page)
      await toast(page, w.shell.nothingToUndo)
      expect(complaints).toEqual([])
    },
  )

  browsing(
    `the desk asks when a step is noted before the booked time, and refuses a step before the day of the visit, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { call, clara, berta, book, two } = await busyHouse(house)
      const tomorrow = await book('Moor', two.id, '09:00', '09:30', '2026-03-03')
      const { page, w, complaints } = await house.desk()
      const state = async ({ id }: { id: string }) =>
        success(await call('GET', `/api/v1/appointments/${id}/progress`)).state
      const early = (lastName: string, time: string) =>
        page.getByRole('dialog').getByText(w.acts.early(eva(lastName), time, '9:00'))

      await cardOf(page, clara).focus()
      await page.keyboard.press('d')
      await page.getByRole('dialog', { name: w.acts.doneEarly }).waitFor()
      await early('Clausen', '10:00').waitFor()
      expect(await findings(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await press(page, berta, 'n')
      await early('Berg', '12:00').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      expect([await state(clara), await state(berta)]).toEqual(['expected', 'expected'])
      await press(page, clara, 'd', 'Enter')
      await soon(async () => expect(await state(clara)).toBe('done'))
      // The dialogue gives the focus back to the card when it closes.
      await focusOnCard(page, clara)
      // A patient who has already arrived may be treated before the booked time.
      await press(page, berta, 'a', 'd')
      await soon(async () => expect(await state(berta)).toBe('done'))

      await page.evaluate(() => {
        location.hash = '#/day/2026-03-03'
      })
      await cardOf(page, tomorrow).waitFor()
      const day = new Intl.DateTimeFormat('en-GB', {
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        year: 'numeric',
        timeZone: 'Europe/Berlin',
      }).format(Date.parse(tomorrow.startAt))
      for (const key of ['d', 'a', 'i', 'n']) {
        await press(page, tomorrow, key)
        await toast(page, w.acts.tooSoon(eva('Moor'), day))
      }
      await press(page, tomorrow, 'e')
      await page.getByRole('dialog').getByRole('button', { name: w.acts.steps.confirmed }).click()
      await soon(async () => expect(await state(tomorrow)).toBe('confirmed'))
      expect(await page.getByRole('dialog').getByRole('button', { name: w.acts.steps.done }).count()).toBe(0)
      expect(complaints).toEqual([])
    },
  )

  browsing(
    `everything that a drag does is possible in menus and dialogues, too, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { anna, berta, two, read, call } = await busyHouse(house)
      const { page, w, complaints } = await house.desk()
      const at = async (entry: { id: string }) => when(await read(entry))
      await cardOf(page, anna).click({ button: 'right' })
      const menu = page.getByRole('menu', { name: w.acts.menuOf(eva('Anders')) })
      await menu.waitFor()
      expect(await findings(page)).toEqual([])
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('End')
      await page.getByRole('menuitem', { name: w.acts.cancelMenu }).and(page.locator(':focus')).waitFor()
      await page.keyboard.press('Escape')
      await menu.waitFor({ state: 'detached' })
      await focusOnCard(page, anna)

      await cardOf(page, anna).click({ button: 'right' })
      await menu.getByRole('menuitem', { name: w.acts.moveDialog }).click()
      const move = page.getByRole('dialog', { name: w.acts.moveTitle(eva('Anders')) })
      await move.getByLabel(w.acts.chair).selectOption(two.id)
      await move.getByText(w.acts.takenBy(eva('Clausen'))).waitFor()
      expect(await findings(page)).toEqual([])
      await move.getByRole('button', { name: w.acts.nextFree }).click()
      await move.getByText(w.acts.free, { exact: true }).waitFor()
      // The arrow keys go from slot to slot. Any length is allowed.
      const length = move.getByLabel(w.acts.length)
      for (const [given, next] of [
        ['90', '105'],
        ['50', '51'],
      ] as const) {
        await length.fill(given)
        expect(await length.evaluate((field: HTMLInputElement) => field.checkValidity())).toBe(true)
        await length.press('ArrowUp')
        expect(await length.inputValue()).toBe(next)
      }
      await length.fill('45')
      await move.getByLabel(w.acts.day).fill('2026-03-03')
      await move.getByRole('button', { name: w.acts.move, exact: true }).click()
      await move.waitFor({ state: 'detached' })
      await soon(async () => expect(await at(anna)).toEqual('03-03T09:30–10:15'))
      await undoKey(page)
      await soon(async () => expect(await at(anna)).toEqual('03-02T09:00–09:30'))

      await press(page, berta, 'e')
      const entry = page.getByRole('dialog', { name: eva('Berg') })
      await entry.getByRole('button', { name: w.acts.steps.arrived }).click()
      await entry.getByRole('heading', { name: w.acts.history }).waitFor()
      expect(await findings(page)).toEqual([])
      await entry.getByLabel(w.acts.titleField).fill('Crown')
      await entry.getByLabel(w.acts.notesField).fill('Bring the X-ray')
      await entry.getByRole('button', { name: w.shell.save }).click()
      await entry.waitFor({ state: 'detached' })
      expect(await read(berta)).toMatchObject({ title: 'Crown', notes: 'Bring the X-ray' })

      // A block is made and deleted, and the deletion is undone.
      await page.keyboard.press('u')
      const block = page.getByRole('dialog', { name: w.booking.titles.unavailable })
      await block.locator('.booking-title:focus').fill('Repair')
      await block.locator('.booking-time').first().click()
      await block.getByText(w.booking.free, { exact: true }).waitFor()
      expect(await findings(page)).toEqual([])
      const sending = page.waitForRequest((request) => request.method() === 'POST')
      await block.getByRole('button', { name: w.booking.submits.unavailable }).click()
      // With the idempotency key, a request that is repeated after a lost answer still makes only one block.
      expect((await sending).headers()['idempotency-key']).toBeDefined()
      await block.waitFor({ state: 'detached' })
      const blocks = async () =>
        success(
          await call('GET', '/api/v1/appointments?from=2026-03-02T00:00:00Z&to=2026-03-09T00:00:00Z'),
        ).appointments.filter(({ type }: { type: string }) => type === 'unavailable')
      expect(await blocks()).toHaveLength(1)
      const [made] = await blocks()
      await press(page, made, 'Delete')
      await soon(async () => expect((await blocks()).length).toEqual(0))
      await toast(page, w.acts.deleted('Repair'))
      await undoKey(page)
      await soon(async () => expect((await blocks()).length).toEqual(1))
      // For an owner, the undo restores the same entry.
      expect((await blocks())[0]).toMatchObject({ id: made.id, title: 'Repair', createdAt: made.createdAt })
      expect(complaints).toEqual([])
    },
  )

  browsing(
    `while there is no connection, the desk changes nothing and puts a moved card back, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { anna, read } = await busyHouse(house)
      const { page, w } = await house.desk()
      await cardOf(page, anna).waitFor()
      const before = await depthOf(page, anna)
      const writes: string[] = []
      page.on('request', (request) => request.method() === 'GET' || writes.push(request.method()))
      const staysThere = () => soon(async () => expect(await depthOf(page, anna)).toBe(before))
      // The connection breaks during the request, so the card returns to its old time. After that, all requests of the
      // desk fail.
      let isBroken = false
      await page.route('**/api/v1/**', (route) => {
        isBroken ||= route.request().method() !== 'GET'
        return isBroken ? route.abort() : route.fallback()
      })
      await press(page, anna, 'm', 'PageDown', 'Enter')
      await toast(page, w.shell.offlineWrite)
      await page.getByText(w.shell.offline).waitFor()
      await staysThere()
      // Then the browser is offline, and the desk sends no request.
      await page.context().setOffline(true)
      for (let times = 0; times < 2; times++) {
        await press(page, anna, 'm', 'PageDown', 'Enter')
        await page.locator('.ghost').waitFor({ state: 'detached' })
        await toast(page, w.shell.offlineWrite)
        await staysThere()
      }
      expect(writes).toEqual(['PATCH'])
      await page.context().setOffline(false)
      expect(when(await read(anna))).toBe('03-02T09:00–09:30')
    },
  )

  browsing(
    `a finger drags a card after a long press, and scrolls the board without a long press, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { anna, read } = await busyHouse(house)
      const tablet = { hasTouch: true, viewport: { width: 820, height: 700 } }
      const { page, complaints } = await house.desk(tablet)
      const at = async (entry: { id: string }) => when(await read(entry))
      const { x, y, row } = await middleOf(page, anna)
      const finger = await page.context().newCDPSession(page)
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', dy = 0) =>
        finger.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchEnd' ? [] : [{ x, y: y + dy }],
        })
      // A swipe scrolls and moves no card, even if the finger stays down for a long time afterwards.
      const scrolled = () =>
        page.evaluate(() => document.querySelector('[data-column]')!.getBoundingClientRect().top)
      const top = await scrolled()
      // The clock of the page is stopped, so that on a slow machine the swipe does not become a long press.
      await page.clock.pauseAt(house.c.clock.now + 1)
      await touch('touchStart')
      for (let dy = -10; dy >= -60; dy -= 10) await touch('touchMove', dy)
      await page.clock.runFor(600)
      expect(await page.locator('.ghost').count()).toBe(0)
      // The finger rests, so that the page does not continue to scroll by itself.
      await page.waitForTimeout(200)
      await touch('touchEnd')
      await page.clock.resume()
      await soon(async () => expect(await scrolled()).toBeLessThan(top))
      const again = await middleOf(page, anna)
      const press = (type: 'touchStart' | 'touchMove', dy = 0) =>
        finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: again.x, y: again.y + dy }] })
      await press('touchStart')
      await page.locator('.ghost').waitFor()
      for (let part = 1; part <= 4; part++) await press('touchMove', part * row)
      await page.locator('.ghost').waitFor()
      await touch('touchEnd')
      await soon(async () => expect(await at(anna)).toEqual('03-02T10:00–10:30'))
      await toast(page, '11:00–11:30')
      expect(await page.getByRole('dialog').count()).toBe(0)
      expect(complaints).toEqual([])
    },
  )
}

browsing('a click or a drag on free time opens a booking at that time', async () => {
  await using house = await deskHouse(browser)
  const { anna, one } = await busyHouse(house)
  const { page, complaints } = await house.desk()
  const { x, row, bottom } = await middleOf(page, anna)
  const dialog = page.getByRole('dialog')
  await page.mouse.click(x, bottom + 2.5 * row)
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.mouse.move(x, bottom + 1.5 * row)
  await page.mouse.down()
  await page.mouse.move(x, bottom + 3.5 * row, { steps: 4 })
  await page.locator(`[data-column="${one.id}"] .ghost`).getByText('10:45–11:30').waitFor()
  await page.mouse.up()
  await dialog.waitFor()
  expect(complaints).toEqual([])
})

browsing('a receptionist moves and cancels a series from one appointment on, and undoes this', async () => {
  await using house = await deskHouse(browser)
  const { call } = house.c.owner
  const chair = await newChair(call)
  const patient = await newPatient(call, { firstName: 'Eva', lastName: 'Sommer' })
  const times = { startAt: '2026-03-02T09:00:00Z', endAt: '2026-03-02T09:30:00Z' }
  const made = success(
    await call('POST', '/api/v1/appointments/series', {
      type: 'appointment',
      chairId: chair.id,
      patientId: patient.id,
      ...times,
      repeat: { every: 1, unit: 'day', count: 4 },
    }),
    201,
  )
  const all = async (): Promise<string[]> =>
    success(await call('GET', `/api/v1/series/${made.seriesId}`)).appointments.map(when)
  const before = await all()
  const [, second] = made.appointments
  const { page, w, complaints } = await house.desk({ place: '/day/2026-03-03' })
  await cardOf(page, second).focus()
  // The dialogue is drawn again when it has read its day. The text that was typed before stays.
  const { promise: typed, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/api/v1/day?*', (route) => typed.then(() => route.continue()), { times: 1 })
  await page.keyboard.press('o')
  const move = page.getByRole('dialog')
  await move.getByLabel(w.acts.length).fill('45')
  goOn()
  await move.getByRole('status').filter({ hasText: /./ }).waitFor()
  await move.getByLabel(w.acts.scopes.following).check()
  await move.getByRole('button', { name: w.acts.move, exact: true }).click()
  await toast(page, w.acts.movedMany(eva('Sommer'), 3))
  await move.waitFor({ state: 'detached' })
  expect(await all()).toEqual([before[0]!, ...before.slice(1).map((text) => text.replace('09:30', '09:45'))])
  await undoKey(page)
  await toast(page, w.shell.undone)
  expect(await all()).toEqual(before)

  await press(page, second, 'Delete')
  const cancel = page.getByRole('dialog', { name: w.acts.cancelTitle })
  await cancel.getByRole('button', { name: w.acts.reasons.patient[0]! }).click()
  await cancel.getByLabel(w.acts.scopes.following).check()
  await cancel.getByRole('button', { name: w.acts.cancel, exact: true }).click()
  await toast(page, w.acts.cancelledMany(eva('Sommer'), 3))
  await cancel.waitFor({ state: 'detached' })
  expect(await all()).toEqual(before.slice(0, 1))
  await undoKey(page)
  await soon(async () => expect(await all()).toEqual(before))
  await cardOf(page, second).waitFor()
  expect(complaints).toEqual([])
})

browsing(
  'when the move of a series is undone, a confirmed appointment of the series is confirmed again',
  async () => {
    await using house = await deskHouse(browser)
    const { call } = house.c.owner
    const chair = await newChair(call)
    const patient = await newPatient(call, { firstName: 'Eva', lastName: 'Sommer' })
    const { appointments } = success(
      await call('POST', '/api/v1/appointments/series', {
        type: 'appointment',
        chairId: chair.id,
        patientId: patient.id,
        startAt: '2026-03-02T09:00:00Z',
        endAt: '2026-03-02T09:30:00Z',
        repeat: { every: 1, unit: 'day', count: 3 },
      }),
      201,
    )
    const [, second] = appointments
    const progress = `/api/v1/appointments/${second.id}/progress`
    success(await call('POST', progress, { step: 'confirmed' }))
    const state = async () => success(await call('GET', progress)).state
    const { page, w, complaints } = await house.desk({ place: '/day/2026-03-03' })
    await press(page, second, 'o')
    const move = page.getByRole('dialog')
    await move.getByLabel(w.acts.time, { exact: true }).fill('15:00')
    await move.getByLabel(w.acts.scopes.following).check()
    await move.getByRole('button', { name: w.acts.move, exact: true }).click()
    await toast(page, w.acts.movedMany(eva('Sommer'), 2))
    await move.waitFor({ state: 'detached' })
    expect(await state()).toBe('expected')
    await undoKey(page)
    await toast(page, w.shell.undone)
    expect(await state()).toBe('confirmed')
    expect(complaints).toEqual([])
  },
)

browsing(
  'when a person moves one entry several times quickly, all moves are made one after the other',
  async () => {
    await using house = await deskHouse(browser)
    const { anna, read } = await busyHouse(house)
    const { page, complaints } = await house.desk()
    await page.route(`**/api/v1/appointments/${anna.id}`, async (route) => {
      await Bun.sleep(200)
      await route.continue()
    })
    for (let times = 0; times < 3; times++) {
      await press(page, anna, 'm', 'ArrowDown', 'Enter')
      await page.locator('.ghost').waitFor({ state: 'detached' })
    }
    await soon(async () => expect(when(await read(anna))).toEqual('03-02T09:45–10:15'))
    expect(complaints).toEqual([])
  },
)

browsing(
  'when an entry is moved without a day or a time, the dialogue shows the field that is empty',
  async () => {
    await using house = await deskHouse(browser)
    const { anna } = await busyHouse(house)
    const { page, w } = await house.desk()
    await press(page, anna, 'o')
    const dialog = page.getByRole('dialog', { name: w.acts.moveTitle(eva('Anders')) })
    for (const name of [w.acts.day, w.acts.time]) {
      const field = dialog.getByLabel(name, { exact: true })
      const before = await field.inputValue()
      await field.fill('')
      await field.press('Enter')
      await dialog.getByText(w.forms.fillIn).waitFor()
      await field.and(page.locator('[aria-invalid]')).waitFor()
      await field.fill(before)
      await dialog.getByText(w.forms.fillIn).waitFor({ state: 'detached' })
    }
  },
)
