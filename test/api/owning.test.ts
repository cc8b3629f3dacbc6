import { expect, test } from 'bun:test'
import { NotOwner } from '../../src/store/engine/trouble.ts'
import { clinic } from '../support/clinic.ts'

/** Makes a clinic whose server owns its practices as long as `owns` returns true. */
async function owning(owns: () => boolean) {
  const c = await clinic({ owns })
  return { c, name: { firstName: 'Núria', lastName: 'Öz' } }
}

test('§12.4 A server that is no longer sure that it owns its practices answers 503 to changes, and goes on answering reads.', async () => {
  let owns = true
  const { c, name } = await owning(() => owns)
  await using _ = c
  const made = await c.owner.call('POST', '/api/v1/patients', name)
  owns = false
  const refused = await c.owner.call('POST', '/api/v1/patients', name)
  expect([refused.status, refused.body.error.code]).toEqual([503, 'unavailable'])
  expect((await c.owner.call('GET', `/api/v1/patients/${made.data.id}`)).status).toBe(200)
  owns = true
  expect((await c.owner.call('GET', '/api/v1/patients')).data.patients).toHaveLength(1)
  expect(c.faults.splice(0)).toEqual([{ requestId: refused.body.requestId, error: expect.any(NotOwner) }])
})

test('§12.4 The claim is checked for the last time just before the answer of every request that is not a read.', async () => {
  let owns = true
  const { c } = await owning(() => owns)
  await using _ = c
  owns = false
  // This request writes nothing. So no write checks whether the server owns the practice.
  const refused = await c.owner.call('POST', '/api/v1/patients/phone-check', { phoneMobile: '030 1234567' })
  expect([refused.status, refused.body.error.message]).toEqual([
    503,
    expect.stringContaining('may or may not'),
  ])
  // When the clinic closes, it writes the waiting rows of the audit trail. This needs `owns`.
  owns = true
  c.faults.splice(0)
})

test('§12.4 Repeating the kept answer of an earlier request is an acknowledgement, too, and needs the claim.', async () => {
  let owns = true
  const { c, name } = await owning(() => owns)
  await using _ = c
  const key = { 'idempotency-key': 'a-key-of-sixteen-signs' }
  const first = await c.owner.call('POST', '/api/v1/patients', name, key)
  owns = false
  expect((await c.owner.call('POST', '/api/v1/patients', name, key)).status).toBe(503)
  owns = true
  const again = await c.owner.call('POST', '/api/v1/patients', name, key)
  expect([again.status, again.text]).toEqual([201, first.text])
  c.faults.splice(0)
})
