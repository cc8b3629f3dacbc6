/** Every list that a caller could make longer without end has a limit (RULES §8). */

import { expect, test } from 'bun:test'
import { unsaid } from '../../src/domain/absences.ts'
import { newId } from '../../src/domain/id.ts'
import { insertMember } from '../../src/store/access/members.ts'
import { insertPasskey } from '../../src/store/access/passkeys.ts'
import { insertEntry } from '../../src/store/calendar/entries.ts'
import type { WriteScope } from '../../src/store/engine/scope.ts'
import { insertNotice } from '../../src/store/notices/notices.ts'
import { insertTag } from '../../src/store/patients/tags.ts'
import { insertAbsence } from '../../src/store/practice/absences.ts'
import { insertChair } from '../../src/store/practice/chairs.ts'
import { insertClosure } from '../../src/store/practice/closures.ts'
import { entryRow, noticeRow, passkeyRow, times } from '../store/records.ts'
import { problem, success } from '../support/answers.ts'
import { authenticator } from '../support/authenticator.ts'
import type { Answer } from '../support/client.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { waitingAs } from '../support/inbox.ts'
import { newEntry, newPatient } from '../support/records.ts'
import { anotherSession, beginPasskey } from '../support/sign-in.ts'

/** Runs a function this number of times in one write. `i` counts from 0. */
const repeated = (c: Clinic, number: number, run: (tx: WriteScope, i: number) => unknown) =>
  c.practice.write((tx) => {
    for (let i = 0; i < number; i++) run(tx, i)
  })

function expectFull(answer: Answer, words: string): void {
  problem(answer, 409, 'conflict')
  expect(answer.body.error.message).toContain(words)
}

test('§8 A practice has at most 1,000 tags. One more tag is 409 `conflict`.', async () => {
  await using c = await clinic()
  await repeated(c, 999, (tx, i) =>
    insertTag(tx, { id: newId(monday), name: `Tag ${i}`, color: null, alert: false, ...times }),
  )
  const create = (name: string) => c.assistant.call('POST', '/api/v1/tags', { name })
  const { id } = success(await create('The last'), 201)
  expectFull(await create('One more'), 'There are 1000 tags')
  success(await c.owner.call('PATCH', `/api/v1/tags/${id}`, { name: 'Still changed' }))
  success(await c.stranger.call('POST', '/api/v1/tags', { name: 'Theirs' }), 201)
  success(await c.owner.call('DELETE', `/api/v1/tags/${id}`))
  success(await create('One more'), 201)
  expect(success(await c.owner.call('GET', '/api/v1/tags')).tags).toHaveLength(1_000)
})

test('§8 A practice has at most 500 chairs, those out of use included.', async () => {
  await using c = await clinic()
  const row = { color: null, workingHours: null, position: 0, ...times }
  await repeated(c, 499, (tx, i) =>
    insertChair(tx, { id: newId(monday), name: `Room ${i}`, active: i % 2 === 0, ...row }),
  )
  const create = (call = c.owner.call) => call('POST', '/api/v1/chairs', { name: 'One more' })
  const { id } = success(await create(), 201)
  expectFull(await create(), 'There are 500 chairs')
  success(await create(c.stranger.call), 201)
  success(await c.owner.call('DELETE', `/api/v1/chairs/${id}`))
  success(await create(), 201)
})

test('§8 A practice has at most 1,000 closures, past ones included.', async () => {
  await using c = await clinic()
  const days = { fromDate: '2025-01-01', throughDate: '2025-01-01' }
  const row = {
    name: 'Closed',
    ...days,
    startTime: null,
    endTime: null,
    yearly: false,
    chairIds: null,
    ...times,
  }
  await repeated(c, 999, (tx) => insertClosure(tx, { ...row, id: newId(monday) }))
  const create = (call = c.owner.call) => call('POST', '/api/v1/closures', { name: 'One more', ...days })
  const { id } = success(await create(), 201)
  expectFull(await create(), 'There are 1000 closures')
  success(await create(c.stranger.call), 201)
  success(await c.owner.call('DELETE', `/api/v1/closures/${id}`))
  success(await create(), 201)
  const [deleted] = success(await c.owner.call('GET', '/api/v1/archive?kind=closure')).items
  expectFull(await c.owner.call('POST', `/api/v1/archive/${deleted.id}/restore`), 'There are 1000 closures')
  expect(success(await c.owner.call('GET', '/api/v1/closures')).closures).toHaveLength(1_000)
})

