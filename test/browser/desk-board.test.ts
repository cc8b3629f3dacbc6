import { expect } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { success } from '../support/answers.ts'
import type { Client } from '../support/client.ts'
import { newChair, newClosure, newEntry, newNote, newPatient } from '../support/records.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse, languages } from './desk.ts'
import { expectAccessible } from './desk-accessible.ts'
import { soon } from './soon.ts'

useBrowser()

/** Books on Monday, 2 March 2026, between two times in UTC. Berlin is an hour ahead. */
const book = (call: Client, from: string, to: string, fields: object) =>
  newEntry(call, { startAt: `2026-03-02T${from}:00.000Z`, endAt: `2026-03-02T${to}:00.000Z`, ...fields })

const cardOf = (page: Page, name: string) => page.locator('[data-entry]', { hasText: name })
const sentence = (card: Locator) => card.locator('.visually-hidden').textContent()
const box = async (locator: Locator) => (await locator.boundingBox())!
const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.querySelector('.visually-hidden')?.textContent)

/** Fills a morning with two chairs, at 9:00 in Berlin. */
async function busyMorning(call: Client, ownerId: string) {
  const [first, second] = [
    await newChair(call, { name: 'Room 1', color: '#22c55e' }),
    await newChair(call, { name: 'Room 2' }),
  ]
  const patient = (lastName: string) => newPatient(call, { firstName: 'Zoé', lastName })
  const [arrived, late, gone] = [await patient('Arrived'), await patient('Late'), await patient('Gone')]
  await newNote(call, arrived.id, { isNext: true })
  const visit = await book(call, '08:15', '09:00', {
    chairId: first.id,
    patientId: arrived.id,
    title: 'Check-up',
    practitionerId: ownerId,
  })
  success(await call('POST', `/api/v1/appointments/${visit.id}/progress`, { step: 'arrived' }))
  await book(call, '07:45', '08:15', { chairId: second.id, patientId: late.id })
  const missed = await book(call, '07:00', '07:30', { chairId: second.id, patientId: gone.id })
  success(await call('POST', `/api/v1/appointments/${missed.id}/progress`, { step: 'no_show' }))
  await book(call, '11:00', '12:00', { type: 'unavailable', chairId: first.id, title: 'Lunch' })
  await book(call, '08:00', '08:15', { type: 'reminder', title: 'Call back' })
  await newClosure(call, { name: 'Spring', fromDate: '2026-03-04', throughDate: '2026-03-04' })
  return { first, second, visit }
}

