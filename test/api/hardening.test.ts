import { expect, test } from 'bun:test'
import { clinic } from '../support/clinic.ts'

test('white space before the parameters of a media type is allowed (RFC 9110)', async () => {
  await using c = await clinic()
  const headers = { 'content-type': 'application/json ;charset=utf-8' }
  const { status } = await c.owner.call('POST', '/api/v1/tags', { name: 'Recall' }, headers)
  expect(status).toBe(201)
})

test('a search for accents alone finds nobody, one for white space alone is no search', async () => {
  await using c = await clinic()
  await c.owner.call('POST', '/api/v1/patients', { firstName: 'Zoé', lastName: 'Müller' })
  const found = async (search: string) =>
    (await c.owner.call('GET', `/api/v1/patients?search=${search}`)).data.patients.length
  expect([await found('%CC%81'), await found('%C2%AD'), await found('%20')]).toEqual([0, 0, 1])
})

test('a reminder on a chair out of use cannot become a block there; a block that stands may still move', async () => {
  await using c = await clinic()
  const { data: chair } = await c.owner.call('POST', '/api/v1/chairs', { name: 'Old' })
  const times = { startAt: '2026-03-02T09:00:00Z', endAt: '2026-03-02T10:00:00Z', chairId: chair.id }
  const { data: reminder } = await c.owner.call('POST', '/api/v1/appointments', {
    type: 'reminder',
    ...times,
  })
  const { data: block } = await c.owner.call('POST', '/api/v1/appointments', {
    type: 'unavailable',
    ...times,
  })
  await c.owner.call('PATCH', `/api/v1/chairs/${chair.id}`, { active: false })

  const refused = await c.owner.call('PATCH', `/api/v1/appointments/${reminder.id}`, {
    type: 'appointment',
    startAt: '2026-03-02T12:00:00Z',
    endAt: '2026-03-02T13:00:00Z',
  })
  expect(refused.status).toBe(400)
  expect(refused.body.error.details).toEqual([{ path: 'chairId', message: 'must be an active chair' }])
  const moved = await c.owner.call('PATCH', `/api/v1/appointments/${block.id}`, {
    endAt: '2026-03-02T11:00:00Z',
  })
  expect(moved.status).toBe(200)
})

test('a body of ten thousand mistakes is answered with the first two hundred', async () => {
  await using c = await clinic()
  const body = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`x${i}`, i]))
  const { status, body: answer } = await c.owner.call('POST', '/api/v1/patients', body)
  expect(status).toBe(400)
  expect(answer.error.details).toHaveLength(200)
})
