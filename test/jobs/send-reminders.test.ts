import { describe, expect, test } from 'bun:test'
import { DeliveryFailure } from '../../src/delivery/delivery.ts'
import { newId } from '../../src/domain/id.ts'
import { createSender } from '../../src/jobs/sender.ts'
import type { SenderDeps } from '../../src/jobs/sender-deps.ts'
import { insertNotice, listNotices, updateNotice } from '../../src/store/notices.ts'
import { success } from '../support/answers.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { at, newEntry, newPatient } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const nine = Date.parse(at('09:00'))
const due = nine - day

const reachable = {
  email: 'zoe@example.org',
  phoneMobile: '+4915551234567',
  notifyByEmail: true,
  notifyBySms: true,
}

/** An appointment on Tuesday at nine, booked a week before, of a patient who can be reached. */
async function booked(c: Clinic, patient: object = {}, fields: object = {}) {
  const { id: patientId } = await newPatient(c.owner.call, { ...reachable, ...patient })
  const { id } = await newEntry(c.owner.call, { patientId, ...fields })
  const patch = async (body: object) =>
    success(await c.owner.call('PATCH', `/api/v1/appointments/${id}`, body))
  return { id: id as string, patientId: patientId as string, patch }
}

const cancel = async (c: Clinic, id: string) =>
  success(await c.owner.call('DELETE', `/api/v1/appointments/${id}`))

/** What a log would show of them. */
const toldOf = (faults: readonly unknown[]) =>
  (faults as Error[]).map(({ name, message, stack }) => `${name} ${message} ${stack}`).join('\n')

/** The clinic's store, which does something once a reminder was claimed. */
function betweenClaimAndLook(c: Clinic, fn: () => unknown): SenderDeps['store'] {
  const { practices, dueNotices, keys } = c.store
  const takeNext = async (...asked: Parameters<typeof dueNotices.takeNext>) => {
    const taken = await dueNotices.takeNext(...asked)
    if (taken !== null) await fn()
    return taken
  }
  const { rescue, forgetClockAhead } = dueNotices
  const bound = {
    takeNext,
    rescue: rescue.bind(dueNotices),
    forgetClockAhead: forgetClockAhead.bind(dueNotices),
  }
  return { practices, keys, dueNotices: Object.assign(Object.create(dueNotices), bound) }
}

test('a reminder goes out by both channels when it is due, once, and not before', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id } = await booked(c)
  c.clock.now = due - 1
  await r.round()
  expect([r.emails, r.texts]).toEqual([[], []])
  c.clock.now = due
  await r.round()
  c.clock.now += minute
  await r.round()
  expect(r.emails.map(({ to }) => to)).toEqual(['zoe@example.org'])
  expect(r.texts.map(({ to }) => to)).toEqual(['+4915551234567'])
  for (const job of r.jobs(id))
    expect(job).toMatchObject({ state: 'sent', reason: null, attempts: 1, sentAt: due, lease: null })
})

test('hundreds that are due together all go out in one round, each once', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id: patientId } = await newPatient(c.owner.call, reachable)
  await Promise.all(Array.from({ length: 300 }, () => newEntry(c.owner.call, { patientId })))
  c.clock.now = due
  await r.round()
  expect(new Set(r.emails.map(({ key }) => key)).size).toBe(300)
  expect(r.emails).toHaveLength(300)
  expect(r.texts).toHaveLength(300)
})

test('two processes over one file deliver each reminder once', async () => {
  await using c = await clinic()
  const [one, two] = [reminding(c), reminding(c)]
  const { id: patientId } = await newPatient(c.owner.call, reachable)
  await Promise.all(Array.from({ length: 50 }, () => newEntry(c.owner.call, { patientId })))
  c.clock.now = due
  await Promise.all([one.round(), two.round()])
  const keys = [...one.emails, ...two.emails].map(({ key }) => key)
  expect(keys).toHaveLength(50)
  expect(new Set(keys).size).toBe(50)
})

const unreachable: [string, object, 'email' | 'sms', string][] = [
  ['who must not be emailed', { notifyByEmail: false }, 'email', 'no_consent'],
  ['who must not be texted', { notifyBySms: false }, 'sms', 'no_consent'],
  ['without an address', { email: null }, 'email', 'no_address'],
  ['with an empty number', { phoneMobile: '' }, 'sms', 'no_phone'],
  ['without a number', { phoneMobile: null }, 'sms', 'no_phone'],
  ['with a number that is none', { phoneMobile: 'ask her mother' }, 'sms', 'invalid_phone'],
]

test.each(unreachable)('a patient %s is skipped, with the reason', async (_, patient, channel, reason) => {
  await using c = await clinic()
  const r = reminding(c)
  const { id } = await booked(c, patient)
  c.clock.now = due
  await r.round()
  expect(r.job(id, channel)).toMatchObject({ state: 'skipped', reason, attempts: 0, sentAt: null })
  expect(channel === 'email' ? r.emails : r.texts).toEqual([])
  expect(r.job(id, channel === 'email' ? 'sms' : 'email').state).toBe('sent')
})

