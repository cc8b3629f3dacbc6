/**
 * The tasks of a receptionist at one desk: fourteen tasks of any day, and ten that came up in a first week. Each task
 * is done in the way that the desk shows. Clicks and keys are counted, without the letters of texts, which no desk can
 * avoid.
 */
import type { Locator, Page } from 'playwright-core'
import { success } from '../support/answers.ts'
import type { Member } from '../support/clinic.ts'
import {
  newAbsence,
  newAppointmentType,
  newChair,
  newEntry,
  newNote,
  newPatient,
  newTag,
} from '../support/records.ts'
import { cardOf } from './desk-cards.ts'

/** The hand of a person at the desk. It counts its clicks and keys. */
export class Hand {
  clicks = 0
  keys = 0
  /** Letters of names, notes and numbers. Any desk needs these letters. */
  letters = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async click(what: Locator): Promise<void> {
    this.clicks++
    await what.click()
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.keys++
      await this.#page.keyboard.press(key)
    }
  }

  async type(text: string): Promise<void> {
    this.letters += text.length
    await this.#page.keyboard.type(text)
  }

  /** Opens a list of choices and takes one. */
  async choose(list: Locator, label: string): Promise<void> {
    this.clicks += 2
    await list.selectOption({ label })
  }
}

interface Room {
  readonly page: Page
  readonly hand: Hand
  readonly practice: Practice
}

export interface Task {
  readonly name: string
  /** The part of the address after the `#` where the task begins. When left out, the board of today. */
  readonly place?: string
  /** Does the task, and waits until the desk shows that it is done. */
  readonly run: (room: Room) => Promise<unknown>
}

type Practice = Awaited<ReturnType<typeof fillTasks>>

const today = '2026-03-02'
const at = (time: string, minutes = 30) => {
  const from = Date.parse(`${today}T${time}:00Z`)
  return { startAt: new Date(from).toISOString(), endAt: new Date(from + minutes * 60_000).toISOString() }
}

/**
 * Fills the practice with the records that the tasks need. Its clock is at nine in the morning, an hour ahead of UTC.
 */
export async function fillTasks({ call, userId }: Member, colleague: Member) {
  const chair = await newChair(call, { name: 'Room 1' })
  const other = await newChair(call, { name: 'Room 2' })
  const type = await newAppointmentType(call, { name: 'Check-up', durationMinutes: 30, recallMonths: 6 })
  success(
    await call('PATCH', '/api/v1/practice', {
      ownFields: [{ id: 'insurer', name: 'Insurer', archived: false }],
    }),
  )
  const alert = await newTag(call, 'Latex', { alert: true })
  let patients = 0
  const patient = (lastName: string) =>
    newPatient(call, { firstName: 'Ina', lastName, phoneMobile: `+49 1555 12345${10 + patients++}` })
  const visit = async (lastName: string, time: string, chairId = chair.id, more: object = {}) =>
    newEntry(call, {
      chairId,
      patientId: (await patient(lastName)).id,
      appointmentTypeId: type.id,
      title: 'Check-up',
      ...at(time),
      ...more,
    })
  const visits = {
    noShow: await visit('Acker', '07:00'),
    done: await visit('Bender', '07:30'),
    arrived: await visit('Conrad', '08:00'),
    move: await visit('Dietz', '09:00'),
    cancel: await visit('Ebert', '11:00'),
    glance: await visit('Fuchs', '12:00'),
    again: await visit('Gruber', '08:00', other.id),
    displaced: await visit('Hauser', '13:00', other.id, { practitionerId: colleague.userId }),
  }
  const lenz = await patient('Lenz')
  const koch = await patient('Koch')
  success(await call('POST', `/api/v1/patients/${koch.id}/tags/${alert.id}`))
  await newPatient(call, { firstName: 'Zoé', lastName: 'Müller', dob: '1984-05-03' })
  await newPatient(call, { firstName: 'Zoe', lastName: 'Müller', dob: '1984-05-03' })
  const called = await patient('Vogel')
  await newNote(call, called.id, { title: 'X-rays', isNext: true })
  const due = await patient('Wolf')
  const last = await newEntry(call, {
    patientId: due.id,
    appointmentTypeId: type.id,
    startAt: '2025-08-04T09:00:00.000Z',
    endAt: '2025-08-04T09:30:00.000Z',
  })
  success(await call('POST', `/api/v1/appointments/${last.id}/progress`, { step: 'done' }))
  await newAbsence(call, userId, { fromDate: '2026-04-01', throughDate: '2026-04-01' })
  return { visits, lenz, koch, called, due }
}

/** Moves the focus to a card, as the arrow keys do. */
const on = (page: Page, entry: { readonly id: string }) => cardOf(page, entry).focus()
const dialog = (page: Page) => page.locator('dialog[open]')
const closed = (page: Page) => dialog(page).waitFor({ state: 'detached' })
const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' })
const said = (page: Page, text: string) => page.locator('.toast').getByText(text).first().waitFor()

