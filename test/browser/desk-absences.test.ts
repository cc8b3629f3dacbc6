/**
 * A doctor falls ill at noon. The desk records the absence, shows the booked patients, and lists the patients to call
 * or move.
 */
import { expect } from 'bun:test'
import { listName } from '../../src/desk/words/names.ts'
import { formatInstant, localTime } from '../../src/domain/time.ts'
import { success } from '../support/answers.ts'
import { clinic } from '../support/clinic.ts'
import { newAbsence, newChair, newEntry, newPatient } from '../support/records.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse, languages } from './desk.ts'
import { expectAccessible } from './desk-accessible.ts'
import { cardOf, press } from './desk-cards.ts'
import { soon } from './soon.ts'

useBrowser()

const zone = 'Europe/Berlin'
const day = '2026-03-02'
const at = (time: string) => formatInstant(localTime(day, time, zone))

browsing.each(languages)(
  'an assistant enters that a doctor is ill, sees the number of booked patients, and moves or cancels each visit, in %s',
  async (language) => {
    await using house = await deskHouse(browser, language, clinic({ timezone: zone }))
    const { c } = house
    const { call, userId: practitionerId } = c.owner
    const { name: doctor } = success(await call('GET', `/api/v1/members/${practitionerId}`))
    const chair = await newChair(call, { name: 'Room 1' })
    const times = [
      ['13:00', '13:30'],
      ['14:00', '14:30'],
      ['15:00', '15:30'],
    ] as const
    const names = ['Adler', 'Bauer', 'Clausen']
    const booked: { id: string }[] = []
    for (const [i, [from, to]] of times.entries()) {
      const patient = await newPatient(call, {
        firstName: 'Ina',
        lastName: names[i],
        phoneMobile: '+4915123456789',
      })
      const place = { chairId: chair.id, practitionerId, patientId: patient.id }
      booked.push(await newEntry(call, { ...place, startAt: at(from), endAt: at(to) }))
    }
    // The clock is at seven past twelve.
    c.clock.now = Date.parse(at('12:07'))
    const { page, w, complaints } = await house.desk({ member: c.assistant, place: '/settings/absences' })
    const { settings: s, shell, inbox } = w

    await page.getByRole('button', { name: s.absences.add }).click()
    const adding = page.getByRole('dialog', { name: s.absences.add })
    await adding.getByRole('button', { name: shell.save }).click()
    await adding.getByText(s.absences.chooseWho).waitFor()
    await adding.getByLabel(s.absences.who).selectOption({ label: doctor })
    await adding.getByRole('button', { name: s.absences.restOfToday }).click()
    await adding.getByText(s.touched.some(3, false)).waitFor()
    await adding.getByLabel(s.absences.reason).fill('Ill')
    await expectAccessible(page, 'absences')
    await adding.getByRole('button', { name: shell.save }).click()
    await page.locator('.records > li', { hasText: doctor }).getByText('12:00–24:00').waitFor()
    const [absence] = success(await call('GET', '/api/v1/absences')).absences
    expect(absence).toMatchObject({
      practitionerId,
      reason: 'Ill',
      fromDate: day,
      throughDate: day,
      startTime: '12:00',
      endTime: '24:00',
      weekdays: null,
    })

    // A weekly absence is shown on its days, and on no other days.
    await newAbsence(call, practitionerId, {
      fromDate: day,
      throughDate: null,
      weekdays: ['wed'],
      startTime: '13:00',
      endTime: '24:00',
    })
    await page
      .locator('.records > li', { hasText: s.absences.weeklyBadge })
      .getByText('13:00–24:00')
      .waitFor()
    const away = page.locator('.board-away', { hasText: doctor })
    for (const [date, times] of [
      ['2026-03-04', 1],
      ['2026-03-05', 0],
      ['2026-03-11', 1],
    ] as const) {
      await page.goto(`/desk#/day/${date}`)
      await page.getByRole('heading', { name: new RegExp(`\\b${Number(date.slice(-2))}\\b.*2026`) }).waitFor()
      await page.locator('.column').first().waitFor()
      await soon(async () =>
        expect(await away.getByText(w.board.away(doctor, '13:00', '')).count()).toBe(times),
      )
    }

    // The board shows who is away today. A click opens the absence.
    await page.goto('/desk#/day')
    await away.getByRole('button').click()
    await page.getByRole('dialog', { name: s.absences.editOf(doctor) }).waitFor()
    await page.keyboard.press('Escape')

    // While an appointment of the absent practitioner is moved or swapped, the board warns of every time in the
    // absence.
    await page.locator('dialog').waitFor({ state: 'detached' })
    await press(page, booked[0]!, 'm')
    const ghost = page.locator('.ghost.warns')
    await ghost.getByText(w.acts.awayThen(doctor)).waitFor()
    await page.keyboard.press('Escape')
    await ghost.waitFor({ state: 'detached' })
    await press(page, booked[0]!, 's')
    await press(page, booked[1]!, 'Enter')
    await page.locator('.toast').getByText(w.acts.awayThen(doctor)).waitFor()
    await page.keyboard.press('z')
    await page.locator('.toast').getByText(shell.undone).waitFor()
    // The next free time is a time at which the practitioner is present.
    await cardOf(page, booked[1]!).click({ button: 'right' })
    await page.getByRole('menuitem', { name: w.acts.moveDialog }).click()
    const move = page.getByRole('dialog')
    await move.getByText(w.acts.awayThen(doctor)).waitFor()
    await move.getByRole('button', { name: w.acts.nextFree }).click()
    await move.getByText(w.acts.free, { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await move.waitFor({ state: 'detached' })

    // The first proposed time of each patient is different.
    await page.goto('/desk#/inbox')
    const group = page.getByRole('region', { name: inbox.groups.displaced })
    const proposals = group.locator('.inbox-item .inbox-time:nth-of-type(1)')
    await page.waitForFunction(
      () => document.querySelectorAll('.inbox-item.displaced .inbox-time').length >= 9,
    )
    const first = await proposals.allTextContents()
    expect(new Set(first).size).toBe(3)
    await expectAccessible(page, 'absences')
    await proposals.first().click()
    await group.locator('.inbox-item').nth(2).waitFor({ state: 'detached' })
    await group
      .getByRole('button', { name: inbox.staysOf(listName({ firstName: 'Ina', lastName: 'Bauer' })) })
      .click()
    await group.locator('.inbox-item').nth(1).waitFor({ state: 'detached' })
    await group
      .getByRole('button', { name: inbox.cancelOf(listName({ firstName: 'Ina', lastName: 'Clausen' })) })
      .click()
    const cancelling = page.getByRole('dialog')
    await cancelling.locator('.act-chip').first().click()
    await cancelling.locator('[type=submit]').click()
    await group.waitFor({ state: 'detached' })
    const window = `from=2026-03-02T00:00:00Z&to=2026-06-01T00:00:00Z`
    const left = success(await call('GET', `/api/v1/appointments?${window}`)).appointments
    expect(left).toHaveLength(2)
    expect(left[0].startAt).toBe(at('14:00'))
    // The second time is on a later day, because the practitioner is absent until then.
    expect(left[1].startAt > at('23:59')).toBe(true)
    expect(complaints).toEqual([])
  },
)

browsing(
  'when the last day of a weekly absence is no date, the absence is not saved without an end',
  async () => {
    await using house = await deskHouse(browser)
    const { call, userId } = house.c.owner
    const { name } = success(await call('GET', `/api/v1/members/${userId}`))
    const { page, w, complaints } = await house.desk({ place: '/settings/absences' })
    const { settings: s, shell } = w
    await page.getByRole('button', { name: s.absences.add }).click()
    const adding = page.getByRole('dialog', { name: s.absences.add })
    await adding.getByLabel(s.absences.who).selectOption({ label: name })
    await adding.getByLabel(s.absences.weekly).check()
    const last = adding.getByLabel(s.lastDay)
    await last.fill('at Easter')
    await page.keyboard.press('Enter')
    await last.and(page.locator('[aria-invalid="true"]:focus')).waitFor()
    expect(success(await call('GET', '/api/v1/absences')).absences).toEqual([])
    await last.fill('')
    await adding.getByRole('button', { name: shell.save }).click()
    await adding.waitFor({ state: 'detached' })
    expect(success(await call('GET', '/api/v1/absences')).absences).toMatchObject([{ throughDate: null }])
    expect(complaints).toEqual([])
  },
)
