import { expect, test } from 'bun:test'
import { clinic } from '../support/clinic.ts'
import { newPatient } from '../support/records.ts'
import { thrownBy } from '../support/rejection.ts'
import { tellingOf } from './told.ts'

test('a load passes only when the trail names each of its requests, and no other', async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.owner.call)
  const load = (answered: number) => async () => {
    for (let i = 0; i < 3; i++) await c.owner.call('GET', `/api/v1/patients/${id}`)
    await c.store.reads.flush()
    return { latencies: new Float64Array(answered) }
  }
  await tellingOf(c.path, 'getPatient', load(3))
  expect(await thrownBy(tellingOf(c.path, 'getPatient', load(2)))).toThrow(
    'has 3 acts "getPatient" of a load of 2',
  )
  expect(await thrownBy(tellingOf(c.path, 'getPatient', load(4), { patienceMs: 0 }))).toThrow('has 3 acts')
  await tellingOf(c.path, 'getPatient', load(4), { mayRepeat: 1 })
})