test('who may be reached, and where, is decided when it is sent', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { patientId } = await booked(c, { notifyBySms: false })
  const change = { email: 'new@example.org', notifyBySms: true, phoneMobile: '0151 23456789' }
  success(await c.owner.call('PATCH', `/api/v1/patients/${patientId}`, change))
  c.clock.now = due
  await r.round()
  expect(r.emails.map(({ to }) => to)).toEqual(['new@example.org'])
  expect(r.texts.map(({ to }) => to)).toEqual(['+4915123456789'])
})

test('a channel that is not set up is skipped where the other one is', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id } = await booked(c)
  c.clock.now = due
  await createSender({ ...r.deps, channels: { ...r.deps.channels, sms: null } }).round('sms')
  expect(r.job(id, 'sms')).toMatchObject({ state: 'skipped', reason: 'not_configured' })
})

test('where nothing is set up, what is noted counts as sent and says so', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id } = await booked(c)
  c.clock.now = due
  await createSender({ ...r.deps, channels: { ...r.deps.channels, logOnly: true } }).round('email')
  expect(r.job(id)).toMatchObject({ state: 'sent', reason: 'log_only' })
})

describe('after downtime', () => {
  test.each([
    [10 * minute + 1, 'sent', null],
    [10 * minute, 'skipped', 'missed_window'],
    [1, 'skipped', 'missed_window'],
    [0, 'skipped', 'missed_window'],
    [-day, 'skipped', 'missed_window'],
  ])('a reminder that is %d ms ahead of its appointment is %s', async (ahead, state, reason) => {
    await using c = await clinic()
    const r = reminding(c)
    const { id } = await booked(c)
    c.clock.now = nine - ahead
    await r.round()
    expect(r.job(id)).toMatchObject({ state, reason, attempts: state === 'sent' ? 1 : 0 })
    expect(r.emails).toHaveLength(state === 'sent' ? 1 : 0)
  })

  test('a lead of few minutes is kept to all the same, up to the start', async () => {
    await using c = await clinic()
    const r = reminding(c)
    success(await c.owner.call('PATCH', '/api/v1/practice', { reminderLeadMinutes: 5 }))
    const [one, two] = [await booked(c), await booked(c, {}, { startAt: at('09:30') })]
    c.clock.now = nine - 5 * minute
    await r.round()
    expect(r.job(one.id).state).toBe('sent')
    c.clock.now = Date.parse(at('09:30'))
    await r.round()
    expect(r.job(two.id)).toMatchObject({ state: 'skipped', reason: 'missed_window' })
  })
})

