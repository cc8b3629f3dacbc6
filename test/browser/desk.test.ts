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

browsing('the words and the icon of each screen have room on a phone and on a tablet', async () => {
  await using house = await deskHouse(browser, 'de')
  const { call } = house.c.owner
  const patient = await newPatient(call, { firstName: 'Zoé', lastName: 'Müller' })
  await call('POST', `/api/v1/patients/${patient.id}/notes`, { body: 'Call them.', isNext: true })
  for (const width of [390, 768]) {
    const { page } = await house.desk({ viewport: { width, height: 800 } })
    await page.locator('.rail nav .count').waitFor()
    const tight = await page.locator('.rail nav a').evaluateAll((links) =>
      links.flatMap((link) => {
        const box = link.getBoundingClientRect()
        const [icon, text, count] = [...link.children].map((part) => part.getBoundingClientRect())
        const isInside = text!.left >= Math.max(box.left, 0) && text!.right <= Math.min(box.right, innerWidth)
        const isHidden = count !== undefined && count.left < icon!.right && count.bottom > icon!.top + 2
        return [
          ...(isInside ? [] : [`${link.textContent} is wider than its place`]),
          ...(isHidden ? [`the number hides the icon of ${link.textContent}`] : []),
        ]
      }),
    )
    expect(tight).toEqual([])
  }
})
