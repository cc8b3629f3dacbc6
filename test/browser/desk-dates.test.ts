/** Tests of how the front desk shows dates and times, and of how a person types them. */
import { expect } from 'bun:test'
import { success } from '../support/answers.ts'
import { newChair, newEntry, newPatient } from '../support/records.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse } from './desk.ts'
import { cardOf, press } from './desk-cards.ts'
import { soon } from './soon.ts'

useBrowser()

browsing(
  'an American browser shows the dates of a practice in Berlin with the day before the month',
  async () => {
    await using house = await deskHouse(browser)
    const { call } = house.c.owner
    const patient = await newPatient(call, { firstName: 'Eva', lastName: 'Anders', dob: '1998-11-07' })
    const { page, w, complaints } = await house.desk({ locale: 'en-US' })
    await page.getByRole('heading', { name: /^Monday,? 2 March 2026$/ }).waitFor()
    await page.goto(`/desk#/patients/${patient.id}`)
    await page.getByRole('button', { name: w.patient.edit(w.patient.details) }).click()
    const field = page.getByLabel(w.patient.fields.dob)
    expect(await field.inputValue()).toBe('7 Nov 1998')
    await field.fill('8 nov 98')
    await page.keyboard.press('Enter')
    await soon(async () =>
      expect(success(await call('GET', `/api/v1/patients/${patient.id}`)).dob).toStartWith('1998-11-08'),
    )
    expect(complaints).toEqual([])
  },
)

browsing(
  'the dialogue of a move reads typed days and times in many forms, and refuses a text that is no day or time',
  async () => {
    await using house = await deskHouse(browser)
    const { call } = house.c.owner
    const chair = await newChair(call, { name: 'Room 1' })
    const times = { startAt: '2026-03-02T10:00:00Z', endAt: '2026-03-02T10:30:00Z' }
    const entry = await newEntry(call, { chairId: chair.id, title: 'Crown', ...times })
    const { page, w, complaints } = await house.desk({ locale: 'en-US' })
    await cardOf(page, entry).waitFor()
    await press(page, entry, 'o')
    const dialog = page.getByRole('dialog')
    const time = dialog.getByLabel(w.acts.time, { exact: true })
    const move = dialog.getByRole('button', { name: w.acts.move, exact: true })
    // The field shows the day in the language of the practice. A text that is not a day moves nothing.
    const day = dialog.getByLabel(w.acts.day)
    expect(await day.inputValue()).toMatch(/^Mon,? 2 Mar 2026$/)
    await day.fill('someday')
    await page.keyboard.press('Enter')
    await day.and(page.locator('[aria-invalid="true"]:focus')).waitFor()
    await dialog.getByText(/2 Mar 2026\.$/).waitFor()
    await day.fill('2.3.')
    await time.fill('half past')
    await move.click()
    await time.and(page.locator('[aria-invalid="true"]:focus')).waitFor()
    await time.fill('2.15 pm')
    await page.keyboard.press('Tab')
    expect(await time.inputValue()).toBe('14:15')
    await day.fill('3.3.')
    await page.keyboard.press('Tab')
    expect(await day.inputValue()).toMatch(/^Tue,? 3 Mar 2026$/)
    expect(await time.inputValue()).toBe('14:15')
    await move.click()
    await dialog.waitFor({ state: 'detached' })
    const moved = success(await call('GET', `/api/v1/appointments/${entry.id}`))
    expect([moved.startAt, moved.endAt]).toEqual(['2026-03-03T13:15:00.000Z', '2026-03-03T13:45:00.000Z'])
    expect(complaints).toEqual([])
  },
)

browsing(
  'when a filter of the audit trail is no date, the page marks the field and requests nothing',
  async () => {
    await using house = await deskHouse(browser)
    const { page, w, complaints } = await house.desk({ place: '/settings/trail' })
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/audit')) asked.push(request.url())
    })
    const from = page.getByLabel(w.trail.from)
    const show = page.getByRole('button', { name: w.trail.show, exact: true })
    await from.fill('someday')
    await page.keyboard.press('Enter')
    await from.and(page.locator('[aria-invalid="true"]:focus')).waitFor()
    await from.fill('2.3.')
    await show.click()
    await page.locator('.act-line').first().waitFor()
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.filter((url) => !url.includes('from='))).toEqual([])
    expect(complaints).toEqual([])
  },
)
