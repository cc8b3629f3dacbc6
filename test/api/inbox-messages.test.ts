import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { updateEntry } from '../../src/store/calendar/entries.ts'
import { listNotices, type NoticeRow, updateNotice } from '../../src/store/notices/notices.ts'
import { failing } from '../jobs/sending.ts'
import { success } from '../support/answers.ts'
import { booked, due, nine } from '../support/booked.ts'
import { type Clinic, clinic, type Member } from '../support/clinic.ts'
import { inSql } from '../support/in-sql.ts'
import { waitingAs } from '../support/inbox.ts'
import { at } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'

const hour = 3_600_000

const failed = async (member: Member) => (await waitingAs(member, 'failed')).items
const uncertain = async (member: Member) => (await waitingAs(member, 'uncertain')).items
const cancelRequested = async (member: Member) => (await waitingAs(member, 'cancel_requested')).items
const unanswered = async (member: Member) => (await waitingAs(member, 'unanswered')).items

/** Sets the result of every message about an appointment on a channel. */
const end = (c: Clinic, entryId: string, changes: Partial<NoticeRow>, channel = 'email') =>
  c.practice.write((tx) => {
    for (const notice of listNotices(tx, entryId))
      if (notice.channel === channel) updateNotice(tx, notice.id, changes)
  })

const answer = (c: Clinic, entryId: string, answer: string) =>
  c.practice.write((tx) =>
    updateEntry(tx, entryId, { metadata: { patientAnswer: { answer, at: '2026-03-09T09:00:00.000Z' } } }),
  )

const ids = (items: { appointmentId: string }[]) => items.map((item) => item.appointmentId)

test('§6.5 The inbox (§26) names each patient who was not reached, how to reach the patient, and why no message arrived.', async () => {
  await using c = await clinic()
  const { id, patientId } = await booked(c)
  await end(c, id, { state: 'dead', reason: 'refused', lastError: 'smtp_550' })
  const [notice] = listNotices(c.practice.read, id)
  expect(await failed(c.assistant)).toMatchObject([
    {
      appointmentId: id,
      patientId,
      recordId: notice!.id,
      startAt: at('09:00'),
      patient: {
        firstName: 'Zoé',
        lastName: 'Müller',
        phoneMobile: '+4915551234567',
        email: 'zoe@example.org',
      },
      message: {
        channel: 'email',
        kind: 'reminder',
        state: 'dead',
        reason: 'refused',
        lastError: 'smtp_550',
        retryable: true,
      },
    },
  ])
  expect(await uncertain(c.assistant)).toEqual([])
  await end(c, id, { state: 'uncertain', reason: null })
  expect(await failed(c.owner)).toEqual([])
  expect(await uncertain(c.owner)).toMatchObject([
    { recordId: notice!.id, message: { reason: null, retryable: true } },
  ])
  expect(await uncertain(c.stranger)).toEqual([])
})

test('§6.5 The inbox omits a failed message whose appointment was moved or deleted, or has begun.', async () => {
  await using c = await clinic()
  const moved = await booked(c)
  const deleted = await booked(c)
  const begun = await booked(c, {}, { startAt: at('08:00'), endAt: at('08:30') })
  for (const { id } of [moved, deleted, begun]) await end(c, id, { state: 'dead', reason: 'gave_up' })
  await moved.patch({ startAt: at('09:30') })
  success(await c.owner.call('DELETE', deleted.path))
  expect(ids(await failed(c.owner))).toEqual([begun.id])
  c.clock.now = Date.parse(at('07:55'))
  expect(await failed(c.owner)).toMatchObject([{ appointmentId: begun.id, message: { retryable: false } }])
  c.clock.now = Date.parse(at('08:00'))
  expect(await failed(c.owner)).toEqual([])
})

test('§6.5 A message whose tries have failed for an hour is in the inbox, too.', async () => {
  await using c = await clinic({ atAnyHour: true })
  const { id } = await booked(c)
  c.clock.now = due
  const f = failing(c, { error: 'unreachable', verdict: 'away' })
  while (c.clock.now < due + hour) {
    await f.round()
    expect(await failed(c.assistant)).toEqual([])
    c.clock.now = Math.min(f.notice(id).nextAttemptAt, due + hour)
  }
  expect(await failed(c.assistant)).toMatchObject([
    {
      appointmentId: id,
      recordId: f.notice(id).id,
      message: {
        channel: 'email',
        state: 'scheduled',
        reason: null,
        lastError: 'unreachable',
        retryable: false,
      },
    },
  ])
  c.clock.now = f.notice(id).nextAttemptAt
  await reminding(c).round()
  expect(f.notice(id).state).toBe('sent')
  expect(await failed(c.assistant)).toEqual([])
})

