import { expect, test } from 'bun:test'
import { deliveryKey } from '../../src/domain/reminders/delivery-key.ts'
import { listNotices, updateNotice } from '../../src/store/notices.ts'
import { booked, due } from '../support/booked.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { reminding } from '../support/reminding.ts'
import { day, held, hour } from './sending.ts'

/** Leaves the notices of an entry as a process that has crashed would leave them. */
const orphan = async (c: Clinic, entryId: string, leaseUntil: number) =>
  c.practice.write((tx) => {
    for (const { id } of listNotices(tx, entryId))
      updateNotice(tx, id, { state: 'running', lease: 'of a dead process', leaseUntil, attempts: 1 })
  })

test('a lease that is over is taken over, and its notice is tried again with the same key', async () => {
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

test('a lease from before the clock was set back does not hold a notice for ever', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id } = await booked(c)
  await orphan(c, id, due + day)
  c.clock.now = due
  await r.round()
  expect(r.notice(id).state).toBe('sent')
})

test('a sender that has lost its lease leaves the notice to the new holder', async () => {
  await using c = await clinic()
  const plain = reminding(c)
  const { id } = await booked(c)
  const other = { lease: 'another’s', leaseUntil: due + day }
  const email = async () => c.practice.write((tx) => updateNotice(tx, plain.notice(id).id, other))
  c.clock.now = due
  await reminding(c, { channels: { email } }).sender.round('email')
  expect(plain.notice(id)).toMatchObject({ state: 'running', ...other, sentAt: null })
})

test('each sender knows only its own deliveries, so it takes over what another holds for too long', async () => {
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
