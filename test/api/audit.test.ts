/** The audit trail of a practice, which its owners can read (RULES §14). */
import { expect, test } from 'bun:test'
import { auditKinds } from '../../src/domain/audit.ts'
import { findTrail, mostLookedThrough } from '../../src/store/audit/audit-list.ts'
import { erasePatient } from '../../src/store/person/erasure.ts'
import { invalid, problem, success } from '../support/answers.ts'
import type { Client } from '../support/client.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import {
  absentId,
  at,
  type Fields,
  newAbsence,
  newChair,
  newClosure,
  newDayNote,
  newEntry,
  newNote,
  newPatient,
  newTag,
  newWaiting,
} from '../support/records.ts'
import { addPasskey } from '../support/sign-in.ts'
import { addManyToTrail, addToInstallation, addToTrail, type Done, eraseValues } from '../support/trail.ts'

const hour = 3_600_000

interface Event {
  readonly seq: number
  readonly at: string
  readonly action: string
}

const page = async (call: Client, query = '') => success(await call('GET', `/api/v1/audit?${query}`))
const actionsOf = async (c: Clinic, query: string): Promise<string[]> =>
  (await page(c.owner.call, query)).events.map(({ action }: Event) => action)

/** Reads all pages of a filter and returns their rows. */
async function readAll(c: Clinic, query: string, limit = 200): Promise<Event[]> {
  const events: Event[] = []
  for (let cursor = ''; ; ) {
    const { events: more, next } = await page(c.owner.call, `${query}&limit=${limit}${cursor}`)
    events.push(...more)
    if (next === null) return events
    cursor = `&cursor=${next}`
  }
}

const write = (action: string, more: Partial<Done> = {}): Done => ({ kind: 'write', action, ...more })

test('§14.1 A row of the audit trail says who did what, with the names of members at that time, and what changed.', async () => {
  await using c = await clinic({ signedIn: true })
  const { id } = await newPatient(c.owner.call)
  await addToTrail(c, [
    write('updatePatient', {
      userId: c.assistant.userId,
      patientId: id,
      record: { kind: 'patient', id },
      before: { phoneMobile: '1' },
      after: { phoneMobile: '2' },
      detail: { found: 3 },
    }),
  ])
  await c.owner.call('PATCH', `/api/v1/members/${c.assistant.userId}`, { name: 'Anna Weber' })
  const { events } = await page(c.owner.call)
  expect(events.find(({ action }: Event) => action === 'updatePatient')).toEqual({
    seq: expect.any(Number),
    at: new Date(monday).toISOString(),
    actor: { kind: 'member', memberId: c.assistant.userId, name: 'assistant', role: 'owner' },
    credential: { kind: 'session', id: null },
    address: '192.0.2.7',
    requestId: 'req_01970000-0000-4000-8000-00000000000f',
    kind: 'write',
    action: 'updatePatient',
    record: { kind: 'patient', id },
    patientId: id,
    patient: { firstName: 'Zoé', lastName: 'Müller' },
    patientIds: [],
    times: 1,
    fields: ['phoneMobile'],
    values: { before: { phoneMobile: '1' }, after: { phoneMobile: '2' } },
    detail: { found: 3 },
  })
})

test('§14.6 A deleted patient keeps their name in the trail, and an erased person has none.', async () => {
  await using c = await clinic({ signedIn: true })
  const { id } = await newPatient(c.owner.call)
  success(await c.owner.call('DELETE', `/api/v1/patients/${id}`))
  const named = async () => (await page(c.owner.call, `patientId=${id}&kind=write`)).events.at(-1).patient
  expect(await named()).toEqual({ firstName: 'Zoé', lastName: 'Müller' })
  await c.practice.write((tx) => {
    erasePatient(tx, id, monday)
    tx.record({ kind: 'erasure', patientId: id })
  })
  expect(await named()).toBeNull()
})

test('the audit row of an act without a person has no name, address, record or values', async () => {
  await using c = await clinic({ signedIn: true })
  await addToTrail(c, [write('markSomething', { times: 7 })])
  const { events } = await page(c.owner.call)
  expect(events.find(({ action }: Event) => action === 'markSomething')).toMatchObject({
    actor: { kind: 'service', memberId: null, name: null, role: null },
    credential: null,
    address: null,
    requestId: null,
    record: null,
    patientId: null,
    patient: null,
    patientIds: [],
    times: 7,
    fields: [],
    values: null,
    detail: {},
  })
})

