/** Tests of the search for an appointment by words, and of the way to restore a cancelled appointment. */
import { expect } from 'bun:test'
import { listName } from '../../src/desk/words/names.ts'
import { formatInstant } from '../../src/domain/time.ts'
import { success } from '../support/answers.ts'
import { clinic } from '../support/clinic.ts'
import { newChair, newEntry, newPatient } from '../support/records.ts'
import { cancelled } from '../support/visits.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { berlin, deskHouse, inBerlin, languages } from './desk.ts'
import { expectAccessible } from './desk-accessible.ts'
import { soon } from './soon.ts'

useBrowser()

browsing.each(languages)(
  'a receptionist finds a cancelled appointment, restores it, and opens the day of another appointment, in %s',
  async (language) => {
    await using house = await deskHouse(browser, language, clinic({ timezone: berlin }))
    const { c } = house
    const { call } = c.owner
    const chair = await newChair(call, { name: 'Room 1' })
    const patient = await newPatient(call, { firstName: 'Ina', lastName: 'Müller' })
    const other = await newPatient(call, { firstName: 'Jo', lastName: 'Adler' })
    const book = (patientId: string, title: string, day: string) =>
      newEntry(call, {
        chairId: chair.id,
        patientId,
        title,
        startAt: inBerlin(day, '09:00'),
        endAt: inBerlin(day, '09:30'),
      })
    const lost = await book(patient.id, 'Crown', '2026-03-02')
    const kept = await book(patient.id, 'Check-up', '2026-05-04')
    await book(other.id, 'Crown', '2026-05-05')
    await cancelled(call, lost.id)
    const { page, w, complaints } = await house.desk({ place: '/day', member: c.assistant })
    const { find } = w
    const name = listName({ firstName: 'Ina', lastName: 'Müller' })
    const dialog = page.getByRole('dialog', { name: find.title })

    // The cancelled appointments of the day are found, without the mouse up to this line.
    await page.waitForSelector('.board .heads')
    await page.keyboard.press('q')
    await dialog.getByRole('button', { name: find.cancelledOn('').trim() }).click()
    await dialog.getByText('Crown').waitFor()
    expect(await dialog.locator('.find-list li').count()).toBe(1)
    await expectAccessible(page, 'the search among appointments')
    await dialog.getByRole('button', { name: find.bringBackOf(name) }).click()
    await dialog.getByText(find.nothing).waitFor()
    await dialog.locator(':focus').waitFor()
    expect(success(await call('GET', `/api/v1/appointments/${lost.id}`)).startAt).toBe(lost.startAt)
    await page.keyboard.press('Escape')
    await page.locator(`[data-entry="${lost.id}"]`).waitFor()

    // A cancelled appointment of a year ago is still found.
    expect(await dialog.count()).toBe(0)
    await cancelled(call, (await book(other.id, 'Implant', '2025-02-03')).id)
    await page.keyboard.press('q')
    await dialog.getByLabel(find.words).fill('implant')
    await dialog.getByText('Implant').waitFor()
    // When a search stops before it has found anything, the desk continues it, with ten requests at most.
    let asked = 0
    await page.route('**/api/v1/appointments/search?**', (route) => {
      asked++
      return route.fulfill({ json: { data: { appointments: [], nextCursor: `c${asked}` }, requestId: 'r' } })
    })
    await dialog.getByLabel(find.words).fill('nobody')
    await dialog.getByText(find.nothingYet).waitFor()
    expect(asked).toBe(10)
    await page.unrouteAll()
    await page.keyboard.press('Escape')

    // The search finds words of the name with or without accents.
    await page.keyboard.press('q')
    await dialog.getByLabel(find.words).fill('mueller')
    await dialog
      .getByRole('button', { name: find.showOf(name) })
      .nth(1)
      .waitFor()
    expect(await dialog.locator('.find-list li').count()).toBe(2)
    await dialog
      .getByRole('button', { name: find.showOf(name) })
      .first()
      .click()
    await page.waitForURL('**/desk#/day/2026-05-04')
    await page.locator(`[data-entry="${kept.id}"]`).waitFor()
    expect(complaints).toEqual([])
  },
)

