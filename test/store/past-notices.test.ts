import { expect, test } from 'bun:test'
import { newId } from '../../src/domain/id.ts'
import { signAnswerLink } from '../../src/domain/reminders/answer-link.ts'
import { createUpkeep } from '../../src/jobs/upkeep.ts'
import { retiredAfter } from '../../src/store/notices/notice-upkeep.ts'
import { findNotice, insertNotice, listNotices, updateNotice } from '../../src/store/notices/notices.ts'
import { listHistory } from '../../src/store/notices/past-notices.ts'
import { problem, success } from '../support/answers.ts'
import { booked, due, nine } from '../support/booked.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { reminding } from '../support/reminding.ts'
import { look, moment, send } from '../support/visiting.ts'
import { noticeRow } from './records.ts'

/**
 * Retires notices as at this moment. The clock of the service itself does not change, because tokens would have
 * expired.
 */
const retire = (c: Clinic, now: number) =>
  createUpkeep({ store: c.store, now: () => now, report: () => {} }).round()

/** Books an appointment and sends its reminders. Then the clock is at the day after its start. */
async function reminded(c: Clinic) {
  const r = reminding(c)
  const { id, path } = await booked(c)
  c.clock.now = due
  await r.round()
  const history = async () => success(await c.owner.call('GET', `${path}/reminders`)).reminders
  return { id, history, token: /visit#([\w-]{43})/.exec(r.emails[0]!.text)![1]! }
}

test('§6.1 Reminders are retired 90 days after the start of their appointment. The history of the appointment still shows them.', async () => {
  await using c = await clinic()
  const { id, history } = await reminded(c)
  const before = await history()
  expect(before).toHaveLength(2)
  await retire(c, nine + retiredAfter)
  expect(listNotices(c.practice.read, id)).toHaveLength(2)
  await retire(c, nine + retiredAfter + 1)
  expect(listNotices(c.practice.read, id)).toEqual([])
  expect(await history()).toEqual(before)
  await retire(c, nine + 2 * retiredAfter)
  expect(await history()).toEqual(before)
})

test('a reminder that has not ended is not retired, at any age', async () => {
  await using c = await clinic()
  const { id } = await reminded(c)
  const [one, other] = listNotices(c.practice.read, id)
  await c.practice.write((tx) => {
    updateNotice(tx, one!.id, { state: 'scheduled', nextAttemptAt: nine + 10 * retiredAfter })
    updateNotice(tx, other!.id, { state: 'running', lease: 'x', leaseUntil: nine + 10 * retiredAfter })
  })
  await retire(c, nine + 2 * retiredAfter)
  expect(listNotices(c.practice.read, id)).toHaveLength(2)
})

test('§6.1 The link of a retired reminder opens nothing, and cannot be answered.', async () => {
  await using c = await clinic()
  const { token } = await reminded(c)
  c.clock.now = nine + 1
  const ask = async (path: string, body: object = {}) =>
    success(await c.anonymous('POST', path, { token, ...body })).state
  const { ticket } = await look(c, token)
  expect(await ask('/visit/look')).toBe('expired')
  // The second request reads the reminder, and then waits until it may write.
  c.clock.now += moment
  const { next } = await send(c, 'opt-out', { token, ticket })
  c.clock.now += moment
  const confirming = ask('/visit/confirm', { ticket: next })
  await Promise.all([retire(c, nine + retiredAfter + 1), confirming])
  expect(['expired', 'invalid']).toContain(await confirming)
  expect(await ask('/visit/look')).toBe('invalid')
  expect(await ask('/visit/answer', { answer: 'confirmed', ticket })).toBe('invalid')
})

test('a retired reminder cannot be tried again', async () => {
  await using c = await clinic()
  const { id } = await reminded(c)
  const [notice] = listNotices(c.practice.read, id)
  await c.practice.write((tx) => updateNotice(tx, notice!.id, { state: 'dead', reason: 'gave_up' }))
  await retire(c, nine + retiredAfter + 1)
  problem(await c.owner.call('POST', `/api/v1/reminders/${notice!.id}/retry`), 404, 'not_found')
})

test('many old reminders are retired in short steps, and reminders that are still needed stay', async () => {
  await using c = await clinic()
  const patientId = newId(nine)
  const entryIds = Array.from({ length: 900 }, () => newId(nine))
  await c.practice.write((tx) => {
    for (const [i, entryId] of entryIds.entries()) {
      const startAt = i % 3 === 0 ? nine + 1 : nine
      insertNotice(
        tx,
        noticeRow({ id: newId(nine), entryId, patientId, startAt, state: 'sent', reason: null }),
      )
    }
  })
  let after: string | null = ''
  let steps = 0
  while (after !== null) {
    after = await c.store.noticeUpkeep.retire(after, nine + retiredAfter + 1)
    steps++
  }
  expect(steps).toBe(6)
  const left = entryIds.filter((id) => listNotices(c.practice.read, id).length > 0)
  expect(left).toEqual(entryIds.filter((_, i) => i % 3 === 0))
  expect(entryIds.flatMap((id) => listHistory(c.practice.read, id))).toHaveLength(900)
})

test('the API returns the newest 200 reminders of a long history, with retired reminders', async () => {
  await using c = await clinic()
  const { id, history } = await reminded(c)
  const patientId = newId(nine)
  const add = (first: number, count: number) =>
    c.practice.write((tx) => {
      for (let i = first; i < first + count; i++) {
        const times = { startAt: nine + i, createdAt: nine + i, updatedAt: nine + i }
        insertNotice(
          tx,
          noticeRow({ id: newId(nine + i), entryId: id, patientId, ...times, state: 'cancelled' }),
        )
      }
    })
  await add(1, 300)
  await retire(c, nine + 2 * retiredAfter)
  expect(listNotices(c.practice.read, id)).toEqual([])
  expect(await history()).toHaveLength(200)
  await add(retiredAfter, 50)
  await add(2 * retiredAfter, 50)
  const listed = (await history()).map(({ startAt }: { startAt: string }) => Date.parse(startAt) - nine)
  expect(listed).toHaveLength(200)
  expect([listed[0], listed[99], listed[199]]).toEqual([201, 300, 2 * retiredAfter + 49])
})

test('a link of a notice that does not exist is invalid', async () => {
  await using c = await clinic()
  const key = c.store.keys.newest(c.owner.practiceId)
  const token = signAnswerLink(key, newId(nine))
  expect(success(await c.anonymous('POST', '/visit/look', { token })).state).toBe('invalid')
  expect(findNotice(c.practice.read, newId(nine))).toBe(null)
})