test('§14.6 In a query of the audit trail, `patientId` finds changes, single reads, and the lists that showed the patient.', async () => {
  await using c = await clinic({ signedIn: true })
  const [seen, other] = [await newPatient(c.owner.call), await newPatient(c.owner.call)]
  await addToTrail(c, [
    write('changed', { patientId: seen.id }),
    { kind: 'read', action: 'listed', patients: [other.id, seen.id] },
    { kind: 'read', action: 'elsewhere', patients: [other.id] },
    { kind: 'read', action: 'shown', patientId: seen.id },
  ])
  const { events } = await page(c.owner.call, `patientId=${seen.id.toUpperCase()}`)
  const made = ['changed', 'listed', 'elsewhere', 'shown']
  const actions = events.map(({ action }: Event) => action).filter((action: string) => made.includes(action))
  expect(actions).toEqual(['shown', 'listed', 'changed'])
  const listed = events.find(({ action }: Event) => action === 'listed')
  expect(listed.patientIds).toEqual([other.id, seen.id])
  expect(await actionsOf(c, `patientId=${absentId}`)).toEqual([])
})

test('§14.6 In a query of the audit trail, `memberId`, `from`, `to` and `kind` find exactly the rows that match, also together.', async () => {
  await using c = await clinic({ signedIn: true })
  const [owner, assistant] = [c.owner.userId, c.assistant.userId]
  const year = 365 * 24 * hour
  const then = monday + year
  await addToTrail(c, [
    write('a', { userId: owner, at: then }),
    write('b', { userId: assistant, at: then + hour }),
    { kind: 'export', action: 'c', userId: assistant, at: then + 2 * hour },
    { kind: 'export', action: 'd', userId: owner, at: then + 3 * hour },
  ])
  const at = (hours: number) => encodeURIComponent(new Date(then + hours * hour).toISOString())
  expect(await actionsOf(c, `memberId=${assistant}`)).toEqual(['c', 'b'])
  expect(await actionsOf(c, `from=${at(0)}`)).toEqual(['d', 'c', 'b', 'a'])
  expect(await actionsOf(c, `from=${at(1)}&to=${at(3)}`)).toEqual(['c', 'b'])
  expect(await actionsOf(c, `from=${at(0)}&memberId=${owner}`)).toEqual(['d', 'a'])
  expect(await actionsOf(c, `from=${at(0)}&memberId=${owner}&kind=export`)).toEqual(['d'])
  expect(await actionsOf(c, `kind=export`)).toEqual(['d', 'c'])
  expect(await actionsOf(c, `memberId=${assistant}&kind=write`)).toEqual(['b'])
  expect(await actionsOf(c, `from=${at(3)}&to=${at(1)}`)).toEqual([])
  expect(await actionsOf(c, 'to=2000-01-01T00:00:00Z')).toEqual([])
})

test('a filter by time finds all rows of the audit trail, also when the clock was set back', async () => {
  await using c = await clinic({ signedIn: true })
  const then = monday + 365 * 24 * hour
  await addToTrail(
    c,
    [5, 6, 1, 2, 7].map((hours) => write(`at ${hours}`, { at: then + hours * hour })),
  )
  const found = await readAll(c, `from=${new Date(then).toISOString()}`, 2)
  expect(found.map(({ action }) => action)).toEqual(['at 7', 'at 6', 'at 5', 'at 2', 'at 1'])
})

test('the pages of the audit trail are in the order of time, with rows of several members and rows without a member', async () => {
  await using c = await clinic({ signedIn: true })
  const then = monday + 365 * 24 * hour
  const members = [c.owner.userId, c.assistant.userId]
  const rows = Array.from({ length: 240 }, (_, i) => {
    const userId = members[i % 3]
    return { action: `act ${i}`, at: then + ((i * 37) % 60) * hour, ...(userId && { userId }) }
  })
  await addToTrail(
    c,
    rows.map(({ action, ...row }) => write(action, row)),
  )
  // Among rows of the same moment, the row that was written last is first.
  const inOrder = rows.toReversed().sort((a, b) => b.at - a.at)
  const from = `from=${new Date(then).toISOString()}`
  const actions = async (query: string, limit: number) =>
    (await readAll(c, query, limit)).map(({ action }) => action)
  for (const limit of [7, 200])
    expect(await actions(from, limit)).toEqual(inOrder.map(({ action }) => action))
  for (const userId of members) {
    const own = inOrder.filter((row) => row.userId === userId)
    expect(await actions(`${from}&memberId=${userId}`, 50)).toEqual(own.map(({ action }) => action))
  }
})

