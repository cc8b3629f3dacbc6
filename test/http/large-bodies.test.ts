import { expect, test } from 'bun:test'
import { LargeBodies, largeBytes, ordinaryRoom } from '../../src/http/large-bodies.ts'

const room = { ofCredential: 10, ofPractice: 15, ofProcess: 20 }

test('§8 Arriving bodies of more than 64 KiB share room: 16 MiB for a credential, 32 MiB for a practice, and 64 MiB for the process.', () => {
  const MiB = 1024 ** 2
  expect(ordinaryRoom).toEqual({ ofCredential: 16 * MiB, ofPractice: 32 * MiB, ofProcess: 64 * MiB })
  const bodies = new LargeBodies(room)
  const giveBack = bodies.hold('a', 'P', 10)
  expect(bodies.hold('a', 'P', 1)).toBeUndefined()
  bodies.hold('b', 'P', 5)
  expect(bodies.hold('c', 'P', 1)).toBeUndefined()
  bodies.hold('d', 'Q', 5)
  expect(bodies.hold('e', 'R', 1)).toBeUndefined()
  giveBack!()
  bodies.hold('a', 'P', 10)!()
  bodies.hold('e', 'R', 10)!()
})

test('no data about finished large bodies stays in memory', async () => {
  const bodies = new LargeBodies(room)
  bodies.hold('a', 'P', 10)!()
  await bodies.inTurn('a', 'P', () => undefined)
  await bodies.inTurn('a', 'P', () => Promise.reject(new Error('broken'))).catch(() => undefined)
  expect(bodies.remembered).toBe(0)
})

/** Starts work on bodies with names such as `P a1`: practice, credential and number. The work lasts until `end`. */
function working(names: readonly string[]) {
  const bodies = new LargeBodies(room)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const all = names.map((name) => {
    const [practice = '', body = ''] = name.split(' ')
    return bodies.inTurn(body[0]!, practice, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  })
  const end = async (name: string) => {
    ends.get(name)!()
    await all[names.indexOf(name)]
  }
  return { begun, end }
}

test('§8 At most four large bodies are worked on at a time, and one of each credential, in the order of their arrival.', async () => {
  const { begun, end } = working(['P a1', 'P a2', 'Q b1', 'P c1', 'P c2', 'Q d1', 'R e1'])
  await Promise.resolve()
  expect(begun).toEqual(['P a1', 'Q b1', 'P c1', 'Q d1'])
  await end('Q b1')
  expect(begun.slice(4)).toEqual(['R e1'])
  await end('P c1')
  expect(begun.slice(5)).toEqual(['P c2'])
  await end('P a1')
  expect(begun.slice(6)).toEqual(['P a2'])
})

test('at most two large bodies of a practice are worked on at a time, and practices with fewer bodies go first', async () => {
  const { begun, end } = working(['P a', 'P b', 'P c', 'P d', 'Q e', 'Q f', 'Q g', 'R h'])
  await Promise.resolve()
  expect(begun).toEqual(['P a', 'P b', 'Q e', 'Q f'])
  await end('P a')
  expect(begun.slice(4)).toEqual(['R h'])
  await end('R h')
  expect(begun.slice(5)).toEqual(['P c'])
})

test('a body of unknown length counts as half of the longest body, and a small body does not count', () => {
  const bytes = (headers: Record<string, string>) =>
    largeBytes(new Request('http://localhost/', { method: 'POST', headers }))
  expect(bytes({})).toBe(0)
  expect(bytes({ 'content-length': '65536' })).toBe(0)
  expect(bytes({ 'content-length': '65537' })).toBe(65_537)
  expect(bytes({ 'content-length': '9'.repeat(20) })).toBe(1_048_576)
  expect(bytes({ 'transfer-encoding': 'chunked' })).toBe(524_288)
})
