/** Finding an appointment by words, and the way back of one that was cancelled. */
import { expect } from 'bun:test'
import { listName } from '../../src/desk/words/names.ts'
import { success } from '../support/answers.ts'
import { clinic } from '../support/clinic.ts'
import { newChair, newEntry, newPatient } from '../support/records.ts'
import { cancelled } from '../support/visits.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { berlin, deskHouse, inBerlin, languages } from './desk.ts'
import { expectAccessible } from './desk-accessible.ts'

useBrowser()

browsing.each(languages)(
  'somebody finds the appointment that was cancelled weeks ago, brings it back, and goes to another one, in %s',
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

    // The day's cancelled ones, without the mouse up to here.
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

    // By words of the name, whatever its accents.
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
