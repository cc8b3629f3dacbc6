import { expect, test } from 'bun:test'
import { type Delivery, DeliveryFailure } from '../../src/delivery/delivery.ts'
import { deliveryKey } from '../../src/domain/reminders/delivery-key.ts'
import { listNotices, updateNotice } from '../../src/store/notices/notices.ts'
import { notFound, problem, success } from '../support/answers.ts'
import { booked, due, nine } from '../support/booked.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { absentId, at, newEntry } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'

/** Books an appointment for a patient who can be reached only by e-mail. */
async function bookedByMail(c: Clinic) {
  const entry = await booked(c, { notifyBySms: false })
  return { ...entry, reminders: `${entry.path}/reminders` }
}

/** Makes two senders: one works, and the mail server of the other one refuses every e-mail. */
function withOutage(c: Clinic) {
  const working = reminding(c)
  const email = async () => {
    throw new DeliveryFailure({ error: 'smtp_550', verdict: 'refused' })
  }
  return { working, broken: reminding(c, { channels: { ...working.deps.channels, email } }) }
}

const failed = async (c: Clinic) => success(await c.owner.call('GET', '/api/v1/reminders/failed')).reminders
const retry = (c: Clinic, id: string) => c.assistant.call('POST', `/api/v1/reminders/${id}/retry`)

test('§6.5 Any member reads the reminders of an appointment.', async () => {
  await using c = await clinic()
  const { patientId, reminders, id } = await bookedByMail(c)
  const [email, sms] = success(await c.assistant.call('GET', reminders)).reminders
  expect(email).toEqual({
    id: expect.any(String),
    practiceId: c.owner.practiceId,
    appointmentId: id,
    patientId,
    channel: 'email',
    kind: 'reminder',
    state: 'scheduled',
    reason: null,
    startAt: at('09:00'),
    dueAt: '2026-03-09T09:00:00.000Z',
    nextAttemptAt: '2026-03-09T09:00:00.000Z',
    attempts: 0,
    lastError: null,
    sentAt: null,
    createdAt: '2026-03-02T08:00:00.000Z',
    updatedAt: '2026-03-02T08:00:00.000Z',
  })
  expect(sms).toMatchObject({ channel: 'sms', state: 'scheduled' })
  c.clock.now = due
  await reminding(c).round()
  expect(success(await c.assistant.call('GET', reminders)).reminders).toMatchObject([
    { state: 'sent', sentAt: '2026-03-09T09:00:00.000Z', attempts: 1, nextAttemptAt: null },
    { state: 'skipped', reason: 'no_consent', sentAt: null, attempts: 0, nextAttemptAt: null },
  ])
})

test('the list of an appointment’s reminders also shows the reminders for its earlier start times', async () => {
  await using c = await clinic()
  const { path, reminders } = await bookedByMail(c)
  success(await c.owner.call('PATCH', path, { startAt: at('08:00') }))
  expect(success(await c.owner.call('GET', reminders)).reminders).toMatchObject([
    { startAt: at('08:00'), channel: 'email', state: 'scheduled' },
    { startAt: at('08:00'), channel: 'sms', state: 'scheduled' },
    { startAt: at('09:00'), channel: 'email', state: 'cancelled' },
    { startAt: at('09:00'), channel: 'sms', state: 'cancelled' },
  ])
})

test('the reminders of a deleted or foreign appointment are not found', async () => {
  await using c = await clinic()
  const { path, reminders } = await bookedByMail(c)
  notFound(await c.stranger.call('GET', reminders))
  success(await c.owner.call('DELETE', path))
  notFound(await c.owner.call('GET', reminders))
})

