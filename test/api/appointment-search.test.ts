/** Finding appointments by words, also cancelled appointments (RULES §23). */
import { expect, test } from 'bun:test'
import { invalid, success } from '../support/answers.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { at, newEntry, newPatient } from '../support/records.ts'
import { cancelled, undone } from '../support/visits.ts'

const window = 'from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z'

const search = async (c: Clinic, query = '') =>
  success(await c.assistant.call('GET', `/api/v1/appointments/search?${window}${query}`)) as {
    appointments: { id: string; title: string; outcome: string; version: number }[]
    nextCursor: string | null
  }
const titles = async (c: Clinic, query = '') =>
  (await search(c, query)).appointments.map(({ title }) => title)

async function threeVisits(c: Clinic) {
  const { call } = c.owner
  const zoe = await newPatient(call, { firstName: 'Zoé', lastName: 'Müller' })
  const jon = await newPatient(call, { firstName: 'Jon', lastName: 'Ärmel' })
  const book = (title: string, patientId: string, hour: number) =>
    newEntry(call, { title, patientId, startAt: at(`${hour}:00`), endAt: at(`${hour}:30`) })
  const early = await book('Check-up', zoe.id, 10)
  const middle = await book('Crown', jon.id, 11)
  const late = await book('Crown', zoe.id, 12)
  await newEntry(call, { type: 'unavailable', title: 'Lunch', startAt: at('13:00'), endAt: at('14:00') })
  return { early, middle, late, zoe }
}

test("§23 A search finds appointments by words of their title and of their patient's name, the latest first.", async () => {
  await using c = await clinic({ timezone: 'UTC' })
  await threeVisits(c)
  await newEntry(c.stranger.call, { title: 'Crown' })
  expect(await titles(c)).toEqual(['Crown', 'Crown', 'Check-up'])
  expect(await titles(c, '&search=mueller')).toEqual(['Crown', 'Check-up'])
  expect(await titles(c, '&search=M%C3%9CLLER%20crown')).toEqual(['Crown'])
  expect(await titles(c, '&search=armel')).toEqual(['Crown'])
  expect(await titles(c, '&search=%25')).toEqual([])
  expect(await titles(c, '&search=lunch')).toEqual([])
  const { appointments } = success(
    await c.assistant.call(
      'GET',
      '/api/v1/appointments/search?from=2026-03-10T10:00:00Z&to=2026-03-10T11:00:00Z',
    ),
  )
  expect(appointments).toMatchObject([
    {
      title: 'Check-up',
      outcome: 'planned',
      cancellation: null,
      patient: { lastName: 'Müller' },
      version: 1,
    },
  ])
})

test('§23 A search for appointments finds cancelled ones, too, with their reasons. `cancelled` narrows the search to cancelled appointments, or to the others.', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  const { middle } = await threeVisits(c)
  await cancelled(c.assistant.call, middle.id)
  expect(await titles(c)).toEqual(['Crown', 'Crown', 'Check-up'])
  expect(await titles(c, '&cancelled=false')).toEqual(['Crown', 'Check-up'])
  const { appointments } = await search(c, '&cancelled=true')
  expect(appointments).toMatchObject([
    { id: middle.id, outcome: 'cancelled', cancellation: { reason: expect.any(String) }, version: 2 },
  ])
  // The cancellation is undone. So the search finds no cancelled appointment.
  await undone(c.assistant.call, middle.id)
  expect(await titles(c, '&cancelled=true')).toEqual([])
})

test('a search for appointments can be read page by page, and a wrong parameter of the search is refused', async () => {
  await using c = await clinic({ timezone: 'UTC' })
  const { early, middle, late } = await threeVisits(c)
  await cancelled(c.assistant.call, late.id)
  const ids: string[] = []
  let cursor = ''
  for (let page = 0; page < 5; page++) {
    const { appointments, nextCursor } = await search(c, `&limit=1${cursor}`)
    ids.push(...appointments.map(({ id }) => id))
    if (nextCursor === null) break
    cursor = `&cursor=${nextCursor}`
  }
  expect(ids).toEqual([late.id, middle.id, early.id])
  const call = (query: string) => c.owner.call('GET', `/api/v1/appointments/search?${query}`)
  invalid(await call(`${window}&cursor=x`), 'cursor')
  invalid(await call('from=2026-03-01T00:00:00Z'), 'to')
  invalid(await call('from=2026-03-02T00:00:00Z&to=2026-03-02T00:00:00Z'), 'to')
  invalid(await call(`${window}&cancelled=yes`), 'cancelled')
  invalid(await call(`${window}&patient=x`), 'patient')
  invalid(await call(`${window}&search=${'x'.repeat(201)}`), 'search')
})
