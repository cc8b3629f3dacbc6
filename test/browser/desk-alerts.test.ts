/**
 * Alerts at the front desk. An alert contains information that the team must know about a patient. Every screen that
 * shows the patient shows the alert.
 */
import { expect } from 'bun:test'
import { success } from '../support/answers.ts'
import type { Clinic } from '../support/clinic.ts'
import { newChair, newEntry, newNote, newPatient, newTag, newWaiting } from '../support/records.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse, languages } from './desk.ts'
import { expectAccessible } from './desk-accessible.ts'
import { soon } from './soon.ts'
import { describedBy } from './steps.ts'

useBrowser()

for (const language of languages)
  browsing(
    `a tag becomes an alert, and every screen with the patient shows the alert, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { call } = house.c.owner
      const chair = await newChair(call, { name: 'Room 1' })
      const zoe = await newPatient(call, { dob: '1987-04-23' })
      const tag = await newTag(call, 'Latex')
      await newTag(call, 'Recall')
      await newEntry(call, {
        chairId: chair.id,
        patientId: zoe.id,
        title: 'Check-up',
        startAt: '2026-03-02T09:00:00.000Z',
        endAt: '2026-03-02T10:00:00.000Z',
      })
      success(await call('POST', `/api/v1/patients/${zoe.id}/tags/${tag.id}`))
      const { page, w, complaints } = await house.desk({ place: '/settings/tags' })
      const alert = w.card.alert('Latex')

      // A tag becomes an alert.
      await page.getByRole('button', { name: w.settings.editOf('Latex') }).click()
      await page.getByLabel(w.settings.tagAlert).check()
      await expectAccessible(page, 'the dialogue of a tag')
      await page.getByRole('button', { name: w.shell.save }).click()
      await page.getByRole('listitem').filter({ hasText: 'Latex' }).getByText(w.settings.tagIsAlert).waitFor()

      // The card shows the alert, and a screen reader reads it.
      await page.evaluate(() => {
        location.hash = '#/day/2026-03-02'
      })
      const card = page.locator('[data-entry]')
      await card.waitFor()
      expect(await card.locator('.visually-hidden').textContent()).toStartWith(`Zoé Müller, ${alert}, `)
      expect(await card.locator('.entry-details b').textContent()).toBe('Latex')
      await expectAccessible(page, 'the board with an alert')

      // The search line, the booking and its button show the alert, too.
      await page.keyboard.press('b')
      await page.locator('input:focus').waitFor()
      await page.keyboard.type('mül')
      await page.getByRole('option', { name: alert }).waitFor()
      await page.keyboard.press('Enter')
      const who = page.getByRole('region', { name: w.booking.patient })
      await who.locator('header + .alerts').getByText('Latex').waitFor()
      const submit = page.locator('.booking-submit')
      const described = () =>
        submit.evaluate(
          (button) => document.getElementById(button.getAttribute('aria-describedby')!)!.textContent,
        )
      await soon(async () => expect(await described()).toContain('Latex'))
      const above = (await page.locator('.dialog-actions .alerts').boundingBox())!
      expect(above.y + above.height).toBeLessThanOrEqual((await submit.boundingBox())!.y)
      await expectAccessible(page, 'a booking with an alert')
      // A block of time has no patient, and so no alert.
      await page.getByRole('radio', { name: w.card.types.unavailable }).check()
      expect(await page.locator('.alerts').count()).toBe(0)
      await page.locator('.booking-cancel').click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })

      // The alert is the first element in the visit and on the patient's page, and the day sheet prints the alert.
      await card.focus()
      await page.keyboard.press('Enter')
      await page
        .getByRole('dialog')
        .locator('.entry-person > .alerts:first-child')
        .getByText('Latex')
        .waitFor()
      await page.getByText(w.acts.toPatient).click()
      await page.locator('.patient-head h1 + .alerts').getByText('Latex').waitFor()
      await page.evaluate(() => {
        location.hash = '#/day-sheet/2026-03-02'
      })
      await page.locator('.sheet-signs', { hasText: alert }).waitFor()
      expect(complaints).toEqual([])
    },
  )

/** Makes a patient with the alert Latex. */
async function withLatex(call: Clinic['owner']['call']) {
  const patient = await newPatient(call)
  const tag = await newTag(call, 'Latex', { alert: true })
  success(await call('POST', `/api/v1/patients/${patient.id}/tags/${tag.id}`))
  return patient
}

browsing('when the alerts of a patient cannot be read, the booking dialogue shows this', async () => {
  await using house = await deskHouse(browser)
  const { call } = house.c.owner
  await newChair(call, { name: 'Room 1' })
  await withLatex(call)
  const { page, w } = await house.desk()
  await page.getByRole('heading', { name: 'Room 1' }).waitFor()
  await page.route('**/api/v1/tags', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.keyboard.press('b')
  await page.locator('input:focus').waitFor()
  await page.keyboard.type('mül')
  await page.getByRole('option', { name: 'Müller' }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.dialog-actions').getByText(w.booking.alertsMissing).waitFor()
})

browsing(
  'each button that books a waiting patient with one click has the alert of the patient beside it',
  async () => {
    await using house = await deskHouse(browser)
    const { call } = house.c.owner
    await newChair(call, { name: 'Room 1' })
    const zoe = await withLatex(call)
    await newWaiting(call, { patientId: zoe.id })
    const { page, w, complaints } = await house.desk({ place: '/waiting-list' })
    const isRead = async (row: string, books: string) => {
      await page.locator(`${row} .alerts`).getByText('Latex').waitFor()
      const button = page.locator(row).getByRole('button', { name: books })
      expect(await describedBy(button)).toBe(w.card.alert('Latex'))
    }
    const { waiting, inbox } = w
    await isRead('.waiting-item', waiting.bookFor('Müller, Zoé', '').trim())
    await expectAccessible(page, 'a waiting list with an alert')
    await page.locator('.gap').first().click()
    await isRead('.who-fits li', 'Müller, Zoé')
    await page.goto('/desk#/inbox')
    await isRead('.inbox-item', inbox.bookFor('Müller, Zoé'))
    await expectAccessible(page, 'an inbox with an alert')
    // A note for the next visit leads to a booking, too.
    await newNote(call, zoe.id, { isNext: true })
    await isRead('.inbox-item.note_next', inbox.bookFor('Müller, Zoé'))
    expect(complaints).toEqual([])
  },
)
