/** The messages of one patient, in pages (RULES §6). */
import { expect, test } from 'bun:test'
import { newId } from '../../src/domain/id.ts'
import { createUpkeep } from '../../src/jobs/upkeep.ts'
import { retiredAfter } from '../../src/store/notices/notice-upkeep.ts'
import { insertNotice } from '../../src/store/notices/notices.ts'
import { elsewhere } from '../jobs/sending.ts'
import { noticeRow } from '../store/records.ts'
import { invalid, notFound, success } from '../support/answers.ts'
import { booked, due, nine, reachable } from '../support/booked.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { absentId, newEntry, newPatient } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'

const minute = 60_000
const pathOf = (patientId: string) => `/api/v1/patients/${patientId}/reminders`
const page = async (c: Clinic, patientId: string, query = '') =>
  success(await c.owner.call('GET', `${pathOf(patientId)}${query}`))
type Message = { id: string; kind: string; state: string; dueAt: string; appointmentId: string }
const kindsIn = ({ reminders }: { reminders: Message[] }) =>
  reminders.map(({ kind, state }) => `${kind} ${state}`)

/** Reads all pages of the list and returns their messages. */
async function pages(c: Clinic, patientId: string, limit: number): Promise<Message[][]> {
  const all: Message[][] = []
  for (let cursor = ''; ; ) {
    const { reminders, nextCursor } = await page(c, patientId, `?limit=${limit}${cursor}`)
    all.push(reminders)
    if (nextCursor === null) return all
    cursor = `&cursor=${nextCursor}`
  }
}

/** Adds messages that are due at these times, each for its own appointment. */
const planned = (c: Clinic, patientId: string, times: readonly number[]) =>
  c.practice.write((tx) => {
    for (const dueAt of times)
      insertNotice(tx, noticeRow({ entryId: newId(dueAt), patientId, id: newId(due), startAt: nine, dueAt }))
    tx.record({ kind: 'write' })
  })

test('§6.5 `GET /patients/{patientId}/reminders` lists the reminders and news of one patient over all appointments. The latest `dueAt` comes first.', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id, patientId, patch } = await booked(c, { notifyBySms: false })
  await booked(c)
  c.clock.now = due
  await r.round()
  await patch(elsewhere)
  c.clock.now += 10 * minute
  await r.round()
  const all = await page(c, patientId)
  expect(kindsIn(all).filter((kind) => !kind.includes('skipped'))).toEqual([
    'reminder scheduled',
    'reminder scheduled',
    'moved sent',
    'reminder sent',
  ])
  expect(new Set(all.reminders.map(({ appointmentId }: Message) => appointmentId))).toEqual(new Set([id]))
  const times = all.reminders.map(({ dueAt }: Message) => dueAt)
  expect(times).toEqual(times.toSorted().reverse())
  const { reminders } = success(await c.owner.call('GET', `/api/v1/appointments/${id}/reminders`))
  const byId = (a: Message, b: Message) => (a.id < b.id ? -1 : 1)
  expect(all.reminders.toSorted(byId)).toEqual(reminders.toSorted(byId))
})

test("§6.5 Messages of cancelled and deleted appointments stay in the list of a patient's messages.", async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id, patientId, path } = await booked(c, { notifyBySms: false })
  const { id: other } = await newEntry(c.owner.call, { patientId, ...elsewhere })
  c.clock.now = due
  await r.round()
  success(await c.owner.call('POST', `${path}/cancel`, { reason: 'Has a cold.', by: 'patient' }))
  success(await c.owner.call('DELETE', `/api/v1/appointments/${other}`))
  c.clock.now += 10 * minute
  await r.round()
  const { reminders } = await page(c, patientId)
  const of = (appointmentId: string) =>
    kindsIn({ reminders: reminders.filter((message: Message) => message.appointmentId === appointmentId) })
  expect(of(id)).toEqual(expect.arrayContaining(['cancelled sent', 'reminder sent']))
  expect(of(other)).toEqual(['reminder cancelled', 'reminder cancelled'])
})