for (const language of languages)
  browsing(
    `a receptionist sees the day, goes to other days, the month and a week, and returns to today, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { call, userId } = house.c.owner
      const { first } = await busyMorning(call, userId)
      house.c.clock.now += 7 * 60_000
      const { page, w, complaints } = await house.desk()
      const { board, card } = w

      // The headings and the cards have the right texts.
      const heads = page.locator('.head-title')
      await heads.getByText(board.withoutChair).waitFor()
      expect(await heads.allTextContents()).toEqual(['Room 1', 'Room 2', board.withoutChair])
      const visit = cardOf(page, 'Arrived')
      expect(await sentence(visit)).toBe(
        [
          ...['Zoé Arrived', card.span('9:15', '10:00'), 'Check-up', card.with('owner')],
          ...[card.long.nextNote(), card.long.firstVisit(), card.long.arrived(7)],
        ].join(', '),
      )
      expect(await sentence(cardOf(page, 'Late'))).toContain(card.long.late(22))
      expect(await sentence(cardOf(page, 'Gone'))).toContain(card.long.noShow())
      expect(await sentence(cardOf(page, 'Lunch'))).toStartWith(card.types.unavailable)
      expect(await sentence(cardOf(page, 'Call back'))).toStartWith(card.types.reminder)
      expect(await page.locator('.board-summary').textContent()).toContain(board.waiting(1))

      // The first room is open only from 9 to 17. Each quarter of an hour is a row of 24 pixels.
      const hours = page.locator('.column').first().locator('.open')
      expect((await box(hours)).height).toBeCloseTo(8 * 4 * 24, 0)
      expect((await box(visit)).y - (await box(hours)).y).toBeCloseTo(24, -0.5)

      // The line of the present time is at 9:07, between the beginnings of the two cards.
      const line = await box(page.locator('.now').first())
      expect(line.y).toBeGreaterThan((await box(cardOf(page, 'Late'))).y)
      expect(line.y).toBeLessThan((await box(visit)).y)
      expect(await page.locator('.now-time').textContent()).toBe('9:07')

      // The cards of other practitioners become paler, and stay visible.
      await page.getByLabel(board.practitioner).selectOption({ label: 'owner' })
      await soon(async () => expect(await page.locator('.entry.other').count()).toBe(4))
      await page.getByLabel(board.practitioner).selectOption('')

      // A button opens the next day, and a key returns to the day before.
      await page.getByRole('button', { name: board.next, exact: true }).click()
      await visit.waitFor({ state: 'detached' })
      expect(await page.locator('.board-summary').textContent()).toBe(board.empty)
      await page.keyboard.press('k')
      await visit.waitFor()

      // The month shows how full each day is.
      await page.keyboard.press('g')
      const month = page.getByRole('dialog', { name: board.month })
      const about = board.monthDay(false, 0, 0, ['Spring'])
      await month.locator(`[aria-label$="${about}"]`).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('PageDown')
      await page.keyboard.press('Enter')
      await page.waitForFunction(() => location.hash === '#/day/2026-04-10')
      await month.waitFor({ state: 'detached' })
      await page.keyboard.press('t')
      await visit.waitFor()

      // The week of a chair begins on a Monday in this practice.
      await heads.getByText('Room 1').click()
      await page.waitForFunction((id) => location.hash.endsWith(`/week/${id}`), first.id)
      await page.locator('.closure', { hasText: 'Spring' }).waitFor()
      expect(await page.locator('.column').count()).toBe(7)
      expect(await page.locator('.column').first().getAttribute('data-column')).toBe('2026-03-02')
      expect(await page.locator('.column').nth(2).textContent()).toContain('Spring')
      await cardOf(page, 'Late').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: board.nextWeek }).click()
      await page.locator('[data-column="2026-03-09"]').waitFor()
      await page.getByRole('button', { name: board.today, exact: true }).click()
      await page.locator('[data-column="2026-03-02"]').waitFor()
      await page.getByLabel(board.view, { exact: true }).selectOption('')
      await cardOf(page, 'Late').waitFor()

      // The desk remembers the size of the rows, and nothing else.
      const { height } = await box(visit)
      await page.keyboard.press('+')
      await page.locator('.board.large').waitFor()
      await soon(async () => expect((await box(visit)).height).toBeGreaterThan(height * 1.4))
      await page.reload()
      await page.locator('.board.large').waitFor()
      await visit.waitFor()
      expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Zoé')
      expect(complaints).toEqual([])
    },
  )

browsing(
  'the arrow keys move the focus from card to card, and changes by other desks do not lose the focus',
  async () => {
    await using house = await deskHouse(browser)
    const { call, userId } = house.c.owner
    const { second, visit } = await busyMorning(call, userId)
    const { page, complaints } = await house.desk()
    await cardOf(page, 'Arrived').waitFor()
    // The board is one stop of the Tab key.
    expect(await page.locator('[data-entry][tabindex="0"]').count()).toBe(1)
    await page.locator('[data-entry][tabindex="0"]').focus()
    expect(await focusedName(page)).toContain('Arrived')
    const press = async (key: string, name: string) => {
      await page.keyboard.press(key)
      await soon(async () =>
        expect([key, await focusedName(page)]).toEqual([key, expect.stringContaining(name)]),
      )
    }
    await press('ArrowDown', 'Lunch')
    await press('Home', 'Arrived')
    await press('ArrowRight', 'Late')
    await press('ArrowUp', 'Gone')
    await press('ArrowUp', 'Gone')
    await press('ArrowRight', 'Call back')
    await press('ArrowLeft', 'Late')
    await press('ArrowLeft', 'Arrived')

    // Another desk moves the entry to the other chair. The card is then drawn in another column, and keeps the focus.
    success(await call('PATCH', `/api/v1/appointments/${visit.id}`, { chairId: second.id, title: 'Moved' }))
    await page.locator(`[data-column="${second.id}"]`, { hasText: 'Moved' }).waitFor()
    await soon(async () => expect(await focusedName(page)).toContain('Arrived'))
    // A new title on one card does not draw other cards again.
    await page.evaluate(() => {
      const drawn = new Set<string>()
      Object.assign(window, { drawn })
      const seen = (changes: MutationRecord[]) => {
        for (const { target } of changes) {
          const element = target instanceof Element ? target : target.parentElement!
          drawn.add(element.closest<HTMLElement>('[data-entry]')?.dataset.entry ?? element.className)
        }
      }
      const what = { subtree: true, childList: true, attributes: true, characterData: true }
      new MutationObserver(seen).observe(document.querySelector('.columns')!, what)
    })
    // When a minute passes meanwhile, every card is drawn again. Then the test tries the next title.
    let names = 0
    await soon(async () => {
      const title = `Named ${++names}`
      await page.evaluate(() => (window as unknown as { drawn: Set<string> }).drawn.clear())
      success(await call('PATCH', `/api/v1/appointments/${visit.id}`, { title }))
      await cardOf(page, title).waitFor()
      expect(await page.evaluate(() => [...(window as unknown as { drawn: Set<string> }).drawn])).toEqual([
        visit.id,
      ])
    })
    // When the entry disappears, the focus moves to the nearest card in its column.
    success(await call('DELETE', `/api/v1/appointments/${visit.id}`))
    await cardOf(page, 'Arrived').waitFor({ state: 'detached' })
    await soon(async () => expect(await focusedName(page)).toContain('Late'))
    expect(complaints).toEqual([])
  },
)

browsing('the board shows the next day at once, because the desk has already read this day', async () => {
  await using house = await deskHouse(browser)
  const { call } = house.c.owner
  const chair = await newChair(call)
  const times = { startAt: '2026-03-04T09:00:00.000Z', endAt: '2026-03-04T09:30:00.000Z' }
  await newEntry(call, { chairId: chair.id, title: 'Wednesday', ...times })
  const { page, complaints } = await house.desk()
  await page.locator('.column').waitFor()
  const ahead = page.waitForResponse((response) => response.url().includes('date=2026-03-04'))
  await page.keyboard.press('j')
  await (await ahead).finished()
  // One more round trip gives the page time to process the answer.
  await page.evaluate(async () => void (await (await fetch('/desk')).text()))
  // From now on, no request for a day gets an answer.
  await page.route('**/api/v1/day?*', () => {})
  await page.keyboard.press('j')
  await cardOf(page, 'Wednesday').waitFor()
  expect(await page.locator('.scroller.waiting').count()).toBe(0)
  // While a day is not read yet, the board shows the previous day, on which no act is possible.
  await cardOf(page, 'Wednesday').focus()
  const acted = await page.evaluate(async () => {
    const card = document.querySelector<HTMLElement>('[data-entry]')!
    location.hash = '#/day/2026-03-05'
    while (document.activeElement === card) await new Promise(requestAnimationFrame)
    return card.dispatchEvent(new MouseEvent('dblclick', { bubbles: true, cancelable: true }))
  })
  expect(acted).toBe(false)
  await page.locator('.scroller.waiting[inert]').waitFor()
  expect(await page.locator('dialog').count()).toBe(0)
  await page.unroute('**/api/v1/day?*')
  // The calendar has a last day. The address of a later day opens the last day, and the desk requests no later day.
  await page.evaluate(() => {
    location.hash = '#/day/10000-01-01'
  })
  const heading = (day: string) => page.getByRole('heading', { level: 1, name: day }).waitFor()
  await heading('31 December 9999')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await heading('30 December 9999')
  // The desk requests the signed-in member before all its scripts are loaded, and uses this answer later. So there is
  // only one request.
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.reload()
  await page.locator('.board').waitFor()
  expect(asked.filter((path) => path === '/api/v1/me')).toHaveLength(1)
  expect(complaints).toEqual([])
})

for (const [date, offset, hours, change] of [
  ['2026-03-29', -60, 23, 60],
  ['2026-10-25', 60, 25, -60],
] as const)
  browsing(
    `the board shows a day of ${hours} hours with the right length, in the day and in the week`,
    async () => {
      await using house = await deskHouse(browser)
      const { call } = house.c.owner
      const chair = await newChair(call, { name: 'Night' })
      // The entry lasts from 1:00 until 5:00 on the practice's clocks, during which the clocks change.
      const midnight = Date.parse(`${date}T00:00:00Z`) - (offset < 0 ? 60 : 120) * 60_000
      const startAt = new Date(midnight + 3_600_000).toISOString()
      const endAt = new Date(midnight + (hours - 24 + 5) * 3_600_000).toISOString()
      await newEntry(call, { chairId: chair.id, title: 'Night', startAt, endAt })
      const { page, w, complaints } = await house.desk({ place: `/day/${date}` })
      const card = page.locator('[data-entry]')
      await card.waitFor()
      const row = 24
      const about = (value: number) => expect.closeTo(value, -0.5)
      const height = (await box(card)).height + 1
      expect(height).toEqual(about((hours - 24 + 4) * 4 * row))
      const labels = await page.locator('.times span').allTextContents()
      expect(labels.slice(0, 4)).toEqual(
        hours === 23 ? ['0:00', '1:00', '3:00', '4:00'] : ['0:00', '1:00', '2:00', '2:00'],
      )
      await page.locator('.clock-line', { hasText: w.board.clockChange(change) }).waitFor()
      // The end of the card is at the label of 5:00.
      const five = await box(page.locator('.times span', { hasText: /^5:00$/ }))
      const place = await box(card)
      expect(Math.abs(place.y + place.height - five.y)).toBeLessThan(row / 2)

      await page.goto(`/desk#/day/${date}/week/${chair.id}`)
      await page.locator('.column').nth(6).waitFor()
      const changed = page.locator(`[data-column="${date}"]`)
      expect((await box(changed)).height - (await box(page.locator('.column').first())).height).toEqual(
        about((hours - 24) * 4 * row),
      )
      // This column shows its own hours, because the times at the left are for the other days.
      expect(await changed.locator('.hour span').allTextContents()).toContain('5:00')
      expect(await page.locator('.column').first().locator('.hour span').count()).toBe(0)
      expect(complaints).toEqual([])
    },
  )

