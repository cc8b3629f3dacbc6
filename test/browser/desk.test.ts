import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { newChair, newPatient } from '../support/records.ts'
import { chromiumPath, launch } from './browser.ts'
import { deskHouse, languages } from './desk.ts'

let browser: Browser
const browsing = test.skipIf(chromiumPath === undefined)
beforeAll(async () => {
  if (chromiumPath !== undefined) browser = await launch()
})
afterAll(() => browser?.close())

for (const language of languages)
  browsing(`the desk shows the appointments of today, in ${language}`, async () => {
    await using house = await deskHouse(browser, language)
    const { call } = house.c.owner
    const chair = await newChair(call, { name: 'Room 1' })
    const patient = await newPatient(call, { firstName: 'Zoé', lastName: 'Müller' })
    const times = { startAt: '2026-03-02T10:00:00Z', endAt: '2026-03-02T10:30:00Z' }
    await call('POST', '/api/v1/appointments', {
      type: 'appointment',
      chairId: chair.id,
      patientId: patient.id,
      ...times,
    })
    const { page, w, complaints } = await house.desk()
    await page.getByRole('heading', { name: 'Room 1' }).waitFor()
    await page.getByText('Müller, Zoé').waitFor()
    await page.getByRole('button', { name: w.board.next }).click()
    await page.getByText('Müller, Zoé').waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })
