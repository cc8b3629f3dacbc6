import { expect, test } from 'bun:test'
import { changes } from '../../db/schema/changes.ts'
import { operatorAct } from '../../src/domain/act.ts'
import { newId } from '../../src/domain/id.ts'
import { keepChangesMs } from '../../src/domain/record-change.ts'
import { select } from '../../src/store/engine/statement.ts'
import { insertPatient } from '../../src/store/patients/patients.ts'
import { insertTag } from '../../src/store/patients/tags.ts'
import { patientRow } from '../store/records.ts'
import { problem, success } from '../support/answers.ts'
import type { Client } from '../support/client.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'

const path = '/api/v1/changes'
const everyChange = select({ fields: { id: changes.id }, from: changes })

const cursorNow = async (call: Client): Promise<string> => success(await call('GET', path)).next

interface Change {
  readonly cursor: string
  readonly kind: string
  readonly id: string
  readonly version: number | null
  readonly gone: boolean
  readonly patientId: string | null
  readonly memberId: string | null
  readonly at: string
}

async function changesSince(call: Client, since: string, limit = 1_000): Promise<Change[]> {
  const { changes, more } = success(await call('GET', `${path}?since=${since}&limit=${limit}`))
  expect(more).toBe(false)
  return changes
}

const brief = ({ kind, id, version, gone }: Change) => [kind, id, version, gone]

const at = (minutes: number) => new Date(monday + minutes * 60_000).toISOString()

const names = { firstName: 'Zoé', lastName: 'Müller' }
const newPatient = async (c: Clinic): Promise<string> =>
  success(await c.owner.call('POST', '/api/v1/patients', names), 201).id
const newChair = async (c: Clinic): Promise<string> =>
  success(await c.owner.call('POST', '/api/v1/chairs', { name: newId(monday) }), 201).id

const manyPatients = (c: Clinic, count: number) =>
  c.practice.write((tx) => {
    for (let i = 0; i < count; i++) insertPatient(tx, patientRow(newId(monday), 'Zoé', 'Müller'))
    tx.record({ kind: 'write' })
  })

test('§28.2 Without `since`, the answer of `GET /api/v1/changes` holds the newest cursor and no change.', async () => {
  await using c = await clinic()
  const first = success(await c.owner.call('GET', path))
  expect(first).toEqual({ changes: [], next: expect.stringMatching(/^[0-9a-z]+\.\d+$/), more: false })
  await newPatient(c)
  const second = success(await c.owner.call('GET', path))
  expect(second.changes).toEqual([])
  expect(second.next).not.toBe(first.next)
})

test('§28.1 A write leaves one change in the list for each record that it touched, with the new version of the record.', async () => {
  await using c = await clinic()
  const since = await cursorNow(c.owner.call)
  const patientId = await newPatient(c)
  const chairId = await newChair(c)
  const body = { type: 'appointment', patientId, chairId, startAt: at(2_000), endAt: at(2_030) }
  const { id } = success(await c.owner.call('POST', '/api/v1/appointments', body), 201)
  success(await c.owner.call('PATCH', `/api/v1/appointments/${id}`, { endAt: at(2_045) }))
  success(await c.owner.call('DELETE', `/api/v1/appointments/${id}`))
  const changes = await changesSince(c.owner.call, since)
  expect(changes.map(brief)).toEqual([
    ['patient', patientId, 1, false],
    ['chair', chairId, 1, false],
    ['appointment', id, 1, false],
    ['appointment', id, 2, false],
    ['archive', expect.any(String), null, false],
    ['appointment', id, null, true],
  ])
  expect(changes[0]).toEqual({
    cursor: expect.any(String),
    kind: 'patient',
    id: patientId,
    version: 1,
    gone: false,
    patientId: null,
    memberId: c.owner.userId,
    at: new Date(monday).toISOString(),
  })
  expect(await changesSince(c.owner.call, changes[3]!.cursor)).toEqual(changes.slice(4))
})

test('§28.1 A change in the list names the member who wrote it. A write by a command or by the service names nobody.', async () => {
  await using c = await clinic()
  const since = await cursorNow(c.owner.call)
  for (const { call } of [c.owner, c.assistant])
    success(await call('POST', '/api/v1/tags', { name: `Tag ${Math.random()}` }), 201)
  const times = { createdAt: monday, updatedAt: monday }
  await c.store.practices.of(c.owner.practiceId, operatorAct('tags')).write((tx) => {
    insertTag(tx, { id: newId(monday), name: 'By hand', color: null, alert: false, ...times })
    tx.record({ kind: 'write' })
  })
  const changes = await changesSince(c.owner.call, since)
  expect(changes.map(({ memberId }) => memberId)).toEqual([c.owner.userId, c.assistant.userId, null])
})