describe('a start time is reminded of once', () => {
  test('moved away and back before it is due: one', async () => {
    await using c = await clinic()
    const r = reminding(c)
    const { id, patch } = await booked(c)
    for (let i = 0; i < 3; i++) {
      await patch({ startAt: at('08:00') })
      await patch({ startAt: at('09:00') })
    }
    c.clock.now = due
    await r.round()
    expect(r.emails).toHaveLength(1)
    expect(r.jobs(id).filter(({ state }) => state !== 'cancelled')).toHaveLength(2)
  })

  test('moved away and back after it was sent: none more', async () => {
    await using c = await clinic()
    const r = reminding(c)
    const { id, patch } = await booked(c)
    c.clock.now = due
    await r.round()
    const before = r.job(id)
    c.clock.now += minute
    await patch({ startAt: '2026-03-20T09:00:00Z', endAt: '2026-03-20T10:00:00Z' })
    await patch({ startAt: at('09:00'), endAt: at('10:00') })
    await patch({ patientId: null })
    await patch({ patientId: before.patientId })
    await r.round()
    expect(r.emails).toHaveLength(1)
    expect(listNotices(c.practice.read, id).find((job) => job.id === before.id)).toEqual(before)
  })

  const elsewhere = { startAt: '2026-03-20T09:00:00Z', endAt: '2026-03-20T10:00:00Z' }
  const ways: [string, object, object][] = [
    ['moved', elsewhere, { startAt: at('09:00'), endAt: at('10:00') }],
    ['made a block', { type: 'unavailable' }, { type: 'appointment' }],
  ]
  test.each(ways)('%s and put back after it fell due and before it went out: one', async (_, away, back) => {
    await using c = await clinic()
    const r = reminding(c)
    const { id, patch } = await booked(c)
    c.clock.now = due + minute
    await patch(away)
    await patch(back)
    await r.round()
    expect(r.emails).toHaveLength(1)
    expect(r.jobs(id).filter(({ startAt, state }) => startAt === nine && state !== 'sent')).toEqual([])
  })

  test('its patient changed and put back after it fell due and before it went out: one', async () => {
    await using c = await clinic()
    const r = reminding(c)
    const { patientId, patch } = await booked(c)
    c.clock.now = due + minute
    await patch({ patientId: null })
    await patch({ patientId })
    await r.round()
    expect(r.emails).toHaveLength(1)
  })

  test('booked inside the lead, moved away and back: none still', async () => {
    await using c = await clinic()
    const r = reminding(c)
    c.clock.now = due + minute
    const { id, patch } = await booked(c)
    await patch(elsewhere)
    await patch({ startAt: at('09:00'), endAt: at('10:00') })
    await r.round()
    expect(r.emails).toEqual([])
    expect(r.jobs(id)[0]).toMatchObject({ startAt: nine, state: 'skipped', reason: 'inside_lead' })
  })

  test('what was skipped or missed keeps its reason when the appointment is moved or called off', async () => {
    await using c = await clinic()
    const r = reminding(c)
    const skipped = await booked(c, { email: null })
    c.clock.now = due
    await r.round()
    const [before] = r.jobs(skipped.id)
    await skipped.patch(elsewhere)
    await skipped.patch({ startAt: at('09:00'), endAt: at('10:00') })
    expect(r.jobs(skipped.id)[0]).toEqual(before!)
    c.clock.now = nine - minute
    const late = await booked(c)
    c.clock.now = nine + hour
    await cancel(c, late.id)
    await cancel(c, skipped.id)
    expect(r.jobs(skipped.id)[0]).toEqual(before!)
    expect(r.job(late.id)).toMatchObject({ state: 'skipped', reason: 'inside_lead' })
  })

  test('an appointment never has two that wait or go out by one channel', async () => {
    await using c = await clinic()
    const r = reminding(c)
    const { id } = await booked(c)
    const [job] = r.jobs(id)
    const second = c.practice.write((tx) => insertNotice(tx, { ...job!, id: newId(due), startAt: 1 }))
    await expect(second).rejects.toThrow('UNIQUE')
  })

  test('a new start time earns a new one', async () => {
    await using c = await clinic()
    const r = reminding(c)
    const { patch } = await booked(c)
    c.clock.now = due
    await r.round()
    await patch({ startAt: '2026-03-20T09:00:00Z', endAt: '2026-03-20T10:00:00Z' })
    c.clock.now = Date.parse('2026-03-19T09:00:00Z')
    await r.round()
    expect(r.emails).toHaveLength(2)
    expect(r.emails[1]!.text).toContain('Friday, 20 March 2026')
  })

  test('another patient is reminded in the place of the one before', async () => {
    await using c = await clinic()
    const r = reminding(c)
    const { patch } = await booked(c)
    const { id: other } = await newPatient(c.owner.call, { ...reachable, email: 'anna@example.org' })
    await patch({ patientId: other })
    c.clock.now = due
    await r.round()
    expect(r.emails.map(({ to }) => to)).toEqual(['anna@example.org'])
  })
})

describe('a change of the lead', () => {
  const setLead = async (c: Clinic, reminderLeadMinutes: number) =>
    success(await c.owner.call('PATCH', '/api/v1/practice', { reminderLeadMinutes }))

  test('moves what is still to come', async () => {
    await using c = await clinic()
    const r = reminding(c)
    const { id } = await booked(c)
    await setLead(c, 120)
    expect(r.job(id)).toMatchObject({ dueAt: nine - 2 * hour, nextAttemptAt: nine - 2 * hour })
    c.clock.now = due
    await r.round()
    expect(r.emails).toEqual([])
    c.clock.now = nine - 2 * hour
    await r.round()
    expect(r.emails).toHaveLength(1)
  })

  test('into the past has a reminder sent at once, for its appointment was booked in time', async () => {
    await using c = await clinic()
    const r = reminding(c)
    await booked(c)
    c.clock.now = due - hour
    await setLead(c, 2 * 1440)
    await r.round()
    expect(r.emails).toHaveLength(1)
  })

  test('has one sent that was booked inside the old lead and is outside the new', async () => {
    await using c = await clinic()
    const r = reminding(c)
    c.clock.now = due + hour
    const { id } = await booked(c)
    expect(r.job(id)).toMatchObject({ state: 'skipped', reason: 'inside_lead' })
    await setLead(c, 60)
    expect(r.job(id)).toMatchObject({ state: 'scheduled', reason: null, dueAt: nine - hour })
    c.clock.now = nine - hour
    await r.round()
    expect(r.emails).toHaveLength(1)
  })

  test('to 0 switches reminders off, and to another on again, for those booked in time', async () => {
    await using c = await clinic()
    const r = reminding(c)
    const [early, soon] = [await booked(c), await booked(c, {}, { startAt: at('09:30') })]
    await setLead(c, 0)
    const meanwhile = await booked(c)
    for (const { id } of [early, soon, meanwhile])
      expect(r.job(id)).toMatchObject({ state: 'skipped', reason: 'switched_off' })
    c.clock.now = due + minute
    const late = await booked(c)
    await r.round()
    expect(r.emails).toEqual([])
    await setLead(c, 1440)
    expect(r.job(late.id)).toMatchObject({ state: 'skipped', reason: 'switched_off' })
    await r.round()
    expect(r.emails).toHaveLength(2)
    expect(r.job(soon.id)).toMatchObject({ state: 'scheduled', dueAt: due + hour / 2 })
    c.clock.now = due + hour / 2
    await r.round()
    expect(r.emails).toHaveLength(3)
  })

  test('leaves alone what was sent, skipped for another reason, cancelled, or is over, and the neighbours’', async () => {
    await using c = await clinic()
    const r = reminding(c)
    const [sent, gone] = [await booked(c, { notifyBySms: false }), await booked(c)]
    await cancel(c, gone.id)
    const { id: theirPatient } = await newPatient(c.stranger.call, reachable)
    const theirs = await newEntry(c.stranger.call, { patientId: theirPatient })
    c.clock.now = due
    const foreign = c.store.practices.of(c.stranger.practiceId).read
    const others = () => listNotices(foreign, theirs.id)
    await r.round()
    const before = [r.jobs(sent.id), r.jobs(gone.id), others()]
    await setLead(c, 30)
    expect([r.jobs(sent.id), r.jobs(gone.id), others()]).toEqual(before)
  })
})

