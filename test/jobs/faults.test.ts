import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { type Delivery, DeliveryFailure } from '../../src/delivery/delivery.ts'
import { noticeIdOf } from '../../src/domain/reminders/delivery-key.ts'
import { DatabaseUnavailable } from '../../src/store/engine/trouble.ts'
import { booked, due, nine } from '../support/booked.ts'
import { byTest } from '../support/by-test.ts'
import { clinic } from '../support/clinic.ts'
import { inSql } from '../support/in-sql.ts'
import { reminding } from '../support/reminding.ts'
import { turns } from '../support/turns.ts'
import { until } from '../support/until.ts'
import { bookedAtNeighbours, hour, setLead, toldOf } from './sending.ts'

test('§6.3 A delivery that still runs when the appointment starts is broken off, so that nothing goes out afterwards.', async () => {
  await using c = await clinic()
  const begun = Promise.withResolvers<void>()
  const email = (_: unknown, { signal }: Delivery) => {
    begun.resolve()
    return new Promise<void>((_, reject) => {
      signal.addEventListener('abort', () => {
        setTimeout(() => reject(new DeliveryFailure({ error: 'timeout', verdict: 'failed' })), 10)
      })
    })
  }
  const r = reminding(c, { channels: { email }, deliveryMs: 60_000 })
  await setLead(c, 5)
  const { id } = await booked(c)
  c.clock.now = nine - 50
  const round = r.round()
  await begun.promise
  c.clock.now = nine
  await round
  expect(r.notice(id)).toMatchObject({ state: 'dead', reason: 'gave_up', lastError: 'timeout' })
})

test('a delivery that is broken off and gives no answer is uncertain', async () => {
  await using c = await clinic()
  const email = () => new Promise<void>(() => undefined)
  const r = reminding(c, { channels: { email }, deliveryMs: 20, partingMs: 20 })
  const { id } = await booked(c)
  c.clock.now = due
  await r.round()
  expect(r.notice(id)).toMatchObject({ state: 'uncertain', reason: null, lastError: 'timeout', lease: null })
})

test.each(['email', 'sms'] as const)(
  'a notice by %s with a damaged record does not hold up the notices of another practice',
  async (channel) => {
    await using c = await clinic()
    const r = reminding(c)
    const { id } = await booked(c)
    await bookedAtNeighbours(c)
    const database = new Database(c.path)
    database.run(`update entries set metadata = 'Zoé' where id = ${inSql(id)}`)
    database.close()
    c.clock.now = due + hour
    await r.sender.round(channel)
    expect(channel === 'email' ? r.emails : r.texts).toHaveLength(1)
    expect(r.notice(id, channel)).toMatchObject({ state: 'scheduled', attempts: 1, lastError: 'fault' })
    expect(toldOf(r.faults)).not.toContain('Zoé')
    for (let i = 0; i < 10; i++) {
      c.clock.now = r.notice(id, channel).nextAttemptAt
      await r.sender.round(channel)
    }
    expect(r.notice(id, channel)).toMatchObject({ state: 'dead', reason: 'gave_up', attempts: 10 })
    expect(r.faults).toHaveLength(10)
  },
)

test('a practice with an unknown time zone does not hold up the notices of another practice', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id } = await booked(c)
  await bookedAtNeighbours(c)
  const database = new Database(c.path)
  database.run(
    `update practices set timezone = 'Mars/Olympus' where key = (select practice_key from entries where id = ${inSql(id)})`,
  )
  database.close()
  c.clock.now = due + hour
  await r.round()
  expect(r.emails).toHaveLength(1)
  expect(r.notice(id)).toMatchObject({ state: 'scheduled', attempts: 1, lastError: 'fault' })
})

test('an error of the service is reported without its message, and the notice is tried again', async () => {
  await using c = await clinic()
  const email = () => Promise.reject(new TypeError('no such thing'))
  const r = reminding(c, { channels: { email } })
  const { id } = await booked(c)
  c.clock.now = due
  await r.round()
  const told = toldOf(r.faults)
  expect(told).toContain(`TypeError while sending the reminder ${r.notice(id).id}`)
  expect(told).not.toContain('no such thing')
  expect(r.notice(id)).toMatchObject({ state: 'scheduled', lastError: 'fault' })
})

test('a delivery that never ends does not hold up other deliveries of either channel', async () => {
  await using c = await clinic()
  const plain = reminding(c)
  const hung = (await booked(c)).id
  const hungId = plain.notice(hung).id
  const email: typeof plain.deps.channels.email = (message, delivery) =>
    noticeIdOf(delivery.key) === hungId
      ? new Promise(() => undefined)
      : plain.deps.channels.email!(message, delivery)
  const r = reminding(c, { channels: { ...plain.deps.channels, email }, deliveryMs: 100, partingMs: 20 })
  for (let i = 0; i < 20; i++) await booked(c)
  c.clock.now = due
  await r.round()
  expect(plain.emails).toHaveLength(20)
  expect(plain.texts).toHaveLength(21)
  expect(r.notice(hung)).toMatchObject({ state: 'uncertain', lastError: 'timeout', lease: null })
})

test('when the disk is full, the outcome of a delivery is written later, and the message is not sent again', async () => {
  await using c = await clinic()
  const { practices } = c.store
  let isFull = true
  const of: typeof practices.of = (id) => {
    const { read, write } = practices.of(id, byTest)
    return { read, write: (fn) => (isFull ? Promise.reject(new DatabaseUnavailable('full')) : write(fn)) }
  }
  const r = reminding(c, { store: { ...c.store, practices: { of } }, rewriteMs: 5 })
  const { id } = await booked(c, { notifyBySms: false })
  c.clock.now = due
  await r.senders.email.tick()
  await until('the fault', () => r.faults.length > 0)
  // An hour later, the lease is over.
  c.clock.now = due + hour
  await r.senders.email.tick()
  await turns()
  expect(r.notice(id)).toMatchObject({ state: 'running', attempts: 1 })
  isFull = false
  await r.round()
  expect(r.notice(id)).toMatchObject({ state: 'sent', attempts: 1 })
  expect(r.emails).toHaveLength(1)
  expect(r.faults).toHaveLength(1)
})
