/**
 * The parts of the desk's look that can be measured: no text is cut beside empty space, and bars take little of a
 * window.
 */
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { success } from '../support/answers.ts'
import type { Client } from '../support/client.ts'
import { newAppointmentType, newChair, newEntry, newPatient, newTag } from '../support/records.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { coveredFields } from './covered.ts'
import { deskHouse } from './desk.ts'
import { mistakesIn } from './desk-accessible.ts'
import { drawn, press } from './desk-cards.ts'
import { closeAll, demoHouse, type Shown, show, shown } from './desk-screens.ts'
import { flawsOf, windows } from './flaws.ts'
import { soon } from './soon.ts'

useBrowser()

/** Books on Monday, 2 March 2026, from a time in UTC. Berlin is an hour ahead. */
const book = (call: Client, from: string, minutes: number, fields: object) => {
  const startAt = `2026-03-02T${from}:00.000Z`
  const endAt = new Date(Date.parse(startAt) + minutes * 60_000).toISOString()
  return newEntry(call, { startAt, endAt, ...fields })
}

const people = [
  ['Maximiliane', 'Bergerdorff-Schmidt'],
  ['عبد الرحمن', 'الخوارزمي البغدادي'],
  ['José María', 'García de la Torre y Fernández'],
  ['Konstantin', 'von und zu Lichtenstein-Hohenfels'],
  ['Ivo', 'Ng'],
] as const

/** The visits without a chair, in UTC: the start, the minutes, and the people who come at the same time. */
const beside = (
  [
    ['07:00', 45, [0, 1, 2]],
    ['07:45', 15, [3, 4]],
    ['08:00', 30, [0, 1]],
    ['08:30', 30, [2, 3]],
    ['09:00', 15, [0, 2]],
    ['09:30', 15, [1, 3]],
    ['10:00', 60, [0, 1]],
    ['12:00', 45, [2, 3, 4]],
  ] as const
).map(([from, minutes, who]) => ({ from, minutes, who: new Set<number>(who) }))

/**
 * Makes chairs with long names that differ at their end. On each chair are patients with long names, who are due now or
 * late.
 */
async function fullDay(call: Client) {
  const kind = await newAppointmentType(call, {
    name: 'Root canal treatment, second session',
    color: '#ef4444',
  })
  const alert = await newTag(call, 'Allergy: penicillin', { alert: true })
  const names = ['Room at the garden, north 1', 'Room at the garden, north 2', 'C', 'D', 'E', 'F', 'G', 'H']
  const chairs = []
  for (const name of names) chairs.push(await newChair(call, { name, color: '#22c55e' }))
  for (const [i, [firstName, lastName]] of people.entries()) {
    const known = { dob: '1980-05-04', phoneMobile: '+49 1555 1234567' }
    const { id: patientId } = await newPatient(call, { firstName, lastName, ...known })
    if (i % 2 === 0) success(await call('POST', `/api/v1/patients/${patientId}/tags/${alert.id}`))
    const visit = { patientId, title: kind.name, color: kind.color, appointmentTypeId: kind.id }
    for (const [n, [from, minutes]] of [
      ['07:15', 30],
      ['08:00', 45],
      ['09:00', 60],
      ['10:30', 90],
      ['12:30', 15],
    ].entries() as ArrayIterator<[number, [string, number]]>) {
      const { id } = await book(call, from, minutes, {
        chairId: chairs[(i + n) % chairs.length]!.id,
        ...visit,
      })
      if (n === 1) success(await call('POST', `/api/v1/appointments/${id}/progress`, { step: 'arrived' }))
    }
    for (const { from, minutes, who } of beside) if (who.has(i)) await book(call, from, minutes, visit)
    // A memo is beside a visit.
    await book(call, '09:15', 15, {
      type: 'reminder',
      chairId: chairs[(i + 2) % chairs.length]!.id,
      title: 'Ask for the X-rays',
    })
  }
  return { chairs, kind }
}

/**
 * The names of patients whose alert is not readable: their cards have at least two lines, but do not show the beginning
 * of the alert.
 */
const silent = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.column > .entry:not(.lines-1, .thinner)')]
      .filter((card) => card.querySelector('.alerted') !== null)
      .filter((card) => {
        const words = card.querySelector('.entry-details > b')!.getBoundingClientRect()
        const room = card.querySelector('.entry-details')!.getBoundingClientRect()
        return room.height < 12 || words.left > room.left + 2
      })
      .map((card) => `${card.querySelector('.entry-name')!.textContent} in ${card.className}`),
  )

