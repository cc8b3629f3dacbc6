/**
 * The acts of a quick person have an effect at once: keys, the focus, and text that is typed before an answer arrives.
 */
import { expect } from 'bun:test'
import { success } from '../support/answers.ts'
import { newChair, newEntry, newPatient } from '../support/records.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse, type House } from './desk.ts'
import { drawn, focusOnCard, holdBack, press } from './desk-cards.ts'
import { soon } from './soon.ts'

useBrowser()

/** A day with one chair and two appointments, and a function that reads an appointment. The times are UTC. */
async function quietHouse(house: House) {
  const { call } = house.c.owner
  const chair = await newChair(call, { name: 'Room 1' })
  const book = async (lastName: string, hour: string) => {
    const patient = await newPatient(call, { firstName: 'Eva', lastName })
    const times = { startAt: `2026-03-02T${hour}:00:00Z`, endAt: `2026-03-02T${hour}:30:00Z` }
    return newEntry(call, { chairId: chair.id, patientId: patient.id, ...times })
  }
  const [anna, berta] = [await book('Anders', '09'), await book('Berg', '11')]
  const read = async ({ id }: { id: string }) => success(await call('GET', `/api/v1/appointments/${id}`))
  const state = async ({ id }: { id: string }) =>
    success(await call('GET', `/api/v1/appointments/${id}/progress`)).state
  return { anna, berta, read, state }
}

/** Presses a key in the page at the moment in which the heading of the board ends with a text. */
function pressAtSight([heading, key]: readonly [heading: string, key: string]): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('h1')?.textContent.endsWith(heading)) return
    observer.disconnect()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true })
}

browsing(
  '§19 Keys of the keyboard work as soon as the board, or the board of another day, can be seen.',
  async () => {
    await using house = await deskHouse(browser)
    await quietHouse(house)
    const { page, complaints } = await house.desk()
    const heading = (day: string) => page.getByRole('heading', { level: 1, name: day }).waitFor()
    await heading('2 March 2026')
    await page.addInitScript(pressAtSight, ['2 March 2026', 'j'] as const)
    await page.reload()
    await heading('3 March 2026')
    // The day before was already read, so its cards appear together with its heading. The mark on free time stays where
    // the key has set it.
    await page.evaluate(pressAtSight, ['2 March 2026', 'f'] as const)
    await page.keyboard.press('k')
    await page.locator('.ghost').waitFor()
    await drawn(page)
    expect(await page.locator('.ghost').count()).toBe(1)
    expect(complaints).toEqual([])
  },
)

browsing(
  'a mark on free time belongs to the day that a person has opened, also before this day is read',
  async () => {
    await using house = await deskHouse(browser)
    await quietHouse(house)
    const { page, w, complaints } = await house.desk()
    await page.locator('[data-entry]').first().waitFor()
    const goOn = await holdBack(page, '**/api/v1/day?date=2026-03-05')
    await page.evaluate(pressAtSight, ['5 March 2026', 'f'] as const)
    await page.evaluate(() => {
      location.hash = '#/day/2026-03-05'
    })
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    goOn()
    expect(await dialog.getByLabel(w.booking.date, { exact: true }).inputValue()).toMatch(/5 Mar 2026$/)
    expect(complaints).toEqual([])
  },
)

browsing(
  'the late answer to a move does not take the focus from the card that a person has gone to',
  async () => {
    await using house = await deskHouse(browser)
    const { anna, berta, state } = await quietHouse(house)
    const { page, complaints } = await house.desk()
    const goOn = await holdBack(page, `**/api/v1/appointments/${anna.id}`)
    await press(page, anna, 'm', 'ArrowDown', 'Enter')
    await press(page, berta)
    goOn()
    await page.locator('.toast').getByText('Eva Anders').waitFor()
    await drawn(page)
    await focusOnCard(page, berta)
    await page.keyboard.press('a')
    await soon(async () => expect(await state(berta)).toBe('arrived'))
    expect(await state(anna)).toBe('expected')
    expect(complaints).toEqual([])
  },
)