test('a message that a member retries leaves the inbox, and returns after an hour of failed attempts', async () => {
  await using c = await clinic({ atAnyHour: true })
  const { id } = await booked(c)
  c.clock.now = due
  await failing(c, { error: 'unreachable', verdict: 'away' }).round()
  c.clock.now = reminding(c).notice(id).nextAttemptAt
  await failing(c, { error: 'smtp_550', verdict: 'refused' }).round()
  c.clock.now += 2 * hour
  success(await c.owner.call('POST', `/api/v1/reminders/${reminding(c).notice(id).id}/retry`))
  await failing(c, { error: 'unreachable', verdict: 'away' }).round()
  c.clock.now += hour - 1
  expect(await failed(c.owner)).toEqual([])
  c.clock.now++
  expect(ids(await failed(c.owner))).toEqual([id])
})

test('§6.5 A patient who did not get the message about a cancellation stays in the inbox.', async () => {
  await using c = await clinic()
  const { id, path } = await booked(c)
  await end(c, id, { kind: 'cancelled', state: 'dead', reason: 'gave_up' })
  expect(await failed(c.owner)).toEqual([])
  success(await c.owner.call('DELETE', path))
  expect(await failed(c.owner)).toMatchObject([{ appointmentId: id, message: { kind: 'cancelled' } }])
})

test('the inbox shows a patient’s wish to cancel until the appointment moves or begins', async () => {
  await using c = await clinic()
  const { id, patch } = await booked(c)
  const other = await booked(c)
  c.clock.now = due
  await reminding(c).round()
  await answer(c, id, 'cancel_requested')
  await answer(c, other.id, 'confirmed')
  const [sms] = listNotices(c.practice.read, id).filter(({ channel }) => channel === 'sms')
  expect(await cancelRequested(c.assistant)).toMatchObject([
    {
      appointmentId: id,
      patient: { lastName: 'Müller' },
      message: null,
    },
  ])
  expect(sms?.state).toBe('sent')
  expect(await unanswered(c.assistant)).toEqual([])
  c.clock.now = nine
  expect(await cancelRequested(c.owner)).toEqual([])
  c.clock.now = nine - hour
  await patch({ startAt: at('09:30') })
  expect(await cancelRequested(c.owner)).toEqual([])
})

test('§6.5 The inbox shows the patients with an appointment in the next 72 hours who were reminded and have not answered.', async () => {
  await using c = await clinic()
  success(await c.owner.call('PATCH', '/api/v1/practice', { reminderLeadMinutes: 7 * 1440 }))
  const later = await booked(c, {}, { startAt: at('10:00'), endAt: at('11:00') })
  const sooner = await booked(c)
  const asked = await booked(c)
  const nobody = await booked(c, { notifyByEmail: false, notifyBySms: false })
  c.clock.now = nine - 73 * hour
  await reminding(c).round()
  await answer(c, asked.id, 'confirmed')
  expect(await unanswered(c.owner)).toEqual([])
  c.clock.now = nine - 72 * hour
  expect(ids(await unanswered(c.owner))).toEqual([sooner.id])
  c.clock.now = nine - 24 * hour
  const waiting = await unanswered(c.assistant)
  expect(ids(waiting)).toEqual([sooner.id, later.id])
  expect(waiting[0]).toMatchObject({
    startAt: at('09:00'),
    patient: { phoneMobile: '+4915551234567' },
  })
  expect(ids(waiting)).not.toContain(nobody.id)
  c.clock.now = nine
  expect(ids(await unanswered(c.owner))).toEqual([later.id])
})

test('a reminder that was only noted in the log does not count as unanswered in the inbox', async () => {
  await using c = await clinic()
  const { id } = await booked(c)
  for (const channel of ['email', 'sms'])
    await end(c, id, { state: 'sent', reason: 'log_only', sentAt: due }, channel)
  c.clock.now = due
  expect(await unanswered(c.owner)).toEqual([])
})

test('an appointment with damaged metadata does not prevent the other items of the inbox', async () => {
  await using c = await clinic()
  const [damaged, asked] = [await booked(c), await booked(c)]
  await answer(c, asked.id, 'cancel_requested')
  const database = new Database(c.path)
  database.run(`update entries set metadata = 'Zoé' where id = ${inSql(damaged.id)}`)
  database.close()
  c.clock.now = due
  expect(ids(await cancelRequested(c.owner))).toEqual([asked.id])
})

test('a reminder that was not sent does not count as unanswered in the inbox', async () => {
  await using c = await clinic()
  const { id } = await booked(c)
  for (const channel of ['email', 'sms'])
    await end(c, id, { state: 'skipped', reason: null, sentAt: null }, channel)
  c.clock.now = due
  expect(await unanswered(c.owner)).toEqual([])
})