test("§6.5 A failed reminder names the patient, their phone and e-mail, and the appointment's start. A value is null when its record is gone.", async () => {
  await using c = await clinic()
  const { broken } = withOutage(c)
  const contact = { email: 'zoe@example.org', phoneMobile: '+49 151 23456789' }
  const { path, patientId } = await booked(c, contact)
  c.clock.now = due
  await broken.round()
  const [listed] = await failed(c)
  expect(listed).toMatchObject({
    startAt: at('09:00'),
    patientId,
    patient: { firstName: 'Zoé', lastName: 'Müller', ...contact },
    appointment: { startAt: at('09:00') },
  })
  expect(success(await c.assistant.call('GET', '/api/v1/reminders/failed')).reminders).toEqual([listed])

  success(await c.owner.call('PATCH', `/api/v1/patients/${patientId}`, { phoneMobile: null, lastName: 'Öz' }))
  success(await c.owner.call('PATCH', path, { startAt: at('08:00') }))
  expect(await failed(c)).toMatchObject([
    {
      startAt: at('09:00'),
      patient: { lastName: 'Öz', phoneMobile: null },
      appointment: { startAt: at('08:00') },
    },
  ])
  success(await c.owner.call('DELETE', path))
  expect((await failed(c))[0]).toMatchObject({ patient: { firstName: 'Zoé' }, appointment: null })
  success(await c.owner.call('DELETE', `/api/v1/patients/${patientId}`))
  expect(await failed(c)).toMatchObject([{ patientId, patient: null, appointment: null }])
})

test('§6.5 Any member lists the reminders that failed or were held back in the last 30 days.', async () => {
  await using c = await clinic()
  const { broken, working } = withOutage(c)
  const [one, two] = [await bookedByMail(c), await bookedByMail(c)]
  c.clock.now = due
  await broken.round()
  expect((await failed(c)).map((job: { appointmentId: string }) => job.appointmentId).sort()).toEqual(
    [one.id, two.id].sort(),
  )
  const { id: missed } = await newEntry(c.owner.call, {
    patientId: one.patientId,
    startAt: at('10:00'),
    endAt: at('11:00'),
  })
  c.clock.now = Date.parse(at('09:55'))
  await working.round()
  expect(await failed(c)).toMatchObject([
    { appointmentId: missed, state: 'skipped', reason: 'missed_window' },
    { appointmentId: missed, state: 'skipped', reason: 'missed_window' },
    { state: 'dead', reason: 'refused', lastError: 'smtp_550' },
    { state: 'dead', reason: 'refused' },
  ])
  expect(success(await c.stranger.call('GET', '/api/v1/reminders/failed')).reminders).toEqual([])
  c.clock.now += 31 * 86_400_000
  expect(await failed(c)).toEqual([])
})

test('a failed reminder that a member retries is sent to the patient’s present e-mail address', async () => {
  await using c = await clinic()
  const { broken, working } = withOutage(c)
  const { patientId } = await bookedByMail(c)
  c.clock.now = due
  await broken.round()
  const [job] = await failed(c)
  c.clock.now += 60_000
  expect(success(await retry(c, job.id))).toMatchObject({
    id: job.id,
    state: 'scheduled',
    reason: null,
    nextAttemptAt: new Date(c.clock.now).toISOString(),
  })
  success(await c.owner.call('PATCH', `/api/v1/patients/${patientId}`, { email: 'right@example.org' }))
  await working.round()
  const key = deliveryKey(job.id, 'right@example.org')
  expect(working.emails).toMatchObject([{ to: 'right@example.org', key, repeated: true }])
  expect(await failed(c)).toEqual([])
})

