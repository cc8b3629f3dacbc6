import { expect, test } from 'bun:test'
import { invalid, notFound, problem, success } from '../support/answers.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { absentId, newChair, newClosure } from '../support/records.ts'

const path = '/api/v1/closures'
const days = { fromDate: '2026-12-24', throughDate: '2027-01-02' }

const list = async (c: Clinic, query = '') =>
  success(await c.assistant.call('GET', `${path}${query}`)).closures as { id: string; name: string }[]
const names = async (c: Clinic, query = '') => (await list(c, query)).map(({ name }) => name)

test('§20 A closure needs a name and two days. Without times and chairs, whole days of the whole practice are closed.', async () => {
  await using c = await clinic()
  const closure = success(await c.owner.call('POST', path, { name: ' Holidays ', ...days }), 201)
  expect(closure).toEqual({
    id: expect.any(String),
    practiceId: c.owner.practiceId,
    name: 'Holidays',
    ...days,
    startTime: null,
    endTime: null,
    yearly: false,
    chairIds: null,
    createdAt: '2026-03-02T08:00:00.000Z',
    updatedAt: '2026-03-02T08:00:00.000Z',
    version: 1,
  })
  expect(success(await c.assistant.call('GET', `${path}/${closure.id}`))).toEqual(closure)
  expect(await list(c)).toEqual([closure])
  const chairs = [await newChair(c.owner.call), await newChair(c.owner.call)].map(({ id }) => id)
  const all = { startTime: '08:00', endTime: '24:00', yearly: true }
  const upper = chairs.map((id) => id.toUpperCase())
  const other = success(
    await c.owner.call('POST', path, { name: 'A', ...days, ...all, chairIds: upper }),
    201,
  )
  expect(other).toMatchObject({ ...all, chairIds: chairs })
})

test('an owner can change a closure, and the change is refused when the result is not valid', async () => {
  await using c = await clinic()
  const before = await newClosure(c.owner.call, days)
  c.clock.now = monday + 60_000
  const patch = (body: object) => c.owner.call('PATCH', `${path}/${before.id}`, body)
  expect(success(await patch({}))).toEqual(before)
  invalid(await patch({ throughDate: '2026-12-23' }), 'throughDate')
  invalid(await patch({ fromDate: '2027-01-03' }), 'throughDate')
  invalid(await patch({ startTime: '09:00' }), 'endTime')
  invalid(await patch({ endTime: '09:00' }), 'startTime')
  invalid(await patch({ startTime: '09:00', endTime: '09:00' }), 'endTime')
  const changes = { name: 'Later', startTime: '09:00', endTime: '12:00', yearly: true }
  const after = success(await patch(changes))
  expect(after).toEqual({ ...before, ...changes, updatedAt: '2026-03-02T08:01:00.000Z', version: 2 })
  invalid(await patch({ startTime: '12:00' }), 'endTime')
  invalid(await patch({ endTime: null }), 'endTime')
  expect(success(await patch({ startTime: null, endTime: null }))).toMatchObject({
    startTime: null,
    endTime: null,
  })
})

test('a closure with several wrong fields is refused, and the answer names each of them once', async () => {
  await using c = await clinic()
  const wrong = {
    name: ' ',
    fromDate: '2026-02-29',
    throughDate: '24.12.2026',
    startTime: '24:00',
    endTime: '25:00',
    yearly: 'yes',
    chairIds: [],
    size: 'L',
  }
  invalid(await c.owner.call('POST', path, wrong), ...Object.keys(wrong))
  const { id } = await newClosure(c.owner.call)
  invalid(await c.owner.call('PATCH', `${path}/${id}`, wrong), ...Object.keys(wrong))
  invalid(await c.owner.call('POST', path, {}), 'name', 'fromDate', 'throughDate')
  const backwards = { name: 'x', fromDate: '2026-12-24', throughDate: '2026-12-23' }
  const times = { startTime: '10:00', endTime: '10:00' }
  invalid(await c.owner.call('POST', path, { ...backwards, ...times }), 'throughDate', 'endTime')
  invalid(await c.owner.call('POST', path, { name: 'x', ...days, endTime: '10:00' }), 'startTime')
  invalid(await c.owner.call('POST', path, { name: 'x'.repeat(201), ...days }), 'name')
  expect(await list(c)).toHaveLength(1)
})

test('§20 The last day of a closure is not before its first day. A closure has at most 400 days, or 366 when it repeats each year.', async () => {
  await using c = await clinic()
  const create = (throughDate: string, yearly: boolean) =>
    c.owner.call('POST', path, { name: 'Long', fromDate: '2027-01-01', throughDate, yearly })
  success(await create('2028-02-04', false), 201)
  invalid(await create('2028-02-05', false), 'throughDate')
  invalid(await create('9999-12-31', false), 'throughDate')
  const { id } = success(await create('2028-01-01', true), 201)
  invalid(await create('2028-01-02', true), 'throughDate')
  const patch = (body: object) => c.owner.call('PATCH', `${path}/${id}`, body)
  invalid(await patch({ throughDate: '2028-01-02' }), 'throughDate')
  success(await patch({ throughDate: '2028-01-02', yearly: false }))
  invalid(await patch({ yearly: true }), 'throughDate')
})

