import { expect, test } from 'bun:test'
import { invalid, notFound, problem, success } from '../support/answers.ts'
import { clinic, monday } from '../support/clinic.ts'
import { newPatient, newTag } from '../support/records.ts'

test('§2.4.1 A tag needs only a name, which is trimmed.', async () => {
  await using c = await clinic()
  const tag = await newTag(c.assistant.call, '  Recall ')
  expect(tag).toEqual({
    id: expect.any(String),
    practiceId: c.owner.practiceId,
    name: 'Recall',
    color: null,
    alert: false,
    createdAt: '2026-03-02T08:00:00.000Z',
    updatedAt: '2026-03-02T08:00:00.000Z',
    version: 1,
  })
  expect(success(await c.owner.call('GET', `/api/v1/tags/${tag.id}`))).toEqual(tag)
  expect(success(await c.owner.call('GET', '/api/v1/tags'))).toEqual({ tags: [tag] })
})

test('§2.4.1 Any member may add, change and delete tags.', async () => {
  await using c = await clinic()
  const before = await newTag(c.owner.call, 'Recall')
  const path = `/api/v1/tags/${before.id}`
  c.clock.now = monday + 60_000
  const changes = { name: 'Called', color: '#0ea5e9' }
  const after = success(await c.assistant.call('PATCH', path, changes))
  expect(after).toEqual({ ...before, ...changes, updatedAt: '2026-03-02T08:01:00.000Z', version: 2 })
  expect(success(await c.assistant.call('PATCH', path, { color: null })).color).toBeNull()
  expect(success(await c.assistant.call('DELETE', path))).toEqual({ deleted: true })
  for (const method of ['GET', 'DELETE']) notFound(await c.owner.call(method, path))
})

test('an empty change leaves a tag and its `updatedAt` as they were', async () => {
  await using c = await clinic()
  const tag = await newTag(c.owner.call, 'Recall')
  c.clock.now = monday + 60_000
  expect(success(await c.owner.call('PATCH', `/api/v1/tags/${tag.id}`, {}))).toEqual(tag)
})

test("§2.4.1 A tag's name is unique in its practice, whatever the case. A second tag with the name is 409 `conflict`.", async () => {
  await using c = await clinic()
  const held = await newTag(c.owner.call, 'Überweisung')
  const other = await newTag(c.owner.call, 'Recall')
  for (const name of ['Überweisung', 'überweisung', ' ÜBERWEISUNG ']) {
    problem(await c.owner.call('POST', '/api/v1/tags', { name }), 409, 'conflict', ['name'])
    problem(await c.owner.call('PATCH', `/api/v1/tags/${other.id}`, { name }), 409, 'conflict', ['name'])
  }
  const { tags } = success(await c.owner.call('GET', '/api/v1/tags'))
  expect(tags).toEqual(expect.arrayContaining([held, other]))
  expect(tags).toHaveLength(2)
})

test('a tag can change the case of its own name, and the name of a deleted tag can be used again', async () => {
  await using c = await clinic()
  const { id } = await newTag(c.owner.call, 'recall')
  expect(success(await c.owner.call('PATCH', `/api/v1/tags/${id}`, { name: 'Recall' })).name).toBe('Recall')
  success(await c.owner.call('DELETE', `/api/v1/tags/${id}`))
  await newTag(c.owner.call, 'RECALL')
})

test('two practices may have tags with the same name', async () => {
  await using c = await clinic()
  await newTag(c.stranger.call, 'Recall')
  const own = await newTag(c.owner.call, 'Recall')
  expect(success(await c.owner.call('GET', '/api/v1/tags')).tags).toEqual([own])
})

test('§2.4.1 Deleting a tag removes the tag from its patients.', async () => {
  await using c = await clinic()
  const [gone, kept] = [await newTag(c.owner.call, 'Gone'), await newTag(c.owner.call, 'Kept')]
  const { id } = await newPatient(c.owner.call)
  for (const tag of [gone, kept]) success(await c.owner.call('POST', `/api/v1/patients/${id}/tags/${tag.id}`))
  success(await c.owner.call('DELETE', `/api/v1/tags/${gone.id}`))
  expect(success(await c.owner.call('GET', `/api/v1/patients/${id}`)).tagIds).toEqual([kept.id])
  expect(success(await c.owner.call('GET', `/api/v1/patients?tagId=${gone.id}`)).patients).toEqual([])
})

test('§2.4.1 Tags are listed by name, whatever the case.', async () => {
  await using c = await clinic()
  for (const name of ['recall', 'Whitening', 'Anxious', 'implant']) await newTag(c.owner.call, name)
  const { tags } = success(await c.owner.call('GET', '/api/v1/tags'))
  const names = tags.map(({ name }: { name: string }) => name)
  expect(names).toEqual(['Anxious', 'implant', 'recall', 'Whitening'])
})

test('a tag with several wrong fields is refused, and the answer names each of them once', async () => {
  await using c = await clinic()
  invalid(await c.owner.call('POST', '/api/v1/tags', {}), 'name')
  for (const name of ['', '  ', null, 7, 'x'.repeat(201)])
    invalid(
      await c.owner.call('POST', '/api/v1/tags', { name, color: 7, colour: 'red' }),
      'name',
      'color',
      'colour',
    )
  invalid(
    await c.owner.call('POST', '/api/v1/tags', '{"name":"a\\u0000","color":"\\ud800"}'),
    'name',
    'color',
  )
  invalid(await c.owner.call('POST', '/api/v1/tags', { name: 'Recall', color: 'x'.repeat(1001) }), 'color')
})
