import { expect, test } from 'bun:test'
import { insertEntry } from '../../src/store/calendar/entries.ts'
import { insertNotice } from '../../src/store/notices/notices.ts'
import { entryRow, noticeRow, openStore } from '../store/records.ts'
import { booked, due, nine } from '../support/booked.ts'
import { clinic } from '../support/clinic.ts'
import { reminding } from '../support/reminding.ts'
import { betweenClaimAndLook, day, elsewhere, failing, hour, minute } from './sending.ts'

test.each([hour, day, -hour, -day])(
  'when the clock jumps by %d ms between deliveries, no notice is sent twice',
  async (jump) => {
    await using c = await clinic()
    const ids: string[] = []
    for (let i = 0; i < 30; i++) ids.push((await booked(c, { notifyBySms: false })).id)
    c.clock.now = due
    const keys: string[] = []
    const email = async (_: unknown, { key }: { key: string }) => {
      keys.push(key)
      if (keys.length === 5) c.clock.now += jump
      await Bun.sleep(1)
    }
    const r = reminding(c, { channels: { email } })
    await Promise.all([r.round(), r.round()])
    await r.round()
    c.clock.now = due + 1
    await r.round()
    expect(new Set(keys).size).toBe(keys.length)
    const states = new Set(ids.map((id) => r.notice(id).state))
    expect([...states]).toEqual(['sent'])
  },
)

test('a reminder that was skipped because the clock was ahead goes out when the clock is right', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id } = await booked(c)
  const moved = await booked(c)
  c.clock.now = nine
  await r.round()
  expect(r.notice(id)).toMatchObject({ state: 'skipped', reason: 'missed_window' })
  await moved.patch(elsewhere)
  c.clock.now = due - hour
  await r.round()
  expect(r.notice(id)).toMatchObject({ state: 'scheduled', reason: null, nextAttemptAt: due })
  c.clock.now = due
  await r.round()
  expect(r.notice(id)).toMatchObject({ state: 'sent', sentAt: due })
  expect(r.emails).toHaveLength(1)
  expect(r.notices(moved.id).map(({ state }) => state)).toEqual([
    'skipped',
    'skipped',
    'scheduled',
    'scheduled',
  ])
})

test('of many notices with a change time in the far future, each call looks at 200, and at each notice once', async () => {
  await using s = await openStore()
  const { practice, entryId, patientId } = s.own
  const number = 450
  const row = { entryId, patientId, lease: null, updatedAt: Date.parse('9999-12-31T00:00:00Z') }
  const missed = { ...row, state: 'skipped' as const, reason: 'missed_window' as const }
  await practice.write((tx) => {
    for (let i = 0; i < number; i++) {
      // The first notices are too late. An entry has one live notice, so most of the other notices stay as they are.
      const startAt = nine + (i - 300) * minute
      insertNotice(tx, noticeRow({ ...missed, startAt, dueAt: startAt - hour }))
    }
    tx.record({ kind: 'write' })
  })
  const left = () =>
    s.database
      .query<{ n: number }, [number]>('select count(*) n from reminder_jobs where updated_at > ?')
      .get(nine)!.n
  for (const expected of [250, 50, 0, 0]) {
    await s.store.dueNotices.forgetClockAhead('email', nine)
    expect(left()).toBe(expected)
  }
})

test('of many notices that wait because the clock was far ahead, each call lets 200 go on', async () => {
  await using s = await openStore()
  const { practice, patientId, userId, chairId } = s.own
  const later = Date.parse('9999-12-31T00:00:00Z')
  const waits = {
    state: 'scheduled' as const,
    reason: null,
    lease: null,
    nextAttemptAt: later,
    updatedAt: later,
  }
  await practice.write((tx) => {
    for (let i = 0; i < 250; i++) {
      const entry = entryRow({ userId, chairId }, { type: 'reminder' })
      insertEntry(tx, entry)
      insertNotice(tx, noticeRow({ entryId: entry.id, patientId, ...waits }))
    }
    tx.record({ kind: 'write' })
  })
  const left = () =>
    s.database
      .query<{ n: number }, [number]>('select count(*) n from reminder_jobs where updated_at > ?')
      .get(nine)!.n
  for (const expected of [50, 0]) {
    await s.store.dueNotices.forgetClockAhead('email', nine)
    expect(left()).toBe(expected)
  }
})

test('a pause that began while the clock was ahead ends when the clock is right', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const broken = failing(c, { error: 'unreachable', verdict: 'away' })
  const { id } = await booked(c)
  const waiting = await booked(c, {}, elsewhere)
  c.clock.now = due + 12 * hour
  await broken.round()
  expect(broken.notice(id).nextAttemptAt).toBeGreaterThan(c.clock.now)
  c.clock.now = due + minute
  await r.round()
  expect(r.notice(id)).toMatchObject({ state: 'sent', sentAt: due + minute })
  expect(r.notice(waiting.id)).toMatchObject({ state: 'scheduled', attempts: 0 })
})

test('a notice does not go out when the clock jumps after the claim and the notice is then too late', async () => {
  await using c = await clinic()
  const { id } = await booked(c)
  const store = betweenClaimAndLook(c, () => {
    c.clock.now = nine - 10 * minute
  })
  const r = reminding(c, { store })
  c.clock.now = due
  await r.sender.round('email')
  expect(r.emails).toEqual([])
  expect(r.notice(id)).toMatchObject({ state: 'skipped', reason: 'missed_window', lease: null })
})