/** The family names that are cut, and the marks that extend over the edge of their card. */
const cut = (page: Page, families: readonly string[]) =>
  page.evaluate((families) => {
    const found: string[] = []
    for (const card of document.querySelectorAll<HTMLElement>('[data-entry]')) {
      const name = card.querySelector('.entry-name')!
      const text = name.querySelector('.entry-family')!.firstChild!
      const family = families.find((one) => text.textContent!.includes(one))
      if (family === undefined) continue
      const range = document.createRange()
      const begin = text.textContent!.indexOf(family)
      range.setStart(text, begin)
      range.setEnd(text, begin + family.length)
      const room = card.getBoundingClientRect()
      const sees = ({ top, bottom, left, right }: DOMRect) =>
        top >= room.top - 2 && bottom <= room.bottom + 2 && left >= room.left && right <= room.right
      const lines = name.getBoundingClientRect()
      if (![...range.getClientRects()].every((line) => sees(line) && line.top < lines.bottom - 4))
        found.push(`${family} in ${card.className}`)
      for (const pill of card.querySelectorAll('.pill'))
        if (pill.getClientRects().length > 0 && !sees(pill.getBoundingClientRect()))
          found.push(`${pill.textContent} in ${card.className}`)
    }
    return found
  }, families)

browsing('no family name, no mark, no alert and no name of a chair is cut', async () => {
  await using house = await deskHouse(browser)
  const { call } = house.c.owner
  const { chairs, kind } = await fullDay(call)
  const { page, w, complaints } = await house.desk({ viewport: { width: 1280, height: 900 } })
  await page.locator('[data-entry]').nth(47).waitFor({ state: 'attached' })
  const families = people.map(([, lastName]) => lastName)
  for (const width of [768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 1000 })
    await soon(async () => expect(await cut(page, families)).toEqual([]))
    expect(await silent(page)).toEqual([])
    const heads = page.locator('.head-title > span')
    expect(
      await heads.evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight)),
    ).toEqual([])
    expect(await heads.first().textContent()).toBe(chairs[0]!.name)
  }
  // A wide window is used to its edge.
  const last = (await page.locator('.column').last().boundingBox())!
  expect(last.x + last.width).toBeGreaterThan(1900)
  // The legend explains the colours of the cards.
  await page.getByLabel(w.board.legend).getByText(kind.name).waitFor()
  // Names are bolder than other texts, and times are lighter. All digits have the same width, so times are aligned in a
  // column.
  const lookOf = (what: string) =>
    page
      .locator(what)
      .first()
      .evaluate((one) => {
        const { fontWeight, fontVariantNumeric } = getComputedStyle(one)
        return `${fontWeight} ${fontVariantNumeric}`
      })
  expect(await lookOf('.rail nav a')).toBe('500 normal')
  expect(await lookOf('main .button.plain')).toBe('500 normal')
  expect(await lookOf('.column > .appointment .entry-name')).toBe('600 normal')
  expect(await lookOf('.column > .appointment .entry-time')).toBe('400 tabular-nums')
  // A mark has a coloured background exactly when it asks for an act.
  const marks = await page.locator('.pill').evaluateAll((all) =>
    all.map((one) => {
      const isStrong = one.classList.contains('strong')
      return [isStrong, getComputedStyle(one).backgroundColor !== 'rgba(0, 0, 0, 0)']
    }),
  )
  expect(new Set(marks.map(String))).toEqual(new Set(['true,true', 'false,false']))
  expect(complaints).toEqual([])
})

browsing('no long name of a chair extends over the edge of the booking dialogue', async () => {
  await using house = await deskHouse(browser)
  const { call } = house.c.owner
  await newChair(call)
  await newChair(call, { name: 'The second room beside the garden on the northern side of the old house' })
  const { page, complaints } = await house.desk()
  await page.locator('.column').first().waitFor()
  await page.keyboard.press('b')
  const dialog = page.locator('dialog')
  await dialog.locator('.booking-time').first().waitFor()
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const over = () =>
      dialog.evaluate((dialog) => {
        const { left, right } = dialog.getBoundingClientRect()
        const isOver = (one: Element) => one.getBoundingClientRect().right > right
        const inside = [...dialog.querySelectorAll('.booking-time, .booking-time span, select, input')]
        return { over: inside.filter(isOver).length, left, width: right - left }
      })
    await soon(async () => expect((await over()).over).toBe(0))
    const { left, width: wide } = await over()
    expect(left).toBeGreaterThanOrEqual(0)
    expect(left + wide).toBeLessThanOrEqual(width)
  }
  expect(complaints).toEqual([])
})

