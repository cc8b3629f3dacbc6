import { expect, test } from 'bun:test'
import { invalid, notFound, problem, success } from '../support/answers.ts'
import { clinic, monday } from '../support/clinic.ts'
import { at, entriesOfTuesday, entryBody, newChair, newEntry } from '../support/records.ts'

test('§2.4.2 A new chair is active and comes last in the list, which is ordered by `position`.', async () => {
  await using c = await clinic()
  const first = await newChair(c.owner.call, { name: ' Room 1 ' })
  expect(first).toEqual({
    id: expect.any(String),
    practiceId: c.owner.practiceId,
    name: 'Room 1',
    color: null,
    position: expect.any(Number),
    active: true,
    workingHours: null,
    createdAt: '2026-03-02T08:00:00.000Z',
    updatedAt: '2026-03-02T08:00:00.000Z',
    version: 1,
  })
  const second = await newChair(c.owner.call, { name: 'Room 2' })
  expect(second.position).toBe(first.position + 1)
  expect(success(await c.assistant.call('GET', `/api/v1/chairs/${first.id}`))).toEqual(first)
  expect(success(await c.assistant.call('GET', '/api/v1/chairs'))).toEqual({ chairs: [first, second] })
})

test('the list of chairs is in the order of their positions', async () => {
  await using c = await clinic()
  for (const [name, position] of Object.entries({ last: 9, first: 0, middle: 5 }))
    await newChair(c.owner.call, { name, position })
  await newChair(c.stranger.call)
  const { chairs } = success(await c.owner.call('GET', '/api/v1/chairs'))
  expect(chairs.map(({ name }: { name: string }) => name)).toEqual(['first', 'middle', 'last'])
})

test('an owner can change a chair, and an empty change leaves the chair as it was', async () => {
  await using c = await clinic()
  const before = await newChair(c.owner.call)
  const path = `/api/v1/chairs/${before.id}`
  c.clock.now = monday + 60_000
  expect(success(await c.owner.call('PATCH', path, {}))).toEqual(before)
  const changes = { name: 'Surgery', color: '#22c55e', position: 7, active: false }
  const after = success(await c.owner.call('PATCH', path, changes))
  expect(after).toEqual({ ...before, ...changes, updatedAt: '2026-03-02T08:01:00.000Z', version: 2 })
  expect(success(await c.owner.call('PATCH', path, { color: null })).color).toBeNull()
})

test('§1.1 The role of the caller is checked before the body.', async () => {
  await using c = await clinic()
  const chair = await newChair(c.owner.call)
  const path = `/api/v1/chairs/${chair.id}`
  for (const answer of [
    await c.assistant.call('POST', '/api/v1/chairs', { name: 'Room 2' }),
    await c.assistant.call('POST', '/api/v1/chairs', { nonsense: true }),
    await c.assistant.call('PATCH', path, { name: 'Mine' }),
    await c.assistant.call('PATCH', path, {}),
    await c.assistant.call('DELETE', path),
    await c.assistant.call('DELETE', '/api/v1/chairs/x'),
  ])
    problem(answer, 403, 'forbidden')
  expect(success(await c.assistant.call('GET', '/api/v1/chairs')).chairs).toEqual([chair])
})

test('a chair with several wrong fields is refused, and the answer names each of them once', async () => {
  await using c = await clinic()
  const wrong = { name: ' ', color: 1, position: 1.5, active: 'yes', size: 'L' }
  const paths = Object.keys(wrong)
  invalid(await c.owner.call('POST', '/api/v1/chairs', wrong), ...paths)
  const { id } = await newChair(c.owner.call)
  invalid(await c.owner.call('PATCH', `/api/v1/chairs/${id}`, wrong), ...paths)
  invalid(await c.owner.call('POST', '/api/v1/chairs', {}), 'name')
  for (const position of ['5', -1, null, 1e20])
    invalid(await c.owner.call('PATCH', `/api/v1/chairs/${id}`, { position }), 'position')
})

