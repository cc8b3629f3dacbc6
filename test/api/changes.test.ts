import { expect, test } from 'bun:test'
import { newId } from '../../src/domain/id.ts'
import { success } from '../support/answers.ts'
import { type Client, type Clinic, clinic, monday } from '../support/clinic.ts'

const path = '/api/v1/changes'

const cursorNow = async (call: Client): Promise<string> => success(await call('GET', path)).next

interface Change {
  readonly cursor: string
  readonly kind: string
  readonly id: string
  readonly version: number | null
  readonly gone: boolean
  readonly patientId: string | null
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

test('without `since`, the newest cursor is answered and no change', async () => {
  await using c = await clinic()
  const first = success(await c.owner.call('GET', path))
  expect(first).toEqual({ changes: [], next: expect.stringMatching(/^[0-9a-z]+\.\d+$/), more: false })
  await newPatient(c)
  const second = success(await c.owner.call('GET', path))
  expect(second.changes).toEqual([])
  expect(second.next).not.toBe(first.next)
})

test('a write leaves a change for each record that it touched, with its version', async () => {
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
    at: new Date(monday).toISOString(),
  })
  expect(await changesSince(c.owner.call, changes[3]!.cursor)).toEqual(changes.slice(4))
})
