/** The first hour of a receptionist: the tasks of a normal morning, one after another at one desk. */
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import type { Words } from '../../src/desk/words/languages.ts'
import { success } from '../support/answers.ts'
import type { Client } from '../support/client.ts'
import { newChair, newEntry, newPatient } from '../support/records.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse, languages } from './desk.ts'
import { soon } from './soon.ts'

useBrowser()

/** Makes two chairs, and books the patients of today and tomorrow. The practice's clocks are an hour ahead of UTC. */
async function morning(call: Client) {
  const chair = await newChair(call, { name: 'Room 1' })
  await newChair(call, { name: 'Room 2' })
  const visit = async (name: string, startAt: string, more: object = {}) => {
    const [firstName, lastName] = name.split(' ')
    const patient = await newPatient(call, { firstName, lastName, ...more })
    const endAt = new Date(Date.parse(startAt) + 1_800_000).toISOString()
    return newEntry(call, { chairId: chair.id, patientId: patient.id, title: 'Check-up', startAt, endAt })
  }
  const ben = await visit('Ben Koch', '2026-03-02T08:30:00Z')
  const zoe = await visit('Zoé Müller', '2026-03-02T09:00:00Z', { phoneMobile: '+49 151 2345678' })
  const anna = await visit('Anna Schneider', '2026-03-02T10:00:00Z')
  const clara = await visit('Clara Vogel', '2026-03-03T09:00:00Z')
  const dora = await visit('Dora Lenz', '2026-03-03T10:00:00Z', { phoneMobile: '+49 151 7654321' })
  await call('POST', `/api/v1/appointments/${clara.id}/progress`, { step: 'confirmed' })
  return { ben, zoe, anna, dora }
}

const card = (page: Page, name: string) => page.locator('[data-entry]', { hasText: name })
const toast = (page: Page, text: string) => page.locator('.toast').getByText(text).waitFor()
const dialog = (page: Page) => page.getByRole('dialog')

/** Opens a screen by its link in the navigation. */
const screen = (page: Page, w: Words, name: string) =>
  page.getByRole('navigation', { name: w.shell.screens }).getByRole('link', { name }).click()