test('the list of a patient’s messages does not change when old messages move to the table of past messages', async () => {
  await using c = await clinic()
  const { patientId } = await booked(c)
  await newEntry(c.owner.call, { patientId, ...elsewhere })
  const before = await page(c, patientId)
  const r = reminding(c)
  c.clock.now = due
  await r.round()
  const sent = await page(c, patientId)
  expect(sent.reminders).toHaveLength(before.reminders.length)
  const now = nine + retiredAfter + 1
  await createUpkeep({ store: c.store, now: () => now, report: () => {} }).round()
  expect(await page(c, patientId)).toEqual(sent)
  for (const limit of [1, 2, 3]) expect((await pages(c, patientId, limit)).flat()).toEqual(sent.reminders)
})

test('a page of a patient’s messages has at most 100, and the next page continues there, also among messages of the same moment', async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call, reachable)
  await planned(
    c,
    patientId,
    Array.from({ length: 150 }, (_, i) => due - Math.floor(i / 40) * minute),
  )
  const lengths = async (query: string) => {
    const { reminders, nextCursor } = await page(c, patientId, query)
    return [reminders.length, typeof nextCursor]
  }
  expect(await lengths('')).toEqual([50, 'string'])
  expect(await lengths('?limit=100')).toEqual([100, 'string'])
  for (const limit of ['0', '101', '-1', 'x', ''])
    invalid(await c.owner.call('GET', `${pathOf(patientId)}?limit=${limit}`), 'limit')
  for (const limit of [7, 75, 100]) {
    const all = await pages(c, patientId, limit)
    expect(all.map(({ length }) => length)).toEqual([
      ...Array(Math.ceil(150 / limit) - 1).fill(limit),
      150 % limit || limit,
    ])
    expect(new Set(all.flat().map(({ id }) => id)).size).toBe(150)
  }
})

test('a patient’s list of messages refuses a forged or malformed cursor', async () => {
  await using c = await clinic()
  const { patientId } = await booked(c)
  const { nextCursor } = await page(c, patientId, '?limit=1')
  for (const cursor of [
    `${nextCursor}x`,
    '',
    Buffer.from(`1 ${absentId} x`).toString('base64url'),
    Buffer.from('x x').toString('base64url'),
    'x'.repeat(201),
  ])
    invalid(await c.owner.call('GET', `${pathOf(patientId)}?cursor=${cursor}`), 'cursor')
})

test('the list of messages of a foreign, deleted or unknown patient is not found', async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.stranger.call)
  const { patientId: deleted } = await booked(c)
  success(await c.owner.call('DELETE', `/api/v1/patients/${deleted}`))
  for (const patientId of [id, deleted, absentId, 'x']) notFound(await c.owner.call('GET', pathOf(patientId)))
})

test('after a merge, the kept patient has the messages of both patients, until the merge is undone', async () => {
  await using c = await clinic()
  const [kept, from] = [await booked(c), await booked(c)]
  const [own, others] = [await page(c, kept.patientId), await page(c, from.patientId)]
  const { archiveId } = success(
    await c.owner.call('POST', `/api/v1/patients/${kept.patientId}/merge`, { from: from.patientId }),
  )
  notFound(await c.owner.call('GET', pathOf(from.patientId)))
  const idsIn = ({ reminders }: { reminders: Message[] }) => reminders.map(({ id }) => id).toSorted()
  expect(idsIn(await page(c, kept.patientId))).toEqual([...idsIn(own), ...idsIn(others)].toSorted())
  success(await c.owner.call('POST', `/api/v1/archive/${archiveId}/restore`))
  expect(idsIn(await page(c, kept.patientId))).toEqual(idsIn(own))
  expect(idsIn(await page(c, from.patientId))).toEqual(idsIn(others))
})

test('a restored patient has their messages again, and an erased patient has no list of messages', async () => {
  await using c = await clinic({ signedIn: true })
  const { patientId } = await booked(c)
  const before = (await page(c, patientId)).reminders.map(({ id }: Message) => id)
  success(await c.owner.call('DELETE', `/api/v1/patients/${patientId}`))
  const { items } = success(await c.owner.call('GET', '/api/v1/archive?kind=patient'))
  success(await c.owner.call('POST', `/api/v1/archive/${items[0].id}/restore`))
  expect((await page(c, patientId)).reminders.map(({ id }: Message) => id)).toEqual(before)
  success(
    await c.owner.call('POST', `/api/v1/patients/${patientId}/erase`, {
      reason: 'They asked for it.',
      overrideRetention: 'They were never here.',
    }),
  )
  notFound(await c.owner.call('GET', pathOf(patientId)))
})
