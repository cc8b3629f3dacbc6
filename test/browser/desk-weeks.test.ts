/** Tests of the week of a practitioner and of all chairs, and of a board that shows one practitioner. */
import { expect } from 'bun:test'
import { formatInstant } from '../../src/domain/time.ts'
import { success } from '../support/answers.ts'
import { clinic } from '../support/clinic.ts'
import { newAbsence, newChair, newEntry, newPatient } from '../support/records.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { berlin, deskHouse, inBerlin, languages } from './desk.ts'
import { expectAccessible } from './desk-accessible.ts'
import { soon } from './soon.ts'

useBrowser()

browsing.each(languages)(
  'the board shows the day of one practitioner, the week of this practitioner on all chairs, and the week of all members, in %s',
  async (language) => {
    await using house = await deskHouse(browser, language, clinic({ timezone: berlin }))
    const { c } = house
    const { call, userId: doctor } = c.owner
    const { name } = success(await call('GET', `/api/v1/members/${doctor}`))
    const chairs = [await newChair(call, { name: 'Room 1' }), await newChair(call, { name: 'Room 2' })]
    const patient = await newPatient(call, { firstName: 'Ina', lastName: 'Adler' })
    const book = async (chair: number, day: string, time: string, practitionerId: string) => {
      const start = Date.parse(inBerlin(day, time))
      const place = { chairId: chairs[chair]!.id, patientId: patient.id, practitionerId }
      const times = { startAt: formatInstant(start), endAt: formatInstant(start + 30 * 60_000) }
      return (await newEntry(call, { ...place, ...times })).id as string
    }
    const monday = await book(0, '2026-03-02', '10:00', doctor)
    const others = await book(1, '2026-03-02', '10:00', c.assistant.userId)
    const thursday = await book(1, '2026-03-05', '14:00', doctor)
    const wednesday = { fromDate: '2026-03-04', throughDate: '2026-03-04', reason: 'Congress' }
    await newAbsence(call, doctor, wednesday)
    const note = 'The lift is being repaired'
    success(await call('POST', '/api/v1/day-notes', { date: '2026-03-05', text: note }), 201)
    const { page, w, complaints } = await house.desk({ place: '/day' })
    const { board } = w
    const cards = () =>
      page
        .locator('[data-entry]')
        .evaluateAll((all) => all.map((card) => (card as HTMLElement).dataset.entry))
    const shows = (ids: string[]) => soon(async () => expect((await cards()).sort()).toEqual([...ids].sort()))

    // For the other practitioners, the board shows only that their time is taken.
    await shows([monday, others])
    await page.getByLabel(board.practitioner).selectOption({ label: name })
    await shows([monday])
    expect(await page.locator('[data-taken]').count()).toBe(1)
    await expectAccessible(page, 'the board of one practitioner')
    // The counts, and the lists on a phone or on paper, include only this practitioner, too.
    await page.locator('.board-summary').getByText(board.appointments(1)).waitFor()
    await page.locator(`[data-column="${chairs[1]!.id}"]`).waitFor()
    expect(await page.locator('.head-count').allTextContents()).toEqual(['1', '0'])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.locator('.day-list').waitFor()
    await shows([monday])
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/desk#/day-sheet/2026-03-02')
    const line = page.locator('tr.appointment')
    await line.waitFor()
    await page.locator('.sheet-day').getByText(`Room 1 · ${name}`).waitFor()
    await page.getByLabel(w.acts.practitioner).selectOption('')
    await line.nth(1).waitFor()
    await page.getByLabel(w.acts.practitioner).selectOption({ label: name })
    await page.goto('/desk#/day/2026-03-02')
    await shows([monday])

    // The key opens the practitioner's week, with both rooms and the day of the absence.
    await page.locator(`[data-entry="${monday}"]`).focus()
    await page.keyboard.press('w')
    await shows([monday, thursday])
    await page.locator('.closure', { hasText: 'Congress' }).waitFor()
    expect(await page.getByLabel(board.view, { exact: true }).locator(':checked').textContent()).toBe(name)
    await expectAccessible(page, 'the week of a practitioner')

    // A card can be opened. A card cannot be dropped on a column that is not a chair.
    await page.locator(`[data-entry="${thursday}"]`).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')

    // The filter for a practitioner does not hide entries in the week of another member.
    const { name: assistant } = success(await call('GET', `/api/v1/members/${c.assistant.userId}`))
    await page.getByLabel(board.view, { exact: true }).selectOption({ label: assistant })
    await shows([others])

    await page.getByLabel(board.view, { exact: true }).selectOption({ label: board.wholeWeek })
    await page.getByLabel(board.practitioner).selectOption('')
    await shows([monday, others, thursday])
    // The week of all members shows the days with absences, and the day notes.
    const said = page.locator('.board-said')
    const [wed, thu] = language === 'en' ? ['Wed', 'Thu'] : ['Mi', 'Do']
    await said.getByText(new RegExp(`^${wed}\\.? · .*Congress$`)).waitFor()
    await said.getByText(new RegExp(`^${thu}\\.? · ${note}$`)).waitFor()
    await expectAccessible(page, 'the week of everybody')
    await page.getByRole('button', { name: board.nextWeek }).click()
    await page.waitForURL('**/week/all')
    await shows([])
    expect(complaints).toEqual([])
  },
)
