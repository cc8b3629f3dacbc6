/**
 * The messages that a patient gets when a process dies during a delivery, and the appointment changes before another
 * process takes over.
 */
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { newId } from '../../src/domain/id.ts'
import { rescue } from '../../src/jobs/rescue.ts'
import { updateNotice } from '../../src/store/notices/notices.ts'
import { booked, due, nine } from '../support/booked.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { inSql } from '../support/in-sql.ts'
import { at } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'
import { cancelled, undone } from '../support/visits.ts'
import { back, cancel, day, elsewhere, hour, minute } from './sending.ts'

const lease = minute
const grace = 5 * minute

/**
 * A booking and its mail. The process died after it handed the mail over, before it knew the outcome. `heard` holds the
 * subjects that the patient got.
 */
async function handedOver(c: Clinic) {
  const heard: string[] = []
  const begun = Promise.withResolvers<void>()
  const email = async ({ subject }: { subject: string }) => {
    heard.push(subject.replace(/:.*| on .*/, ''))
    begun.resolve()
    await new Promise(() => undefined)
  }
  const dead = reminding(c, { channels: { email }, deliveryMs: hour })
  const entry = await booked(c, { notifyBySms: false })
  c.clock.now = due
  await dead.senders.email.tick()
  await begun.promise
  const next = reminding(c, {
    channels: { email: async ({ subject }) => void heard.push(subject.replace(/:.*| on .*/, '')) },
  })
  const later = async (ms: number) => {
    c.clock.now += ms
    await next.round()
  }
  return { ...entry, next, heard, later }
}

const changes: [
  string,
  string,
  (c: Clinic, e: Awaited<ReturnType<typeof handedOver>>) => Promise<unknown>,
][] = [
  ['moved', 'New time', (_, { patch }) => patch(elsewhere)],
  ['cancelled', 'Cancelled', (c, { id }) => cancelled(c.owner.call, id)],
  ['deleted', 'Cancelled', (c, { id }) => cancel(c, id)],
  ['made a block', 'Cancelled', (_, { patch }) => patch({ type: 'unavailable' })],
]

for (const [what, news, change] of changes) {
  test(`a patient gets a message that the appointment was ${what} while the lease of a dead process still lasted`, async () => {
    await using c = await clinic()
    const e = await handedOver(c)
    await change(c, e)
    const { heard, next, later } = e
    expect(next.notices(e.id)[0]).toMatchObject({ state: 'cancelled' })
    await later(lease)
    const [reminder] = next.notices(e.id)
    expect(reminder).toMatchObject({
      state: 'uncertain',
      uncertainAt: c.clock.now,
      lease: null,
      leaseUntil: null,
    })
    await later(grace)
    expect(heard).toEqual(['Your appointment', news])
    await later(hour)
    expect(heard).toHaveLength(2)
  })

  test(`a patient gets a message that the appointment was ${what} after the delivery was taken over, before its next try`, async () => {
    await using c = await clinic()
    const e = await handedOver(c)
    const { heard, next, later } = e
    // The next try waits, because the provider is away.
    c.clock.now += lease
    await rescue(next.deps, 'email', new Set())
    expect(next.notices(e.id)[0]).toMatchObject({ state: 'scheduled', uncertainAt: c.clock.now, lease: null })
    await change(c, e)
    expect(next.notices(e.id)[0]).toMatchObject({ state: 'uncertain' })
    await later(grace)
    expect(heard).toEqual(['Your appointment', news])
    await later(hour)
    expect(heard).toHaveLength(2)
  })
}

test('when an appointment is moved and moved back inside the lease of a dead process, its reminder is sent once more', async () => {
  await using c = await clinic()
  const { id, patch, heard, next, later } = await handedOver(c)
  await patch(elsewhere)
  await patch(back)
  await later(lease)
  await later(grace)
  expect(heard).toEqual(['Your appointment', 'Your appointment'])
  expect(next.notices(id)[0]).toMatchObject({ state: 'sent' })
})

test('when an appointment is moved back after the lease of a dead process, its reminder is sent once more', async () => {
  await using c = await clinic()
  const { id, patch, heard, next, later } = await handedOver(c)
  await patch(elsewhere)
  c.clock.now += lease + minute
  await patch(back)
  await later(1_000)
  expect(heard).toEqual(['Your appointment', 'Your appointment'])
  expect(next.notices(id)[0]).toMatchObject({ state: 'sent' })
  await later(hour)
  expect(heard).toHaveLength(2)
})

test('when a cancellation is taken back after the lease of a dead process, the patient gets no further message', async () => {
  await using c = await clinic()
  const { id, heard, next, later } = await handedOver(c)
  await cancelled(c.owner.call, id)
  await later(lease)
  await undone(c.owner.call, id)
  await later(grace)
  expect(heard).toEqual(['Your appointment'])
  // The outcome of the reminder is unknown, so the front desk lists it as uncertain.
  expect(next.notices(id)[0]).toMatchObject({ state: 'uncertain', startAt: nine })
})

test('a notice whose process died during the last try is uncertain', async () => {
  await using c = await clinic()
  const { id, next, heard, later } = await handedOver(c)
  using database = new Database(c.path)
  database.run(`update reminder_jobs set attempts = 10 where entry_id = ${inSql(id)}`)
  await later(lease)
  await later(grace)
  expect(next.notices(id)[0]).toMatchObject({ state: 'uncertain', reason: null, attempts: 10 })
  expect(heard).toEqual(['Your appointment'])
})

test('a notice that another process fails to take over becomes uncertain, and does not hold up other notices', async () => {
  await using c = await clinic()
  const { id, next, heard, later } = await handedOver(c)
  const second = await booked(c, { notifyBySms: false })
  const orphan = { state: 'running', lease: newId(due), leaseUntil: due + lease, attempts: 1 } as const
  const notice = next.notice(second.id)
  await c.practice.write((tx) => updateNotice(tx, notice.id, orphan))
  const broken = next.notice(id).id
  const database = new Database(c.path)
  database.run(`create trigger bad_row before update of last_error on reminder_jobs
    when old.id = ${inSql(broken)} and new.last_error = 'interrupted' begin select raise(abort, 'a bad row'); end`)
  database.close()
  await later(lease)
  expect(next.faults.map(String)).toEqual([expect.stringContaining(broken)])
  expect(next.notice(id)).toMatchObject({ state: 'uncertain', lease: null })
  expect(next.notice(second.id)).toMatchObject({ state: 'sent', attempts: 2 })
  expect(heard).toHaveLength(2)
})

test('a message that goes out between the death of a process and the takeover of its delivery counts as the newer message', async () => {
  await using c = await clinic()
  const { id, patch, next, heard, later } = await handedOver(c)
  // The reminder of the new start goes out at once, while the old reminder still has its lease.
  await patch({ startAt: new Date(c.clock.now + day + 30_000).toISOString(), endAt: at('12:00') })
  await later(30_000)
  await later(30_000)
  expect(next.notices(id).find(({ startAt }) => startAt === nine)).toMatchObject({ state: 'uncertain' })
  await later(hour)
  expect(heard).toEqual(['Your appointment', 'Your appointment'])
  expect(next.news(id)).toEqual([])
})