test('the time is the practice’s, also after it has moved to another zone', async () => {
  await using c = await clinic()
  const r = reminding(c)
  await booked(c)
  await booked(c, {}, { startAt: at('08:00'), endAt: at('08:30') })
  c.clock.now = due - hour
  await r.round()
  success(await c.owner.call('PATCH', '/api/v1/practice', { timezone: 'America/New_York' }))
  c.clock.now = due
  await r.round()
  expect(r.emails.map(({ text }) => /\d\d:\d\d/.exec(text)?.[0])).toEqual(['09:00', '05:00'])
})

describe('a delivery that fails', () => {
  const failing =
    (failure: { error: string; permanent: boolean; away?: boolean; retryAfter?: number }) => async () => {
      throw new DeliveryFailure(failure)
    }
  const withEmail = (c: Clinic, email: () => Promise<void>) => {
    const plain = reminding(c)
    return reminding(c, { channels: { ...plain.deps.channels, email } })
  }

  test('is tried again with the same key after pauses that grow, and given up after ten', async () => {
    await using c = await clinic()
    const keys: string[] = []
    const r = reminding(c)
    const email = async (_: unknown, { key, repeated }: { key: string; repeated: boolean }) => {
      expect(repeated).toBe(keys.length > 0)
      keys.push(key)
      throw new DeliveryFailure({ error: 'http_500', permanent: false })
    }
    const failing = reminding(c, { channels: { ...r.deps.channels, email } })
    const { id } = await booked(c)
    c.clock.now = due
    const pauses: number[] = []
    for (;;) {
      await failing.round()
      const job = r.job(id)
      if (job.state === 'dead') break
      expect(job).toMatchObject({ state: 'scheduled', lastError: 'http_500', attempts: keys.length })
      pauses.push((job.nextAttemptAt - c.clock.now) / minute)
      c.clock.now = job.nextAttemptAt - 1
      await failing.round()
      expect(r.job(id)).toEqual(job)
      c.clock.now = job.nextAttemptAt
    }
    expect(pauses).toEqual([0.75, 1.5, 3, 6, 12, 24, 48, 90, 90])
    expect(r.job(id)).toMatchObject({ state: 'dead', reason: 'gave_up', attempts: 10, sentAt: null })
    expect(keys).toHaveLength(10)
    expect(new Set(keys).size).toBe(1)
  })

  test('for good is not tried again', async () => {
    await using c = await clinic()
    const r = withEmail(c, failing({ error: 'smtp_550', permanent: true }))
    const { id } = await booked(c)
    c.clock.now = due
    await r.round()
    expect(r.job(id)).toMatchObject({ state: 'dead', reason: 'refused', lastError: 'smtp_550', attempts: 1 })
  })

  test('for good is still known when the appointment has moved away and back', async () => {
    await using c = await clinic()
    const r = withEmail(c, failing({ error: 'smtp_550', permanent: true }))
    const { id, patch } = await booked(c)
    c.clock.now = due
    await r.round()
    const before = r.job(id)
    await patch({ startAt: '2026-03-20T09:00:00Z', endAt: '2026-03-20T10:00:00Z' })
    await patch({ startAt: at('09:00'), endAt: at('10:00') })
    expect(r.jobs(id)[0]).toEqual(before)
  })

  test('is tried again when the other side asked for it, not sooner', async () => {
    await using c = await clinic()
    const r = withEmail(c, failing({ error: 'http_429', permanent: false, retryAfter: 2 * hour }))
    const { id } = await booked(c)
    c.clock.now = due
    await r.round()
    expect(r.job(id).nextAttemptAt).toBe(due + 2 * hour)
  })

  test('is not left alone for longer than the longest pause, whatever the other side asked', async () => {
    await using c = await clinic()
    const r = withEmail(c, failing({ error: 'http_429', permanent: false, retryAfter: day }))
    const { id } = await booked(c)
    c.clock.now = due
    await r.round()
    expect(r.job(id)).toMatchObject({ state: 'scheduled', nextAttemptAt: due + 2 * hour })
  })

  test('is tried a last time shortly before it is too late, and given up after that', async () => {
    await using c = await clinic()
    const r = withEmail(c, failing({ error: 'http_429', permanent: false, retryAfter: hour }))
    const { id } = await booked(c)
    c.clock.now = nine - hour
    await r.round()
    const last = nine - 10.5 * minute
    expect(r.job(id)).toMatchObject({ state: 'scheduled', nextAttemptAt: last })
    c.clock.now = last
    await r.round()
    expect(r.job(id)).toMatchObject({ state: 'dead', reason: 'gave_up', attempts: 2 })
  })

  test('because nobody was there counts for no try, however long that lasts', async () => {
    await using c = await clinic()
    const r = withEmail(c, failing({ error: 'unreachable', permanent: false, away: true }))
    const { id } = await booked(c)
    c.clock.now = due
    for (let i = 0; i < 12; i++) {
      await r.round()
      expect(r.job(id)).toMatchObject({ state: 'scheduled', attempts: 0, lastError: 'unreachable' })
      c.clock.now = r.job(id).nextAttemptAt
    }
    const working = reminding(c)
    await working.round()
    expect(working.emails).toMatchObject([{ repeated: true }])
    expect(working.job(id)).toMatchObject({ state: 'sent', attempts: 1 })
  })

  test('keeps to its pause when the lead changes, and when the appointment moves away and back', async () => {
    await using c = await clinic()
    const r = withEmail(c, failing({ error: 'http_500', permanent: false }))
    const { id, patch } = await booked(c)
    c.clock.now = due
    await r.round()
    const { nextAttemptAt } = r.job(id)
    expect(nextAttemptAt).toBeGreaterThan(due)
    success(await c.owner.call('PATCH', '/api/v1/practice', { reminderLeadMinutes: 2 * 1440 }))
    expect(r.job(id).nextAttemptAt).toBe(nextAttemptAt)
    await patch({ type: 'unavailable' })
    await patch({ type: 'appointment' })
    expect(r.job(id)).toMatchObject({ state: 'scheduled', attempts: 1, nextAttemptAt })
  })

  test('ends at the start, so that nothing arrives after it', async () => {
    await using c = await clinic()
    const plain = reminding(c)
    const email = () => new Promise<void>(() => undefined)
    const r = reminding(c, { channels: { ...plain.deps.channels, email }, deliveryMs: 60_000 })
    success(await c.owner.call('PATCH', '/api/v1/practice', { reminderLeadMinutes: 5 }))
    const { id } = await booked(c)
    c.clock.now = nine - 50
    await r.round()
    expect(r.job(id)).toMatchObject({ state: 'dead', lastError: 'timeout' })
  })

  test.each(['email', 'sms'] as const)(
    'before it begins, of one whose record is damaged, holds up no neighbour’s by %s',
    async (channel) => {
      await using c = await clinic()
      const r = reminding(c)
      const { id } = await booked(c)
      const { id: patientId } = await newPatient(c.stranger.call, reachable)
      await newEntry(c.stranger.call, { patientId, startAt: at('09:15') })
      const damage = { text: `update entries set metadata = 'Zoé' where id = '${id}' and practice_id = ?1` }
      const bind = ({ practiceId }: { practiceId?: unknown }) => [practiceId]
      await c.practice.write((tx) => void tx.run({ ...damage, bind } as never))
      c.clock.now = due + hour
      await r.sender.round(channel)
      expect(channel === 'email' ? r.emails : r.texts).toHaveLength(1)
      expect(r.job(id, channel)).toMatchObject({ state: 'scheduled', attempts: 1, lastError: 'fault' })
      expect(toldOf(r.faults)).not.toContain('Zoé')
      for (let i = 0; i < 10; i++) {
        c.clock.now = r.job(id, channel).nextAttemptAt
        await r.sender.round(channel)
      }
      expect(r.job(id, channel)).toMatchObject({ state: 'dead', reason: 'gave_up', attempts: 10 })
      expect(r.faults).toHaveLength(10)
    },
  )

  test('of a fault of ours is reported, and tried again', async () => {
    await using c = await clinic()
    const r = withEmail(c, async () => {
      throw new TypeError('no such thing')
    })
    const { id } = await booked(c)
    c.clock.now = due
    await r.round()
    const told = toldOf(r.faults)
    expect(told).toContain(`TypeError while sending the reminder ${r.job(id).id}`)
    expect(told).not.toContain('no such thing')
    expect(r.job(id)).toMatchObject({ state: 'scheduled', lastError: 'fault' })
  })

  test('stands in nobody’s way: the others go out, by this channel and by the other', async () => {
    await using c = await clinic()
    const plain = reminding(c)
    const hung = (await booked(c)).id
    const hungKey = plain.job(hung).id
    const email: typeof plain.deps.channels.email = (message, delivery) =>
      delivery.key === hungKey ? new Promise(() => undefined) : plain.deps.channels.email!(message, delivery)
    const r = reminding(c, { channels: { ...plain.deps.channels, email }, deliveryMs: 100 })
    for (let i = 0; i < 20; i++) await booked(c)
    c.clock.now = due
    await r.round()
    expect(plain.emails).toHaveLength(20)
    expect(plain.texts).toHaveLength(21)
    expect(r.job(hung)).toMatchObject({ state: 'scheduled', lastError: 'timeout', lease: null })
  })
})

