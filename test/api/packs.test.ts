import { expect, test } from 'bun:test'
import { invalid, problem, success } from '../support/answers.ts'
import { clinic } from '../support/clinic.ts'
import { newPatient } from '../support/records.ts'

const path = '/api/v1/practice'
const pack = {
  id: 'own',
  name: 'Our own',
  statuses: [
    { id: 'waiting', label: 'Waiting' },
    { id: 'new', label: 'Brand new' },
  ],
  defaultStatus: 'waiting',
}

test('§3 Each practice may replace its pack as a whole. The name and the labels of the new pack are trimmed.', async () => {
  await using c = await clinic()
  expect(success(await c.owner.call('PATCH', path, { pack })).pack).toEqual(pack)
  expect(success(await c.assistant.call('GET', '/api/v1/me')).pack).toEqual(pack)
  const { pack: neighbours } = success(await c.stranger.call('GET', path))
  expect(neighbours.id).toBe('dental')
})

test('names and labels of a pack are trimmed before their length is checked', async () => {
  await using c = await clinic()
  const long = 'x'.repeat(200)
  const padded = { ...pack, name: ` ${long}\n`, statuses: [{ id: 'waiting', label: `\t${long} ` }] }
  expect(success(await c.owner.call('PATCH', path, { pack: padded })).pack).toEqual({
    ...pack,
    name: long,
    statuses: [{ id: 'waiting', label: long }],
  })
  const longer = { ...pack, name: `${long}x`, statuses: [{ id: 'waiting', label: ' ' }] }
  invalid(await c.owner.call('PATCH', path, { pack: longer }), 'pack.name', 'pack.statuses.0.label')
})

test('after a change of the pack, patients can have only statuses of the new pack', async () => {
  await using c = await clinic()
  success(await c.owner.call('PATCH', path, { pack }))
  const patient = await newPatient(c.owner.call)
  expect(patient.status).toBe('waiting')
  expect((await newPatient(c.owner.call, { status: 'new' })).status).toBe('new')
  invalid(await c.owner.call('PATCH', `/api/v1/patients/${patient.id}`, { status: 'recall' }), 'status')
})

test('§3 A status that patients have cannot be left out of the pack: 409 `conflict`.', async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.owner.call, { status: 'recall' })
  const before = success(await c.owner.call('GET', path))
  const refused = await c.owner.call('PATCH', path, { pack, name: 'Not this either' })
  problem(refused, 409, 'conflict', ['pack.statuses'])
  expect(success(await c.owner.call('GET', path))).toEqual(before)
  success(await c.owner.call('PATCH', `/api/v1/patients/${id}`, { status: 'new' }))
  success(await c.owner.call('PATCH', path, { pack }))
  expect(success(await c.owner.call('GET', `/api/v1/patients/${id}`)).status).toBe('new')
})

test('a new pack may lack a status that only another practice uses', async () => {
  await using c = await clinic()
  await newPatient(c.stranger.call, { status: 'recall' })
  success(await c.owner.call('PATCH', path, { pack }))
})

test('§3 Each status id occurs once in a pack, and the default is one of the statuses.', async () => {
  await using c = await clinic()
  const patch = (changes: object) => c.owner.call('PATCH', path, { pack: { ...pack, ...changes } })
  invalid(await patch({ defaultStatus: 'gone' }), 'pack.defaultStatus')
  invalid(await patch({ statuses: [...pack.statuses, { id: 'new', label: 'Again' }] }), 'pack.statuses.2.id')
})

test('a pack with several wrong fields is refused, and the answer names the path of each of them', async () => {
  await using c = await clinic()
  const wrong = {
    id: 'Has Space',
    name: ' ',
    statuses: [{ id: '', label: 'x' }, { id: 'ok' }, { id: 'fine', label: 'Fine', color: 'red' }, 'new'],
    defaultStatus: null,
    extra: 1,
  }
  invalid(
    await c.owner.call('PATCH', path, { pack: wrong }),
    'pack.id',
    'pack.name',
    'pack.statuses.0.id',
    'pack.statuses.1.label',
    'pack.statuses.2.color',
    'pack.statuses.3',
    'pack.defaultStatus',
    'pack.extra',
  )
  invalid(
    await c.owner.call('PATCH', path, { pack: {} }),
    ...['id', 'name', 'statuses', 'defaultStatus'].map((field) => `pack.${field}`),
  )
  invalid(await c.owner.call('PATCH', path, { pack: { ...pack, statuses: [] } }), 'pack.statuses')
})

test('§3 A patient may go from any status of the pack to any other.', async () => {
  await using c = await clinic()
  const { pack } = success(await c.owner.call('GET', '/api/v1/me'))
  const { id } = await newPatient(c.owner.call)
  for (const from of pack.statuses)
    for (const to of pack.statuses)
      for (const { id: status } of [from, to])
        expect(success(await c.assistant.call('PATCH', `/api/v1/patients/${id}`, { status })).status).toBe(
          status,
        )
})
