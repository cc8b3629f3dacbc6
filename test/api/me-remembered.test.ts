import { expect, test } from 'bun:test'
import { openDatabase } from '../../db/open.ts'
import { users } from '../../db/schema/members.ts'
import { packStatuses } from '../../db/schema/practice.ts'
import { storedId } from '../../db/stored-id.ts'
import { newId } from '../../src/domain/id.ts'
import { packTemplates } from '../../src/domain/pack.ts'
import { createToken } from '../../src/features/tokens/actions.ts'
import { AccessEpoch, MemberMemory } from '../../src/store/access/credential-cache.ts'
import { markEnrolled, updateMember } from '../../src/store/access/members.ts'
import type { WriteScope } from '../../src/store/engine/scope.ts'
import { renewPractice, updatePractice } from '../../src/store/practice/practice.ts'
import { success } from '../support/answers.ts'
import { byTest } from '../support/by-test.ts'
import { type Clinic, clinic, emptyService } from '../support/clinic.ts'
import { thrownBy } from '../support/rejection.ts'

/** Makes two services that serve the same database file, like two processes. */
async function twoProcesses() {
  const c = await clinic({ signedIn: true })
  const other = emptyService({ path: c.path })
  const end = async () => {
    await other.store.close()
    await c[Symbol.asyncDispose]()
  }
  return { ...c, other, [Symbol.asyncDispose]: end }
}

/** Calls `GET /me` as the assistant twice, and returns the answer. The second answer comes from the memory. */
async function meOf({ assistant }: Pick<Clinic, 'assistant'>) {
  const first = success(await assistant.call('GET', '/api/v1/me'))
  expect(success(await assistant.call('GET', '/api/v1/me'))).toEqual(first)
  return first
}

const memberChanges = {
  name: 'Renamed',
  email: 'renamed@example.org',
  color: '#0ea5e9',
  role: 'owner',
}
const practiceChanges = {
  name: 'Renamed practice',
  timezone: 'Europe/Vienna',
  workingHours: {
    mon: [{ start: '09:00', end: '10:00' }],
    tue: [],
    wed: [],
    thu: [],
    fri: [],
    sat: [],
    sun: [],
  },
  slotMinutes: 20,
  reminderLeadMinutes: 60,
  keepPatientsYears: 20,
  keepEntriesYears: 5,
  shortNoticeHours: 5,
  practitionersOnce: true,
  daySheetPhones: false,
  lockMinutes: 10,
  onlineBooking: {
    enabled: true,
    slug: 'lindenplatz',
    frameAncestors: [],
    requestHours: 48,
    mostOpenRequests: 20,
  },
  calendarFeeds: 'type',
  ownFields: [{ id: 'insurer', name: 'Insurer', archived: false }],
}

test.each(['this process', 'another process'])(
  'each field that %s changes is in the next answer of `GET /me`',
  async (where) => {
    await using c = await twoProcesses()
    const as = where === 'this process' ? c.as : c.other.as
    const clock = where === 'this process' ? c.clock : c.other.clock
    const before = await meOf(c)
    const seen = new Set<string>()
    const change = async (part: 'user' | 'practice', by: Clinic['owner'], path: string, body: object) => {
      const old = await meOf(c)
      clock.now += 1_000
      success(await as(by.token)('PATCH', path, body))
      const now = await meOf(c)
      expect(now[part]).toMatchObject(body)
      expect(now[part].version).toBeGreaterThan(old[part].version)
      expect(now[part].updatedAt).not.toBe(old[part].updatedAt)
      expect(now.pack).toEqual(now.practice.pack)
      for (const key in now[part])
        if (!Bun.deepEquals(now[part][key], before[part][key])) seen.add(`${part}.${key}`)
    }
    await change('user', c.assistant, '/api/v1/me', { language: 'de' })
    for (const [key, value] of Object.entries(memberChanges))
      await change('user', c.owner, `/api/v1/members/${c.assistant.userId}`, { [key]: value })
    for (const [key, value] of Object.entries(practiceChanges))
      await change('practice', c.owner, '/api/v1/practice', { [key]: value })
    const { statuses, ...pack } = before.pack
    const newer = [...statuses.slice(1), { id: 'new', label: 'New' }]
    for (const next of [
      { ...pack, statuses, name: 'Renamed pack' },
      { ...pack, statuses, id: 'renamed', defaultStatus: statuses[1].id },
      { ...pack, statuses: statuses.toReversed() },
      { ...pack, statuses: statuses.with(0, { ...statuses[0], label: 'Renamed' }) },
      { ...pack, statuses: newer, defaultStatus: newer[0].id },
    ])
      await change('practice', c.owner, '/api/v1/practice', { pack: next })
    // These fields never change. `active` cannot change here, because an inactive member gets no answer.
    const all = ['user', 'practice'].flatMap((part) =>
      Object.keys(before[part]).map((key) => `${part}.${key}`),
    )
    const fixed = [
      'user.id',
      'user.practiceId',
      'user.active',
      'user.createdAt',
      'practice.id',
      'practice.createdAt',
    ]
    expect([...seen, ...fixed].sort()).toEqual(all.sort())
  },
)

