import { expect, test } from 'bun:test'
import { HeldRefusals, holdBack } from '../../src/http/held-refusals.ts'

test('the number of refusals that are held back has a limit for each client and for all clients', () => {
  const refusals = new HeldRefusals({
    each: { refusals: 3, bytes: 0 },
    together: { refusals: 4, bytes: 0 },
  })
  const held = Array.from({ length: 5 }, () => refusals.hold('a'))
  expect(held.map((one) => one !== undefined)).toEqual([true, true, true, false, false])
  expect(refusals.hold('b')).toBeInstanceOf(Promise)
  expect(refusals.hold('c')).toBeUndefined()
})

test('held refusals of large bodies have a limit in bytes, and small refusals are still held back beside them', async () => {
  const refusals = new HeldRefusals({
    each: { refusals: 9, bytes: 30 },
    together: { refusals: 9, bytes: 50 },
  })
  const held = [
    refusals.hold('a', 20),
    refusals.hold('a', 20),
    refusals.hold('b', 20),
    refusals.hold('c', 20),
  ]
  expect(held.map((one) => one !== undefined)).toEqual([true, false, true, false])
  expect(refusals.hold('a')).toBeInstanceOf(Promise)
  await Promise.all(held)
  expect(refusals.hold('a', 30)).toBeInstanceOf(Promise)
})

test('a refusal of a large body waits longer for each MiB of its client that is held back', async () => {
  const most = { refusals: 99, bytes: 12 * 2 ** 20 }
  const refusals = new HeldRefusals({ each: most, together: most })
  const order: string[] = []
  const hold = (client: string, bytes: number, name: string) =>
    refusals.hold(client, bytes)!.then(() => order.push(name))
  await Promise.all([
    ...[1, 2, 3].map((n) => hold('a', 4 * 2 ** 20, `large ${n}`)),
    ...Array.from({ length: 5 }, () => hold('b', 0, 'small')),
  ])
  expect(order.indexOf('large 2')).toBe(6)
  expect(order.at(-1)).toBe('large 3')
})

test('a client without a held refusal is forgotten, and leaves its place to other clients', async () => {
  const one = { refusals: 1, bytes: 0 }
  const refusals = new HeldRefusals({ each: one, together: one })
  await refusals.hold('a')
  expect(refusals.remembered).toBe(0)
  expect(refusals.hold('b')).toBeInstanceOf(Promise)
})

const large = () =>
  new Request('http://localhost/', { method: 'POST', headers: { 'content-length': '1000000' } })

test('a refusal of a large body is held back for a client without a credential, too', async () => {
  const most = { refusals: 1, bytes: 2 ** 20 }
  const refusals = new HeldRefusals({ each: most, together: most })
  const [first, second] = [{}, {}]
  const held = holdBack(large(), first, refusals)
  expect(refusals.remembered).toBe(1)
  await holdBack(large(), second, refusals)
  await held
  expect([first, second]).toEqual([{}, { connection: 'close' }])
  expect(refusals.remembered).toBe(0)
})

test('the event loop turns before a connection is closed, because the client may open the next connection at once', async () => {
  const order: string[] = []
  setImmediate(() => order.push('turn'))
  const none = { refusals: 0, bytes: 0 }
  await holdBack(large(), {}, new HeldRefusals({ each: none, together: none }))
  order.push('refusal')
  expect(order).toEqual(['turn', 'refusal'])
})