test('§14.6 The cursor `next` leads from page to page of the audit trail without a gap, whatever is written meanwhile.', async () => {
  await using c = await clinic({ signedIn: true })
  const { id } = await newPatient(c.owner.call)
  const { userId } = c.assistant
  const many = Array.from({ length: 25 }, (_, i) =>
    write(`act ${i}`, { userId, patientId: id, at: monday + hour + Math.floor(i / 5) }),
  )
  await addToTrail(c, many)
  const wanted = many.map(({ action }) => action).reverse()
  const from = new Date(monday + hour).toISOString()
  for (const query of ['', `patientId=${id}`, `memberId=${userId}`, `from=${from}`, 'kind=write']) {
    const found: string[] = []
    let cursor = ''
    do {
      const { events, next } = await page(c.owner.call, `${query}&limit=4${cursor}`)
      found.push(...events.map(({ action }: Event) => action))
      await addToTrail(c, [write('new', { userId, patientId: id, at: monday + 2 * hour })])
      cursor = next && `&cursor=${next}`
    } while (cursor !== null)
    const first = found.indexOf(wanted[0]!)
    expect(found.slice(first, first + 25), query).toEqual(wanted)
  }
})

test('§14.6 A page of the audit trail looks through 5,000 rows at most. So a page can be short or empty although rows follow.', async () => {
  await using c = await clinic({ signedIn: true })
  await addToTrail(c, [{ kind: 'export', action: 'rare' }])
  await addManyToTrail(c, write('common'), mostLookedThrough + 10)
  const first = await page(c.owner.call, 'kind=export')
  expect(first.events).toEqual([])
  const second = await page(c.owner.call, `kind=export&cursor=${first.next}`)
  expect(second.events.map(({ action }: Event) => action)).toEqual(['rare'])
  expect(second.next).toBeNull()
})

test('a search in the audit trail ends although thousands of rows are newer than the time in the filter', async () => {
  await using c = await clinic({ signedIn: true })
  const { id } = await newPatient(c.owner.call)
  c.clock.now = monday + hour
  const seen = { kind: 'read', action: 'getPatient', patientId: id } as const
  await addManyToTrail(c, seen, mostLookedThrough + 10)
  c.clock.now = monday + 60_000
  const filter = `patientId=${id}&to=${new Date(monday + 1).toISOString()}`
  const first = await page(c.owner.call, filter)
  expect(first.events).toEqual([])
  const second = await page(c.owner.call, `${filter}&cursor=${first.next}`)
  expect(second.events.map(({ action }: Event) => action)).toEqual(['createPatient'])
  expect(second.next).toBeNull()
})

test('§14.6 In a query of the audit trail, `limit` is 1 to 200, and 50 when it is left out.', async () => {
  await using c = await clinic({ signedIn: true })
  const { id } = await newPatient(c.owner.call)
  await addToTrail(
    c,
    Array.from({ length: 201 }, (_, i) => write(`act ${i}`, { userId: id })),
  )
  const of = `memberId=${id}`
  expect((await page(c.owner.call, of)).events).toHaveLength(50)
  const { events, next } = await page(c.owner.call, `${of}&limit=200`)
  expect(events).toHaveLength(200)
  const rest = await page(c.owner.call, `${of}&limit=1&cursor=${next}`)
  expect(rest).toMatchObject({ events: [{ action: 'act 0' }], next: null })
})

test('the audit trail returns long values completely', async () => {
  await using c = await clinic({ signedIn: true })
  const text = 'ü'.repeat(100_000)
  await addToTrail(
    c,
    Array.from({ length: 60 }, (_, i) =>
      write('updateNote', { before: { body: `${i}` }, after: { body: text } }),
    ),
  )
  const { events } = await page(c.owner.call, 'kind=write&limit=60')
  expect(events.map((event: { values: object }) => event.values)).toEqual(
    Array.from({ length: 60 }, (_, i) => ({ before: { body: `${59 - i}` }, after: { body: text } })),
  )
})

test('the audit trail keeps a row when its values were erased, and the values are null then', async () => {
  await using c = await clinic({ signedIn: true })
  await addToTrail(c, [write('updatePatient', { before: { email: 'x' }, after: { email: 'y' } })])
  eraseValues(c)
  const { events } = await page(c.owner.call, 'kind=write')
  expect(events.find(({ action }: Event) => action === 'updatePatient')).toMatchObject({
    fields: ['email'],
    values: null,
  })
})

test('§14.6 Reading the trail leaves a row in the trail, with the filters that were used and the patients who were named.', async () => {
  await using c = await clinic({ signedIn: true })
  const { id } = await newPatient(c.owner.call)
  await addToTrail(c, [write('updatePatient', { patientId: id })])
  await page(c.owner.call, 'kind=write&to=2100-01-01T00:00:00Z')
  await c.store.reads.flush()
  const { events } = await page(c.owner.call, `patientId=${id}`)
  expect(events[0]).toMatchObject({
    kind: 'read',
    action: 'listAudit',
    record: { kind: 'trail' },
    patientId: id,
    actor: { memberId: c.owner.userId },
    detail: { filters: 'to,kind', found: 2 },
  })
})

