/** Every operation that writes can be repeated with its key, and gives the first answer again (RULES §17). */
import { expect, test } from 'bun:test'
import { problem, success } from '../support/answers.ts'
import type { Answer } from '../support/client.ts'
import { clinic } from '../support/clinic.ts'
import { expectDocumented, operations, requestOf, successOf } from '../support/openapi.ts'
import { worldClinic } from '../support/world.ts'

const writing = operations.filter(({ method }) => method !== 'GET')

/** Operations with a secret in their first answer. No later answer shows the secret. */
const mint = ['createToken', 'createCalendarFeed', 'inviteMember', 'replaceMemberLink', 'createWebhook']

/** Operations that end their own credential. So nobody can repeat them. */
const endsItself = ['signOut']

const told = ({ status, text, headers }: Answer) => ({
  status,
  text,
  id: headers.get('x-request-id'),
  type: headers.get('content-type'),
})

for (const operation of writing) {
  const name = `${operation.method} ${operation.path}`

  test(`§17 A request that is repeated with its \`Idempotency-Key\` gets the first answer, the same to the byte, with \`Idempotency-Replayed: true\`. ${name}`, async () => {
    await using c = await worldClinic({ signedIn: true })
    const { method, path, body } = requestOf(operation, c.world.own)
    const send = (key: string) => c.owner.call(method, path, body, { 'idempotency-key': key })
    const first = await send('a')
    success(first, successOf(operation))
    expectDocumented(operation, first)
    expect(first.headers.has('idempotency-replayed')).toBe(false)
    const again = await send('a')
    if (endsItself.includes(operation.operationId!)) return problem(again, 401, 'invalid_authorization')
    if (mint.includes(operation.operationId!)) return problem(again, 409, 'conflict')
    expectDocumented(operation, again)
    expect(told(again)).toEqual(told(first))
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.headers.get('cache-control')).toBe('no-store')
  })
}

test('§17 Every operation that writes takes an `Idempotency-Key`, and no other operation takes one.', () => {
  for (const { parameters, responses, method, path } of operations) {
    const writes = method !== 'GET'
    const names = parameters
      .filter((parameter) => (parameter.in as string) === 'header')
      .map(({ name }) => name)
    expect(names.includes('Idempotency-Key'), `${method} ${path}`).toBe(writes)
    if (writes) expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '409', '422']))
  }
})

test('a request with a key gets the same fields and headers as a request without a key', async () => {
  await using c = await clinic()
  const body = { firstName: 'Zoé', lastName: 'Müller' }
  const plain = await c.owner.call('POST', '/api/v1/patients', body)
  const keyed = await c.owner.call('POST', '/api/v1/patients', body, { 'idempotency-key': 'a' })
  expect({ ...keyed.data, id: 0 }).toEqual({ ...plain.data, id: 0 })
  const names = ({ headers }: Answer) => [...headers.keys()].sort()
  expect(names(keyed)).toEqual(names(plain))
})
