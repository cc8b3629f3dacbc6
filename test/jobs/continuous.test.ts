import { expect, test } from 'bun:test'
import type { Delivery } from '../../src/delivery/delivery.ts'
import { undoMs } from '../../src/domain/reminders/undo.ts'
import { booked, due } from '../support/booked.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { reminding } from '../support/reminding.ts'
import { turns } from '../support/turns.ts'
import { until } from '../support/until.ts'

/** A sender whose e-mail deliveries each wait until the test ends them. */
function waiting(c: Clinic, slowAfterMs = 60_000) {
  const begun: { key: string; end: () => void }[] = []
  const email = (_: unknown, { key }: Delivery) => new Promise<void>((end) => begun.push({ key, end }))
  const r = reminding(c, { channels: { email }, deliveryMs: 600_000, slowAfterMs })
  const { email: sender } = r.senders
  const reaches = async (count: number) => {
    await until('the deliveries', () => begun.length >= count)
    // Claims are writes, and each begins its delivery at once. So every delivery that would still begin has begun after
    // this write.
    await c.practice.write(() => undefined)
    await turns()
    return begun.length
  }
  const endAll = async () => {
    const over = sender.stop()
    for (let i = 0; i < begun.length; i++) begun[i]!.end()
    await over
  }
  return { ...r, begun, sender, reaches, endAll }
}

const book = async (c: Clinic, count: number) => {
  for (let i = 0; i < count; i++) await booked(c, { notifyBySms: false })
}

test('the number of deliveries in progress grows to eight again after a time when no notice was due', async () => {
  await using c = await clinic()
  const { begun, sender, reaches, endAll } = waiting(c)
  await book(c, 1)
  c.clock.now = due
  await sender.tick()
  expect(await reaches(1)).toBe(1)
  c.clock.now = due - undoMs
  await book(c, 20)
  c.clock.now = due
  // The first delivery still lasts. The sender does not wait for it.
  await sender.tick()
  expect(await reaches(8)).toBe(8)
  begun[3]!.end()
  expect(await reaches(9)).toBe(9)
  begun[0]!.end()
  begun[1]!.end()
  expect(await reaches(11)).toBe(11)
  expect(sender.state).toMatchObject({ inDelivery: 8 })
  await endAll()
})

test('other deliveries begin while slow deliveries last, up to 32 at the same time', async () => {
  await using c = await clinic()
  const { begun, sender, reaches, endAll } = waiting(c, 10)
  await book(c, 40)
  c.clock.now = due
  await sender.tick()
  expect(await reaches(32)).toBe(32)
  begun[0]!.end()
  expect(await reaches(33)).toBe(33)
  expect(sender.state.inDelivery).toBe(32)
  await endAll()
})

test('an error while a notice is claimed is reported, and the next round sends the notice', async () => {
  await using c = await clinic()
  await book(c, 1)
  c.clock.now = due
  const { dueNotices } = c.store
  let broken = true
  const takeNext: typeof dueNotices.takeNext = (...asked) =>
    broken ? Promise.reject(new Error('the disk is full')) : dueNotices.takeNext(...asked)
  const bound = {
    takeNext,
    listLost: dueNotices.listLost.bind(dueNotices),
    shortenLeases: dueNotices.shortenLeases.bind(dueNotices),
    forgetClockAhead: dueNotices.forgetClockAhead.bind(dueNotices),
  }
  const r = reminding(c, {
    store: { ...c.store, dueNotices: Object.assign(Object.create(dueNotices), bound) },
  })
  await r.sender.round('email')
  expect(r.faults).toMatchObject([{ message: 'the disk is full' }])
  broken = false
  await r.sender.round('email')
  expect(r.emails).toHaveLength(1)
})