/** Opens a search by its key, and types. Waits until the option that `Enter` chooses has this text. */
async function find({ page, hand }: Pick<Room, 'page' | 'hand'>, key: string, typed: string, shown: string) {
  await hand.press(key)
  await page.locator('dialog input:focus').waitFor()
  await hand.type(typed)
  await page.locator('[role=option][aria-selected=true]', { hasText: shown }).waitFor()
}

/** The tasks, each by the shortest way that the desk shows. */
export const tasks: readonly Task[] = [
  {
    name: 'book a known patient at the first free time',
    async run({ page, hand }) {
      await find({ page, hand }, 'b', 'lenz', 'Lenz')
      await hand.press('Enter')
      await dialog(page).getByRole('region', { name: 'Patient' }).getByText('Lenz').waitFor()
      await page.locator('.booking-time').first().waitFor()
      await hand.press('Enter')
      await page.locator('.booking-time:focus').waitFor()
      await hand.press('Enter', 'Enter')
      await closed(page)
    },
  },
  {
    name: 'find a patient',
    async run({ page, hand }) {
      await find({ page, hand }, '/', 'lenz', 'Lenz')
      await hand.press('Enter')
      await page.getByRole('heading', { name: 'Lenz' }).waitFor()
    },
  },
  {
    name: 'move a visit by an hour',
    async run({ page, hand, practice: { visits } }) {
      await on(page, visits.move)
      await hand.press('m', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter')
      await said(page, 'Moved')
    },
  },
  {
    name: 'cancel a visit',
    async run({ page, hand, practice: { visits } }) {
      await on(page, visits.cancel)
      await hand.press('Delete')
      await hand.click(dialog(page).locator('.act-chip').first())
      await hand.click(dialog(page).locator('[type=submit]'))
      await closed(page)
    },
  },
  {
    name: 'say that a patient has arrived',
    async run({ page, hand, practice: { visits } }) {
      await on(page, visits.arrived)
      await hand.press('a')
      await said(page, 'Arrived')
    },
  },
  {
    name: 'say that a visit is done',
    async run({ page, hand, practice: { visits } }) {
      await on(page, visits.done)
      await hand.press('d')
      await said(page, 'Done')
    },
  },
  {
    name: 'say that a patient did not come',
    async run({ page, hand, practice: { visits } }) {
      await on(page, visits.noShow)
      await hand.press('n')
      await dialog(page).waitFor()
      await hand.press('Enter')
      await said(page, 'Did not come')
    },
  },
  {
    name: 'write a note about a patient',
    async run({ page, hand, practice: { lenz } }) {
      await find({ page, hand }, '/', 'lenz', 'Lenz')
      await hand.press('Enter')
      await page.waitForURL(`**/${lenz.id}`)
      await hand.click(button(page, 'Write a note'))
      await page.locator('textarea:focus').waitFor()
      await hand.type('Ask for the X-rays.')
      await hand.press('Control+Enter')
      await page.locator('.notes').getByText('Ask for the X-rays.').waitFor()
      await page.locator('textarea').waitFor({ state: 'detached' })
    },
  },
  {
    name: 'register somebody new',
    place: 'patients',
    async run({ page, hand }) {
      await hand.click(button(page.locator('main'), 'New patient'))
      await page.locator('dialog input:focus').waitFor()
      await hand.type('Paula')
      await hand.press('Tab')
      await hand.type('Neumann')
      await hand.press('Enter')
      await page.getByRole('heading', { name: 'Neumann' }).waitFor()
    },
  },
  {
    name: 'put a patient on the waiting list',
    place: 'waiting-list',
    async run({ page, hand }) {
      await find({ page, hand }, 'a', 'koch', 'Koch')
      await hand.press('Enter')
      await hand.click(button(dialog(page), 'Save'))
      await closed(page)
    },
  },
  {
    name: 'merge two records of one person',
    place: 'patients',
    async run({ page, hand }) {
      await hand.click(button(page, /Perhaps a duplicate/).first())
      await dialog(page).getByText('3 May 1984').first().waitFor()
      await hand.click(dialog(page).locator('.button.primary'))
      await page.getByRole('heading', { name: 'Müller' }).waitFor()
      await closed(page)
    },
  },
  {
    name: 'block a time',
    async run({ page, hand }) {
      await hand.press('f', 'u')
      await dialog(page).waitFor()
      await hand.press('Enter')
      await closed(page)
    },
  },
  {
    name: 'see what is free next week',
    async run({ page, hand }) {
      await hand.press('w')
      await page.getByRole('heading', { name: /2 . 8 March/ }).waitFor()
      await hand.press('j')
      await page.getByRole('heading', { name: /9 . 15 March/ }).waitFor()
    },
  },
  {
    name: 'print the sheet of today',
    async run({ page, hand }) {
      await hand.press('5')
      await page.locator('.sheet').first().waitFor()
      await hand.click(button(page, 'Print'))
      await page.waitForFunction(() => document.body.dataset.printed)
    },
  },
  {
    name: 'read an alert before booking',
    async run({ page, hand }) {
      await find({ page, hand }, 'b', 'koch', 'Latex')
    },
  },
  {
    name: 'look who comes',
    async run({ page, hand, practice: { visits } }) {
      await on(page, visits.glance)
      await hand.press('Space')
      await page.locator('.glance').getByText('+49 1555').waitFor()
    },
  },
  {
    name: 'enter that a colleague is ill from now on',
    place: 'settings/absences',
    async run({ page, hand }) {
      await hand.click(button(page, 'Enter an absence'))
      const who = dialog(page).locator('select').first()
      await who.locator('option').nth(2).waitFor({ state: 'attached' })
      await hand.choose(who, (await who.locator('option').nth(2).textContent())!)
      await hand.click(button(dialog(page), 'The rest of today'))
      await hand.click(button(dialog(page), 'Save'))
      await closed(page)
    },
  },
  {
    name: 'book the next visit at check-out',
    async run({ page, hand, practice: { visits } }) {
      await on(page, visits.again)
      await hand.press('d')
      await page.locator('.toast kbd', { hasText: 'R' }).waitFor()
      await hand.press('r')
      await dialog(page).getByRole('button', { name: '6 months', pressed: true }).waitFor()
      await hand.click(dialog(page).locator('.booking-submit'))
      await closed(page)
    },
  },
  {
    name: 'write a note on the day',
    async run({ page, hand }) {
      await hand.click(button(page, 'Write a note on this day'))
      await page.locator('textarea:focus').waitFor()
      await hand.type('Dr. Yılmaz is away from 3.')
      await hand.click(button(dialog(page), 'Save'))
      await page.locator('.board-notes').getByText('Yılmaz').waitFor()
    },
  },
  {
    name: 'note that nobody answered a call',
    place: 'inbox',
    async run({ page, hand }) {
      const line = page.locator('.inbox-item', { hasText: 'Vogel' })
      await hand.click(button(line, /Called/))
      await dialog(page).locator('input:focus').waitFor()
      await hand.press('Enter')
      await closed(page)
    },
  },
  {
    name: 'note that somebody who is due did not answer',
    place: 'waiting-list/due',
    async run({ page, hand }) {
      const line = page.locator('.waiting-item', { hasText: 'Wolf' })
      await hand.click(button(line, /No answer/))
      await line.getByText('called once').waitFor()
    },
  },
  {
    name: 'fill in a field of the practice',
    async run({ page, hand, practice: { lenz } }) {
      await find({ page, hand }, '/', 'lenz', 'Lenz')
      await hand.press('Enter')
      await page.waitForURL(`**/${lenz.id}`)
      await hand.click(button(page, 'Edit: Details'))
      await hand.click(page.getByLabel('Insurer'))
      await hand.type('AOK')
      await hand.press('Enter')
      await page.locator('dd', { hasText: /^AOK$/ }).waitFor()
    },
  },
  {
    name: 'see the week of everybody',
    async run({ page, hand }) {
      await hand.choose(page.getByLabel('View', { exact: true }), 'Week, all chairs')
      await page.waitForURL('**/week/all')
    },
  },
  {
    name: 'ask who sits here',
    async run({ page, hand }) {
      await hand.click(page.locator('.who'))
      await page.getByRole('dialog', { name: 'Who sits here?' }).waitFor()
    },
  },
]

/** Does each task from its first screen. Returns the clicks, keys, letters and milliseconds of each task. */
export async function doTasks(page: Page, practice: Practice) {
  const took: { name: string; clicks: number; keys: number; letters: number; ms: number }[] = []
  await page.evaluate(() => {
    globalThis.print = () => {
      document.body.dataset.printed = 'yes'
    }
  })
  for (const { name, place = `day/${today}`, run } of tasks) {
    while ((await page.locator(':popover-open, dialog[open]').count()) > 0)
      await page.keyboard.press('Escape')
    await page.evaluate((place) => {
      location.hash = `#/${place}`
    }, place)
    await page.locator('main h1').first().waitFor()
    if (place.startsWith('day/')) await page.locator('.column [data-entry]').first().waitFor()
    const hand = new Hand(page)
    const began = performance.now()
    await run({ page, hand, practice }).catch((error) => {
      throw new Error(`${name}: ${error}`, { cause: error })
    })
    const { clicks, keys, letters } = hand
    took.push({ name, clicks, keys, letters, ms: performance.now() - began })
  }
  return took
}