test('§20 A closure may name 1 to 500 chairs of the practice, each chair once.', async () => {
  await using c = await clinic()
  const [one, two] = [await newChair(c.owner.call), await newChair(c.owner.call)]
  const foreign = await newChair(c.stranger.call)
  const create = (chairIds: unknown) => c.owner.call('POST', path, { name: 'Closed', ...days, chairIds })
  invalid(await create([one.id, foreign.id, absentId]), 'chairIds.1', 'chairIds.2')
  invalid(await create([one.id, two.id, one.id.toUpperCase()]), 'chairIds.2')
  invalid(await create([one.id, 'x']), 'chairIds.1')
  invalid(await create(Array.from({ length: 501 }, () => one.id)), 'chairIds')
  const { id } = success(await create([one.id, two.id]), 201)
  success(await c.owner.call('DELETE', `/api/v1/chairs/${two.id}`))

  // A closure may keep a chair that was deleted later. No deleted chair may be added.
  const patch = (chairIds: unknown) => c.owner.call('PATCH', `${path}/${id}`, { chairIds })
  expect(success(await c.owner.call('GET', `${path}/${id}`)).chairIds).toEqual([one.id, two.id])
  expect(success(await patch([two.id, one.id])).chairIds).toEqual([two.id, one.id])
  success(await patch([one.id]))
  invalid(await patch([one.id, two.id]), 'chairIds.1')
  expect(success(await patch(null)).chairIds).toBeNull()
})

test('an assistant can read closures and cannot make, change or delete them', async () => {
  await using c = await clinic()
  const { id } = await newClosure(c.owner.call)
  for (const answer of [
    await c.assistant.call('POST', path, { name: 'Mine', ...days }),
    await c.assistant.call('PATCH', `${path}/${id}`, { name: 'Mine' }),
    await c.assistant.call('DELETE', `${path}/${id}`),
    await c.assistant.call('DELETE', `${path}/x`),
  ])
    problem(answer, 403, 'forbidden')
  expect(await names(c)).toEqual(['Closed'])
})

test('§20 Closures are listed by their last day. `from` and `to` narrow the list to the closures of these days.', async () => {
  await using c = await clinic()
  const create = (name: string, fromDate: string, throughDate: string, yearly = false) =>
    newClosure(c.owner.call, { name, fromDate, throughDate, yearly })
  await create('summer', '2026-08-03', '2026-08-14')
  await create('training', '2026-05-04', '2026-05-04')
  await create('carnival', '2026-02-16', '2026-02-17')
  await create('holidays', '2025-12-24', '2026-01-02', true)
  await newClosure(c.stranger.call)
  expect(await names(c)).toEqual(['holidays', 'carnival', 'training', 'summer'])
  expect(await names(c, '?from=2026-02-17')).toEqual(['holidays', 'carnival', 'training', 'summer'])
  expect(await names(c, '?from=2026-02-18&to=2026-08-03')).toEqual(['training'])
  expect(await names(c, '?from=2026-02-18&to=2026-08-04')).toEqual(['training', 'summer'])
  expect(await names(c, '?to=2026-02-16')).toEqual(['holidays'])
  expect(await names(c, '?from=2033-01-02&to=2033-01-03')).toEqual(['holidays'])
  expect(await names(c, '?from=2026-08-10&to=2026-08-10')).toEqual([])
  expect(await names(c, '?from=2026-08-10&to=2026-08-05')).toEqual([])
  expect(await names(c, '?to=0001-01-01')).toEqual([])
  invalid(await c.owner.call('GET', `${path}?from=soon&to=2026-02-30`), 'from', 'to')
})

test('the pages of 250 closures contain each closure once', async () => {
  await using c = await clinic()
  const chairIds = [(await newChair(c.owner.call)).id]
  for (let i = 0; i < 250; i++) {
    const day = `2026-0${1 + (i % 9)}-01`
    await newClosure(c.owner.call, { name: `${i}`, fromDate: day, throughDate: day, chairIds })
  }
  const found = await names(c)
  expect(found).toHaveLength(250)
  expect(new Set(found).size).toBe(250)
})

test('a deleted closure is in the archive, and a restore brings it back as it was', async () => {
  await using c = await clinic()
  const { id: chairId } = await newChair(c.owner.call)
  const fields = { name: 'Training', startTime: '12:00', endTime: '24:00', yearly: true, chairIds: [chairId] }
  const before = await newClosure(c.owner.call, { ...days, ...fields })
  expect(success(await c.owner.call('DELETE', `${path}/${before.id}`))).toEqual({ deleted: true })
  for (const method of ['GET', 'DELETE']) notFound(await c.owner.call(method, `${path}/${before.id}`))
  notFound(await c.owner.call('PATCH', `${path}/${before.id}`, { name: 'Again' }))

  const [item, ...more] = success(await c.owner.call('GET', '/api/v1/archive?kind=closure')).items
  expect(more).toEqual([])
  expect(item).toMatchObject({ kind: 'closure', recordId: before.id, label: 'Training', patientId: null })
  // Like other records of the calendar, a closure is kept for a year when nothing else is set.
  expect(item.keepUntil).toBe('2027-03-02T08:00:00.000Z')
  expect(success(await c.owner.call('POST', `/api/v1/archive/${item.id}/restore`))).toEqual({
    restored: true,
    kind: 'closure',
    recordId: before.id,
    differences: [],
  })
  const after = success(await c.owner.call('GET', `${path}/${before.id}`))
  expect(after).toEqual({ ...before, version: before.version + 1 })
})

test('the audit trail names the changed fields of a closure', async () => {
  await using c = await clinic({ signedIn: true })
  const { id } = await newClosure(c.owner.call, { name: 'Before' })
  success(await c.owner.call('PATCH', `${path}/${id}`, { name: 'After' }))
  const { events } = success(await c.owner.call('GET', '/api/v1/audit?kind=write'))
  expect(events[0]).toMatchObject({
    action: 'updateClosure',
    record: { kind: 'closure', id },
    fields: ['name'],
  })
})
