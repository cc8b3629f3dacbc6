import { expect, test } from 'bun:test'
import { type Delivery, DeliveryFailure } from '../../src/delivery/delivery.ts'
import type { Verdict } from '../../src/domain/reminders/retry.ts'
import { booked, due } from '../support/booked.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { reminding } from '../support/reminding.ts'
import { until } from '../support/until.ts'
import { held } from './sending.ts'

const bookMany = async (c: Clinic, count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await booked(c, { notifyBySms: false })).id))

test('a sender that stops finishes its deliveries and begins no other', async () => {
  await using c = await clinic()
  const r = held(c)
  const ids = await bookMany(c, 20)
  c.clock.now = due
  await r.senders.email.tick()
  await until('eight deliveries', () => r.calls() >= 8)
  const stop = r.senders.email.stop()
  r.end.resolve()
  await stop
  await r.senders.email.tick()
  await r.senders.email.idle()
  expect(r.calls()).toBe(8)
  const states = ids.map((id) => r.notice(id).state).sort()
  expect(states).toEqual([...Array(12).fill('scheduled'), ...Array(8).fill('sent')])
})

/** A sender whose deliveries end only when they are broken off, and then fail with this verdict. */
function brokenOff(c: Clinic, verdict: Verdict) {
  const begun = Promise.withResolvers<void>()
  const email = (_: unknown, { signal }: Delivery) => {
    begun.resolve()
    return new Promise<void>((_, reject) => {
      signal.addEventListener('abort', () => reject(new DeliveryFailure({ error: 'timeout', verdict })))
    })
  }
  return { ...reminding(c, { channels: { email }, graceMs: 20, deliveryMs: 60_000 }), begun: begun.promise }
}

test.each(['away', 'failed'] as const)(
  '§6.3 When the server stops, it breaks deliveries off. A delivery that did not reach the provider does not count as a try, and its reminder is due at once. %s',
  async (verdict) => {
    await using c = await clinic()
    const r = brokenOff(c, verdict)
    const [id] = await bookMany(c, 1)
    c.clock.now = due
    await r.senders.email.tick()
    await r.begun
    await r.senders.email.stop()
    const again = { state: 'scheduled', attempts: 0, nextAttemptAt: due, lease: null }
    expect(r.notice(id!)).toMatchObject({ ...again, lastError: 'interrupted' })
    expect(r.outcomes).toEqual(['email interrupted'])
    expect(r.providerNews).toEqual([])

    const next = reminding(c)
    await next.round()
    expect(next.emails).toMatchObject([{ repeated: true }])
  },
)

test('when a stop breaks off a delivery after the message was handed over, the notice is uncertain and not sent again', async () => {
  await using c = await clinic()
  const r = brokenOff(c, 'unknown')
  const [id] = await bookMany(c, 1)
  c.clock.now = due
  await r.senders.email.tick()
  await r.begun
  await r.senders.email.stop()
  expect(r.notice(id!)).toMatchObject({ state: 'uncertain', attempts: 1, lease: null })
  const next = reminding(c)
  await next.round()
  expect(next.emails).toEqual([])
})

test('when a delivery does not react to a stop, the stop does not wait for it, and its notice is uncertain', async () => {
  await using c = await clinic()
  const email = () => new Promise<void>(() => undefined)
  const r = reminding(c, { channels: { email }, graceMs: 10, partingMs: 10, deliveryMs: 60_000 })
  const [id] = await bookMany(c, 1)
  c.clock.now = due
  await r.senders.email.tick()
  await until('a delivery', () => r.senders.email.state.inDelivery > 0)
  await r.senders.email.stop()
  expect(r.notice(id!).state).toBe('uncertain')
})
