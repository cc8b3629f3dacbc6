/**
 * Every screen and dialogue of the desk with the demo practice, for pictures and for measurements of the look. One page
 * is loaded, and shows one screen after another.
 */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { makeDemo } from '../../src/demo/open.ts'
import { ordinarySessionTimes } from '../../src/domain/secrets.ts'
import { openSession } from '../../src/features/shared/access.ts'
import { exampleIds } from '../../src/http/examples.ts'
import { success } from '../support/answers.ts'
import { byTest } from '../support/by-test.ts'
import type { Client } from '../support/client.ts'
import { emptyService, type Service } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { newAppointmentType, newChair, newEntry, newPatient, newTag } from '../support/records.ts'
import { type Person, person } from './browser.ts'
import { openDesk } from './desk.ts'

/** A screen or a dialogue of the desk. */
export interface Shown {
  readonly name: string
  /** The part of the address after the `#`. */
  readonly place: string
  /** Opens a dialogue, or another element above the screen. */
  readonly open?: (page: Page) => Promise<unknown>
}

/** Presses a key outside all fields, and waits for an element. */
const key = (pressed: string, then: string) => async (page: Page) => {
  await page.keyboard.press(pressed)
  await page.locator(then).first().waitFor({ timeout: 5_000 })
}

/** Presses a button by its name. */
const button =
  (name: string | RegExp, then = 'dialog[open]') =>
  async (page: Page) => {
    await page.locator('main').getByRole('button', { name }).first().click({ timeout: 5_000 })
    await page.locator(then).first().waitFor({ timeout: 5_000 })
  }

/** Presses a key on a visit in a state. */
const onVisit =
  (pressed: string, then: string, state = 'expected', nth = 2) =>
  async (page: Page) => {
    await page.locator(`[data-entry].is-${state}`).nth(nth).focus()
    await key(pressed, then)(page)
  }

const settings = [
  ...['practice', 'chairs', 'types', 'online', 'closures', 'absences', 'reminders', 'texts', 'statuses'],
  ...['fields', 'tags', 'own', 'calendars', 'security', 'developers', 'people', 'imports', 'webhooks'],
  ...['service', 'trail', 'deleted', 'rights'],
].map((place): Shown => ({ name: `settings-${place}`, place: `settings/${place}` }))

/** The day of the demo with the present visits, the day after it, and the day with twelve chairs. */
const today = '2026-03-02'
const tomorrow = '2026-03-03'
const fullDay = '2026-03-10'

