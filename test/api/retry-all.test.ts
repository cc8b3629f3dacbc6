import { expect, test } from 'bun:test'
import { newId } from '../../src/domain/id.ts'
import { insertEntry } from '../../src/store/calendar/entries.ts'
import { insertNotice, listNotices, type NoticeRow, updateNotice } from '../../src/store/notices/notices.ts'
import { entryRow, noticeRow } from '../store/records.ts'
import { invalid, success } from '../support/answers.ts'
import { booked } from '../support/booked.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { waitingAs } from '../support/inbox.ts'
import { at, newPatient } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'

const send = (c: Clinic, body: object) => c.assistant.call('POST', '/api/v1/reminders/retry', body)
const retryAll = async (c: Clinic, body: object) => success(await send(c, body))
const none = { appointmentChanged: 0, tooLate: 0 }

/** Sets the result of the e-mail about an appointment. */
const end = (c: Clinic, entryId: string, changes: Partial<NoticeRow>) =>
  c.practice.write((tx) => {
    const notice = listNotices(tx, entryId).find(({ channel }) => channel === 'email')!
    updateNotice(tx, notice.id, changes)
  })

/** Makes appointments of one patient, a minute apart. Their e-mails were refused. */
async function manyRefused(c: Clinic, number: number): Promise<void> {
  const { id: patientId } = await newPatient(c.owner.call, { email: 'zoe@example.org' })
  await c.practice.write((tx) => {
    for (let i = 0; i < number; i++) {
      const startAt = Date.parse(at('09:00')) + i * 60_000
      const times = { startAt, endAt: startAt + 1 }
      const entry = { id: newId(monday), patientId, chairId: null, ...times }
      insertEntry(tx, entryRow({ userId: c.owner.userId, chairId: '' }, entry))
      insertNotice(tx, noticeRow({ entryId: entry.id, patientId, startAt, dueAt: monday, reason: 'refused' }))
    }
  })
}

test('§6.5 Any member can have all failed reminders with the same reason tried again at once. Reminders with another reason stay.', async () => {
  await using c = await clinic()
  const [one, two, other, unsure] = [await booked(c), await booked(c), await booked(c), await booked(c)]
  for (const { id } of [one, two]) await end(c, id, { state: 'dead', reason: 'refused' })
  await end(c, other.id, { state: 'dead', reason: 'gave_up' })
  await end(c, unsure.id, { state: 'uncertain', reason: null })
  expect(await retryAll(c, { reason: 'refused' })).toEqual({ retried: 2, left: 0, refused: none })
  expect(await retryAll(c, { reason: 'refused' })).toEqual({ retried: 0, left: 0, refused: none })
  const r = reminding(c)
  await r.round()
  expect(r.emails).toHaveLength(2)
  expect(await retryAll(c, { state: 'uncertain' })).toMatchObject({ retried: 1 })
  expect(await retryAll(c, { state: 'dead', reason: 'refused' })).toMatchObject({ retried: 0 })
  expect(await retryAll(c, { state: 'dead', reason: 'gave_up' })).toMatchObject({ retried: 1 })
  await r.round()
  expect(r.emails).toHaveLength(4)
})

test('§6.5 A reminder is not tried again when it is too late, or when its appointment has changed. The answer counts these reminders by reason.', async () => {
  await using c = await clinic()
  const soon = await booked(c, {}, { startAt: at('06:05'), endAt: at('06:30') })
  const moved = await booked(c)
  const fine = await booked(c)
  for (const { id } of [soon, moved, fine]) await end(c, id, { state: 'dead', reason: 'refused' })
  await moved.patch({ startAt: at('08:00') })
  c.clock.now = Date.parse(at('06:00'))
  expect(await retryAll(c, { reason: 'refused' })).toEqual({
    retried: 1,
    left: 0,
    refused: { appointmentChanged: 1, tooLate: 1 },
  })
})

test('when two members retry all refused reminders at once, each reminder is sent once', async () => {
  await using c = await clinic()
  await manyRefused(c, 30)
  const [one, two] = await Promise.all([
    retryAll(c, { reason: 'refused' }),
    retryAll(c, { reason: 'refused' }),
  ])
  expect(one.retried + two.retried).toBe(30)
  const r = reminding(c)
  await r.round()
  expect(r.emails).toHaveLength(30)
  expect(new Set(r.emails.map(({ key }) => key)).size).toBe(30)
})

test('§8 One request tries at most 200 reminders again, those with the soonest start, and says how many are left.', async () => {
  await using c = await clinic()
  await manyRefused(c, 450)
  expect(await retryAll(c, { reason: 'refused' })).toEqual({ retried: 200, left: 250, refused: none })
  const { items } = await waitingAs(c.owner, 'failed')
  expect(items[0].startAt).toBe('2026-03-10T12:20:00.000Z')
  expect(await retryAll(c, { reason: 'refused' })).toMatchObject({ retried: 200, left: 50 })
  expect(await retryAll(c, { reason: 'refused' })).toMatchObject({ retried: 50, left: 0 })
})

test('§6.5 A message that a member has marked in the inbox as seen to is not tried again with the others.', async () => {
  await using c = await clinic()
  const [called, fine, unsure] = [await booked(c), await booked(c), await booked(c)]
  for (const { id } of [called, fine]) await end(c, id, { state: 'dead', reason: 'refused' })
  await end(c, unsure.id, { state: 'uncertain', reason: null })
  for (const [kind, { id }] of [
    ['failed', called],
    ['uncertain', unsure],
  ] as const) {
    const { recordId } = (await waitingAs(c.owner, kind)).items.find(
      ({ appointmentId }: { appointmentId: string }) => appointmentId === id,
    )
    success(await c.assistant.call('POST', '/api/v1/inbox/marks', { kind, recordId }), 201)
  }
  expect(await retryAll(c, { reason: 'refused' })).toEqual({ retried: 1, left: 0, refused: none })
  expect(await retryAll(c, { state: 'uncertain' })).toEqual({ retried: 0, left: 0, refused: none })
  // The message fails again. So it can be retried again.
  await end(c, called.id, { state: 'dead', reason: 'refused', updatedAt: c.clock.now + 1 })
  expect(await retryAll(c, { reason: 'refused' })).toMatchObject({ retried: 1 })
})

test('one call to retry all reminders retries 200 of them and counts at most 1,000', async () => {
  await using c = await clinic()
  await manyRefused(c, 1_300)
  expect(await retryAll(c, { reason: 'refused' })).toEqual({ retried: 200, left: 800, refused: none })
})

test('a practice retries only its own reminders', async () => {
  await using c = await clinic()
  await manyRefused(c, 3)
  const theirs = success(await c.stranger.call('POST', '/api/v1/reminders/retry', { reason: 'refused' }))
  expect(theirs).toMatchObject({ retried: 0, left: 0 })
  expect(await retryAll(c, { reason: 'refused' })).toMatchObject({ retried: 3 })
})

test('a call to retry reminders must name a known kind of failure', async () => {
  await using c = await clinic()
  invalid(await send(c, {}), '')
  invalid(await send(c, { reason: 'no_consent' }), 'reason')
  invalid(await send(c, { state: 'sent' }), 'state')
  invalid(await send(c, { reason: 'refused', all: true }), 'all')
})