describe('what happens while a reminder is on its way', () => {
  /** A delivery that waits until it is told how to end. */
  function held(c: Clinic) {
    const plain = reminding(c)
    const begun = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    let calls = 0
    const email = async () => {
      calls++
      begun.resolve()
      await end.promise
    }
    const r = reminding(c, { channels: { ...plain.deps.channels, email } })
    return { ...r, begun: begun.promise, end, calls: () => calls }
  }

  test('deleted meanwhile: it stays cancelled, and it is known that it went out', async () => {
    await using c = await clinic()
    const r = held(c)
    const { id } = await booked(c)
    c.clock.now = due
    const round = r.round()
    await r.begun
    await cancel(c, id)
    expect(r.job(id).state).toBe('cancelled')
    r.end.resolve()
    await round
    expect(r.job(id)).toMatchObject({ state: 'cancelled', sentAt: due, lease: null })
  })

  test('moved away and back meanwhile: it is sent, once', async () => {
    await using c = await clinic()
    const r = held(c)
    const { id, patch } = await booked(c)
    await booked(c)
    c.clock.now = due
    const round = r.round()
    await r.begun
    await patch({ startAt: '2026-03-20T09:00:00Z', endAt: '2026-03-20T10:00:00Z' })
    await patch({ startAt: at('09:00'), endAt: at('10:00') })
    const [first] = r.jobs(id)
    expect(first).toMatchObject({ channel: 'email', state: 'running' })
    r.end.resolve()
    await round
    await r.round()
    expect(r.jobs(id)[0]).toMatchObject({ state: 'sent', sentAt: due })
    expect(r.calls()).toBe(2)
  })

  test('moved away meanwhile and back after it went out: it is sent', async () => {
    await using c = await clinic()
    const r = held(c)
    const { id, patch } = await booked(c)
    c.clock.now = due
    const round = r.round()
    await r.begun
    await patch({ startAt: '2026-03-20T09:00:00Z', endAt: '2026-03-20T10:00:00Z' })
    r.end.resolve()
    await round
    await patch({ startAt: at('09:00'), endAt: at('10:00') })
    await r.round()
    expect(r.jobs(id)[0]).toMatchObject({ state: 'sent', sentAt: due })
    expect(r.calls()).toBe(1)
  })

  test('the clock is set forward meanwhile: nobody takes it for lost', async () => {
    await using c = await clinic()
    const r = held(c)
    const { id } = await booked(c)
    c.clock.now = due
    const round = r.round()
    await r.begun
    c.clock.now = due + hour
    await r.round()
    expect(r.job(id)).toMatchObject({ state: 'running', attempts: 1 })
    r.end.resolve()
    await round
    expect(r.job(id).state).toBe('sent')
    expect(r.calls()).toBe(1)
  })

  test('the lead is changed meanwhile: it is sent, once', async () => {
    await using c = await clinic()
    const r = held(c)
    const { id } = await booked(c)
    c.clock.now = due
    const round = r.round()
    await r.begun
    success(await c.owner.call('PATCH', '/api/v1/practice', { reminderLeadMinutes: 60 }))
    r.end.resolve()
    await round
    await r.round()
    expect(r.job(id).state).toBe('sent')
    expect(r.calls()).toBe(1)
  })

  test('deleted after it was claimed and before it goes out: it does not go out', async () => {
    await using c = await clinic()
    const r = reminding(c)
    const { id } = await booked(c)
    c.clock.now = due
    const store = betweenClaimAndLook(c, () => cancel(c, id))
    await createSender({ ...r.deps, store }).round('email')
    expect(r.emails).toEqual([])
    expect(r.job(id)).toMatchObject({ state: 'cancelled', sentAt: null })
  })

  test('a server that stops waits for it, and begins no other', async () => {
    await using c = await clinic()
    const r = held(c)
    for (let i = 0; i < 20; i++) await booked(c)
    c.clock.now = due
    const stopping = new AbortController()
    const round = r.sender.round('email', stopping.signal)
    await r.begun
    stopping.abort()
    r.end.resolve()
    await round
    expect(r.calls()).toBeLessThanOrEqual(8)
    const { states } = c.store.practices.of(c.owner.practiceId).read.get({
      text: 'select json_group_object(state, n) as states from (select state, count(*) as n from reminder_jobs group by state)',
      bind: () => [],
      decode: (row: { states: string }) => row,
    })!
    expect(JSON.parse(states)).toEqual({ sent: r.calls(), scheduled: 40 - r.calls() })
  })
})

