/** The look at an entry: a small panel beside the card that shows the patient, without a dialogue. */
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import type { Words } from '../../src/desk/words/languages.ts'
import { updateEntry } from '../../src/store/calendar/entries.ts'
import { success } from '../support/answers.ts'
import type { Client } from '../support/client.ts'
import { newChair, newEntry, newNote, newPatient, newTag } from '../support/records.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse, languages } from './desk.ts'
import { expectAccessible } from './desk-accessible.ts'
import { soon } from './soon.ts'

useBrowser()

const book = (call: Client, from: string, to: string, fields: object) =>
  newEntry(call, { startAt: `2026-03-02T${from}:00.000Z`, endAt: `2026-03-02T${to}:00.000Z`, ...fields })
const cardOf = (page: Page, name: string) => page.locator('[data-entry]', { hasText: name })
const glance = (page: Page) => page.locator('.glance')
const stateOf = async (call: Client, id: string) =>
  success(await call('GET', `/api/v1/appointments/${id}/progress`)).state
const named = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).dataset.entry)
/** Waits until the code of the looks and dialogues is loaded. */
const ready = (page: Page, w: Words) =>
  page
    .getByRole('heading', { name: 'Room 1' })
    .waitFor()
    .then(() => w)

/** Books Zoé and then Anna. Zoé has an alert, a note and another visit in a week. */
async function morning(call: Client) {
  const { id: chairId } = await newChair(call, { name: 'Room 1' })
  const zoe = await newPatient(call, { dob: '1987-04-23', phoneMobile: '+49 (0)151 2345678' })
  const anna = await newPatient(call, { firstName: 'Anna', lastName: 'Schneider' })
  const tag = await newTag(call, 'Latex', { alert: true })
  success(await call('POST', `/api/v1/patients/${zoe.id}/tags/${tag.id}`))
  await newNote(call, zoe.id, { title: 'X-rays', body: 'Ask for them.', isNext: true })
  const first = await book(call, '08:00', '08:30', { chairId, patientId: zoe.id, title: 'Check-up' })
  const second = await book(call, '09:00', '09:30', { chairId, patientId: anna.id })
  await newEntry(call, {
    chairId,
    patientId: zoe.id,
    title: 'Filling',
    startAt: '2026-03-09T09:00:00.000Z',
    endAt: '2026-03-09T10:00:00.000Z',
  })
  return { chairId, zoe, anna, first, second }
}

