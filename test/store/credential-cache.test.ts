import { expect, test } from 'bun:test'
import { openDatabase, openToRead } from '../../db/open.ts'
import { random } from '../../src/demo/random.ts'
import { hashSecret, idleSince, ordinarySessionTimes } from '../../src/domain/secrets.ts'
import { openSession } from '../../src/features/shared/access.ts'
import { createToken } from '../../src/features/tokens/actions.ts'
import { markTokenUsed, revokeToken } from '../../src/store/access/api-tokens.ts'
import { AccessEpoch, CredentialCache } from '../../src/store/access/credential-cache.ts'
import { Identity } from '../../src/store/access/identity.ts'
import { updateMember } from '../../src/store/access/members.ts'
import { endSession, markSessionSeen } from '../../src/store/access/sessions.ts'
import { ReadConnection } from '../../src/store/engine/connection.ts'
import { createStore } from '../../src/store/store.ts'
import { success } from '../support/answers.ts'
import { byTest } from '../support/by-test.ts'
import { clinic, freshDatabasePath, monday } from '../support/clinic.ts'
import { openConnections } from '../support/connections.ts'
import { shutOutElsewhere, shutOutHere, type Way } from '../support/shut-out.ts'

const ways: [way: Way, signedIn: boolean][] = [
  ['a revoked token', false],
  ['an ended session', true],
  ['a deactivated member', false],
  ['a deactivated member', true],
]
for (const [where, shutOut] of [
  ['in this process', shutOutHere],
  ['in another process', shutOutElsewhere],
] as const)
  test.each(ways)(
    `§5 A token that was revoked, a session that ended and a member who was deactivated are refused from the next request on, by every process. %s, ${where}, %p`,
    async (way, signedIn) => {
      await using c = await clinic({ signedIn })
      const { assistant } = c
      const id = c.store.identity.knownToken(hashSecret(assistant.token))!.id
      for (let n = 0; n < 3; n++) {
        success(await assistant.call('GET', '/api/v1/me'))
        // The service records the use of the token in the background. Then it reads the credential again.
        await c.practice.write(() => {})
      }
      await shutOut(c, way, { userId: assistant.userId, id })
      expect((await assistant.call('GET', '/api/v1/me')).status).toBe(401)
      success(await c.owner.call('GET', '/api/v1/me'))
    },
  )

test('the members of a practice are refused as soon as its removal begins, also by the process that removes it', async () => {
  await using c = await clinic()
  for (let n = 0; n < 3; n++) {
    success(await c.owner.call('GET', '/api/v1/me'))
    // The service records the use of the token in the background. Then it reads the credential again.
    await c.practice.write(() => {})
  }
  expect(await c.store.transfer.beginRemoval(c.owner.practiceId, null, byTest, monday)).toBe(true)
  expect((await c.owner.call('GET', '/api/v1/me')).status).toBe(401)
})

/** An identity that reads the database each time, without a cache. */
const freshly = (connection: ReadConnection) =>
  new Identity(connection, { othersVersion: () => 0, accessChanges: 0 })

test('the cache of credentials agrees with the database after changes by this process and by another process', async () => {
  await using c = await clinic()
  const elsewhere = createStore(openDatabase(c.path))
  const reading = new ReadConnection(openToRead(c.path))
  const { practiceId } = c.owner
  const here = c.practice
  const there = elsewhere.practices.of(practiceId, byTest)
  const userIds = [c.owner.userId, c.assistant.userId]
  const tokens: string[] = []
  const sessions: string[] = []
  let now = monday
  for (const userId of userIds)
    for (let n = 0; n < 3; n++) {
      tokens.push((await createToken(here, userId, 'token', 1, now)).token)
      sessions.push(
        (await here.write((tx) => openSession(tx, userId, 'Test', now, ordinarySessionTimes))).token,
      )
    }
  const dice = random(7)
  const found = new Set<boolean>()
  for (let step = 0; step < 400; step++) {
    const practice = dice.pick([here, there])
    const userId = dice.pick(userIds)
    const [token, session] = [dice.pick(tokens), dice.pick(sessions)].map((secret) => hashSecret(secret))
    const tokenId = freshly(reading).knownToken(token!)!.id
    const sessionId = freshly(reading).knownToken(session!)?.id
    await dice.pick([
      async () => {
        now += dice.below(60) * 60_000
      },
      () => practice.write((tx) => updateMember(tx, userId, { role: dice.pick(['owner', 'assistant']) })),
      () => practice.write((tx) => updateMember(tx, userId, { active: dice.chance(0.7) })),
      () => practice.write((tx) => markTokenUsed(tx, tokenId, now)),
      () => practice.write((tx) => void (sessionId && markSessionSeen(tx, sessionId, now))),
      () => practice.write((tx) => void (dice.chance(0.05) && revokeToken(tx, tokenId, now))),
      () => practice.write((tx) => void (dice.chance(0.05) && endSession(tx, userId, sessionId ?? ''))),
      // An act that fails is undone.
      () =>
        practice
          .write((tx) => {
            revokeToken(tx, tokenId, now)
            throw new Error('undone')
          })
          .catch(() => {}),
    ])()
    const since = idleSince(now, ordinarySessionTimes)
    for (const hash of tokens.map(hashSecret)) {
      const answer = c.store.identity.holderOfToken(hash, now)
      expect(answer).toEqual(freshly(reading).holderOfToken(hash, now))
      found.add(answer !== null)
    }
    for (const hash of sessions.map(hashSecret))
      expect(c.store.identity.holderOfSession(hash, now, since)).toEqual(
        freshly(reading).holderOfSession(hash, now, since),
      )
  }
  expect(found).toEqual(new Set([true, false]))
  reading.close()
  await elsewhere.close()
})

/** A cache, and the numbers of the credentials that it had to read from the database. */
function counted() {
  const connections = openConnections(freshDatabasePath())
  const { reading, writing } = connections
  const cache = new CredentialCache<number>(reading, new AccessEpoch(writing))
  const looked: number[] = []
  const get = (n: number) =>
    cache.get(hashSecret(String(n)), () => {
      looked.push(n)
      return n
    })
  return { ...connections, cache, looked, get }
}

test('a known credential is read from the database once, and an unknown credential each time', () => {
  using c = counted()
  expect([c.get(1), c.get(1), c.get(2), c.get(1)]).toEqual([1, 1, 2, 1])
  expect(c.looked).toEqual([1, 2])
  let looks = 0
  const none = () => {
    looks++
    return null
  }
  for (let n = 0; n < 2; n++) expect(c.cache.get(hashSecret('unknown'), none)).toBeNull()
  expect(looks).toBe(2)
})

test('the cache keeps at most 2,000 credentials, and drops the oldest first', () => {
  using c = counted()
  for (let n = 0; n <= 2_000; n++) c.get(n)
  c.looked.length = 0
  for (const n of [2_000, 1, 0]) c.get(n)
  expect(c.looked).toEqual([0])
})

test('a credential that is read in a snapshot is not cached, because it may be out of date', () => {
  using c = counted()
  c.reading.snapshot(() => c.get(1))
  c.get(1)
  expect(c.looked).toEqual([1, 1])
})