describe('a lease', () => {
  const orphan = async (c: Clinic, id: string, leaseUntil: number) =>
    c.practice.write((tx) => {
      for (const job of listNotices(tx, id))
        updateNotice(tx, job.id, {
          state: 'running',
          lease: 'of a dead process',
          leaseUntil,
          attempts: 1,
        })
    })

  test('of a process that is no more is rescued when it is over, and its reminder tried with the same key', async () => {
    await using c = await clinic()
    const r = reminding(c)
    const { id } = await booked(c)
    await orphan(c, id, due + 30_000)
    c.clock.now = due + 30_000 - 16_999
    await r.round()
    expect(r.emails).toEqual([])
    c.clock.now = due + 30_000
    await r.round()
    expect(r.emails).toMatchObject([{ key: r.job(id).id, repeated: true }])
    expect(r.job(id)).toMatchObject({ state: 'sent', attempts: 2 })
  })

  test('from before the clock was set back does not hold a reminder for ever', async () => {
    await using c = await clinic()
    const r = reminding(c)
    const { id } = await booked(c)
    await orphan(c, id, due + day)
    c.clock.now = due
    await r.round()
    expect(r.job(id).state).toBe('sent')
  })

  test('that was lost to another leaves the reminder to him', async () => {
    await using c = await clinic()
    const plain = reminding(c)
    const { id } = await booked(c)
    const other = { lease: 'another’s', leaseUntil: due + day }
    const email = async () => c.practice.write((tx) => updateNotice(tx, plain.job(id).id, other))
    c.clock.now = due
    await createSender({ ...plain.deps, channels: { ...plain.deps.channels, email } }).round('email')
    expect(plain.job(id)).toMatchObject({ state: 'running', ...other, sentAt: null })
  })
})

