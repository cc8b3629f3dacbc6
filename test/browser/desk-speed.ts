/**
 * `bun run bench-desk` measures the front desk in a real browser: how soon the first board and another day appear, and
 * how smoothly cards move. It also measures how long each task of a receptionist takes. `bun run bench-desk tasks`
 * measures only the tasks. The server runs in this process, so the browser and the server share the machine.
 */
import type { Browser, Page } from 'playwright-core'
import { type Clinic, clinic } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { newChair, newPatient } from '../support/records.ts'
import { anotherSession } from '../support/sign-in.ts'
import { launch } from './browser.ts'
import { deskHouse, openDesk } from './desk.ts'
import { doTasks, fillTasks } from './desk-tasks.ts'

const rounds = 9
/** How many times the tasks are done, each time in a new practice. */
const taskRounds = 3
const day = '2026-03-02'
const nextDay = '2026-03-03'
/** The day on which cards are dragged. */
const fullDay = '2026-03-04'

const browser = await launch()
if (process.argv[2] !== 'tasks') await measureBoards()
await measureTasks()
await browser.close()

/** Measures the boards, and the dragging of cards. */
async function measureBoards(): Promise<void> {
  await using c = await clinic()
  await fill(c)
  await using server = listening(c)
  const boards = await firstBoards(browser, server.url, c)
  const { page } = await open(browser, server.url, c, `/day/${day}`)
  const days = await dayChanges(page)
  const { gaps, work } = await drag(page)
  console.log(`The front desk in Chromium, in milliseconds: the median, with the least and the most.
- first board of 100 appointments, cold cache: ${spread(boards)}
- another day of 100 appointments: ${spread(days.times)}; work of the page: ${days.work.toFixed(1)}
- between two frames, while a card is dragged over 10 chairs with 40 appointments each: ${spread(gaps)}
- work of the page for each of these frames: ${work.toFixed(1)}`)
}

/**
 * Measures the tasks of a receptionist: clicks, keys, and the time until the desk shows that the task is done. The
 * clicks and keys themselves take no time here, so the time is only the waiting for the desk.
 */
async function measureTasks(): Promise<void> {
  const runs: Awaited<ReturnType<typeof doTasks>>[] = []
  for (let i = 0; i < taskRounds; i++) {
    await using house = await deskHouse(browser)
    const practice = await fillTasks(house.c.owner, house.c.assistant)
    const { page } = await house.desk({ place: '/day' })
    runs.push(await doTasks(page, practice))
  }
  console.log('\nTasks: clicks, keys, letters, and milliseconds as above.')
  for (const [i, { name, clicks, keys, letters }] of runs[0]!.entries())
    console.log(`- ${name}: ${clicks}, ${keys}, ${letters}; ${range(runs.map((run) => run[i]!.ms))}`)
}

async function fill(c: Clinic): Promise<void> {
  const { call } = c.owner
  const chairs: { id: string }[] = []
  for (let i = 0; i < 10; i++) chairs.push(await newChair(call, { name: `Room ${i + 1}` }))
  const patients: { id: string }[] = []
  for (let i = 0; i < 100; i++)
    patients.push(await newPatient(call, { firstName: 'Zoé', lastName: `Müller ${i}` }))
  const book = async (date: string, each: number, minutes: number) => {
    for (const [at, { id: chairId }] of chairs.entries())
      for (let i = 0; i < each; i++) {
        const startAt = new Date(Date.parse(`${date}T06:00:00Z`) + i * minutes * 60_000)
        const endAt = new Date(startAt.getTime() + minutes * 60_000)
        await call('POST', '/api/v1/appointments', {
          type: 'appointment',
          chairId,
          patientId: patients[(at * each + i) % 100]!.id,
          title: 'Check-up',
          startAt: startAt.toISOString(),
          endAt: endAt.toISOString(),
        })
      }
  }
  await book(day, 10, 45)
  await book(nextDay, 10, 45)
  await book(fullDay, 40, 15)
}

async function open(browser: Browser, url: string, c: Clinic, place: string) {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1920, height: 1080 } })
  const page = await context.newPage()
  await openDesk(page, await anotherSession(c, 'Bench'), place)
  await page.locator('[data-entry]').first().waitFor()
  return { page, leave: () => context.close() }
}

