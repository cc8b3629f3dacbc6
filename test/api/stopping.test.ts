import { expect, test } from 'bun:test'
import { clinic } from '../support/clinic.ts'

test('§12 While the server stops, requests on open connections are answered with `Connection: close`.', async () => {
  let stopping = false
  await using c = await clinic({ isStopping: () => stopping })
  expect((await c.owner.call('GET', '/api/v1/me')).headers.get('connection')).toBeNull()
  stopping = true
  const made = await c.owner.call('POST', '/api/v1/tags', { name: 'late' })
  const read = await c.owner.call('GET', '/api/v1/tags')
  const unknown = await c.anonymous('GET', '/nowhere')
  expect([made.status, read.status, unknown.status]).toEqual([201, 200, 401])
  for (const { headers } of [made, read, unknown]) expect(headers.get('connection')).toBe('close')
})