describe('a clock that jumps', () => {
  test.each([hour, day, -hour, -day])('by %d ms while reminders go out sends none twice', async (jump) => {
    await using c = await clinic()
    const plain = reminding(c)
    const ids: string[] = []
    for (let i = 0; i < 30; i++) ids.push((await booked(c, { notifyBySms: false })).id)
    c.clock.now = due
    const keys: string[] = []
    const email = async (_: unknown, { key }: { key: string }) => {
      keys.push(key)
      if (keys.length === 5) c.clock.now += jump
      await Bun.sleep(1)
    }
    const r = reminding(c, { channels: { ...plain.deps.channels, email } })
    await Promise.all([r.round(), r.round()])
    await r.round()
    c.clock.now = due + 1
    await r.round()
    expect(new Set(keys).size).toBe(keys.length)
    const states = new Set(ids.map((id) => r.job(id).state))
    expect([...states]).toEqual(['sent'])
  })

  test('ahead for a while loses none: what it took for missed goes out once it is right again', async () => {
    await using c = await clinic()
    const r = reminding(c)
    const { id } = await booked(c)
    const moved = await booked(c)
    c.clock.now = nine
    await r.round()
    expect(r.job(id)).toMatchObject({ state: 'skipped', reason: 'missed_window' })
    await moved.patch({ startAt: '2026-03-20T09:00:00Z', endAt: '2026-03-20T10:00:00Z' })
    c.clock.now = due - hour
    await r.round()
    expect(r.job(id)).toMatchObject({ state: 'scheduled', reason: null, nextAttemptAt: due })
    c.clock.now = due
    await r.round()
    expect(r.job(id)).toMatchObject({ state: 'sent', sentAt: due })
    expect(r.emails).toHaveLength(1)
    expect(r.jobs(moved.id).map(({ state }) => state)).toEqual([
      'skipped',
      'skipped',
      'scheduled',
      'scheduled',
    ])
  })

  test('ahead for a while has nobody wait who only paused', async () => {
    await using c = await clinic()
    const plain = reminding(c)
    const email = async () => {
      throw new DeliveryFailure({ error: 'unreachable', permanent: false, away: true })
    }
    const broken = reminding(c, { channels: { ...plain.deps.channels, email } })
    const { id } = await booked(c)
    const waiting = await booked(c, {}, { startAt: '2026-03-20T09:00:00Z', endAt: '2026-03-20T10:00:00Z' })
    c.clock.now = due + 12 * hour
    await broken.round()
    expect(broken.job(id).nextAttemptAt).toBeGreaterThan(c.clock.now)
    c.clock.now = due + minute
    await plain.round()
    expect(plain.job(id)).toMatchObject({ state: 'sent', sentAt: due + minute })
    expect(plain.job(waiting.id)).toMatchObject({ state: 'scheduled', attempts: 0 })
  })

  test('past the start while a reminder waits for its turn keeps it from going out', async () => {
    await using c = await clinic()
    const r = reminding(c)
    const { id } = await booked(c)
    c.clock.now = due
    const store = betweenClaimAndLook(c, () => {
      c.clock.now = nine - 10 * minute
    })
    await createSender({ ...r.deps, store }).round('email')
    expect(r.emails).toEqual([])
    expect(r.job(id)).toMatchObject({ state: 'skipped', reason: 'missed_window', lease: null })
  })
})

