import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { updateEntry } from '../../src/store/calendar/entries.ts'
import { listNotices, type NoticeRow, updateNotice } from '../../src/store/notices/notices.ts'
import { failing } from '../jobs/sending.ts'
import { success } from '../support/answers.ts'
import { booked, due, nine } from '../support/booked.ts'
import { type Clinic, clinic, type Member } from '../support/clinic.ts'
import { inSql } from '../support/in-sql.ts'
import { at } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'

const hour = 3_600_000

const desk = async (member: Member) => success(await member.call('GET', '/api/v1/reminders/desk'))

/** Gives every notice of an appointment this end. */
const end = (c: Clinic, entryId: string, changes: Partial<NoticeRow>, channel = 'email') =>
  c.practice.write((tx) => {
    for (const notice of listNotices(tx, entryId))
      if (notice.channel === channel) updateNotice(tx, notice.id, changes)
  })

const answer = (c: Clinic, entryId: string, answer: string) =>
  c.practice.write((tx) =>
    updateEntry(tx, entryId, { metadata: { patientAnswer: { answer, at: '2026-03-09T09:00:00.000Z' } } }),
  )

const ids = (part: { items: { appointmentId: string }[] }) => part.items.map((item) => item.appointmentId)

test('a practice where all is well has an empty desk', async () => {
  await using c = await clinic()
  await booked(c)
  const empty = { items: [], more: false }
  expect(await desk(c.assistant)).toEqual({
    failed: empty,
    uncertain: empty,
    cancelRequested: empty,
    unanswered: empty,
  })
})

test('the desk names who was not reached, how to reach them, and what to do', async () => {
  await using c = await clinic()
  const { id, patientId } = await booked(c)
  await end(c, id, { state: 'dead', reason: 'refused', lastError: 'smtp_550' })
  const [notice] = listNotices(c.practice.read, id)
  const { failed, uncertain } = await desk(c.assistant)
  expect(failed).toEqual({
    items: [
      {
        appointmentId: id,
        patientId,
        reminderId: notice!.id,
        patient: {
          firstName: 'Zoé',
          lastName: 'Müller',
          phoneMobile: '+4915551234567',
          email: 'zoe@example.org',
        },
        startAt: at('09:00'),
        channel: 'email',
        kind: 'reminder',
        reason: 'refused',
        retryable: true,
        explanation:
          'The mail service refused the e-mail address: ask the patient for the right one, correct it, and try again.',
      },
    ],
    more: false,
  })
  expect(uncertain.items).toEqual([])
  await end(c, id, { state: 'uncertain', reason: null })
  const after = await desk(c.owner)
  expect(after.failed.items).toEqual([])
  expect(after.uncertain.items).toMatchObject([{ reminderId: notice!.id, reason: null, retryable: true }])
  expect((await desk(c.stranger)).uncertain.items).toEqual([])
})

test('what failed for a time that no longer stands is not for the desk', async () => {
  await using c = await clinic()
  const moved = await booked(c)
  const deleted = await booked(c)
  const begun = await booked(c, {}, { startAt: at('08:00'), endAt: at('08:30') })
  for (const { id } of [moved, deleted, begun]) await end(c, id, { state: 'dead', reason: 'gave_up' })
  await moved.patch({ startAt: at('09:30') })
  success(await c.owner.call('DELETE', deleted.path))
  expect(ids((await desk(c.owner)).failed)).toEqual([begun.id])
  c.clock.now = Date.parse(at('07:55'))
  expect((await desk(c.owner)).failed.items).toMatchObject([
    {
      appointmentId: begun.id,
      retryable: false,
      explanation: expect.stringMatching(/: call the patient\.$/),
    },
  ])
  c.clock.now = Date.parse(at('08:00'))
  expect((await desk(c.owner)).failed.items).toEqual([])
})

test('the desk shows what has been tried in vain for an hour, until it is sent', async () => {
  await using c = await clinic({ atAnyHour: true })
  const { id } = await booked(c)
  c.clock.now = due
  const f = failing(c, { error: 'unreachable', verdict: 'away' })
  while (c.clock.now < due + hour) {
    await f.round()
    expect((await desk(c.assistant)).failed.items).toEqual([])
    c.clock.now = Math.min(f.notice(id).nextAttemptAt, due + hour)
  }
  expect((await desk(c.assistant)).failed).toMatchObject({
    items: [
      {
        appointmentId: id,
        reminderId: f.notice(id).id,
        channel: 'email',
        reason: null,
        retryable: false,
        explanation:
          'The e-mail is not sent yet, because the mail service was unreachable: wait for the next try, or call the patient.',
      },
    ],
    more: false,
  })
  c.clock.now = f.notice(id).nextAttemptAt
  await reminding(c).round()
  expect(f.notice(id).state).toBe('sent')
  expect((await desk(c.assistant)).failed.items).toEqual([])
})