test('§8 A practice has at most 2,000 absences, past ones included.', async () => {
  await using c = await clinic()
  const practitionerId = c.owner.userId
  const day = { fromDate: '2025-01-01', throughDate: '2025-01-01' }
  const row = { practitionerId, ...day, ...unsaid, throughDate: day.throughDate, ...times }
  await repeated(c, 1_999, (tx) => insertAbsence(tx, { ...row, id: newId(monday) }))
  const create = () => c.assistant.call('POST', '/api/v1/absences', { practitionerId, ...day })
  const { id } = success(await create(), 201)
  expectFull(await create(), 'There are 2000 absences')
  expectFull(
    await c.assistant.call('POST', '/api/v1/absences?dryRun=true', { practitionerId, ...day }),
    'There are 2000 absences',
  )
  success(await c.owner.call('DELETE', `/api/v1/absences/${id}`))
  success(await create(), 201)
  const [deleted] = success(await c.owner.call('GET', '/api/v1/archive?kind=absence')).items
  expectFull(await c.owner.call('POST', `/api/v1/archive/${deleted.id}/restore`), 'There are 2000 absences')
  expect(success(await c.owner.call('GET', '/api/v1/absences')).absences).toHaveLength(2_000)
})

test('§8 A practice has at most 1,000 members, those who are not active included.', async () => {
  await using c = await clinic({ signedIn: true })
  // The owner and the assistant are also members.
  await repeated(c, 997, (tx, i) => {
    const member = {
      name: 'Jonas',
      role: 'assistant' as const,
      active: i % 2 === 0,
      color: null,
      language: null,
      ...times,
    }
    insertMember(tx, { id: newId(monday), email: `m${i}@example.org`, ...member })
  })
  const invite = (email: string, call = c.owner.call) =>
    call('POST', '/api/v1/members', { email, role: 'assistant' })
  success(await invite('last@example.org'), 201)
  expectFull(await invite('more@example.org'), 'There are 1000 members')
  success(await invite('more@example.org', c.stranger.call), 201)
  expect(success(await c.owner.call('GET', '/api/v1/members')).members).toHaveLength(1_000)
})

test('§8 A member has at most 50 sessions. One more session ends the oldest session.', async () => {
  await using c = await clinic({ signedIn: true })
  const tokens = [c.owner.token]
  for (let i = 1; i < 50; i++) {
    c.clock.now += 1_000
    tokens.push(await anotherSession(c))
  }
  const works = async (token: string) => (await c.as(token)('GET', '/api/v1/me')).status === 200
  expect(await Promise.all(tokens.map(works))).toEqual(Array(50).fill(true))
  // The clock of the server is set back.
  c.clock.now -= 3_000
  const newest = [await anotherSession(c), await anotherSession(c)]
  expect(await Promise.all(tokens.slice(0, 2).map(works))).toEqual([false, false])
  expect(await Promise.all([...tokens.slice(2), ...newest].map(works))).toEqual(Array(50).fill(true))
  const { sessions } = success(await c.as(newest[0]!)('GET', '/api/v1/me/sessions'))
  expect(sessions).toHaveLength(50)
  expect(await works(c.assistant.token)).toBe(true)
})

test('§8 A member has at most 50 passkeys.', async () => {
  await using c = await clinic({ signedIn: true })
  const addUnused = (number: number) =>
    repeated(c, number, (tx) => {
      const [id, credentialId] = [newId(monday), newId(monday)]
      insertPasskey(tx, passkeyRow({ id, userId: c.owner.userId, credentialId }))
    })
  await addUnused(48)
  const begun = async () => {
    const key = await authenticator()
    return { name: 'Laptop', response: await key.register(await beginPasskey(c.owner.call)) }
  }
  const [first, second] = [await begun(), await begun()]
  await addUnused(1)
  const add = (body: object) => c.owner.call('POST', '/api/v1/me/passkeys', body)
  const { id } = success(await add(first), 201)
  expectFull(await add(second), 'You have 50 passkeys')
  const begin = () => c.owner.call('POST', '/api/v1/me/passkeys/options')
  expectFull(await begin(), 'You have 50 passkeys')
  success(await c.assistant.call('POST', '/api/v1/me/passkeys/options'))
  success(await c.owner.call('DELETE', `/api/v1/me/passkeys/${id}`))
  success(await begin())
  expect(success(await c.owner.call('GET', '/api/v1/me/passkeys')).passkeys).toHaveLength(49)
})