browsing(
  'on a tablet, columns stay wide, and the headings and the times stay visible while the board scrolls',
  async () => {
    await using house = await deskHouse(browser)
    const { call } = house.c.owner
    const chairs = []
    for (let i = 1; i <= 10; i++) chairs.push(await newChair(call, { name: `Room ${i}` }))
    await book(call, '15:00', '15:30', { chairId: chairs[9].id, title: 'Last' })
    const { page, complaints } = await house.desk({ viewport: { width: 768, height: 600 } })
    const last = cardOf(page, 'Last')
    await last.waitFor({ state: 'attached' })
    for (const column of await page.locator('.column').all())
      expect((await box(column)).width).toBeGreaterThanOrEqual(144)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(768)
    // The board shows how many columns are beyond the right edge, and a click scrolls there.
    const beyond = page.locator('.beyond button')
    expect(Number(await beyond.textContent())).toBeGreaterThan(3)
    const [head, times] = [page.locator('.head').last(), page.locator('.times')]
    const [headBefore, timesBefore] = [await box(head), await box(times)]
    await last.scrollIntoViewIfNeeded()
    const [headAfter, timesAfter] = [await box(head), await box(times)]
    expect(headAfter.y).toBe(headBefore.y)
    expect(timesAfter.x).toBe(timesBefore.x)
    expect(headAfter.x).toBeLessThan(headBefore.x)
    expect(timesAfter.y).toBeLessThan(timesBefore.y)
    await beyond.waitFor({ state: 'detached' })
    // Nothing covers the card that has the focus.
    await last.focus()
    const [card, corner] = [await box(last), await box(page.locator('.corner'))]
    expect(card.x).toBeGreaterThanOrEqual(corner.x + corner.width)
    expect(card.y).toBeGreaterThanOrEqual(headAfter.y + headAfter.height)
    expect(complaints).toEqual([])
  },
)