for (const language of languages)
  browsing(`a receptionist does all tasks of the first hour of a morning, in ${language}`, async () => {
    await using house = await deskHouse(browser, language)
    const { call } = house.c.owner
    const { ben, zoe, anna } = await morning(call)
    const stored = async (id: string) => success(await call('GET', `/api/v1/appointments/${id}`))
    const { page, w, complaints } = await house.desk()
    const { keyboard } = page

    // Today's list.
    for (const name of ['Koch', 'Müller', 'Schneider']) await card(page, name).waitFor()

    // A patient calls, and the phone shows a number. The receptionist looks for the patient's next visit.
    await keyboard.press('/')
    await page.getByRole('combobox', { name: w.finder.label }).pressSequentially('0151 234')
    // The first digits also match another patient. Enter opens the selected patient.
    await page.locator('.combobox [role=option][aria-selected=true]', { hasText: 'Müller' }).waitFor()
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Müller' }).waitFor()
    await page.locator('.patient-facts', { hasText: w.patient.next }).getByText('10:00').waitFor()

    // The patient needs one more appointment, as soon as possible.
    await page.locator('.patient-acts').getByRole('button', { name: w.shell.book }).click()
    await dialog(page).getByRole('region', { name: w.booking.patient }).getByText('Müller').waitFor()
    await page.locator('.booking-title').fill('Filling')
    await page.locator('.booking-time', { hasText: '9:00' }).first().click()
    await keyboard.press('Enter')
    await page.locator('[data-entry]:focus', { hasText: 'Filling' }).waitFor()
    await dialog(page).waitFor({ state: 'detached' })

    // Another patient wants to come later. The visit is moved by keyboard only.
    await card(page, 'Schneider').focus()
    await keyboard.press('m')
    for (let row = 0; row < 4; row++) await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await page.locator('.toast', { hasText: 'Schneider' }).waitFor()
    await soon(async () => expect((await stored(anna.id)).startAt).toBe('2026-03-02T11:00:00.000Z'))

    // The patient calls again, and cancels.
    await card(page, 'Schneider').focus()
    await keyboard.press('Delete')
    await dialog(page).getByRole('button', { name: w.acts.reasons.patient[0]! }).click()
    await dialog(page).getByRole('button', { name: w.acts.cancel, exact: true }).click()
    await dialog(page).waitFor({ state: 'detached' })
    await card(page, 'Schneider').waitFor({ state: 'detached' })
    expect((await call('GET', `/api/v1/appointments/${anna.id}`)).status).toBe(404)

    // One patient arrives, and another patient does not come.
    await card(page, 'Koch').focus()
    await keyboard.press('a')
    await toast(page, w.acts.steps.arrived)
    await page.locator(`[data-entry="${zoe.id}"]`).focus()
    await keyboard.press('n')
    await dialog(page).getByRole('button', { name: w.acts.steps.no_show }).click()
    await toast(page, w.acts.steps.no_show)
    await dialog(page).waitFor({ state: 'detached' })
    // The key undoes only the newest act, so only the message of that act shows the key.
    await soon(async () => expect(await page.locator('.toast kbd').count()).toBe(1))
    // Only one message is shown at a time, in the lower left corner.
    expect(await page.locator('.toast').count()).toBe(1)
    const { x, y } = (await page.locator('.toast').boundingBox())!
    expect(x).toBeLessThan(30)
    expect(y).toBeGreaterThan(page.viewportSize()!.height / 2)
    const state = async (id: string) =>
      success(await call('GET', `/api/v1/appointments/${id}/progress`)).state
    expect([await state(ben.id), await state(zoe.id)]).toEqual(['arrived', 'no_show'])

    // A new patient is at the desk, is registered with consent, and gets an appointment.
    await keyboard.press('b')
    await page.getByRole('combobox', { name: w.finder.label }).pressSequentially('Paula Neumann')
    await page.getByRole('option', { name: w.booking.newPatientNamed('Paula Neumann') }).click()
    await dialog(page).getByLabel(w.patient.fields.phoneMobile).fill('+49 151 1112223')
    await dialog(page).getByLabel(w.patient.fields.notifyBySms).check()
    await dialog(page).getByRole('button', { name: w.patient.addThis }).click()
    await page.locator('.booking-title').fill('Pain')
    await page.locator('.booking-time').first().click()
    await keyboard.press('Enter')
    await card(page, 'Neumann').waitFor()
    await dialog(page).waitFor({ state: 'detached' })
    const { patients } = success(await call('GET', '/api/v1/patients?search=neumann'))
    expect(patients).toMatchObject([{ notifyBySms: true, phoneMobile: '+49 151 1112223' }])

    // A note about the patient is marked for the next visit.
    await screen(page, w, w.shell.patients)
    await page.getByRole('link', { name: 'Lenz' }).click()
    await page.getByRole('button', { name: w.notes.add }).click()
    await page.getByLabel(w.notes.body, { exact: true }).fill('Ask for the old X-rays.')
    await page.getByLabel(w.notes.markNext).check()
    await page.getByRole('button', { name: w.notes.done }).click()
    await page.locator('.notes').getByText('Ask for the old X-rays.').waitFor()

    // The inbox shows who confirmed for tomorrow, and which patients to call.
    await screen(page, w, w.shell.inbox)
    await page.getByText(w.inbox.confirmed(1)).waitFor()
    await page.getByText(w.inbox.whoIsSilent).click()
    await page.locator('.answers-silent', { hasText: 'Lenz' }).waitFor()
    const next = page.locator('.inbox-item', { hasText: 'Ask for the old X-rays.' })
    expect(await next.locator('a[href^="tel:"]').getAttribute('href')).toBe('tel:+491517654321')
    await next.getByRole('button', { name: w.inbox.doneWith('Lenz, Dora') }).click()
    await next.waitFor({ state: 'hidden' })

    // The practice closes for a day.
    await page.goto('/desk#/settings/closures')
    await page.getByRole('button', { name: w.settings.addClosure }).click()
    await dialog(page).getByLabel(w.settings.closureName).fill('Training')
    await dialog(page).getByLabel(w.settings.firstDay).fill('2026-03-11')
    await dialog(page).getByRole('button', { name: w.shell.save }).click()
    await dialog(page).waitFor({ state: 'detached' })
    await page.goto('/desk#/day/2026-03-11')
    await page.getByText('Training').first().waitFor()

    // The day sheet is printed for the wall.
    await screen(page, w, w.shell.daySheet)
    await page.locator('.day-sheet', { hasText: 'Neumann' }).waitFor()
    await page.evaluate(() => {
      globalThis.print = () => document.body.setAttribute('data-printed', 'yes')
    })
    await page.getByRole('button', { name: w.sheet.print }).click()
    await page.locator('[data-printed]').waitFor()
    expect(complaints).toEqual([])
  })