browsing.each(languages)(
  'every view of the board can show cancelled appointments, and restores one long after the undo has ended, in %s',
  async (language) => {
    await using house = await deskHouse(browser, language, clinic({ timezone: berlin }))
    const { c } = house
    const { call, userId: practitionerId } = c.owner
    const { name: owner } = success(await call('GET', `/api/v1/members/${practitionerId}`))
    const chair = await newChair(call, { name: 'Room 1' })
    const book = async (lastName: string, time: string, more: object = {}) => {
      const patient = await newPatient(call, { firstName: 'Ina', lastName })
      const startAt = inBerlin('2026-03-02', time)
      const endAt = formatInstant(Date.parse(startAt) + 30 * 60_000)
      const place = { chairId: chair.id, patientId: patient.id, practitionerId, startAt, endAt }
      return (await newEntry(call, { ...place, ...more })).id as string
    }
    const lost = await book('Müller', '09:00')
    const filled = await book('Adler', '11:00')
    for (const id of [lost, filled]) await cancelled(call, id, { note: 'Will call.' })
    const instead = await book('Bauer', '11:00')
    const { page, w, complaints } = await house.desk({ place: '/day/2026-03-02' })
    const { board, find } = w
    const gone = (id: string) => page.locator(`[data-cancelled="${id}"]`)
    const card = (id: string) => page.locator(`[data-entry="${id}"]`)
    const shows = page.getByRole('button', { name: board.showCancelled })
    await card(instead).waitFor()
    expect(await page.locator('[data-cancelled]').count()).toBe(0)
    await page.keyboard.press('l')
    await gone(lost).waitFor()
    await page.getByText(find.count(2, false)).waitFor()
    // A column that becomes wider still draws its cards.
    await card(instead).locator('.entry-family').waitFor()
    expect(await shows.getAttribute('aria-pressed')).toBe('true')
    await expectAccessible(page, 'the board with what was cancelled')

    // The time of a cancelled appointment is free. Its card cannot be dragged, and is drawn beside the new card, not
    // under it.
    await soon(async () => {
      const [narrow, broad] = [await gone(filled).boundingBox(), await card(instead).boundingBox()]
      expect(narrow?.x).toBeGreaterThanOrEqual(broad!.x + broad!.width)
      expect(narrow!.width).toBeLessThan(broad!.width)
    })
    await card(instead).focus()
    await page.keyboard.press('ArrowDown')
    await gone(filled).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Home')
    await gone(lost).and(page.locator(':focus')).waitFor()

    // The switch stays on in the week, after a visit to another day, and on a phone.
    await page.keyboard.press('w')
    await page.waitForURL('**/week/**')
    await gone(lost).waitFor()
    await page.keyboard.press('w')
    await page.keyboard.press('j')
    await gone(lost).waitFor({ state: 'detached' })
    await page.keyboard.press('k')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.locator('.day-list').waitFor()
    await gone(lost).waitFor()
    await expectAccessible(page, 'the list of a day with what was cancelled')
    await page.setViewportSize({ width: 1280, height: 800 })

    // The dialogue shows who cancelled, when and why, and can restore the appointment. When its time is taken
    // meanwhile, the restore is refused.
    const dialog = page.getByRole('dialog', { name: find.cancelledTitle })
    await gone(filled).click()
    await dialog.getByText(owner).first().waitFor()
    await dialog.getByText('Has a cold. – Will call.').waitFor()
    await dialog.getByRole('button', { name: find.bringBack }).click()
    await page.locator('.toast').getByText(find.taken).waitFor()
    await page.keyboard.press('Escape')
    await gone(lost).focus()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: find.bringBack }).click()
    await card(lost).waitFor()
    await gone(lost).waitFor({ state: 'detached' })
    await card(lost).and(page.locator(':focus')).waitFor()
    expect(success(await call('GET', `/api/v1/appointments/${lost}`)).practitionerId).toBe(practitionerId)

    // Appointments that another desk cancels appear, too. When the switch is off, no cancelled appointment is shown.
    await cancelled(call, lost)
    await gone(lost).waitFor()
    await shows.click()
    await page.locator('[data-cancelled]').first().waitFor({ state: 'detached' })

    // The board reads five answers at most.
    let asked = 0
    await page.route('**/api/v1/appointments/search?**', (route) => {
      asked++
      return route.fulfill({ json: { data: { appointments: [], nextCursor: `c${asked}` }, requestId: 'r' } })
    })
    await shows.click()
    await page.getByText(find.count(0, true)).waitFor()
    expect(asked).toBe(5)
    expect(complaints).toEqual([`409 /api/v1/appointments/${filled}/cancellation`])
  },
)
