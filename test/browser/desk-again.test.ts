/** Tests of the next visit at check-out, and of an appointment that is booked again on another day. */
import { expect } from 'bun:test'
import { success } from '../support/answers.ts'
import { clinic } from '../support/clinic.ts'
import { newAppointmentType, newChair, newEntry, newPatient } from '../support/records.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { berlin, deskHouse, inBerlin, languages } from './desk.ts'
import { expectAccessible } from './desk-accessible.ts'

useBrowser()

browsing.each(languages)(
  'at the end of a visit, the desk offers the next visit, and a key books the same visit on another day, in %s',
  async (language) => {
    await using house = await deskHouse(browser, language, clinic({ timezone: berlin }))
    const { c } = house
    const { call, userId: practitionerId } = c.owner
    const chair = await newChair(call, { name: 'Room 1' })
    const patient = await newPatient(call, { firstName: 'Ina', lastName: 'Adler' })
    const type = await newAppointmentType(call, { name: 'Prophylaxis', durationMinutes: 45, recallMonths: 6 })
    const visit = { chairId: chair.id, patientId: patient.id, practitionerId, appointmentTypeId: type.id }
    const { id } = await newEntry(call, {
      ...visit,
      title: 'Prophylaxis',
      notes: 'Only for today',
      startAt: inBerlin('2026-03-02', '09:00'),
      endAt: inBerlin('2026-03-02', '09:45'),
    })
    c.clock.now = Date.parse(inBerlin('2026-03-02', '09:40'))
    const { page, w, complaints } = await house.desk({ place: '/day', member: c.assistant })
    const { booking, acts } = w
    const card = page.locator(`[data-entry="${id}"]`)

    // At check-out, the appointment type determines the date of the next visit, on the same weekday and at the same
    // time.
    await card.focus()
    await page.keyboard.press('d')
    await page.getByRole('button', { name: acts.nextVisit }).click()
    const again = page.getByRole('dialog', { name: booking.againTitle })
    const date = again.getByLabel(booking.date, { exact: true })
    await again.getByText('Adler').first().waitFor()
    expect(await date.inputValue()).toMatch(/31\.? Aug.* 2026$/)
    await again.getByRole('button', { name: booking.weeks(26), pressed: true }).waitFor()
    await again.getByText(booking.free).waitFor()
    await expectAccessible(page, 'the next visit')
    await again.locator('.booking-submit').click()
    await again.waitFor({ state: 'detached' })
    const list = async () =>
      success(await call('GET', '/api/v1/appointments?from=2026-03-01T00:00:00Z&to=2027-01-01T00:00:00Z'))
        .appointments
    const [, next] = await list()
    expect(next).toMatchObject({
      ...visit,
      title: 'Prophylaxis',
      notes: null,
      startAt: inBerlin('2026-08-31', '09:00'),
      endAt: inBerlin('2026-08-31', '09:45'),
    })

    // The appointment is booked again on another day, without the mouse.
    await page.goto('/desk#/day/2026-03-02')
    await card.focus()
    await page.keyboard.press('r')
    await again.getByRole('button', { name: booking.weeks(2), exact: true }).click()
    expect(await date.inputValue()).toMatch(/16\.? M.+ 2026$/)
    await again.getByText(booking.free).waitFor()
    await again.getByLabel(booking.time, { exact: true }).fill('10')
    await page.keyboard.press('Enter')
    await again.waitFor({ state: 'detached' })
    expect((await list())[1]).toMatchObject({ ...visit, startAt: inBerlin('2026-03-16', '10:00') })
    expect(complaints).toEqual([])
  },
)

browsing(
  'while a message offers the next visit, the key opens the booking for the patient of this message',
  async () => {
    await using house = await deskHouse(browser, 'en', clinic({ timezone: berlin }))
    const { c } = house
    const { call } = c.owner
    const { id: chairId } = await newChair(call, { name: 'Room 1' })
    const visits: string[] = []
    for (const [lastName, from, to] of [
      ['Xaver', '08:00', '08:30'],
      ['Ypsilon', '08:30', '09:00'],
      ['Zander', '09:00', '09:30'],
    ] as const) {
      const { id: patientId } = await newPatient(call, { firstName: 'Ina', lastName })
      const times = { startAt: inBerlin('2026-03-02', from), endAt: inBerlin('2026-03-02', to) }
      visits.push((await newEntry(call, { chairId, patientId, ...times })).id)
    }
    c.clock.now = Date.parse(inBerlin('2026-03-02', '09:40'))
    const { page, w, complaints } = await house.desk({ place: '/day', member: c.assistant })
    const { acts, booking } = w
    const [first, second, third] = visits.map((id) => page.locator(`[data-entry="${id}"]`))
    const offer = page.getByRole('button', { name: acts.nextVisit })
    const again = page.getByRole('dialog', { name: booking.againTitle })
    const booksFor = async (lastName: string) => {
      await offer.waitFor()
      await page.keyboard.press('r')
      await again.getByText(lastName).first().waitFor()
      await page.keyboard.press('Escape')
      await again.waitFor({ state: 'detached' })
      expect(await offer.count()).toBe(0)
    }

    // The offer also works when another card has the focus.
    await first!.focus()
    await page.keyboard.press('d')
    await offer.waitFor()
    await page.keyboard.press('ArrowDown')
    await second!.and(page.locator(':focus')).waitFor()
    await booksFor('Xaver')
    // The offer also works when a dialogue is open.
    await page.keyboard.press('e')
    const visit = page.getByRole('dialog', { name: 'Ypsilon' })
    await visit.getByRole('button', { name: acts.steps.done, exact: true }).click()
    await booksFor('Ypsilon')
    await page.keyboard.press('Escape')
    await visit.waitFor({ state: 'detached' })
    // The offer also works when no card has the focus.
    await third!.click({ button: 'right' })
    await page.getByRole('menuitem', { name: acts.steps.done }).click()
    await booksFor('Zander')
    expect(complaints).toEqual([])
  },
)
