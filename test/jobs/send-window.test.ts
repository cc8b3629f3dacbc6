import { expect, test } from 'bun:test'
import { updateNotice } from '../../src/store/notices/notices.ts'
import { success } from '../support/answers.ts'
import { booked } from '../support/booked.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { reminding } from '../support/reminding.ts'
import { changePractice, failing, hour, minute, setLead } from './sending.ts'

/** The instant of a local time in Berlin in winter, an hour ahead of UTC. */
const on = (date: string, time: string) => Date.parse(`2026-03-${date}T${time}:00+01:00`)
const startingAt = (date: string, time: string) => ({
  startAt: new Date(on(date, time)).toISOString(),
  endAt: new Date(on(date, time) + hour).toISOString(),
})
const setWindow = async (c: Clinic, sendFrom: string, sendUntil: string) =>
  success(await c.owner.call('PATCH', '/api/v1/practice/reminders', { sendFrom, sendUntil }))

test('§6.1 A reminder that falls due outside the window goes out at the next opening.', async () => {
  await using c = await clinic()
  const r = reminding(c)
  await setLead(c, 180)
  const { id } = await booked(c, {}, startingAt('10', '09:30'))
  expect(r.notice(id)).toMatchObject({ dueAt: on('10', '06:30'), nextAttemptAt: on('10', '08:00') })
  c.clock.now = on('10', '08:00') - 1
  await r.round()
  expect(r.emails).toEqual([])
  c.clock.now = on('10', '08:00')
  await r.round()
  expect(r.emails).toHaveLength(1)
})

test('§6.1 When a reminder falls due before the window opens, it goes out the evening before, an hour before the window closes. An appointment booked after that hour has no reminder.', async () => {
  await using c = await clinic()
  const r = reminding(c)
  await setLead(c, 60)
  const { id } = await booked(c, {}, startingAt('10', '07:00'))
  expect(r.notice(id)).toMatchObject({ dueAt: on('10', '06:00'), nextAttemptAt: on('09', '19:00') })
  c.clock.now = on('09', '19:00')
  await r.round()
  expect(r.emails).toHaveLength(1)
  const late = await booked(c, {}, startingAt('10', '07:00'))
  expect(r.notice(late.id)).toMatchObject({ state: 'skipped', reason: 'inside_lead' })
})

test('a late reminder waits for the opening of the send window, and is skipped when the opening is too late', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const [useful, useless] = [
    await booked(c, {}, startingAt('10', '09:00')),
    await booked(c, {}, startingAt('10', '08:59')),
  ]
  c.clock.now = on('10', '03:00')
  await r.round()
  expect(r.emails).toEqual([])
  expect(r.notice(useful.id)).toMatchObject({
    state: 'scheduled',
    nextAttemptAt: on('10', '08:00'),
    attempts: 0,
  })
  expect(r.notice(useless.id)).toMatchObject({ state: 'skipped', reason: 'missed_window' })
  const waiting = r.notices(useful.id)
  c.clock.now += 5_000
  await r.round()
  expect(r.notices(useful.id)).toEqual(waiting)
  c.clock.now = on('10', '08:00')
  await r.round()
  expect(r.emails).toHaveLength(1)
})

test('§6.1 A further try at night waits until the window opens. When that is too late, the last try is just before the window closes.', async () => {
  await using c = await clinic()
  const r = failing(c, { error: 'smtp_451', verdict: 'failed', retryAfter: 30 * minute })
  const [next, early] = [
    await booked(c, {}, startingAt('10', '19:45')),
    await booked(c, {}, startingAt('10', '07:00')),
  ]
  c.clock.now = on('09', '19:45')
  await r.round()
  expect(r.notice(next.id)).toMatchObject({
    state: 'scheduled',
    attempts: 1,
    nextAttemptAt: on('10', '08:00'),
  })
  expect(r.notice(early.id)).toMatchObject({ state: 'scheduled', nextAttemptAt: on('09', '19:59') })
  c.clock.now = on('09', '19:59')
  await r.round()
  expect(r.notice(early.id)).toMatchObject({ state: 'dead', reason: 'gave_up', attempts: 2 })
})

test('a reminder over the ceiling waits for the opening of the send window on the next day', async () => {
  await using c = await clinic()
  await setWindow(c, '10:15', '20:00')
  const r = reminding(c, { ceilings: { email: 1, sms: 0 } })
  const ids: string[] = []
  for (let i = 0; i < 2; i++) ids.push((await booked(c, {}, startingAt('10', '14:00'))).id)
  c.clock.now = on('09', '14:00')
  await r.round()
  const held = ids.map((id) => r.notice(id)).filter(({ state }) => state === 'scheduled')
  expect(held).toMatchObject([{ reason: 'over_ceiling', nextAttemptAt: on('10', '10:15') }])
})

test('a change of the send window or of the time zone changes the send times of planned reminders', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id } = await booked(c, {}, startingAt('10', '07:00'))
  const goesOut = () => r.notice(id).nextAttemptAt
  expect(goesOut()).toBe(on('09', '08:00'))
  await setWindow(c, '06:00', '20:00')
  expect(goesOut()).toBe(on('09', '07:00'))
  await setWindow(c, '10:00', '20:00')
  expect(goesOut()).toBe(on('09', '10:00'))
  // Before this change of the zone, the reminder was planned for ten in Berlin, when it is five in New York.
  await changePractice(c, { timezone: 'America/New_York' })
  expect(goesOut()).toBe(on('09', '15:00'))
  expect(r.notice(id).dueAt).toBe(on('09', '07:00'))
})

test('a reminder of the evening before goes out after its process died, when another process takes it over', async () => {
  await using c = await clinic()
  const r = reminding(c)
  await setLead(c, 60)
  const { id } = await booked(c, { notifyBySms: false }, startingAt('10', '07:00'))
  c.clock.now = on('09', '19:00')
  await c.store.dueNotices.takeNext('email', c.clock.now, { last: 0 }, (tx, noticeId) => {
    const lost = { state: 'running', lease: 'lost', leaseUntil: c.clock.now + minute } as const
    updateNotice(tx, noticeId, lost)
    return { noticeId }
  })
  c.clock.now += 2 * minute
  await r.round()
  expect(r.notice(id).state).toBe('sent')
})

test('no round writes a notice again that waits for the opening of the send window', async () => {
  await using c = await clinic()
  const r = reminding(c)
  await setWindow(c, '10:00', '11:00')
  const { id } = await booked(c, {}, startingAt('11', '14:00'))
  c.clock.now = on('10', '14:00')
  await r.round()
  const before = r.notices(id)
  expect(before[0]!.nextAttemptAt).toBe(on('11', '10:00'))
  for (let i = 0; i < 3; i++) {
    c.clock.now += 5_000
    await r.round()
  }
  expect(r.notices(id)).toEqual(before)
})
