import { expect, test } from 'bun:test'
import { openDatabase } from '../../db/open.ts'
import { loadConfig } from '../../src/config.ts'
import { DeliveryFailure } from '../../src/delivery/delivery.ts'
import { updateNotice } from '../../src/store/notices/notices.ts'
import { createStore } from '../../src/store/store.ts'
import { success } from '../support/answers.ts'
import { booked, due, nine } from '../support/booked.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { reminding } from '../support/reminding.ts'
import { bookedAtNeighbours, cancel, day, failing, minute, setLead } from './sending.ts'

/** Ceilings of the day, with a limit for e-mail only. */
const most = (email: number) => ({ ceilings: { email, sms: 0 } })

/** Books appointments at this time (UTC) of Tuesday. Returns their ids. */
async function bookedAt(c: Clinic, time: string, count: number): Promise<string[]> {
  const ids: string[] = []
  const times = { startAt: `2026-03-10T${time}:00Z`, endAt: '2026-03-10T20:00:00Z' }
  for (let i = 0; i < count; i++) ids.push((await booked(c, {}, times)).id)
  return ids
}

/** A clinic with appointments at nine on Tuesday. The round in which their e-mail reminders fell due is over. */
async function afterRound({ ceiling, appointments }: { ceiling: number; appointments: number }) {
  const c = await clinic()
  const r = reminding(c, most(ceiling))
  const ids = await bookedAt(c, '09:00', appointments)
  c.clock.now = due
  await r.sender.round('email')
  return { c, r, ids, [Symbol.asyncDispose]: () => c[Symbol.asyncDispose]() }
}

const failed = async (c: Clinic) => success(await c.owner.call('GET', '/api/v1/reminders/failed')).reminders

/** 08:00 in Berlin on Tuesday. Reminders of an appointment on Tuesday at nine (UTC) fall due the day before. */
const nextMorning = Date.parse('2026-03-10T07:00:00Z')

test('§6.2 A message over the ceiling of the day waits for the send window of the next morning, and is listed as `over_ceiling`.', async () => {
  await using one = await afterRound({ ceiling: 2, appointments: 3 })
  const { c, r, ids } = one
  expect(r.emails).toHaveLength(2)
  const held = ids.map((id) => r.notice(id)).filter(({ state }) => state === 'scheduled')
  expect(held).toMatchObject([{ reason: 'over_ceiling', nextAttemptAt: nextMorning, attempts: 0 }])
  expect(await failed(c)).toMatchObject([{ id: held[0]!.id, state: 'scheduled', reason: 'over_ceiling' }])

  c.clock.now = nextMorning - minute
  await r.sender.round('email')
  expect(r.emails).toHaveLength(2)
  c.clock.now = nextMorning
  await r.sender.round('email')
  expect(r.emails).toHaveLength(3)
  expect(r.emails[2]).toMatchObject({ repeated: false })
  expect(await failed(c)).toEqual([])
})

test('a reminder over the ceiling that would be too late the next morning is skipped as `over_ceiling`', async () => {
  await using c = await clinic()
  const r = reminding(c, most(1))
  const ids = await bookedAt(c, '07:10', 2)
  c.clock.now = Date.parse('2026-03-09T07:10:00Z')
  await r.sender.round('email')
  expect(ids.map((id) => r.notice(id).state).sort()).toEqual(['sent', 'skipped'])
  expect(await failed(c)).toMatchObject([{ state: 'skipped', reason: 'over_ceiling' }])
})

test('a person may have a reminder over the ceiling tried again, and the reminder is held again while the ceiling is reached', async () => {
  await using one = await afterRound({ ceiling: 1, appointments: 2 })
  const { c, r } = one
  const [{ id }] = await failed(c)
  success(await c.owner.call('POST', `/api/v1/reminders/${id}/retry`))
  await r.sender.round('email')
  expect(r.emails).toHaveLength(1)
  success(await c.owner.call('POST', `/api/v1/reminders/${id}/retry`))
  await reminding(c, most(2)).sender.round('email')
  expect(await failed(c)).toEqual([])
})

test('a reminder over the ceiling stays held through many rounds, and no round writes its row again', async () => {
  await using one = await afterRound({ ceiling: 1, appointments: 2 })
  const { c, r, ids } = one
  const before = ids.map((id) => r.notice(id))
  for (let i = 1; i < 10; i++) {
    c.clock.now = due + i * minute
    await r.sender.round('email')
  }
  expect(ids.map((id) => r.notice(id))).toEqual(before)
})

test('a reminder that the ceiling held back while the clock was ahead goes out at its time by the right clock', async () => {
  await using c = await clinic()
  const r = reminding(c, most(1))
  await bookedAt(c, '09:00', 2)
  await setLead(c, 5 * 1440)
  c.clock.now = nine - 2 * day
  await r.sender.round('email')
  expect(r.emails).toHaveLength(1)
  c.clock.now = nine - 4 * day
  await r.sender.round('email')
  expect(r.emails).toHaveLength(2)
})

const notSent: [string, object][] = [
  ['was refused', { error: 'smtp_550', verdict: 'refused' }],
  ['failed', { error: 'smtp_451', verdict: 'failed' }],
  ['had no answer', { error: 'timeout', verdict: 'failed' }],
  ['met no server', { error: 'unreachable', verdict: 'away' }],
]