/** The part of the window's height that bars take. Bars stay while the day scrolls. */
const barsOf = (page: Page) =>
  page.evaluate(() => {
    // The first visible card is below the bars.
    const bars = [...document.querySelectorAll('.rail, .rail nav, .board-line')].filter((bar) => {
      const { top, bottom } = bar.getBoundingClientRect()
      return bottom > 0 && top < innerHeight
    })
    return bars.reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0) / innerHeight
  })

browsing(
  'on a phone, the desk opens at the current visit, and bars take less than a fifth of the height',
  async () => {
    await using house = await deskHouse(browser)
    const { call } = house.c.owner
    await fullDay(call)
    house.c.clock.now = Date.parse('2026-03-02T09:10:00Z')
    const { page, complaints } = await house.desk({ viewport: { width: 390, height: 844 }, hasTouch: true })
    const current = page.locator('.row.current')
    await current.waitFor()
    // The line with the day and the heading of the hour stay above the current card.
    const below = async () => (await current.boundingBox())!.y - (await lineOf(page))
    await soon(async () => expect(await below()).toBeGreaterThanOrEqual(0))
    expect(await below()).toBeLessThan(60)
    expect(await barsOf(page)).toBeLessThan(0.2)
    // At 200 %, the bars of the desk scroll away with the screen.
    await page.setViewportSize({ width: 640, height: 400 })
    await page.reload()
    await current.waitFor()
    await soon(async () => expect(await below()).toBeGreaterThanOrEqual(0))
    expect(await below()).toBeLessThan(60)
    expect(await barsOf(page)).toBeLessThan(0.15)
    expect(complaints).toEqual([])
  },
)

const lineOf = async (page: Page) => {
  const { y, height } = (await page.locator('.board-line').boundingBox())!
  return y + height
}

browsing('on a phone, a message does not cover the field in which a person types', async () => {
  await using house = await deskHouse(browser)
  const viewport = { width: 390, height: 844 }
  const { page, w, complaints } = await house.desk({ viewport, place: '/settings/practice' })
  const name = page.locator('[autocomplete=organization]')
  await name.fill('Praxis am Park')
  await name.evaluate((field) => field.scrollIntoView({ block: 'end' }))
  await name.press('Enter')
  await page.locator('.toast', { hasText: w.settings.practiceSaved }).waitFor()
  const message = (await page.locator('.toast').boundingBox())!
  const field = (await name.and(page.locator(':focus')).boundingBox())!
  expect(field.y + field.height).toBeLessThanOrEqual(message.y)
  expect(field.y).toBeGreaterThan(0)
  expect(complaints).toEqual([])
})

browsing('on a phone, a message does not move the parts of a dialogue', async () => {
  await using house = await deskHouse(browser)
  const { call } = house.c.owner
  const { id: chairId } = await newChair(call)
  const { id: patientId } = await newPatient(call)
  const entry = await book(call, '09:00', 30, { chairId, patientId })
  const { page, complaints } = await house.desk({ viewport: { width: 390, height: 844 }, hasTouch: true })
  /** Opens a dialogue by a key. Returns the positions of parts of the dialogue, and closes it. */
  const placesOf = async (key: string, ...parts: string[]) => {
    await press(page, entry, key)
    await page.locator('dialog[open]').waitFor()
    await drawn(page)
    const boxes = await Promise.all(parts.map((part) => page.locator(`dialog ${part}`).first().boundingBox()))
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    return boxes.map((box) => Math.round(box!.y))
  }
  const places = async () => ({
    move: await placesOf('o', 'h2', 'input'),
    question: await placesOf('n', 'h2', '[type=submit]'),
  })
  await page.locator('[data-entry]').waitFor()
  const before = await places()
  await press(page, entry, 'c')
  await page.locator('.toast').waitFor()
  expect(await places()).toEqual(before)
  expect(await page.locator('.toast').count()).toBe(1)
  expect(complaints).toEqual([])
})