test('the audit trail refuses a wrong filter, and the error names the parameter', async () => {
  await using c = await clinic({ signedIn: true })
  const { call } = c.owner
  const asked = (query: string) => call('GET', `/api/v1/audit?${query}`)
  for (const limit of ['0', '201', '-1', 'x', '1.5', '']) invalid(await asked(`limit=${limit}`), 'limit')
  for (const cursor of ['', 'x', 'MTAw', 'x'.repeat(100), '%F0%9F%98%80', 'MS4yMDAw%3D'])
    invalid(await asked(`cursor=${cursor}`), 'cursor')
  invalid(await asked('patientId=x&memberId=y'), 'memberId', 'patientId')
  invalid(await asked('from=2026-01-01&to=never'), 'from', 'to')
  invalid(await asked('kind=gossip'), 'kind')
  for (const kind of auditKinds) await page(call, `kind=${kind}`)
})

test('a practice that does not exist has no audit trail, and does not get the trail of the installation', async () => {
  await using c = await clinic({ signedIn: true })
  addToInstallation(c)
  const { read } = c.store.practices.of(absentId)
  expect(findTrail(read, {}, null, 50)).toEqual({ rows: [], next: null })
})

test('§14.6 Only owners who are signed in read the trail, and only the trail of their own practice.', async () => {
  await using c = await clinic({ signedIn: true })
  await addToTrail(c, [write('ours', { userId: c.owner.userId })])
  await addToTrail(c, [write('theirs', { userId: c.owner.userId })], c.stranger.practiceId)
  const actions = await actionsOf(c, '')
  expect(actions).toContain('ours')
  expect(actions).not.toContain('theirs')
  problem(await c.assistant.call('GET', '/api/v1/audit'), 403, 'forbidden')
  await using byToken = await clinic()
  problem(await byToken.owner.call('GET', '/api/v1/audit'), 403, 'forbidden')
})

test('§14.1 A change that changes nothing leaves no row. When its answer shows a patient, it leaves a row of the kind `read`.', async () => {
  await using c = await clinic({ signedIn: true })
  const { call } = c.owner
  const patient = await newPatient(call)
  const chair = await newChair(call)
  const path = (list: string, { id }: { id: string }) => `/${list}/${id}`
  const entry = (fields: Fields) => newEntry(call, { chairId: chair.id, ...fields })
  const visit = await entry({ patientId: patient.id })
  const note = await newNote(call, patient.id)
  const waiting = await newWaiting(call, { patientId: patient.id })
  const block = await entry({ type: 'unavailable', startAt: at('14:00'), endAt: at('15:00') })
  await addPasskey(call, 'Laptop')
  const [passkey] = success(await call('GET', '/api/v1/me/passkeys')).passkeys
  const showing: [path: string, body: Fields][] = [
    [path('patients', patient), { firstName: patient.firstName }],
    [path('appointments', visit), { startAt: visit.startAt }],
    [path(`patients/${patient.id}/notes`, note), { title: note.title }],
    [path('waiting-list', waiting), { durationMinutes: waiting.durationMinutes }],
  ]
  const others: [path: string, body: Fields][] = [
    [path('appointments', block), { startAt: block.startAt }],
    [path('chairs', chair), { name: chair.name }],
    [path('tags', await newTag(call, 'Recall')), { name: 'Recall' }],
    [path('closures', await newClosure(call)), { name: 'Closed' }],
    [path('absences', await newAbsence(call, c.owner.userId)), { reason: null }],
    [path('day-notes', await newDayNote(call)), { date: '2026-03-10' }],
    [path('members', { id: c.assistant.userId }), { role: 'assistant' }],
    [path('me/passkeys', passkey), { name: 'Laptop' }],
    ['/practice', { slotMinutes: null }],
    ['/practice/reminders', { language: null }],
    ['/me', { language: null }],
  ]
  const rowsAfter = async (changes: readonly [path: string, body: Fields][]) => {
    const before = (await page(call)).events[0].seq
    for (const [where, body] of changes) success(await call('PATCH', `/api/v1${where}`, body))
    await c.store.reads.flush()
    const rows: (Event & { kind: string })[] = (await page(call)).events
    return rows.filter(({ seq, action }) => seq > before && action !== 'listAudit').map(({ kind }) => kind)
  }
  expect(await rowsAfter(showing)).toEqual(showing.map(() => 'read'))
  expect(await rowsAfter(others)).toEqual([])
})
