import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { updateNotice } from '../../src/store/notices/notices.ts'
import { due, reachable } from '../support/booked.ts'
import { byTest } from '../support/by-test.ts'
import type { Client } from '../support/client.ts'
import { type Clinic, clinic, type Member } from '../support/clinic.ts'
import { newEntry, newPatient } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'

async function book(call: Client, count: number): Promise<void> {
  const { id: patientId } = await newPatient(call, { ...reachable, notifyBySms: false })
  for (let i = 0; i < count; i++) await newEntry(call, { patientId })
}

/**
 * Takes due notices, for which the practices take turns. Returns one letter for each notice: `o` for the owner's
 * practice, and `s` for the stranger's.
 */
async function turns(c: Clinic, count: number) {
  const turn = { last: 0 }
  const served: string[] = []
  for (let i = 0; i < count; i++) {
    const taken = await c.store.dueNotices.takeNext('email', c.clock.now, turn, (tx, id) => {
      updateNotice(tx, id, { state: 'running', lease: 'x', leaseUntil: c.clock.now + 1 })
      return { practiceId: tx.practiceId }
    })
    if (taken === null) break
    expect(turn.last).toBe(c.store.practices.of(taken.practiceId, byTest).read.practiceKey)
    served.push(taken.practiceId === c.owner.practiceId ? 'o' : 's')
  }
  return served.join('')
}

test('practices with due notices take turns, and after the last practice the first is next', async () => {
  await using c = await clinic()
  await book(c.owner.call, 6)
  await book(c.stranger.call, 2)
  c.clock.now = due
  expect(await turns(c, 9)).toMatch(/^(osos|soso)oooo$/)
})

test('a practice without due notices does not delay the turn of another practice', async () => {
  await using c = await clinic()
  await book(c.stranger.call, 1)
  c.clock.now = due
  const keyOf = ({ practiceId }: Member) => c.store.practices.of(practiceId, byTest).read.practiceKey
  for (const last of [keyOf(c.owner), keyOf(c.stranger), 0])
    expect(
      await c.store.dueNotices.takeNext('email', due, { last }, (tx) => ({ of: tx.practiceId })),
    ).toEqual({
      of: c.stranger.practiceId,
    })
})

test('the notices of one practice are sent in the order of their due times', async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call, reachable)
  for (const time of ['11:00', '09:00', '10:00'])
    await newEntry(c.owner.call, {
      patientId,
      startAt: `2026-03-10T${time}:00Z`,
      endAt: '2026-03-10T12:00:00Z',
    })
  c.clock.now = Date.parse('2026-03-09T12:00:00Z')
  const r = reminding(c)
  await r.round()
  expect(r.emails.map(({ text }) => /\d\d:00/.exec(text)?.[0])).toEqual(['10:00', '11:00', '12:00'])
})

test('a search for due notices does not wait for the write lock when no notice is due', async () => {
  await using c = await clinic()
  await book(c.owner.call, 1)
  using elsewhere = new Database(c.path)
  elsewhere.run('BEGIN IMMEDIATE')
  const { dueNotices } = c.store
  // The lock is released only after this call. So a call that waited for the lock would never end.
  const turn = { last: c.practice.read.practiceKey }
  expect(await dueNotices.takeNext('email', due - 1, turn, () => ({}))).toBeNull()
  elsewhere.run('ROLLBACK')
})

test('notices count as late when they have been due for a minute, or wait for another try', async () => {
  await using c = await clinic()
  await book(c.owner.call, 2)
  await book(c.stranger.call, 1)
  const { dueNotices } = c.store
  expect(dueNotices.late('email', due + 59_999)).toEqual({ count: 0, lateMs: 0 })
  expect(dueNotices.late('email', due + 60_000)).toEqual({ count: 3, lateMs: 60_000 })
  expect(dueNotices.late('sms', due - 1)).toEqual({ count: 0, lateMs: 0 })

  c.clock.now = due + 5 * 60_000
  await dueNotices.takeNext('email', c.clock.now, { last: 0 }, (tx, id) => {
    updateNotice(tx, id, { nextAttemptAt: c.clock.now + 60_000, lastError: 'unreachable' })
    return {}
  })
  expect(dueNotices.late('email', c.clock.now)).toEqual({ count: 3, lateMs: 5 * 60_000 })
  await reminding(c).round()
  expect(dueNotices.late('email', c.clock.now)).toEqual({ count: 1, lateMs: 5 * 60_000 })
  // A notice that waits for the next day without a failed try is not late.
  await dueNotices.takeNext('email', c.clock.now + 60_000, { last: 0 }, (tx, id) => {
    updateNotice(tx, id, { nextAttemptAt: c.clock.now + 3_600_000, lastError: null })
    return {}
  })
  expect(dueNotices.late('email', c.clock.now + 120_000)).toEqual({ count: 0, lateMs: 0 })
})
