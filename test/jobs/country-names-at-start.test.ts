/** The names of countries in all languages take a fifth of a second. No claim may wait for them. */
import { afterEach, expect, mock, spyOn, test } from 'bun:test'
import { booked, due } from '../support/booked.ts'
import { clinic } from '../support/clinic.ts'
import { reminding } from '../support/reminding.ts'

afterEach(() => mock.restore())

// This must be the first test of the file: the names are gathered once in a process.
test('a claim for a patient from an unknown country gathers no names', async () => {
  await using c = await clinic({ atAnyHour: true })
  const { id } = await booked(c, { notifyByEmail: false, phoneMobile: '0151 23456789', country: 'Atlantis' })
  c.clock.now = due
  const lists = spyOn(Intl.DisplayNames.prototype, 'of')
  const { dueNotices } = c.store
  const takeNext = dueNotices.takeNext.bind(dueNotices)
  const made: number[] = []
  dueNotices.takeNext = (async (...asked: Parameters<typeof takeNext>) => {
    const before = lists.mock.calls.length
    const taken = await takeNext(...asked)
    made.push(lists.mock.calls.length - before)
    return taken
  }) as typeof dueNotices.takeNext
  const r = reminding(c)
  await r.sender.round('sms')
  expect(r.notice(id, 'sms')).toMatchObject({ state: 'skipped', reason: 'unknown_country' })
  expect(new Set(made)).toEqual(new Set([0]))
})

test('the names are gathered in small steps, and other work goes on between them', async () => {
  const fresh = '../../src/delivery/countries/country-named.ts?fresh'
  const { gatherCountryNames, countryNamed } = await import(fresh)
  let turns = 0
  let isDone = false
  const turn = () => {
    turns++
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  await gatherCountryNames()
  isDone = true
  expect(turns).toBeGreaterThan(200)
  const lists = spyOn(Intl.DisplayNames.prototype, 'of')
  expect([countryNamed('Saksa'), countryNamed('Atlantis')]).toEqual(['DE', undefined])
  expect(lists).not.toHaveBeenCalled()
})
