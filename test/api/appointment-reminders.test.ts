import { expect, test } from 'bun:test'
import { listNotices } from '../../src/store/notices/notices.ts'
import { problem, success } from '../support/answers.ts'
import { booked, nine } from '../support/booked.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { at, entryBody, type Fields, newChair, newEntry } from '../support/records.ts'

const day = 86_400_000

/** Returns the reminders by e-mail, and expects the same reminders by text message. */
const jobs = (c: Clinic, entryId: string) => {
  const [email, sms] = (['email', 'sms'] as const).map((wanted) =>
    listNotices(c.practice.read, entryId)
      .filter(({ channel }) => channel === wanted)
      .map(({ state, startAt, dueAt, reason }) => ({ state, startAt, dueAt, reason })),
  )
  expect(sms).toEqual(email)
  return email!
}
const scheduled = (startAt: number, lead = day) => ({
  state: 'scheduled' as const,
  startAt,
  dueAt: startAt - lead,
  reason: null,
})
const cancelled = (startAt: number) => ({ ...scheduled(startAt), state: 'cancelled' as const })

/** Books an appointment that the assistant can change. */
async function withPatch(c: Clinic, fields: Fields = {}) {
  const entry = await booked(c, {}, fields)
  const patch = async (body: object) => success(await c.assistant.call('PATCH', entry.path, body))
  return { ...entry, patch }
}

test('§6.1 Booking an appointment with a patient plans a reminder for each channel, e-mail and text message.', async () => {
  await using c = await clinic()
  const { id } = await booked(c)
  expect(jobs(c, id)).toEqual([scheduled(nine)])
})

test("§6.1 The practice's lead says how many real minutes before the start a reminder is due.", async () => {
  await using c = await clinic()
  success(await c.owner.call('PATCH', '/api/v1/practice', { reminderLeadMinutes: 90 }))
  const { id } = await booked(c)
  expect(jobs(c, id)).toEqual([scheduled(nine, 90 * 60_000)])
})

test('§6.1 A calendar entry that is no appointment, or has no patient, has no reminder to a patient.', async () => {
  await using c = await clinic()
  for (const type of ['reminder', 'unavailable'])
    expect(jobs(c, (await booked(c, {}, { type })).id)).toEqual([])
  expect(jobs(c, (await newEntry(c.owner.call)).id)).toEqual([])
})

test('§6.1 An appointment that is booked when less time than the lead is left gets no reminder, and the reason is recorded.', async () => {
  await using c = await clinic()
  c.clock.now = nine - day
  const { id } = await booked(c)
  expect(jobs(c, id)).toEqual([{ ...scheduled(nine), state: 'skipped', reason: 'inside_lead' }])
})

test('§6.1 Moving an appointment moves its reminders.', async () => {
  await using c = await clinic()
  const { id, patch } = await withPatch(c)
  const eight = Date.parse(at('08:00'))
  await patch({ startAt: at('08:00') })
  expect(jobs(c, id)).toEqual([scheduled(eight), cancelled(nine)])
  await patch({ startAt: at('09:00') })
  expect(jobs(c, id)).toEqual([cancelled(eight), scheduled(nine)])
})

test('a change of the title or the end of an appointment leaves its reminder as it was', async () => {
  await using c = await clinic()
  const { id, patch } = await withPatch(c)
  const before = listNotices(c.practice.read, id)
  c.clock.now += 60_000
  await patch({ title: 'Check-up', endAt: at('09:30') })
  expect(listNotices(c.practice.read, id)).toEqual(before)
})

test.each([{ patientId: null }, { type: 'unavailable' }, { type: 'reminder' }])(
  'the change %j of an appointment cancels its reminder, and undoing the change schedules the reminder again',
  async (change) => {
    await using c = await clinic()
    const { id, patientId, patch } = await withPatch(c)
    await patch(change)
    expect(jobs(c, id)).toEqual([cancelled(nine)])
    await patch({ type: 'appointment', patientId })
    expect(jobs(c, id)).toEqual([scheduled(nine)])
  },
)

test('§6.1 Deleting an appointment cancels its reminders.', async () => {
  await using c = await clinic()
  const { id } = await booked(c)
  success(await c.owner.call('DELETE', `/api/v1/appointments/${id}`))
  expect(jobs(c, id)).toEqual([cancelled(nine)])
})

test('a refused change of an appointment leaves its reminder as it was', async () => {
  await using c = await clinic()
  const { id: chairId } = await newChair(c.owner.call)
  await newEntry(c.owner.call, { chairId, startAt: at('07:00'), endAt: at('08:00') })
  const { id } = await booked(c, {}, { chairId })
  const body = { startAt: at('07:30') }
  problem(await c.owner.call('PATCH', `/api/v1/appointments/${id}`, body), 409, 'conflict')
  expect(jobs(c, id)).toEqual([scheduled(nine)])
  problem(await c.owner.call('POST', '/api/v1/appointments', entryBody({ chairId })), 409, 'conflict')
})
