import { expect, test } from 'bun:test'
import { Ceremonies, ceremonyPatience } from '../../src/webauthn/ceremonies.ts'

const answering = (challenge: string) => ({
  id: '',
  response: { clientDataJSON: Buffer.from(JSON.stringify({ challenge })).toString('base64url') },
})

test('a waiting ceremony is taken once, with the subject it was begun for', () => {
  const ceremonies = new Ceremonies<string>()
  const [a, b] = [ceremonies.begin('a', 0), ceremonies.begin('b', 0)]
  expect(ceremonies.take(answering(b), 0)).toEqual({ challenge: b, subject: 'b' })
  expect(() => ceremonies.take(answering(b), 0)).toThrow()
  expect(ceremonies.take(answering(a), 0).subject).toBe('a')
})

test('only the oldest ceremony makes room when too many wait', () => {
  const ceremonies = new Ceremonies<number>(3)
  const challenges = [0, 1, 2, 3].map((n) => ceremonies.begin(n, n))
  expect(() => ceremonies.take(answering(challenges[0]!), 4)).toThrow()
  for (const n of [1, 2, 3]) expect(ceremonies.take(answering(challenges[n]!), 4).subject).toBe(n)
})

test('expired ceremonies make room first', () => {
  const ceremonies = new Ceremonies<number>(3)
  const old = [ceremonies.begin(0, 0), ceremonies.begin(1, 0)]
  const young = ceremonies.begin(2, 1)
  const now = ceremonyPatience
  const fresh = [ceremonies.begin(3, now), ceremonies.begin(4, now)]
  for (const challenge of old) expect(() => ceremonies.take(answering(challenge), now)).toThrow()
  for (const challenge of [young, ...fresh]) ceremonies.take(answering(challenge), now)
})

test('every challenge has 256 bits and differs from the others', () => {
  const ceremonies = new Ceremonies<number>()
  const challenges = new Set(Array.from({ length: 1000 }, () => ceremonies.begin(0, 0)))
  expect(challenges.size).toBe(1000)
  for (const challenge of challenges) expect(Buffer.from(challenge, 'base64url')).toHaveLength(32)
})