browsing('when a form is sent before its new day is read, the entry moves to the new day', async () => {
  await using house = await deskHouse(browser)
  const { anna, berta, read } = await quietHouse(house)
  const { page, w, complaints } = await house.desk()
  const dialog = page.getByRole('dialog')
  const choose = async (day: string) => {
    await dialog.locator('.where-standing .badge').waitFor()
    const goOn = await holdBack(page, `**/api/v1/day?date=${day}`)
    await dialog.getByLabel(w.acts.day).fill(day)
    await page.keyboard.press('Enter')
    goOn()
    await dialog.waitFor({ state: 'detached' })
  }
  await press(page, anna, 'o')
  await choose('2026-03-05')
  await soon(async () => expect((await read(anna)).startAt).toBe('2026-03-05T09:00:00.000Z'))
  await press(page, berta, 'e')
  await dialog.getByLabel(w.acts.titleField).fill('Crown')
  await choose('2026-03-06')
  await soon(async () =>
    expect(await read(berta)).toMatchObject({ title: 'Crown', startAt: '2026-03-06T11:00:00.000Z' }),
  )
  expect(complaints).toEqual([])
})

browsing(
  'when a title changes the length of a booking, the first of the new free times has the focus',
  async () => {
    await using house = await deskHouse(browser)
    const { call } = house.c.owner
    const chair = await newChair(call, { name: 'Room 1' })
    const times = { startAt: '2026-03-02T09:00:00Z', endAt: '2026-03-02T10:30:00Z' }
    await newEntry(call, { chairId: chair.id, title: 'Crown', ...times })
    const { page, complaints } = await house.desk()
    await page.locator('[data-entry]').waitFor()
    await page.keyboard.press('b')
    const dialog = page.getByRole('dialog')
    const first = dialog.locator('.booking-time').first()
    await first.waitFor()
    const before = await first.getAttribute('aria-label')
    // The title is of a type with 90 minutes. So the times for 30 minutes disappear while one of these times has the
    // focus.
    const goOn = await holdBack(page, '**/api/v1/openings?**')
    await dialog.locator('.booking-title').fill('Crown')
    await page.keyboard.press('Enter')
    await dialog.locator('.booking-time:focus').waitFor()
    goOn()
    await soon(async () => expect(await first.getAttribute('aria-label')).not.toBe(before))
    await dialog.locator('.booking-time:focus').waitFor()
    expect(await first.evaluate((time) => time === document.activeElement)).toBe(true)
    expect(complaints).toEqual([])
  },
)

browsing('after an appointment is cancelled by keyboard, the card beside it has the focus', async () => {
  await using house = await deskHouse(browser)
  const { anna, berta } = await quietHouse(house)
  const { call } = house.c.owner
  const late = { startAt: '2026-03-02T16:00:00Z', endAt: '2026-03-02T16:30:00Z' }
  await newEntry(call, { title: 'Late', chairId: anna.chairId, ...late })
  house.c.clock.now = Date.parse('2026-03-02T15:00:00Z')
  const { page, w, complaints } = await house.desk()
  await press(page, anna, 'Delete')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(w.acts.reason).fill('Ill')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await focusOnCard(page, berta)
  expect(complaints).toEqual([])
})

browsing('when the new day in a form cannot be read, the entry is not moved', async () => {
  await using house = await deskHouse(browser)
  const { anna, read } = await quietHouse(house)
  const { page, w } = await house.desk()
  const before = await read(anna)
  const dialog = page.getByRole('dialog')
  await press(page, anna, 'o')
  await dialog.locator('.where-standing .badge').waitFor()
  const goOn = await holdBack(page, '**/api/v1/day?date=2026-03-05', (route) => route.abort())
  await dialog.getByLabel(w.acts.day).fill('2026-03-05')
  await dialog.getByRole('button', { name: w.acts.move, exact: true }).click()
  goOn()
  await page.locator('.toast.trouble').getByText(w.failures.offline).waitFor()
  await drawn(page)
  expect(await dialog.getByLabel(w.acts.day).inputValue()).toMatch(/2 Mar 2026$/)
  expect(await read(anna)).toEqual(before)
})

browsing(
  'the late answer to a booking does not take the focus from the card that a person has gone to',
  async () => {
    await using house = await deskHouse(browser)
    const { anna } = await quietHouse(house)
    const { page, w, complaints } = await house.desk()
    await page.locator('[data-entry]').nth(1).waitFor()
    await page.keyboard.press('b')
    const dialog = page.getByRole('dialog')
    await dialog.locator('.booking-title').fill('Crown')
    await dialog.locator('.booking-time').first().click()
    await dialog.getByText(w.booking.free).waitFor()
    const goOn = await holdBack(page, '**/api/v1/day?date=2026-03-02')
    await dialog.locator('[type=submit]').click()
    await dialog.waitFor({ state: 'detached' })
    await drawn(page)
    await press(page, anna)
    goOn()
    await page.locator('[data-entry]', { hasText: 'Crown' }).waitFor()
    await drawn(page)
    await focusOnCard(page, anna)
    expect(complaints).toEqual([])
  },
)
