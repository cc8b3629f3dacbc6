import { expect, test } from 'bun:test'
import { DeliveryFailure } from '../../src/delivery/delivery.ts'
import { booked, due, nine } from '../support/booked.ts'
import { clinic } from '../support/clinic.ts'
import { reminding } from '../support/reminding.ts'
import { back, day, elsewhere, failing, hour, minute, setLead } from './sending.ts'

test('§6.3 A delivery that fails is tried again after growing pauses, at most 10 times, under the same key.', async () => {
  await using c = await clinic()
  const keys: string[] = []
  const email = async (_: unknown, { key, repeated }: { key: string; repeated: boolean }) => {
    expect(repeated).toBe(keys.length > 0)
    keys.push(key)
    throw new DeliveryFailure({ error: 'http_500', verdict: 'failed' })
  }
  const r = reminding(c, { channels: { email } })
  const { id } = await booked(c)
  c.clock.now = due
  const pauses: number[] = []
  for (;;) {
    await r.round()
    const notice = r.notice(id)
    if (notice.state === 'dead') break
    expect(notice).toMatchObject({ state: 'scheduled', lastError: 'http_500', attempts: keys.length })
    pauses.push((notice.nextAttemptAt - c.clock.now) / minute)
    c.clock.now = notice.nextAttemptAt - 1
    await r.round()
    expect(r.notice(id)).toEqual(notice)
    c.clock.now = notice.nextAttemptAt
  }
  expect(pauses).toEqual([0.75, 1.5, 3, 6, 12, 24, 48, 90, 90])
  expect(r.notice(id)).toMatchObject({ state: 'dead', reason: 'gave_up', attempts: 10, sentAt: null })
  expect(keys).toHaveLength(10)
  expect(new Set(keys).size).toBe(1)
})

test('§6.3 A delivery that is refused finally is not tried again.', async () => {
  await using c = await clinic()
  const r = failing(c, { error: 'smtp_550', verdict: 'refused' })
  const { id } = await booked(c)
  c.clock.now = due
  await r.round()
  expect(r.notice(id)).toMatchObject({ state: 'dead', reason: 'refused', lastError: 'smtp_550', attempts: 1 })
})

test('a notice that was refused finally stays refused when its appointment is moved and moved back', async () => {
  await using c = await clinic()
  const r = failing(c, { error: 'smtp_550', verdict: 'refused' })
  const { id, patch } = await booked(c)
  c.clock.now = due
  await r.round()
  const before = r.notice(id)
  await patch(elsewhere)
  await patch(back)
  expect(r.notices(id)[0]).toEqual(before)
})

test('the next try waits for the time that the provider asked for', async () => {
  await using c = await clinic()
  const r = failing(c, { error: 'http_429', verdict: 'failed', retryAfter: 2 * hour })
  const { id } = await booked(c)
  c.clock.now = due
  await r.round()
  expect(r.notice(id).nextAttemptAt).toBe(due + 2 * hour)
})

test('the next try never waits longer than the longest pause', async () => {
  await using c = await clinic()
  const r = failing(c, { error: 'http_429', verdict: 'failed', retryAfter: day })
  const { id } = await booked(c)
  c.clock.now = due
  await r.round()
  expect(r.notice(id)).toMatchObject({ state: 'scheduled', nextAttemptAt: due + 2 * hour })
})

test('the last try is half a minute before the notice is too late', async () => {
  await using c = await clinic()
  const r = failing(c, { error: 'http_429', verdict: 'failed', retryAfter: hour })
  const { id } = await booked(c)
  c.clock.now = nine - hour
  await r.round()
  const last = nine - 10.5 * minute
  expect(r.notice(id)).toMatchObject({ state: 'scheduled', nextAttemptAt: last })
  c.clock.now = last
  await r.round()
  expect(r.notice(id)).toMatchObject({ state: 'dead', reason: 'gave_up', attempts: 2 })
})

test('§6.3 A try that reaches nobody does not count, however long the provider is away.', async () => {
  await using c = await clinic()
  const r = failing(c, { error: 'unreachable', verdict: 'away' })
  const { id } = await booked(c)
  c.clock.now = due
  for (let i = 0; i < 12; i++) {
    await r.round()
    expect(r.notice(id)).toMatchObject({ state: 'scheduled', attempts: 0, lastError: 'unreachable' })
    c.clock.now = r.notice(id).nextAttemptAt
  }
  const working = reminding(c)
  await working.round()
  expect(working.emails).toMatchObject([{ repeated: true }])
  expect(working.notice(id)).toMatchObject({ state: 'sent', attempts: 1 })
})

test('the pause after a failed try stays when the lead changes, and when the entry becomes a block and an appointment again', async () => {
  await using c = await clinic()
  const r = failing(c, { error: 'http_500', verdict: 'failed' })
  const { id, patch } = await booked(c)
  c.clock.now = due
  await r.round()
  const { nextAttemptAt } = r.notice(id)
  expect(nextAttemptAt).toBeGreaterThan(due)
  await setLead(c, 2 * 1440)
  expect(r.notice(id).nextAttemptAt).toBe(nextAttemptAt)
  await patch({ type: 'unavailable' })
  await patch({ type: 'appointment' })
  expect(r.notice(id)).toMatchObject({ state: 'scheduled', attempts: 1, nextAttemptAt })
})
