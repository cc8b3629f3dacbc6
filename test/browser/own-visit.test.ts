import { describe, expect, test } from 'bun:test'
import axe from 'axe-core'
import { success } from '../support/answers.ts'
import { listening } from '../support/listening.ts'
import { bookingClinic } from '../support/online-booking.ts'
import { reminding } from '../support/reminding.ts'
import { chromiumPath } from './browser.ts'
import { browser, useBrowser } from './browsing.ts'
import { letTimeFlow } from './house.ts'
import { patientsBrowser } from './patients-browser.ts'

useBrowser()

/** A visitor has booked online, and opens the link in the confirmation message on a phone. */
async function opened() {
  const c = await bookingClinic()
  success(await c.visitor().book('2026-03-10T10:00:00.000Z'))
  c.clock.now += 3_600_000
  const r = reminding(c)
  await r.round()
  letTimeFlow(c)
  const path = /\/visit#[\w-]+/.exec(r.emails[0]!.text)![0]
  const server = listening(c)
  const options = { viewport: { width: 390, height: 844 }, locale: 'en', bypassCSP: true }
  const b = await patientsBrowser(browser, server.url, options)
  await b.open(path)
  await b.page.waitForSelector('text=Can you come?')
  const march = '/api/v1/appointments?from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z'
  return {
    c,
    b,
    entries: async () => success(await c.owner.call('GET', march)).appointments,
    isAccessible: async () => {
      await b.page.evaluate(axe.source)
      const { violations } = await b.page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run())
      expect(violations.map(({ id, nodes }) => [id, nodes[0]!.html])).toEqual([])
    },
    async [Symbol.asyncDispose]() {
      await b[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
      await c[Symbol.asyncDispose]()
    },
  }
}

describe.skipIf(chromiumPath === undefined)('after a patient has booked online', () => {
  test('§31 A patient can move their visit on the page that a message links to.', async () => {
    await using o = await opened()
    const { b } = o
    await o.isAccessible()
    await b.page.getByText('You can move or cancel it here until Monday, 9 March 2026, 11:00.').waitFor()
    await b.page.getByRole('button', { name: 'Choose another time' }).click()
    await b.page.getByRole('heading', { name: 'Choose a time' }).waitFor()
    await b.page.getByRole('button', { name: 'Later days' }).click()
    await b.page.getByRole('button', { name: 'Wednesday, 11 March 2026, 11:00' }).click()
    await b.page.getByText('Move it to this time?').waitFor()
    await o.isAccessible()
    await b.page.getByRole('button', { name: 'Move my appointment' }).click({ delay: 1_600 })
    await b.page.getByRole('heading', { name: 'Your appointment has a new time' }).waitFor()
    await o.isAccessible()
    const saved = b.page.waitForEvent('download')
    await b.page.getByRole('button', { name: 'Add to my calendar' }).click()
    expect((await saved).suggestedFilename()).toBe('appointment.ics')
    expect(await o.entries()).toMatchObject([{ startAt: '2026-03-11T10:00:00.000Z', hold: null }])
    expect(b.problems).toEqual([])
  })

  test('§31 On the page that a message links to, a patient can cancel their visit, and save the visit as a calendar file.', async () => {
    await using o = await opened()
    const { b } = o
    const saved = b.page.waitForEvent('download')
    await b.page.getByRole('button', { name: 'Add to my calendar' }).click()
    expect((await saved).suggestedFilename()).toBe('appointment.ics')
    await b.page.getByRole('button', { name: 'Cancel this appointment' }).click()
    await b.page.waitForSelector('text=This appointment is cancelled.')
    await o.isAccessible()
    expect(await o.entries()).toEqual([])
    expect(b.problems).toEqual([])
  })
})