test('§28.1 A refused write leaves no change in the list, and neither does a write that changes nothing.', async () => {
  await using c = await clinic()
  const patientId = await newPatient(c)
  const chairId = await newChair(c)
  const body = { type: 'appointment', chairId, startAt: at(2_000), endAt: at(2_030) }
  success(await c.owner.call('POST', '/api/v1/appointments', body), 201)
  const since = await cursorNow(c.owner.call)
  // These writes are in one transaction. One of them is undone because of a conflict.
  const answers = await Promise.all([
    c.owner.call('POST', '/api/v1/appointments', body),
    c.owner.call('POST', '/api/v1/appointments', { ...body, startAt: at(3_000), endAt: at(3_030) }),
    c.owner.call('PATCH', `/api/v1/patients/${patientId}`, { firstName: names.firstName }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([409, 201, 200])
  const changes = await changesSince(c.owner.call, since)
  expect(changes.map(brief)).toEqual([['appointment', answers[1]!.data.id, 1, false]])
})

test('§28.1 The changes of a practice have one order, also when two writes happen at once, and no change is lost.', async () => {
  await using c = await clinic()
  const since = await cursorNow(c.owner.call)
  const ids = await Promise.all(Array.from({ length: 40 }, () => newPatient(c)))
  const changes = await changesSince(c.owner.call, since)
  expect(changes.map(({ id }) => id).sort()).toEqual(ids.sort())
  const seqs = changes.map(({ cursor }) => Number(cursor.split('.')[1]))
  expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b))
})

test('§28.1 No list of changes holds a change of another practice.', async () => {
  await using c = await clinic()
  const since = await cursorNow(c.owner.call)
  const before = await cursorNow(c.stranger.call)
  await newPatient(c)
  expect(await changesSince(c.stranger.call, before)).toEqual([])
  problem(await c.stranger.call('GET', `${path}?since=${since}`), 410, 'cursor_gone')
})

test('§28.2 `GET /api/v1/changes?since=` is read in pages, up to 1,000 changes in each.', async () => {
  await using c = await clinic()
  const since = await cursorNow(c.owner.call)
  await manyPatients(c, 1_201)
  const first = success(await c.owner.call('GET', `${path}?since=${since}`))
  expect([first.changes.length, first.more]).toEqual([200, true])
  expect(first.next).toBe(first.changes.at(-1).cursor)
  const second = success(await c.owner.call('GET', `${path}?since=${first.next}&limit=1000`))
  expect([second.changes.length, second.more]).toEqual([1_000, true])
  const third = success(await c.owner.call('GET', `${path}?since=${second.next}&limit=1000`))
  expect([third.changes.length, third.more]).toEqual([1, false])
  expect(success(await c.owner.call('GET', `${path}?since=${third.next}`))).toEqual({
    changes: [],
    next: third.next,
    more: false,
  })
  for (const limit of ['0', '1001', 'x'])
    problem(await c.owner.call('GET', `${path}?limit=${limit}`), 400, 'validation_failed')
})

test('§28.2 A cursor is `epoch.seq`. A cursor of another epoch, or ahead of the newest change, is 410 `cursor_gone`: the client reads everything again.', async () => {
  await using c = await clinic()
  const [epoch, seq] = (await cursorNow(c.owner.call)).split('.') as [string, string]
  expect(success(await c.owner.call('GET', `${path}?since=${epoch}.${seq}`)).changes).toEqual([])
  for (const since of [`zz.${seq}`, `1.${seq}`, `${epoch}.${Number(seq) + 1}`, 'zzzzzzzzzzz.999999999999999'])
    problem(await c.owner.call('GET', `${path}?since=${since}`), 410, 'cursor_gone')
  for (const since of [
    '',
    'x',
    '1',
    '1.',
    '.1',
    '1.-1',
    '1.1.1',
    'A.1',
    `1.${'9'.repeat(16)}`,
    '0'.repeat(5_000),
  ])
    problem(await c.owner.call('GET', `${path}?since=${since}`), 400, 'validation_failed')
})

test('§28.2 Changes are kept for 30 days. The newest change of a practice is always kept.', async () => {
  await using c = await clinic()
  const since = await cursorNow(c.owner.call)
  await manyPatients(c, 2_500)
  c.clock.now += keepChangesMs / 2
  const middle = await cursorNow(c.owner.call)
  const recent = await newPatient(c)
  c.clock.now += keepChangesMs / 2 - 1
  expect(await c.store.changeUpkeep.removeNext(c.clock.now)).toBe(false)
  c.clock.now += 1
  let rounds = 0
  while (await c.store.changeUpkeep.removeNext(c.clock.now)) rounds++
  // Each round removes up to a thousand changes of one practice.
  expect(rounds).toBeWithin(3, 6)
  problem(await c.owner.call('GET', `${path}?since=${since}`), 410, 'cursor_gone')
  expect((await changesSince(c.owner.call, middle)).map(({ id }) => id)).toEqual([recent])
  c.clock.now += keepChangesMs
  while (await c.store.changeUpkeep.removeNext(c.clock.now));
  const last = await cursorNow(c.owner.call)
  expect(Number(last.split('.')[1])).toBeGreaterThan(2_500)
  const id = await newPatient(c)
  expect((await changesSince(c.owner.call, last)).map((one) => one.id)).toEqual([id])
})

test('when the clock was set back or ahead, no change is lost, and old changes are still removed', async () => {
  await using c = await clinic()
  const since = await cursorNow(c.owner.call)
  const ids = [await newPatient(c)]
  c.clock.now -= 3 * 3_600_000
  ids.push(await newPatient(c))
  while (await c.store.changeUpkeep.removeNext(c.clock.now));
  expect((await changesSince(c.owner.call, since)).map(({ id }) => id)).toEqual(ids)
  c.clock.now += 400 * 86_400_000
  await manyPatients(c, 1)
  c.clock.now = monday + keepChangesMs
  const last = await newPatient(c)
  while (await c.store.changeUpkeep.removeNext(c.clock.now));
  problem(await c.owner.call('GET', `${path}?since=${since}`), 410, 'cursor_gone')
  const kept = c.practice.read.all(everyChange)
  expect(kept).toMatchObject([{ id: last }])
})

test('§28.1 Reading the changes does not count as a use of the session, so an idle session still ends.', async () => {
  await using c = await clinic({ signedIn: true })
  const hour = 3_600_000
  for (let i = 0; i < 11; i++) {
    c.clock.now += hour
    success(await c.owner.call('GET', path))
    await c.practice.write(() => undefined)
  }
  c.clock.now += hour
  problem(await c.owner.call('GET', path), 401, 'invalid_authorization')
})
