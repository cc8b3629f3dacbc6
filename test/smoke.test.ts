import { expect, test } from 'bun:test'
import { clinic } from './support/clinic.ts'

test('a patient can be created and read', async () => {
  await using c = await clinic()
  const created = await c.owner.call('POST', '/api/v1/patients', { firstName: 'Zoé', lastName: 'Müller' })
  expect(created.status).toBe(201)
  const read = await c.assistant.call('GET', `/api/v1/patients/${created.data.id}`)
  expect(read.data).toEqual(created.data)
})