test("§2.4.2 A chair's name is trimmed and unique in its practice, whatever the case. A second chair with the name is 409 `conflict`.", async () => {
  await using c = await clinic()
  const held = await newChair(c.owner.call, { name: 'Überraum 1' })
  const other = await newChair(c.owner.call, { name: 'Room 2' })
  for (const name of ['Überraum 1', 'überraum 1', ' ÜBERRAUM 1 ', 'u\u0308berraum 1']) {
    problem(await c.owner.call('POST', '/api/v1/chairs', { name }), 409, 'conflict', ['name'])
    const change = await c.owner.call('PATCH', `/api/v1/chairs/${other.id}`, { name, active: false })
    problem(change, 409, 'conflict', ['name'])
  }
  expect(success(await c.owner.call('GET', '/api/v1/chairs')).chairs).toEqual([held, other])
})

test('a chair may change the case of its own name, and the name of a deleted chair can be used again', async () => {
  await using c = await clinic()
  const { id } = await newChair(c.owner.call, { name: 'room 1' })
  expect(success(await c.owner.call('PATCH', `/api/v1/chairs/${id}`, { name: 'Room 1' })).name).toBe('Room 1')
  await newChair(c.stranger.call, { name: 'Room 1' })
  success(await c.owner.call('DELETE', `/api/v1/chairs/${id}`))
  await newChair(c.owner.call, { name: 'ROOM 1' })
})

test('a new chair cannot get the name of a chair that is out of use', async () => {
  await using c = await clinic()
  await newChair(c.owner.call, { name: 'Room 1', active: false })
  problem(await c.owner.call('POST', '/api/v1/chairs', { name: 'Room 1' }), 409, 'conflict', ['name'])
})

test('a chair without entries can be deleted', async () => {
  await using c = await clinic()
  const { id } = await newChair(c.owner.call)
  expect(success(await c.owner.call('DELETE', `/api/v1/chairs/${id}`))).toEqual({ deleted: true })
  notFound(await c.owner.call('GET', `/api/v1/chairs/${id}`))
  notFound(await c.owner.call('DELETE', `/api/v1/chairs/${id}`))
})

test.each(['appointment', 'unavailable', 'reminder'])(
  '§2.4.2 A chair that has entries cannot be deleted: 409 `conflict`. %s',
  async (type) => {
    await using c = await clinic()
    const { id } = await newChair(c.owner.call)
    const entry = await newEntry(c.owner.call, { type, chairId: id })
    problem(await c.owner.call('DELETE', `/api/v1/chairs/${id}`), 409, 'conflict')
    expect(success(await c.owner.call('GET', `/api/v1/appointments/${entry.id}`)).chairId).toBe(id)
    success(await c.owner.call('DELETE', `/api/v1/appointments/${entry.id}`))
    success(await c.owner.call('DELETE', `/api/v1/chairs/${id}`))
  },
)

test('§2.4.2 A chair that is not active takes no new entry: 400.', async () => {
  await using c = await clinic()
  const { id } = await newChair(c.owner.call, { active: false })
  for (const type of ['appointment', 'unavailable', 'reminder'])
    invalid(await c.owner.call('POST', '/api/v1/appointments', entryBody({ type, chairId: id })), 'chairId')
  const elsewhere = await newEntry(c.owner.call)
  invalid(await c.owner.call('PATCH', `/api/v1/appointments/${elsewhere.id}`, { chairId: id }), 'chairId')
  success(await c.owner.call('PATCH', `/api/v1/chairs/${id}`, { active: true }))
  success(await c.owner.call('PATCH', `/api/v1/appointments/${elsewhere.id}`, { chairId: id }))
})

test('§2.4.2 Entries on a chair that became inactive stay. They may be read, changed and moved in time.', async () => {
  await using c = await clinic()
  const { id } = await newChair(c.owner.call)
  const entry = await newEntry(c.owner.call, { chairId: id })
  success(await c.owner.call('PATCH', `/api/v1/chairs/${id}`, { active: false }))
  const path = `/api/v1/appointments/${entry.id}`
  expect(success(await c.owner.call('GET', path))).toEqual(entry)
  const changes = { notes: 'Was here.', endAt: at('09:45') }
  expect(success(await c.owner.call('PATCH', path, changes))).toMatchObject({
    ...entry,
    ...changes,
    version: 2,
  })
  expect(success(await c.owner.call('PATCH', path, { chairId: id, title: 'Past' })).title).toBe('Past')
  expect(await entriesOfTuesday(c.owner.call, id)).toHaveLength(1)
  success(await c.owner.call('DELETE', path))
})