for (const language of languages)
  browsing(
    `a receptionist opens the panel of a visit by a click, and notes there that the patient has arrived, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { call } = house.c.owner
      const { chairId, first, second } = await morning(call)
      // Bea was here before, and has asked to cancel.
      const bea = await newPatient(call, { firstName: 'Bea', lastName: 'Weber' })
      const before = { startAt: '2026-02-02T09:00:00.000Z', endAt: '2026-02-02T09:30:00.000Z' }
      await newEntry(call, { chairId, patientId: bea.id, title: 'Scaling', ...before })
      const asks = await book(call, '10:00', '10:30', { chairId, patientId: bea.id })
      const patientAnswer = { answer: 'cancel_requested', at: before.endAt }
      await house.c.practice.write((tx) => updateEntry(tx, asks.id, { metadata: { patientAnswer } }))
      const { page, w, complaints } = await house.desk()
      await ready(page, w)
      const card = cardOf(page, 'Müller')
      const look = glance(page)

      // One click shows the patient. The focus stays on the card, so the keys of the card work.
      await card.click()
      await look.getByText('Ask for them.').waitFor()
      for (const text of ['Zoé Müller', 'Latex', '(38)', '+49 (0)151 2345678', 'X-rays.', 'Filling'])
        await look.getByText(text).first().waitFor()
      await look.getByText(w.acts.firstVisit).waitFor()
      // The link leaves out the zero, which only callers inside the country dial.
      expect(await look.locator('[href^="tel:"]').getAttribute('href')).toBe('tel:+491512345678')
      expect(await page.locator('dialog[open]').count()).toBe(0)
      expect(await named(page)).toBe(first.id)
      await soon(async () =>
        expect(await page.locator('[aria-live]').allTextContents()).toContainEqual(
          expect.stringContaining(w.card.alert('Latex')),
        ),
      )
      const [over, under] = [(await look.boundingBox())!, (await card.boundingBox())!]
      expect(over.x >= under.x + under.width || over.y >= under.y + under.height).toBe(true)
      await expectAccessible(page, 'a look at an entry')
      // Each link is large enough for a finger.
      const links = await look.getByRole('link').all()
      expect(links.length).toBe(2)
      for (const link of links) expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(24)
      await page.keyboard.press('Escape')
      await look.waitFor({ state: 'detached' })
      await card.click()
      await look.waitFor()
      await card.click()
      await look.waitFor({ state: 'detached' })
      await card.click()
      await look.getByRole('button', { name: w.acts.steps.arrived }).waitFor()
      // One key notes "Arrived", also while the look is open.
      await page.keyboard.press('a')
      await look.getByRole('button', { name: w.acts.steps.in_chair }).waitFor()
      await soon(async () => expect(await stateOf(call, first.id)).toBe('arrived'))
      await look.getByRole('button', { name: w.acts.steps.in_chair }).click()
      await look.waitFor({ state: 'detached' })
      expect(await named(page)).toBe(first.id)
      await soon(async () => expect(await stateOf(call, first.id)).toBe('in_chair'))

      // Space opens the look, too. The arrow keys go to the next card, and Tab moves the focus into the look.
      await page.keyboard.press('Space')
      await look.getByText('Zoé Müller').waitFor()
      await page.keyboard.press('ArrowDown')
      await look.getByText('Anna Schneider').waitFor()
      expect(await named(page)).toBe(second.id)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement!.textContent)).toBe(w.acts.steps.arrived)
      // Shift+Tab goes back by one button, also from the last button.
      await look.getByRole('button').last().focus()
      await page.keyboard.press('Shift+Tab')
      expect(await look.locator('button:focus').count()).toBe(1)
      // The keys act on the entry in the look.
      await page.keyboard.press('c')
      await soon(async () => expect(await stateOf(call, second.id)).toBe('confirmed'))
      await page.keyboard.press('Escape')
      await look.waitFor({ state: 'detached' })
      expect(await named(page)).toBe(second.id)
      await page.keyboard.press('Space')
      await look.waitFor()
      await page.keyboard.press('Space')
      await look.waitFor({ state: 'detached' })

      await cardOf(page, 'Weber').click()
      await look.getByText('Scaling').waitFor()
      await look.getByText(w.acts.answers.cancel_requested).waitFor()
      await page.keyboard.press('Escape')
      await look.waitFor({ state: 'detached' })
      await cardOf(page, 'Schneider').focus()

      // In the full dialogue, the patient is above the form, and one button is the main one.
      await page.keyboard.press('Space')
      await look.getByRole('button', { name: w.acts.open, exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Anna Schneider' })
      await dialog.waitFor()
      await look.waitFor({ state: 'detached' })
      await dialog.locator('.entry-form > :first-child > .entry-person:first-child').waitFor()
      expect(await dialog.locator('.button.primary').count()).toBe(1)
      expect(complaints).toEqual([])
    },
  )

browsing(
  'the panel of a visit requests the notes again only after one of the notes has changed',
  async () => {
    await using house = await deskHouse(browser)
    const { call } = house.c.owner
    const { zoe } = await morning(call)
    const { page, w, complaints } = await house.desk()
    await ready(page, w)
    const asked: string[] = []
    page.on('request', (request) => request.url().includes(`${zoe.id}/notes`) && asked.push(request.method()))
    const card = cardOf(page, 'Müller')
    const look = async (text: string) => {
      await card.click()
      await glance(page).getByText(text).waitFor()
      await page.keyboard.press('Escape')
      await glance(page).waitFor({ state: 'detached' })
    }
    await look('Ask for them.')
    await look('Ask for them.')
    expect(asked).toEqual(['GET'])
    await newNote(call, zoe.id, { body: 'Call back.', isNext: true })
    // The change of the note reaches the desk a moment later.
    await soon(() => look('Call back.'))
    expect(complaints).toEqual([])
  },
)

browsing(
  'a mouse that rests on a card opens the panel of the visit, which closes when the mouse leaves or drags',
  async () => {
    await using house = await deskHouse(browser)
    await morning(house.c.owner.call)
    const { page, w, complaints } = await house.desk()
    await ready(page, w)
    const card = cardOf(page, 'Müller')
    const look = glance(page)
    const box = (await card.boundingBox())!
    const middle = { x: box.x + 30, y: box.y + box.height / 2 }
    await page.mouse.move(middle.x, middle.y)
    await page.mouse.move(middle.x + 4, middle.y)
    await look.getByText('Zoé Müller').waitFor()
    // The look stays while the mouse moves into it, and closes when the mouse leaves it.
    const own = (await look.boundingBox())!
    await page.mouse.move(own.x + own.width / 2, own.y + own.height / 2, { steps: 5 })
    await look.getByText('Ask for them.').waitFor()
    await page.mouse.move(5, 500, { steps: 3 })
    await look.waitFor({ state: 'detached' })
    // A click on the card keeps the look that the mouse opened, and a drag closes it.
    await page.mouse.move(middle.x, middle.y)
    await page.mouse.move(middle.x + 4, middle.y)
    await look.waitFor()
    await page.mouse.down()
    await page.mouse.up()
    await look.getByText('Zoé Müller').waitFor()
    await page.mouse.move(5, 500)
    await look.getByText('Ask for them.').waitFor()
    await page.mouse.move(middle.x, middle.y)
    await page.mouse.down()
    await page.mouse.move(middle.x, middle.y + 60, { steps: 4 })
    await look.waitFor({ state: 'detached' })
    await page.mouse.move(middle.x, middle.y)
    await page.mouse.up()
    expect(await look.count()).toBe(0)
    expect(complaints).toEqual([])
  },
)

browsing('on a phone, a tap opens the panel of a visit at the lower edge of the screen', async () => {
  await using house = await deskHouse(browser, 'de')
  const { call } = house.c.owner
  const { first } = await morning(call)
  const { page, w, complaints } = await house.desk({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  const card = cardOf(page, 'Müller')
  await card.tap()
  const look = glance(page)
  await look.getByText('Ask for them.').waitFor()
  const { y, height, width } = (await look.boundingBox())!
  expect([Math.round(y + height), Math.round(width)]).toEqual([836, 374])
  await look.getByRole('button', { name: w.acts.steps.arrived }).tap()
  await look.waitFor({ state: 'detached' })
  await soon(async () => expect(await stateOf(call, first.id)).toBe('arrived'))
  await card.tap()
  await look.getByRole('button', { name: w.acts.open, exact: true }).tap()
  await page.getByRole('dialog', { name: 'Zoé Müller' }).waitFor()
  expect(complaints).toEqual([])
})

browsing('the panel of a block of time shows no patient, and closes when the block is deleted', async () => {
  await using house = await deskHouse(browser)
  const { call } = house.c.owner
  const { chairId } = await morning(call)
  const { id } = await book(call, '11:00', '12:00', { type: 'unavailable', chairId, title: 'Lunch' })
  const { page, w } = await house.desk()
  await ready(page, w)
  await cardOf(page, 'Lunch').click()
  const look = glance(page)
  await look.getByText(w.card.types.unavailable).waitFor()
  expect(await look.getByRole('button').allTextContents()).toEqual([w.acts.open])
  success(await call('DELETE', `/api/v1/appointments/${id}`))
  await look.waitFor({ state: 'detached' })
})