test("§8 The answer about an appointment's reminders holds the newest 200.", async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call)
  const { id: entryId } = await newEntry(c.owner.call)
  // Each later reminder has an earlier start of the appointment.
  await repeated(c, 300, (tx, i) => {
    const startAt = monday + (1_000 - i) * 3_600_000
    insertNotice(tx, noticeRow({ entryId, patientId, startAt, createdAt: monday + i }))
  })
  const { reminders } = success(await c.owner.call('GET', `/api/v1/appointments/${entryId}/reminders`))
  const starts = reminders.map(({ startAt }: { startAt: string }) => Date.parse(startAt))
  expect(starts).toEqual(Array.from({ length: 200 }, (_, i) => monday + (701 + i) * 3_600_000))
})

/** Books an appointment of a patient without a chair, and returns its id. */
function bookAt(c: Clinic, tx: WriteScope, patientId: string, startAt: number, metadata = {}): string {
  const id = newId(monday)
  const times = { startAt, endAt: startAt + 1 }
  const more = { id, patientId, chairId: null, metadata, ...times }
  insertEntry(tx, entryRow({ userId: c.owner.userId, chairId: '' }, more))
  return id
}

test('§8 The inbox shows at most 200 items of each kind, those with the soonest start, and says whether there are more.', async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call)
  const states = { failed: 'dead', uncertain: 'uncertain', unanswered: 'sent' } as const
  const kinds = ['failed', 'uncertain', 'cancel_requested', 'unanswered'] as const
  const fill = async (number: number) => {
    for (const kind of kinds)
      await repeated(c, number, (tx, i) => {
        const startAt = monday + (1_000 - i) * 60_000
        const metadata =
          kind === 'cancel_requested' ? { patientAnswer: { answer: 'cancel_requested', at: '' } } : {}
        const entryId = bookAt(c, tx, patientId, startAt, metadata)
        if (kind === 'cancel_requested') return
        const of = { entryId, patientId, startAt, reason: null }
        // Half of the failed messages are still being tried.
        const isTried = kind === 'failed' && i % 2 === 0
        const tried = { state: 'scheduled', failingSince: monday - 86_400_000 } as const
        insertNotice(tx, noticeRow({ ...of, ...(isTried ? tried : { state: states[kind] }) }))
      })
  }
  await fill(200)
  for (const kind of kinds) {
    const { items, more } = await waitingAs(c.owner, kind)
    expect([items.length, more]).toEqual([200, false])
  }
  await fill(1)
  const minutes = Array.from({ length: 200 }, (_, i) => monday + (801 + i) * 60_000)
  for (const kind of kinds) {
    const { items, more } = await waitingAs(c.owner, kind)
    expect(more).toBe(true)
    expect(items.map(({ startAt }: { startAt: string }) => Date.parse(startAt))).toEqual(minutes)
  }
})

test('the inbox looks for missing answers among the next 5,000 entries, and `more` says whether there are more entries', async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call)
  await repeated(c, 5_000, (tx, i) => bookAt(c, tx, patientId, monday + 1 + i))
  const startAt = monday + 5_001
  const entryId = await c.practice.write((tx) => {
    const id = bookAt(c, tx, patientId, startAt)
    insertNotice(tx, noticeRow({ entryId: id, patientId, startAt, state: 'sent', reason: null }))
    return id
  })
  const unanswered = () => waitingAs(c.owner, 'unanswered')
  expect(await unanswered()).toEqual({ items: [], more: true })
  c.clock.now += 1
  expect(await unanswered()).toMatchObject({ items: [{ appointmentId: entryId }], more: false })
})