describe('in the week the clocks change', () => {
  test.each([
    ['Europe/Berlin', '2026-03-29T09:00:00+02:00', 'Sunday, 29 March 2026', '09:00'],
    ['Europe/Berlin', '2026-10-25T09:00:00+01:00', 'Sunday, 25 October 2026', '09:00'],
    ['America/New_York', '2026-11-01T08:30:00-05:00', 'Sunday, 1 November 2026', '08:30'],
    ['America/Sao_Paulo', '2026-03-29T09:00:00-03:00', 'Sunday, 29 March 2026', '09:00'],
    ['Australia/Lord_Howe', '2026-04-05T10:15:00+10:30', 'Sunday, 5 April 2026', '10:15'],
    ['Asia/Kathmandu', '2026-03-29T00:15:00+05:45', 'Sunday, 29 March 2026', '00:15'],
  ])(
    '%s: a reminder of %s goes out a whole day before and says %s, %s',
    async (timezone, startAt, date, time) => {
      await using c = await clinic({ timezone })
      const r = reminding(c)
      const start = Date.parse(startAt)
      await booked(c, {}, { startAt, endAt: new Date(start + hour).toISOString() })
      c.clock.now = start - day - 1
      await r.round()
      expect(r.emails).toEqual([])
      c.clock.now = start - day
      await r.round()
      expect(r.emails[0]!.text).toContain(`${date}\n${time}\n`)
      expect(r.texts[0]!.text).toContain(`${date} at ${time}`)
    },
  )
})

test('reminders of one practice are in its own words and name it', async () => {
  await using c = await clinic()
  const r = reminding(c)
  success(await c.owner.call('PATCH', '/api/v1/practice/reminders', { language: 'de' }))
  await booked(c)
  const { id: patientId } = await newPatient(c.stranger.call, reachable)
  await newEntry(c.stranger.call, { patientId, startAt: at('09:15') })
  c.clock.now = due + hour
  await r.round()
  expect(r.emails.map(({ subject, sender }) => [subject, sender]).sort()).toEqual([
    ['Ihr Termin am Dienstag, 10. März 2026 um 10:00 Uhr', 'Praxis am Lindenplatz'],
    ['Your appointment on Tuesday, 10 March 2026 at 10:15', 'The neighbours'],
  ])
})

test('nothing of why a patient comes is in a message', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const secret = { title: 'Root canal', notes: 'HIV test', serviceRef: 'S-2410', color: 'puce' }
  await booked(c, { lastName: 'Weiß' }, secret)
  c.clock.now = monday + 30 * day
  c.clock.now = due
  await r.round()
  const said = JSON.stringify([r.emails, r.texts])
  for (const word of [...Object.values(secret), 'Weiß']) expect(said).not.toContain(word)
})

test('a text message keeps to its length, however long the names are', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const smsText = 'Hello {firstName}, {practice} reminds you: {date}, {time}. {link} {firstName}, {practice}'
  success(await c.owner.call('PATCH', '/api/v1/practice/reminders', { smsText }))
  success(await c.owner.call('PATCH', '/api/v1/practice', { name: 'Praxis 😀'.repeat(20) }))
  await booked(c, { firstName: 'Zoé-Marie '.repeat(19) })
  c.clock.now = due
  await r.round()
  const { text, link } = r.texts[0]!
  expect(text.length).toBeLessThanOrEqual(480)
  expect(text.length).toBeGreaterThan(460)
  expect(text).toContain(link)
  expect(text.isWellFormed()).toBe(true)
  expect(text).toMatch(/^Hello Zoé-Marie .*\., Praxis 😀.*\. reminds you: Tuesday, 10 March 2026, 10:00\./)
})
