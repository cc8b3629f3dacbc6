import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { newChair, newEntry, newPatient } from '../support/records.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse, openDesk } from './desk.ts'
import { holdBack } from './desk-cards.ts'
import { soon } from './soon.ts'
import { sessionOf } from './steps.ts'

useBrowser()

/** A house with a chair, and a function that books at an hour of the day for a new patient. */
async function busyHouse() {
  const house = await deskHouse(browser)
  const { call } = house.c.owner
  const chair = await newChair(call, { name: 'Room 1' })
  const book = async (hour: number, lastName: string) => {
    const patient = await newPatient(call, { firstName: 'Zoé', lastName })
    const hh = String(hour).padStart(2, '0')
    const times = { startAt: `2026-03-02T${hh}:00:00Z`, endAt: `2026-03-02T${hh}:30:00Z` }
    await call('POST', '/api/v1/appointments', {
      type: 'appointment',
      chairId: chair.id,
      patientId: patient.id,
      ...times,
    })
  }
  return Object.assign(house, { book })
}

const card = (page: Page, name: string) => page.locator('[data-entry]', { hasText: name })

/** The number of tabs of this browser that hold an event stream. Each of them has a lock. */
const streamHolders = async (): Promise<number> =>
  (await navigator.locks.query()).held!.filter(({ name }) => name!.startsWith('chairside.live.')).length

const isStream = (headers: Record<string, string>) => headers.accept === 'text/event-stream'

browsing('a booking appears on every open desk without a click', async () => {
  await using house = await busyHouse()
  const [one, other] = [await house.desk(), await house.desk()]
  await house.book(10, 'Müller')
  await Promise.all([card(one.page, 'Müller').waitFor(), card(other.page, 'Müller').waitFor()])
  expect([...one.complaints, ...other.complaints]).toEqual([])
})

browsing(
  '§19 When the desk starts, it reads the day once. It reads the day again only when something has changed since.',
  async () => {
    await using house = await busyHouse()
    await house.book(10, 'Müller')
    const { page, complaints } = await house.desk()
    const reads: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      const of = searchParams.get('date') ?? '2026-03-02'
      if (pathname === '/api/v1/day' && of === '2026-03-02') reads.push(of)
    })
    // The stream first sends the cursor up to which the desk has every change. Then the change arrives, and only the
    // change causes a second read.
    await Promise.all([page.waitForResponse((answer) => isStream(answer.request().headers())), page.reload()])
    const times = { startAt: '2026-03-02T11:00:00Z', endAt: '2026-03-02T11:30:00Z' }
    await newEntry(house.c.owner.call, { title: 'Berg', ...times })
    await card(page, 'Berg').waitFor()
    expect(reads).toHaveLength(2)
    // A change between the read and the start of the stream is not missed.
    const goOn = await holdBack(page, '**/api/v1/changes')
    await page.reload()
    await card(page, 'Berg').waitFor()
    await house.book(12, 'Conrad')
    goOn()
    await card(page, 'Conrad').waitFor()
    expect(complaints).toEqual([])
  },
)

browsing(
  'the tabs of one browser share one event stream, and another tab opens a stream when the first tab is closed',
  async () => {
    await using house = await busyHouse()
    const first = await house.desk()
    // The first tab has the stream before the second one opens.
    await soon(async () => expect(await first.page.evaluate(streamHolders)).toBe(1))
    const second = await first.page.context().newPage()
    let streams = 0
    second.on('request', (request) => {
      if (isStream(request.headers())) streams++
    })
    await second.clock.setFixedTime(house.c.clock.now)
    await openDesk(second, (await sessionOf(first.page))!)
    await house.book(10, 'Müller')
    await card(second, 'Müller').waitFor()
    expect(streams).toBe(0)
    await first.page.close()
    await house.book(11, 'Schneider')
    await card(second, 'Schneider').waitFor()
    expect(streams).toBe(1)
  },
)

browsing('when no event stream reaches the desk, it requests the changes repeatedly', async () => {
  await using house = await busyHouse()
  const { page } = await house.desk({ place: '/settings' })
  await page.route('**/api/v1/changes*', (route) =>
    isStream(route.request().headers()) ? route.fulfill({ status: 502 }) : route.continue(),
  )
  await page.reload()
  await page.goto('/desk#/day')
  await house.book(10, 'Müller')
  await card(page, 'Müller').waitFor()
})

browsing('a desk with a cursor that is too old reads everything again', async () => {
  await using house = await busyHouse()
  const { page } = await house.desk()
  await page.locator('[data-column]').waitFor()
  // No stream reaches the desk. Before the first request, the server is restored from a backup, so it does not know the
  // cursor.
  let lost: string | null = null
  await page.route('**/api/v1/changes*', async (route) => {
    if (isStream(route.request().headers())) return route.fulfill({ status: 502 })
    const since = new URL(route.request().url()).searchParams.get('since')
    if (since === null || (lost !== null && since !== lost)) return route.continue()
    if (lost === null) await house.book(10, 'Müller')
    lost = since
    const error = { code: 'cursor_gone', message: 'The cursor is too old.' }
    return route.fulfill({ status: 410, json: { error, requestId: 'req_1' } })
  })
  // The pauses between requests are shorter in this test.
  await page.addInitScript(() => {
    const wait = setTimeout
    const sooner = (run: TimerHandler, ms = 0) => wait(run, ms > 4_000 ? ms : ms / 20)
    Object.assign(window, { setTimeout: sooner })
  })
  await page.reload()
  await card(page, 'Müller').waitFor()
})

browsing(
  'a desk that is offline keeps its cards and shows that it is offline; when it is online again, it shows the newest state',
  async () => {
    await using house = await busyHouse()
    await house.book(10, 'Müller')
    const { page, w } = await house.desk()
    await card(page, 'Müller').waitFor()
    await page.context().setOffline(true)
    await page.getByText(w.shell.offline).waitFor()
    await house.book(11, 'Schneider')
    expect(await card(page, 'Müller').count()).toBe(1)
    await page.context().setOffline(false)
    await card(page, 'Schneider').waitFor()
    await page.getByText(w.shell.offline).waitFor({ state: 'detached' })
  },
)
