import { expect, test } from 'bun:test'
import { Challenges, ceremonyPatience } from '../../src/webauthn/challenges.ts'
import { thrownBy } from '../support/rejection.ts'

const answering = (challenge: string) => ({
  id: '',
  response: { clientDataJSON: Buffer.from(JSON.stringify({ challenge })).toString('base64url') },
})
const accept = async (challenge: string) => challenge
const refuse = () => Promise.reject(new Error('a bad signature'))

test('§5.1 A passkey challenge can be answered successfully once, and only for the subject for which it was made.', async () => {
  const challenges = new Challenges()
  const challenge = challenges.begin('a', 0)
  expect(await thrownBy(challenges.redeem(answering(challenge), 'b', 0, accept))).toThrow()
  expect(await challenges.redeem(answering(challenge), 'a', 0, accept)).toBe(challenge)
  expect(await thrownBy(challenges.redeem(answering(challenge), 'a', 0, accept))).toThrow()
})

test('a passkey challenge of one kind of ceremony is not accepted for another kind', async () => {
  const challenge = new Challenges().begin('', 0)
  expect(await thrownBy(new Challenges().redeem(answering(challenge), '', 0, accept))).toThrow()
})

test('of many answers to one passkey challenge at the same moment, one is accepted', async () => {
  const challenges = new Challenges()
  const challenge = challenges.begin('', 0)
  const slowly = async () => await Bun.sleep(1)
  const answers = Array.from({ length: 100 }, () => challenges.redeem(answering(challenge), '', 0, slowly))
  const accepted = (await Promise.allSettled(answers)).filter(({ status }) => status === 'fulfilled')
  expect(accepted).toHaveLength(1)
})

test('a used passkey challenge is stored until it has expired, and then forgotten', async () => {
  const challenges = new Challenges()
  const use = (challenge: string, now: number) => challenges.redeem(answering(challenge), '', now, accept)
  for (const began of [0, 1, ceremonyPatience - 1, ceremonyPatience, ceremonyPatience + 1]) {
    const challenge = challenges.begin('', began)
    await use(challenge, began)
    for (const later of [1, ceremonyPatience - 1, ceremonyPatience])
      expect(await thrownBy(use(challenge, began + later))).toThrow()
  }
  expect(challenges.remembered).toBe(5)
  const much = 10 * ceremonyPatience
  await use(challenges.begin('', much), much)
  expect(challenges.remembered).toBe(1)
})

test('a used passkey challenge is refused again while other challenges are used', async () => {
  const challenges = new Challenges()
  const use = (challenge: string, now: number) => challenges.redeem(answering(challenge), '', now, accept)
  const challenge = challenges.begin('', 0)
  await use(challenge, 0)
  for (let now = 0; now < ceremonyPatience; now += 10_000) {
    await use(challenges.begin('', now), now)
    expect(await thrownBy(use(challenge, now))).toThrow('not accepted')
  }
})

test('passkey challenges and bad answers use no memory, in any number', async () => {
  const challenges = new Challenges()
  const honest = challenges.begin('', 0)
  for (let i = 0; i < 20_000; i++) {
    const challenge = challenges.begin('', 0)
    await challenges.redeem(answering(challenge), '', 0, refuse).catch(() => undefined)
  }
  expect(challenges.remembered).toBe(0)
  await challenges.redeem(answering(honest), '', 0, accept)
})

test('a passkey challenge with a changed byte, or in another encoding, is refused', async () => {
  const challenges = new Challenges()
  const challenge = challenges.begin('', 0)
  const bytes = Buffer.from(challenge, 'base64url')
  const changed = [...bytes.keys()].map((at) => {
    const copy = Buffer.from(bytes)
    copy[at]! ^= 1
    return copy.toString('base64url')
  })
  for (const other of [...changed, `${challenge}=`, `${challenge} `, challenge.slice(1), ''])
    expect(await thrownBy(challenges.redeem(answering(other), '', 0, accept))).toThrow()
  await challenges.redeem(answering(challenge), '', 0, accept)
})

test('each passkey challenge begins with 256 random bits, and no two are equal', () => {
  const challenges = new Challenges()
  const all = Array.from({ length: 1000 }, () => Buffer.from(challenges.begin('', 0), 'base64url'))
  expect(new Set(all.map((bytes) => bytes.subarray(0, 32).toString('hex'))).size).toBe(1000)
})