/**
 * The times from the start of the navigation until all cards are painted. Each time, the browser has nothing in its
 * storage.
 */
async function firstBoards(browser: Browser, url: string, c: Clinic): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < rounds; i++) {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1920, height: 1080 } })
    const page = await context.newPage()
    const token = await anotherSession(c, 'Bench')
    // This page does not open the desk by itself when it finds a session.
    await page.goto('/docs/guide')
    await page.evaluate((token) => sessionStorage.setItem('chairside.session', token), token)
    await page.addInitScript(() => {
      const look = () => {
        if (document.querySelectorAll('[data-entry]').length < 100) return void requestAnimationFrame(look)
        requestAnimationFrame(() => Object.assign(window, { stoodAt: performance.now() }))
      }
      requestAnimationFrame(look)
    })
    await page.goto(`/desk#/day/${day}`)
    const stood = await page.waitForFunction(() => (window as { stoodAt?: number }).stoodAt)
    times.push((await stood.jsonValue()) as number)
    await context.close()
  }
  return times
}

/**
 * The times from the change of the address until the cards of the other day are painted. Returns also the processor
 * time, with the work that follows.
 */
async function dayChanges(page: Page) {
  const times: number[] = []
  const spent = await workOf(page)
  const before = await spent()
  for (let i = 0; i < rounds; i++) {
    const to = i % 2 === 0 ? nextDay : day
    times.push(
      await page.evaluate(async (to) => {
        const old = document.querySelector('[data-entry]')!.getAttribute('data-entry')!
        const began = performance.now()
        location.hash = `#/day/${to}`
        await new Promise<void>((resolve) => {
          const look = () =>
            document.querySelector(`[data-entry="${old}"]`) === null && document.querySelector('[data-entry]')
              ? requestAnimationFrame(() => resolve())
              : requestAnimationFrame(look)
          look()
        })
        return performance.now() - began
      }, to),
    )
    await page.waitForTimeout(300)
  }
  return { times, work: ((await spent()) - before) / rounds }
}

/**
 * Drags a card over the whole board for two seconds. Returns the times between the frames that the browser requested
 * from the page, and the processor time of the page for each frame.
 */
async function drag(page: Page) {
  await page.goto(`/desk#/day/${fullDay}`)
  await page.locator('[data-entry]').nth(399).waitFor({ state: 'attached' })
  const box = (await page.locator('[data-entry]').nth(5).boundingBox())!
  const spent = await workOf(page)
  await page.mouse.move(box.x + 20, box.y + 5)
  await page.mouse.down()
  const before = await spent()
  const frames = page.evaluate(framesUntilKey)
  for (let i = 0; i < 120; i++) {
    await page.mouse.move(box.x + 20 + i * 10, box.y + 5 + 200 * Math.sin(i / 10))
    await page.waitForTimeout(16)
  }
  const work = (await spent()) - before
  await page.keyboard.press('Escape')
  await page.mouse.up()
  const times = await frames
  return { gaps: times.slice(1).map((at, i) => at - times[i]!), work: work / times.length }
}

/** Returns a function that reads the processor time of the page so far, in milliseconds. */
async function workOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
  }
}

/** The times of all frames until a key is pressed, in milliseconds. */
function framesUntilKey(): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  addEventListener(
    'keydown',
    () => {
      isOver = true
    },
    { once: true, capture: true },
  )
  return new Promise((resolve) => {
    const note = (at: number) => {
      times.push(at)
      if (isOver) resolve(times)
      else requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
}

/** A quantile of some times, in milliseconds. `part` is 0.5 for the median. */
function partOf(times: readonly number[], part: number): string {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * part)]!.toFixed(0)
}

/** The median, with the minimum and the maximum. */
function range(times: readonly number[]): string {
  return `${partOf(times, 0.5)} (${partOf(times, 0)}–${partOf(times, 1)})`
}

function spread(times: readonly number[]): string {
  return `${range(times)}, nine in ten under ${partOf(times, 0.9)}`
}
