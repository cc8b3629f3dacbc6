import { expect, test } from 'bun:test'
import { clinic } from '../support/clinic.ts'
import { at, newChair, newEntry, newPatient } from '../support/records.ts'

test('a media type may have white space before its parameters (RFC 9110)', async () => {
  await using c = await clinic()
  const headers = { 'content-type': 'application/json ;charset=utf-8' }
  const { status } = await c.owner.call('POST', '/api/v1/tags', { name: 'Recall' }, headers)
  expect(status).toBe(201)
})

test('a search for only accents finds no patient, and a search for only white space lists all patients', async () => {
  await using c = await clinic()
  await newPatient(c.owner.call)
  const found = async (search: string) =>
    (await c.owner.call('GET', `/api/v1/patients?search=${search}`)).data.patients.length
  expect([await found('%CC%81'), await found('%C2%AD'), await found('%20')]).toEqual([0, 0, 1])
})

test('§2.4.2 On an inactive chair, a reminder cannot become an appointment or a block.', async () => {
  await using c = await clinic()
  const chair = await newChair(c.owner.call)
  const reminder = await newEntry(c.owner.call, { type: 'reminder', chairId: chair.id })
  const block = await newEntry(c.owner.call, { type: 'unavailable', chairId: chair.id })
  await c.owner.call('PATCH', `/api/v1/chairs/${chair.id}`, { active: false })

  const refused = await c.owner.call('PATCH', `/api/v1/appointments/${reminder.id}`, {
    type: 'appointment',
    startAt: at('12:00'),
    endAt: at('13:00'),
  })
  expect(refused.status).toBe(400)
  expect(refused.body.error.details).toEqual([{ path: 'chairId', message: 'must be an active chair' }])
  const moved = await c.owner.call('PATCH', `/api/v1/appointments/${block.id}`, { endAt: at('11:00') })
  expect(moved.status).toBe(200)
})

test('the error for a body with 5,000 mistakes names the first 200', async () => {
  await using c = await clinic()
  const body = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`x${i}`, 0]))
  const { status, body: answer } = await c.owner.call('POST', '/api/v1/patients', body)
  expect(status).toBe(400)
  expect(answer.error.details).toHaveLength(200)
})