/** The screens and dialogues, in an order with few changes of the screen. */
export const shown: readonly Shown[] = [
  { name: 'day', place: `day/${today}` },
  { name: 'day-month', place: `day/${today}`, open: key('g', '.month') },
  { name: 'day-glance', place: `day/${today}`, open: onVisit('Space', '.glance') },
  { name: 'day-visit', place: `day/${today}`, open: onVisit('e', 'dialog[open] .entry-form') },
  {
    name: 'visit-ahead',
    place: `day/${tomorrow}`,
    open: onVisit('e', 'dialog[open] .entry-form', 'confirmed', 0),
  },
  {
    name: 'glance-ahead',
    place: `day/${tomorrow}`,
    open: onVisit('Space', '.glance', 'confirmed', 0),
  },
  { name: 'day-move', place: `day/${today}`, open: onVisit('o', 'dialog[open]') },
  { name: 'day-cancel', place: `day/${today}`, open: onVisit('Delete', 'dialog[open]') },
  { name: 'day-no-show', place: `day/${today}`, open: onVisit('n', 'dialog[open]') },
  { name: 'day-find', place: `day/${today}`, open: key('q', 'dialog[open]') },
  { name: 'day-note', place: `day/${today}`, open: button('Write a note on this day') },
  { name: 'finder', place: `day/${today}`, open: key('/', 'dialog[open]') },
  { name: 'booking', place: `day/${today}`, open: key('b', 'dialog[open] .booking-time') },
  { name: 'help', place: `day/${today}`, open: key('?', 'dialog[open]') },
  { name: 'full-day', place: `day/${fullDay}` },
  { name: 'week-chair', place: `day/${today}/week/${exampleIds.chair}` },
  { name: 'week-all', place: `day/${today}/week/all` },
  { name: 'patients', place: 'patients' },
  { name: 'patients-new', place: 'patients', open: button(/New patient/) },
  { name: 'patient', place: `patients/${exampleIds.patient}` },
  { name: 'patient-merge', place: `patients/${exampleIds.patient}`, open: button(/Merge/) },
  {
    name: 'patient-edit',
    place: `patients/${exampleIds.patient}`,
    // The form stays open when the size of the window changes.
    open: async (page) => {
      if ((await page.locator('main form').count()) === 0) await button(/^Edit: Details/, 'main form')(page)
    },
  },
  { name: 'inbox', place: 'inbox' },
  { name: 'inbox-call', place: 'inbox', open: button(/^Called/) },
  { name: 'waiting-list', place: 'waiting-list' },
  { name: 'waiting-new', place: 'waiting-list', open: button(/Add/) },
  { name: 'recalls', place: 'waiting-list/due' },
  { name: 'day-sheet', place: `day-sheet/${today}` },
  ...settings,
  { name: 'settings-chair', place: 'settings/chairs', open: button(/Add/) },
  { name: 'settings-type', place: 'settings/types', open: button(/Add/) },
  { name: 'settings-closure', place: 'settings/closures', open: button(/Add/) },
  { name: 'settings-absence', place: 'settings/absences', open: button(/Add|Enter/) },
  { name: 'settings-tag', place: 'settings/tags', open: button('Add a tag') },
  { name: 'settings-member', place: 'settings/people', open: button(/^Edit/) },
  { name: 'settings-webhook', place: 'settings/webhooks', open: button(/Add/) },
]

/** Closes every dialogue and all other elements above the screen. */
export async function closeAll(page: Page): Promise<void> {
  while ((await page.locator(':popover-open, dialog[open], .month').count()) > 0)
    await page.keyboard.press('Escape')
}

/** Shows a screen, and waits until all its data are loaded. */
export async function show(page: Page, { place, open }: Shown): Promise<void> {
  await closeAll(page)
  await page.evaluate((place) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    location.hash = `#/${place}`
  }, place)
  await page.locator('main h1').first().waitFor()
  if (place.startsWith('day/')) await page.locator('[data-entry]').first().waitFor()
  await page.waitForFunction(
    () => document.querySelector('.loading, .scroller.waiting, .option-wait') === null,
  )
  await open?.(page)
  await page.waitForFunction(() => document.querySelector('.loading') === null)
}

const families = [
  ['Maximiliane', 'Bergerdorff-Schmidt'],
  ['عبد الرحمن', 'الخوارزمي البغدادي'],
  ['José María', 'García de la Torre y Fernández'],
  ['Konstantin', 'von und zu Lichtenstein-Hohenfels'],
  ['Ivo', 'Ng'],
  ['Anna', 'Schneider'],
  ['Þóra', 'Jónsdóttir'],
] as const

/**
 * Makes twelve chairs, and on each chair visits of fifteen to ninety minutes for the whole day. Some visits without a
 * chair overlap.
 */