test('what a person has tried again leaves the desk, and comes back after an hour of failed tries', async () => {
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
  expect((await desk(c.owner)).failed.items).toEqual([])
  c.clock.now++
  expect(ids((await desk(c.owner)).failed)).toEqual([id])
})

test('a patient who was not told of a cancellation stays on the desk', async () => {
  await using c = await clinic()
  const { id, path } = await booked(c)
  await end(c, id, { kind: 'cancelled', state: 'dead', reason: 'gave_up' })
  expect((await desk(c.owner)).failed.items).toEqual([])
  success(await c.owner.call('DELETE', path))
  expect((await desk(c.owner)).failed.items).toMatchObject([
    { appointmentId: id, kind: 'cancelled', explanation: expect.stringContaining('may not know') },
  ])
})

test('the desk shows who asked to cancel, until the appointment moves or begins', async () => {
  await using c = await clinic()
  const { id, patch } = await booked(c)
  const other = await booked(c)
  c.clock.now = due
  await reminding(c).round()
  await answer(c, id, 'cancel_requested')
  await answer(c, other.id, 'confirmed')
  const [sms] = listNotices(c.practice.read, id).filter(({ channel }) => channel === 'sms')
  const { cancelRequested, unanswered } = await desk(c.assistant)
  expect(cancelRequested.items).toMatchObject([
    {
      appointmentId: id,
      reminderId: expect.any(String),
      patient: { lastName: 'Müller' },
      reason: null,
      retryable: false,
      explanation: 'The patient asks to cancel: call them, then move or cancel the appointment.',
    },
  ])
  expect(sms?.state).toBe('sent')
  expect(unanswered.items).toEqual([])
  c.clock.now = nine
  expect((await desk(c.owner)).cancelRequested.items).toEqual([])
  c.clock.now = nine - hour
  await patch({ startAt: at('09:30') })
  expect((await desk(c.owner)).cancelRequested.items).toEqual([])
})

test('the desk shows who was reminded and has not answered, for the next 72 hours, soonest first', async () => {
  await using c = await clinic()
  success(await c.owner.call('PATCH', '/api/v1/practice', { reminderLeadMinutes: 7 * 1440 }))
  const later = await booked(c, {}, { startAt: at('10:00'), endAt: at('11:00') })
  const sooner = await booked(c)
  const asked = await booked(c)
  const nobody = await booked(c, { notifyByEmail: false, notifyBySms: false })
  c.clock.now = nine - 73 * hour
  await reminding(c).round()
  await answer(c, asked.id, 'confirmed')
  expect((await desk(c.owner)).unanswered.items).toEqual([])
  c.clock.now = nine - 72 * hour
  expect(ids((await desk(c.owner)).unanswered)).toEqual([sooner.id])
  c.clock.now = nine - 24 * hour
  const { unanswered } = await desk(c.assistant)
  expect(ids(unanswered)).toEqual([sooner.id, later.id])
  expect(unanswered.items[0]).toMatchObject({
    startAt: at('09:00'),
    patient: { phoneMobile: '+4915551234567' },
    kind: 'reminder',
    explanation: expect.stringContaining('has not answered'),
  })
  expect(ids(unanswered)).not.toContain(nobody.id)
  c.clock.now = nine
  expect(ids((await desk(c.owner)).unanswered)).toEqual([later.id])
})

test('nobody has to answer a reminder that was only noted in the log', async () => {
  await using c = await clinic()
  const { id } = await booked(c)
  for (const channel of ['email', 'sms'])
    await end(c, id, { state: 'sent', reason: 'log_only', sentAt: due }, channel)
  c.clock.now = due
  expect((await desk(c.owner)).unanswered.items).toEqual([])
})

test('an appointment whose metadata is damaged does not take the desk away', async () => {
  await using c = await clinic()
  const [damaged, asked] = [await booked(c), await booked(c)]
  await answer(c, asked.id, 'cancel_requested')
  const database = new Database(c.path)
  database.run(`update entries set metadata = 'Zoé' where id = ${inSql(damaged.id)}`)
  database.close()
  c.clock.now = due
  expect(ids((await desk(c.owner)).cancelRequested)).toEqual([asked.id])
})

test('nobody has to answer a reminder that was not sent', async () => {
  await using c = await clinic()
  const { id } = await booked(c)
  for (const channel of ['email', 'sms'])
    await end(c, id, { state: 'skipped', reason: null, sentAt: null }, channel)
  c.clock.now = due
  expect((await desk(c.owner)).unanswered.items).toEqual([])
})