browsing(
  'on a phone, and at 200 % on a desktop, the desk shows the day as a list with large buttons',
  async () => {
    await using house = await deskHouse(browser, 'de')
    const { call, userId } = house.c.owner
    await busyMorning(call, userId)
    const { page, w, complaints } = await house.desk({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    })
    const rows = page.locator('.day-list [data-entry]')
    await rows.first().waitFor()
    const names = async () => (await page.locator('.day-list .entry-name').allTextContents()).join(' | ')
    expect(await names()).toBe('Gone, Zoé | Late, Zoé | Call back | Arrived, Zoé | Lunch')
    for (const target of await page.locator('.day-list button').all()) {
      const { width, height } = await box(target)
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    }
    await page.getByRole('button', { name: w.board.byChair }).click()
    await soon(async () =>
      expect(await names()).toBe('Arrived, Zoé | Lunch | Gone, Zoé | Late, Zoé | Call back'),
    )
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.locator('.columns').waitFor()
    await page.setViewportSize({ width: 640, height: 400 })
    await rows.first().waitFor()
    await soon(async () => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(640))
    expect(complaints).toEqual([])
  },
)

browsing(
  'the board tells a practice without chairs to add chairs, and shows that a very full day is not complete',
  async () => {
    await using house = await deskHouse(browser)
    const { call } = house.c.owner
    const { page, w, complaints } = await house.desk()
    const link = page.getByRole('link', { name: w.board.addChairs })
    await link.waitFor()
    await expectAccessible(page, 'a practice without chairs')
    await newChair(call)
    await page.route('**/api/v1/day?*', async (route) => {
      const response = await route.fetch()
      const { data, ...rest } = await response.json()
      await route.fulfill({ response, json: { ...rest, data: { ...data, more: true, entriesTotal: 2_345 } } })
    })
    await page.getByRole('button', { name: w.board.next, exact: true }).click()
    await page.getByText(w.board.more(0, 2_345)).waitFor()
    expect(complaints).toEqual([])
  },
)