async function fillTwelve(call: Client): Promise<void> {
  const kinds = [
    await newAppointmentType(call, { name: 'Root canal treatment, second session', color: '#ef4444' }),
    await newAppointmentType(call, { name: 'Hygiene', color: '#14b8a6' }),
  ]
  const alert = await newTag(call, 'Allergy: local anaesthetic', { alert: true })
  const patients: string[] = []
  for (const [firstName, lastName] of families) {
    const { id } = await newPatient(call, {
      firstName,
      lastName,
      dob: '1980-05-04',
      phoneMobile: '+49 1555 1234567',
    })
    if (patients.length % 2 === 0) success(await call('POST', `/api/v1/patients/${id}/tags/${alert.id}`))
    patients.push(id)
  }
  const { chairs: before } = success(await call('GET', '/api/v1/chairs'))
  const chairs = before.filter(({ active }: { active: boolean }) => active)
  for (let i = chairs.length; i < 12; i++)
    chairs.push(await newChair(call, { name: `Room at the garden, ${i % 2 === 0 ? 'north' : 'south'} ${i}` }))
  const lengths = [15, 15, 30, 45, 15, 30, 60, 90, 15, 30]
  for (const [c, { id: chairId }] of chairs.entries()) {
    let at = Date.parse('2026-03-10T07:00:00Z')
    for (let i = 0; i < 8; i++) {
      const minutes = lengths[(c * 3 + i) % lengths.length]!
      const kind = kinds[(c + i) % 2]!
      const [startAt, endAt] = [at, at + minutes * 60_000].map((time) => new Date(time!).toISOString())
      const answer = await call('POST', '/api/v1/appointments', {
        type: 'appointment',
        chairId,
        startAt,
        endAt,
        patientId: patients[(c + i) % patients.length],
        title: kind.name,
        color: kind.color,
        appointmentTypeId: kind.id,
      })
      if (![201, 409].includes(answer.status)) throw new Error(answer.text)
      at += (minutes + (i === 4 ? 45 : 0)) * 60_000
    }
  }
  // Two, three and five visits without a chair overlap. A memo overlaps a visit on a chair.
  const beside = (from: string, minutes: number, fields: object) => {
    const startAt = `2026-03-10T${from}:00Z`
    return newEntry(call, {
      ...fields,
      startAt,
      endAt: new Date(Date.parse(startAt) + minutes * 60_000).toISOString(),
    })
  }
  for (const [from, minutes, how] of [
    ['07:00', 30, 2],
    ['07:30', 15, 3],
    ['08:00', 45, 3],
    ['09:00', 60, 5],
    ['10:00', 15, 5],
  ] as const)
    for (let i = 0; i < how; i++)
      await beside(from, minutes, { patientId: patients[i], title: kinds[0]!.name, color: kinds[0]!.color })
  await beside('07:00', 45, {
    type: 'reminder',
    chairId: chairs[0].id,
    title: 'Ask for the X-rays of last year',
  })
}

/** Notes for a visit tomorrow that the patient has confirmed. */
async function confirmOne(call: Client): Promise<void> {
  const { entries } = success(await call('GET', `/api/v1/day?date=${tomorrow}`))
  const { id } = entries.find(({ type }: { type: string }) => type === 'appointment')
  success(await call('POST', `/api/v1/appointments/${id}/progress`, { step: 'confirmed' }))
}

export interface DemoHouse extends AsyncDisposable {
  readonly service: Service
  readonly call: Client
  readonly url: string
  /** Opens a new desk, signed in as the owner. */
  readonly desk: (options?: BrowserContextOptions) => Promise<Person>
}

/** The demo practice on a Monday at ten in the morning (local time), with twelve chairs. */
export async function demoHouse(browser: Browser): Promise<DemoHouse> {
  const all = new AsyncDisposableStack()
  const s = all.use(emptyService())
  s.clock.now = Date.parse('2026-03-02T09:00:00Z')
  const { practiceId, ownerId, token } = await makeDemo(s.store, s.clock.now)
  const call = s.as(token)
  const { url } = all.use(listening(s))
  const sessionOf = async () =>
    (
      await s.store.practices
        .of(practiceId, byTest)
        .write((tx) => openSession(tx, ownerId, 'Pictures', s.clock.now, ordinarySessionTimes))
    ).token
  await fillTwelve(call)
  await confirmOne(call)
  return {
    service: s,
    call,
    url,
    async desk(options = {}) {
      const someone = all.use(await person(browser, url, { locale: 'en-GB', ...options }))
      await someone.page.clock.setFixedTime(s.clock.now)
      await openDesk(someone.page, await sessionOf(), '/inbox')
      return someone
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}