for (const [reducedMotion, times] of [
  ['no-preference', [150]],
  ['reduce', []],
] as const)
  browsing(
    `a dropped card moves to its place in an animation, if the person has not reduced motion: ${reducedMotion}`,
    async () => {
      await using house = await deskHouse(browser)
      const { call } = house.c.owner
      const { id: chairId } = await newChair(call)
      const entry = await book(call, '09:00', 30, { chairId, title: 'Visit' })
      const { page, complaints } = await house.desk({ reducedMotion })
      await page.locator('[data-entry]').waitFor()
      await page.evaluate(() => {
        const settled: unknown[] = []
        Object.assign(window, { settled })
        const { animate } = Element.prototype
        Element.prototype.animate = function (frames, options) {
          settled.push((options as KeyframeAnimationOptions).duration)
          return animate.call(this, frames, options)
        }
      })
      await press(page, entry, 'm', 'ArrowDown', 'Enter')
      await soon(async () => {
        const { startAt } = success(await call('GET', `/api/v1/appointments/${entry.id}`))
        expect(startAt).toBe('2026-03-02T09:15:00.000Z')
      })
      const settled = () => page.evaluate(() => (window as unknown as { settled: number[] }).settled)
      await soon(async () => expect(await settled()).toEqual([...times]))
      expect(complaints).toEqual([])
    },
  )

/** The windows to check. The pages of the settings have only two layouts, one for phones and one for desktops. */
const windowsOf = ({ place, open }: Shown) =>
  place.startsWith('settings/') && open === undefined ? [windows[0], windows[4]] : windows

/** From now on, records the element that has the focus when a dialogue opens. */
const watchOpeners = (page: Page) =>
  page.evaluate(() => {
    const { showModal } = HTMLDialogElement.prototype
    HTMLDialogElement.prototype.showModal = function () {
      Object.assign(window, { openedFrom: document.activeElement })
      showModal.call(this)
    }
  })

/**
 * The faults of the focus in the open dialogue. The close button may have the focus only when there is no field to fill
 * in.
 */
const focusFlaws = (page: Page) =>
  page.evaluate(() => {
    const dialog = document.querySelector<HTMLElement>(':modal')
    const { activeElement } = document
    if (dialog === null) return []
    if (!dialog.contains(activeElement)) return ['the focus is outside']
    const isForm = dialog.querySelector('form, .dialog-body :is(input, select, textarea)') !== null
    return isForm && activeElement!.closest('.dialog-head') !== null ? ['the cross has the focus'] : []
  })

/** The faults of the focus after a dialogue was closed. The element that had the focus before must have it again. */
const returnFlaws = (page: Page) =>
  page.evaluate(() => {
    const { openedFrom } = window as { openedFrom?: Element }
    const { activeElement } = document
    // The element may be gone, because a window of another width draws the day in another form.
    if (!openedFrom?.isConnected || activeElement === openedFrom) return []
    return [
      `the focus goes from ${openedFrom.outerHTML.slice(0, 80)} to ${activeElement?.outerHTML.slice(0, 80)}`,
    ]
  })

// This test opens every screen and dialogue once, in one page. So it takes longer than other tests.
browsing(
  'every screen and dialogue fits its window, has one main button and the right focus, and is accessible, light and dark',
  async () => {
    await using house = await demoHouse(browser)
    const { page, complaints } = await house.desk({ viewport: { width: 1280, height: 800 } })
    await watchOpeners(page)
    const found: string[] = []
    for (const one of shown) {
      await show(page, one)
      for (const flaw of await focusFlaws(page)) found.push(`${one.name}: ${flaw}`)
      const isDialog = (await page.locator('dialog[open]').count()) > 0
      for (const colorScheme of ['light', 'dark'] as const)
        for (const mistake of await mistakesIn(page, colorScheme, isDialog ? 'dialog[open]' : 'html'))
          found.push(`${one.name}: ${mistake}`)
      for (const [width, height] of windowsOf(one)) {
        await page.setViewportSize({ width, height })
        await drawn(page)
        for (const flaw of await flawsOf(page)) found.push(`${one.name} at ${width}: ${flaw}`)
        if (width !== 390 && width !== 1280) continue
        for (const field of await coveredFields(page)) found.push(`${one.name} at ${width}: ${field}`)
      }
      await closeAll(page)
      if (isDialog) for (const flaw of await returnFlaws(page)) found.push(`${one.name}: ${flaw}`)
    }
    expect(found).toEqual([])
    expect(complaints).toEqual([])
  },
)