browsing('§19 The board, its month, its week and the list are accessible, light and dark.', async () => {
  await using house = await deskHouse(browser)
  const { call, userId } = house.c.owner
  const { first } = await busyMorning(call, userId)
  const { page, w, complaints } = await house.desk()
  await cardOf(page, 'Arrived').waitFor()
  await expectAccessible(page, 'the board')
  await page.getByLabel(w.board.practitioner).selectOption({ label: 'owner' })
  await page.keyboard.press('g')
  await page.locator('.month-day.closed').first().waitFor()
  await expectAccessible(page, 'a month')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: w.board.month }).waitFor({ state: 'detached' })
  await page.goto(`/desk#/day/2026-03-02/week/${first.id}`)
  await page.locator('.closure').waitFor()
  await expectAccessible(page, 'a week')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.locator('.day-list').waitFor()
  await expectAccessible(page, 'a list')
  expect(complaints).toEqual([])
})

browsing('the server sends a day to the browser compressed', async () => {
  await using house = await deskHouse(browser)
  const { call } = house.c.owner
  const { id: chairId } = await newChair(call)
  for (let hour = 10; hour < 18; hour++)
    await book(call, `${hour}:00`, `${hour}:30`, {
      chairId,
      title: `Visit ${hour}`,
      notes: 'Needs the hygienist, and time. '.repeat(20),
    })
  const { page, complaints } = await house.desk({ place: '/day/2026-03-01' })
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/day?date=2026-03-02'))
  await page.evaluate(() => {
    location.hash = '#/day/2026-03-02'
  })
  const headers = await (await answered).allHeaders()
  await cardOf(page, 'Visit 17').waitFor()
  expect(headers['content-encoding']).toBe('zstd')
  expect(complaints).toEqual([])
})