test.each(notSent)(
  '§6.2 A message that was not sent does not count for the ceiling of the day. %s',
  async (_, failure) => {
    await using c = await clinic()
    await bookedAt(c, '09:00', 3)
    c.clock.now = due
    await failing(c, failure as never).sender.round('email')
    const [later] = await bookedAt(c, '09:30', 1)
    const r = reminding(c, most(1))
    c.clock.now = due + 30 * minute
    const notices = r.notices(later!)
    await c.practice.write((tx) => {
      for (const { id } of notices) updateNotice(tx, id, { nextAttemptAt: due })
    })
    await r.sender.round('email')
    expect(r.notice(later!).state).toBe('sent')
    expect(r.emails).toHaveLength(1)
  },
)

test('§6.2 A practice sends at most 500 text messages and 2,000 mails of reminders on one of its local days, unless the operator sets other limits.', async () => {
  expect(loadConfig({ databasePath: 'practice.db' }, {}).dailyLimits).toEqual({ email: 2_000, sms: 500 })
  await using c = await clinic()
  await bookedAt(c, '09:00', 30)
  let calls = 0
  const sent: string[] = []
  const email = async ({ to }: { to: string }) => {
    if (++calls % 3 === 0) throw new DeliveryFailure({ error: 'smtp_451', verdict: 'failed' })
    sent.push(to)
  }
  c.clock.now = due
  await reminding(c, { ...most(10), channels: { email } }).sender.round('email')
  expect(sent).toHaveLength(10)
})

test('a delivery that a dead process began does not count for the ceiling after its lease is over', async () => {
  await using c = await clinic()
  const r = reminding(c, most(1))
  const [lost, other] = await bookedAt(c, '09:00', 2)
  const notice = r.notice(lost!)
  await c.practice.write((tx) =>
    updateNotice(tx, notice.id, {
      state: 'running',
      lease: 'of a dead process',
      leaseUntil: due + 30_000,
      countedOn: '2026-03-09',
      nextAttemptAt: due + 30_000,
    }),
  )
  c.clock.now = due
  await r.sender.round('email')
  expect(r.notice(other!)).toMatchObject({ state: 'scheduled', reason: 'over_ceiling' })
  c.clock.now = due + 30_000
  await r.sender.round('email')
  expect(r.notice(lost!).state).toBe('sent')
  expect(r.emails).toHaveLength(1)
})

test('§6.2 All processes on one database share the ceiling of the day.', async () => {
  await using c = await clinic()
  await bookedAt(c, '09:00', 40)
  c.clock.now = due
  const store = createStore(openDatabase(c.path))
  const sent = { one: 0, two: 0 }
  const both = Promise.withResolvers<void>()
  // Each process waits with its first messages until the other process has some, too.
  const channels = (name: keyof typeof sent) => ({
    email: () => {
      sent[name]++
      if (sent.one > 0 && sent.two > 0) both.resolve()
      return both.promise
    },
  })
  const one = reminding(c, { ...most(15), channels: channels('one') })
  const two = reminding(c, { ...most(15), channels: channels('two'), store })
  await Promise.all([one, two].map(({ sender }) => sender.round('email')))
  await store.close()
  expect(sent.one + sent.two).toBe(15)
  expect(await failed(c)).toHaveLength(25)
})

test('each practice and each channel has its own ceiling of the day', async () => {
  await using c = await clinic()
  const r = reminding(c, { ceilings: { email: 1, sms: 2 } })
  await bookedAt(c, '09:00', 3)
  await bookedAtNeighbours(c)
  c.clock.now = due + 15 * minute
  await r.round()
  expect(r.emails.map(({ practiceId }) => practiceId).sort()).toEqual(
    [c.owner.practiceId, c.stranger.practiceId].sort(),
  )
  expect(r.texts).toHaveLength(3)
})

test('the day of a ceiling begins at midnight in the time zone of the practice', async () => {
  await using c = await clinic({ timezone: 'Pacific/Auckland', atAnyHour: true })
  const r = reminding(c, most(1))
  // Midnight in Auckland is at 11:00 UTC in March.
  await bookedAt(c, '10:59', 1)
  await bookedAt(c, '11:00', 1)
  for (const time of ['10:59', '11:00']) {
    c.clock.now = Date.parse(`2026-03-09T${time}:00Z`)
    await r.sender.round('email')
  }
  expect(r.emails).toHaveLength(2)
})

test('a ceiling of 0 means no ceiling, and messages that are only written to the log do not count', async () => {
  await using c = await clinic()
  await bookedAt(c, '09:00', 5)
  c.clock.now = due
  const logged = reminding(c, { ...most(1), channels: { logOnly: true } })
  await logged.sender.round('email')
  expect(logged.emails).toHaveLength(5)
  await using other = await clinic()
  const r = reminding(other, most(0))
  await bookedAt(other, '09:00', 5)
  other.clock.now = due
  await r.sender.round('email')
  expect(r.emails).toHaveLength(5)
})

test('a reminder over the ceiling is not listed any more when its appointment is cancelled or its lead changes', async () => {
  await using one = await afterRound({ ceiling: 1, appointments: 3 })
  const { c, r, ids } = one
  const held = ids.filter((id) => r.notice(id).state === 'scheduled')
  await cancel(c, held[0]!)
  expect(await failed(c)).toHaveLength(1)
  await setLead(c, 60)
  expect(await failed(c)).toEqual([])
  expect(r.notice(held[1]!)).toMatchObject({
    state: 'scheduled',
    reason: null,
    nextAttemptAt: nine - 60 * minute,
  })
})
