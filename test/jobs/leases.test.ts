import { expect, test } from 'bun:test'
import type { Delivery } from '../../src/delivery/delivery.ts'
import { deliveryKey } from '../../src/domain/reminders/delivery-key.ts'
import { listNotices, updateNotice } from '../../src/store/notices/notices.ts'
import { booked, due } from '../support/booked.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { reminding } from '../support/reminding.ts'
import { until } from '../support/until.ts'
import { back, day, elsewhere, held, hour, minute } from './sending.ts'

/** Changes the notices of an entry to the state in which a crashed process would leave them behind. */
const orphan = async (c: Clinic, entryId: string, leaseUntil: number) =>
  c.practice.write((tx) => {
    for (const { id } of listNotices(tx, entryId))
      updateNotice(tx, id, { state: 'running', lease: 'of a dead process', leaseUntil, attempts: 1 })
  })

test('§6.3 When the lease of a delivery is over, the message is taken over and tried again under the same key.', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id } = await booked(c)
  await orphan(c, id, due + 30_000)
  c.clock.now = due + 30_000 - 16_999
  await r.round()
  expect(r.emails).toEqual([])
  c.clock.now = due + 30_000
  await r.round()
  expect(r.emails).toMatchObject([{ key: deliveryKey(r.notice(id).id, 'zoe@example.org'), repeated: true }])
  expect(r.notice(id)).toMatchObject({ state: 'sent', attempts: 2 })
})

test('a lease that ends far in the future, because the clock was set back, is shortened to a minute', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id } = await booked(c)
  await orphan(c, id, due + day)
  c.clock.now = due
  await r.round()
  expect(r.notice(id)).toMatchObject({ state: 'running', leaseUntil: due + minute })
  c.clock.now = due + minute
  await r.round()
  expect(r.notice(id).state).toBe('sent')
})

test('when the clock is set back, a process that goes on keeps its delivery', async () => {
  await using c = await clinic()
  const slow = held(c, { renewEveryMs: 5, deliveryMs: 60_000 })
  const other = reminding(c)
  const { id } = await booked(c, { notifyBySms: false })
  c.clock.now = due + hour
  await slow.senders.email.tick()
  await slow.begun
  for (let seconds = 0; seconds <= 180; seconds += 50) {
    c.clock.now = due + seconds * 1_000
    await other.round()
    await until('the new lease', () => slow.notice(id).leaseUntil === c.clock.now + minute)
  }
  expect(other.emails).toEqual([])
  slow.end.resolve()
  await slow.senders.email.idle()
  expect(slow.notice(id)).toMatchObject({ state: 'sent', attempts: 1, lease: null })
})

test('when a provider answers after the lease is over, the notice stays as the next process left it', async () => {
  await using c = await clinic()
  const slow = held(c)
  const other = reminding(c)
  const { id, patch } = await booked(c, { notifyBySms: false })
  c.clock.now = due
  const round = slow.sender.round('email')
  await slow.begun
  await patch(elsewhere)
  c.clock.now = due + minute
  await other.sender.round('email')
  expect(other.notices(id)[0]).toMatchObject({ state: 'uncertain', lease: null })
  slow.end.resolve()
  await round
  expect(other.notices(id)[0]).toMatchObject({ state: 'uncertain', sentAt: null })
  c.clock.now += 5 * minute
  await other.sender.round('email')
  expect(other.emails.map(({ subject }) => subject.replace(/:.*/, ''))).toEqual(['New time'])
})

test('a sender that has lost its lease does not change the notice of the new holder', async () => {
  await using c = await clinic()
  const plain = reminding(c)
  const { id } = await booked(c)
  const other = { lease: 'another’s', leaseUntil: due + day }
  const email = () => {
    const notice = plain.notice(id)
    return c.practice.write((tx) => updateNotice(tx, notice.id, other))
  }
  c.clock.now = due
  await reminding(c, { channels: { email } }).sender.round('email')
  expect(plain.notice(id)).toMatchObject({ state: 'running', ...other, sentAt: null })
})

test('a sender takes over the delivery of another sender when the lease of that delivery is over', async () => {
  await using c = await clinic()
  const [slow, other] = [held(c), reminding(c)]
  const { id } = await booked(c)
  c.clock.now = due
  const round = slow.sender.round('email')
  await slow.begun
  c.clock.now = due + hour
  await other.sender.round('email')
  expect(other.emails).toMatchObject([
    { key: deliveryKey(other.notice(id).id, 'zoe@example.org'), repeated: true },
  ])
  slow.end.resolve()
  await round
  expect(other.notice(id)).toMatchObject({ state: 'sent', sentAt: due + hour, attempts: 2 })
})

test('a lease is renewed while the delivery lasts, so no other process takes the notice over', async () => {
  await using c = await clinic()
  const slow = held(c, { renewEveryMs: 5, deliveryMs: 60_000 })
  const other = reminding(c)
  const { id } = await booked(c, { notifyBySms: false })
  c.clock.now = due
  await slow.senders.email.tick()
  await slow.begun
  expect(slow.notice(id).leaseUntil).toBe(due + minute)
  for (let seconds = 50; seconds <= 600; seconds += 50) {
    c.clock.now = due + seconds * 1_000
    await until('the new lease', () => slow.notice(id).leaseUntil === c.clock.now + minute)
    await other.round()
  }
  expect(other.emails).toEqual([])
  slow.end.resolve()
  await slow.senders.email.idle()
  expect(slow.notice(id)).toMatchObject({ state: 'sent', attempts: 1, lease: null })
})

test('a notice that is cancelled during its delivery keeps its lease, so it is not sent twice when its appointment comes back', async () => {
  await using c = await clinic()
  const slow = held(c, { renewEveryMs: 5, deliveryMs: 60_000 })
  const { id, patch } = await booked(c, { notifyBySms: false })
  c.clock.now = due
  await slow.senders.email.tick()
  await slow.begun
  await patch(elsewhere)
  const [cancelled] = slow.notices(id)
  expect(cancelled).toMatchObject({ state: 'cancelled' })
  c.clock.now = due + 5 * minute
  await until('the new lease', () => slow.notices(id)[0]!.leaseUntil! >= c.clock.now)
  await patch(back)
  expect(slow.notices(id)[0]).toMatchObject({ state: 'running', id: cancelled!.id })
  slow.end.resolve()
  await slow.senders.email.idle()
  expect(slow.calls()).toBe(1)
})

test('a delivery is broken off when another process takes over its notice', async () => {
  await using c = await clinic()
  const brokenOff = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const email = (_: unknown, { signal }: Delivery) => {
    begun.resolve()
    signal.addEventListener('abort', () => brokenOff.resolve())
    return brokenOff.promise
  }
  const r = reminding(c, { channels: { email }, renewEveryMs: 5, deliveryMs: 60_000 })
  const { id } = await booked(c, { notifyBySms: false })
  c.clock.now = due
  await r.senders.email.tick()
  await begun.promise
  const other = { lease: 'another’s', leaseUntil: due + minute }
  const notice = r.notice(id)
  await c.practice.write((tx) => updateNotice(tx, notice.id, other))
  await brokenOff.promise
  await r.senders.email.idle()
  expect(r.notice(id)).toMatchObject({ state: 'running', ...other })
  expect(r.outcomes).toEqual([])
})