test('§6.3 A delivery is `uncertain` when nobody knows its outcome. It is sent again only when a person asks, under the same key.', async () => {
  await using c = await clinic()
  const keys: string[] = []
  const email = async (_: unknown, { key }: Delivery) => {
    keys.push(key)
    throw new DeliveryFailure({ error: 'timeout', verdict: 'unknown' })
  }
  const silent = reminding(c, { channels: { email } })
  const { reminders } = await bookedByMail(c)
  c.clock.now = due
  await silent.round()
  c.clock.now += 6 * 3_600_000
  await silent.round()
  expect(keys).toHaveLength(1)
  const uncertain = { channel: 'email', state: 'uncertain', reason: null, lastError: 'timeout', attempts: 1 }
  expect(success(await c.owner.call('GET', reminders)).reminders).toContainEqual(
    expect.objectContaining(uncertain),
  )
  const [job] = await failed(c)
  expect(job).toMatchObject(uncertain)

  success(await retry(c, job.id))
  const working = reminding(c)
  await working.round()
  expect(working.emails).toMatchObject([{ key: keys[0], repeated: true }])
  expect(await failed(c)).toEqual([])
})

test('§6.5 A reminder can be tried again only when it failed, its appointment stands and time is left.', async () => {
  await using c = await clinic()
  const { broken } = withOutage(c)
  const { path, reminders } = await bookedByMail(c)
  const [scheduled] = success(await c.owner.call('GET', reminders)).reminders
  problem(await retry(c, scheduled.id), 409, 'conflict')
  c.clock.now = due
  await broken.round()
  const [job] = await failed(c)
  for (const refused of [
    await c.stranger.call('POST', `/api/v1/reminders/${job.id}/retry`),
    await retry(c, absentId),
  ])
    notFound(refused)

  c.clock.now = nine - 10 * 60_000
  problem(await retry(c, job.id), 409, 'conflict')
  c.clock.now = due
  success(await c.owner.call('PATCH', path, { startAt: at('08:00') }))
  problem(await retry(c, job.id), 409, 'conflict')
  success(await c.owner.call('PATCH', path, { startAt: at('09:00') }))
  success(await retry(c, job.id))
  problem(await retry(c, job.id), 409, 'conflict')
})

test('a missed reminder or a reminder with an invalid phone number can be retried before the appointment', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const contact = { phoneMobile: 'ask her mother', notifyBySms: true }
  const { patientId } = await booked(c, contact)
  c.clock.now = due
  await r.round()
  const listed = await failed(c)
  expect(listed).toMatchObject([{ channel: 'sms', state: 'skipped', reason: 'invalid_phone' }])
  success(await retry(c, listed[0].id))
  success(await c.owner.call('PATCH', `/api/v1/patients/${patientId}`, { phoneMobile: '0151 23456789' }))
  await r.round()
  expect(r.texts.map(({ to }) => to)).toEqual(['+4915123456789'])

  const { id } = await newEntry(c.owner.call, { patientId, startAt: at('10:00'), endAt: at('11:00') })
  await c.practice.write((tx) => {
    for (const job of listNotices(tx, id))
      updateNotice(tx, job.id, { state: 'skipped', reason: 'missed_window' })
  })
  const missed = await failed(c)
  expect(missed.map(({ reason }: { reason: string }) => reason)).toEqual(['missed_window', 'missed_window'])
  for (const job of missed) expect(success(await retry(c, job.id))).toMatchObject({ state: 'scheduled' })
})

test('a retry outside the sending hours returns the time at which the reminder will be sent', async () => {
  await using c = await clinic()
  const { id } = await bookedByMail(c)
  const [notice] = listNotices(c.practice.read, id)
  const fail = () =>
    c.practice.write((tx) => updateNotice(tx, notice!.id, { state: 'dead', reason: 'gave_up' }))
  const retry = () => c.owner.call('POST', `/api/v1/reminders/${notice!.id}/retry`)
  // In the time zone of the practice, it is 21:00 on the day before. The appointment starts at 10:00.
  c.clock.now = nine - 13 * 3_600_000
  await fail()
  expect(success(await retry()).nextAttemptAt).toBe(new Date(nine - 2 * 3_600_000).toISOString())
  // The sending hours begin too late now. So the retry is refused, and a member must call the patient.
  success(await c.owner.call('PATCH', '/api/v1/practice/reminders', { sendFrom: '09:30' }))
  await fail()
  problem(await retry(), 409, 'conflict')
})