const writes: [name: string, write: (tx: WriteScope, userId: string) => void][] = [
  ['a member', (tx, userId) => updateMember(tx, userId, { name: 'Renamed' })],
  [
    'the first passkey of a member',
    (tx, userId) => {
      tx.update(users, userId, { enrolledAt: null })
      markEnrolled(tx, userId, 1)
    },
  ],
  [
    'a status of the pack',
    (tx) => tx.update(packStatuses, packTemplates.dental.defaultStatus, { label: newId(0) }),
  ],
  ['a setting', (tx) => updatePractice(tx, { slotMinutes: 20 })],
  ['the version of a practice', renewPractice],
]
test.each(writes)(
  'after a write of %s, `GET /me` returns new values, and after an undone write the old values',
  async (_, write) => {
    await using c = await twoProcesses()
    const { practiceId, userId } = c.assistant
    const there = c.other.store.practices.of(practiceId, byTest)
    for (const practice of [c.practice, there]) {
      const old = await meOf(c)
      const undone = practice.write((tx) => {
        write(tx, userId)
        throw new Error('undone')
      })
      expect(await thrownBy(undone)).toThrow('undone')
      expect(await meOf(c)).toEqual(old)
      await practice.write((tx) => {
        write(tx, userId)
        tx.record({ kind: 'access' })
      })
      const now = await meOf(c)
      expect(now).not.toEqual(old)
    }
  },
)

test('a change that another connection writes into a row is in the next answer of `GET /me`', async () => {
  await using c = await clinic()
  const database = openDatabase(c.path)
  const id = storedId(c.owner.practiceId)
  const label = async () => (await meOf(c)).pack.statuses[0].label
  for (const text of ['One', 'Two']) {
    database
      .query(
        `update pack_statuses set label = ?1
         where practice_key = (select key from practices where id = ?2) and position = 0`,
      )
      .run(text, id)
    expect(await label()).toBe(text)
  }
  database.close()
})

test('`GET /me` shows each member their own record, and whether the request has a session or a token', async () => {
  await using c = await clinic({ signedIn: true })
  const { token } = await createToken(c.practice, c.owner.userId, 'token', 1, c.clock.now)
  const byToken = { ...c.owner, call: c.as(token) }
  for (let n = 0; n < 2; n++)
    for (const member of [c.owner, byToken, c.assistant, c.stranger]) {
      const { user, practice, auth } = success(await member.call('GET', '/api/v1/me'))
      expect([user.id, practice.id]).toEqual([member.userId, member.practiceId])
      expect(auth.kind).toBe(member === byToken ? 'token' : 'session')
    }
})

/** A memory of one text per member. `made` lists the numbers of the members whose texts were made. */
function counted() {
  const versions = { accessChanges: 0, othersVersion: () => 0 }
  const epoch = new AccessEpoch(versions)
  const memory = new MemberMemory<string>(epoch)
  const made: number[] = []
  const get = (n: number, text = 'x') =>
    memory.get('practice', String(n), () => {
      made.push(n)
      return text
    })
  return { versions, epoch, get, made }
}

test('after a change of access, the memory makes a member’s text again when it is needed', () => {
  const { versions, epoch, get, made } = counted()
  epoch.look()
  for (let n = 0; n < 2; n++) expect(get(1, String(n))).toBe('0')
  versions.accessChanges++
  epoch.look()
  for (let n = 2; n < 4; n++) expect(get(1, String(n))).toBe('2')
  expect(made).toEqual([1, 1])
})

test('the memory has texts of at most 1,000 members, and drops the oldest text for a new one', () => {
  const { get, made } = counted()
  for (let n = 0; n <= 1_000; n++) get(n)
  made.length = 0
  for (const n of [1_000, 1, 0]) get(n)
  expect(made).toEqual([0])
})

test('the memory has at most 2 MB of text, and drops the oldest texts for a new one', () => {
  const { get, made } = counted()
  for (let n = 0; n < 20; n++) get(n, 'x'.repeat(99_998))
  made.length = 0
  // The quotation marks of JSON count too. So exactly 20 texts fit into the memory.
  for (let n = 0; n < 20; n++) get(n)
  expect(made).toEqual([])
  get(20, 'x'.repeat(150_000))
  for (const n of [20, 2, 1]) get(n)
  expect(made).toEqual([20, 1])
  get(21, 'x'.repeat(3_000_000))
  made.length = 0
  get(21)
  expect(made).toEqual([21])
})
