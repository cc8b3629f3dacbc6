import { expect, test } from 'bun:test'
import { undoMs } from '../../src/domain/reminders/undo.ts'
import { success } from '../support/answers.ts'
import { booked, nine } from '../support/booked.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { reminding } from '../support/reminding.ts'
import { reply } from '../support/visiting.ts'
import { back, day, elsewhere, hour, minute, setLead } from './sending.ts'

const setMore = async (c: Clinic, ...moreLeadMinutes: number[]) =>
  success(await c.owner.call('PATCH', '/api/v1/practice/reminders', { moreLeadMinutes }))

/** The e-mail reminders of an entry, one text for each slot: the minutes before the start, and the state or reason. */
const slots = (r: ReturnType<typeof reminding>, id: string) =>
  r
    .notices(id)
    .filter(({ channel, startAt }) => channel === 'email' && startAt === nine)
    .sort((a, b) => a.slot - b.slot)
    .map(({ slot, dueAt, state, reason }) => `${slot}: ${(nine - dueAt) / minute} ${reason ?? state}`)

test('§6.1 A practice may have two further leads. An appointment then has a reminder for each lead, and each goes out at its own time.', async () => {
  await using c = await clinic({ atAnyHour: true })
  const r = reminding(c)
  await setMore(c, 60, 3 * 1440)
  const { id } = await booked(c)
  expect(slots(r, id)).toEqual(['0: 1440 scheduled', '1: 60 scheduled', '2: 4320 scheduled'])
  for (const [i, ahead] of [3 * day, day, hour].entries()) {
    c.clock.now = nine - ahead - 1
    await r.round()
    expect([r.emails.length, r.texts.length]).toEqual([i, i])
    c.clock.now = nine - ahead
    await r.round()
    expect([r.emails.length, r.texts.length]).toEqual([i + 1, i + 1])
  }
  expect(new Set([...r.emails, ...r.texts].map(({ key }) => key)).size).toBe(6)
})

test('an appointment that was booked inside one lead still has the reminders of the other leads', async () => {
  await using c = await clinic({ atAnyHour: true })
  const r = reminding(c)
  await setMore(c, 60)
  c.clock.now = nine - 2 * hour
  const { id } = await booked(c)
  expect(slots(r, id)).toEqual(['0: 1440 inside_lead', '1: 60 scheduled'])
})

test('a move cancels the reminders of all leads, and a move back sends no reminder a second time', async () => {
  await using c = await clinic({ atAnyHour: true })
  const r = reminding(c)
  await setMore(c, 3 * 1440)
  const { id, patch } = await booked(c)
  c.clock.now = nine - 3 * day
  await r.round()
  await patch(elsewhere)
  expect(slots(r, id)).toEqual(['0: 1440 cancelled', '1: 4320 sent'])
  await patch(back)
  expect(slots(r, id)).toEqual(['0: 1440 scheduled', '1: 4320 sent'])
  await r.round()
  expect(r.emails).toHaveLength(1)
})

test('§6.1 A new lead plans reminders for booked appointments, but no reminder whose time is already over.', async () => {
  await using c = await clinic({ atAnyHour: true })
  const r = reminding(c)
  const { id } = await booked(c)
  c.clock.now = nine - 3 * day
  await setMore(c, 60, 7 * 1440)
  expect(slots(r, id)).toEqual(['0: 1440 scheduled', '1: 60 scheduled', '2: 10080 inside_lead'])
  await r.round()
  expect(r.emails).toEqual([])
})

test('a removed lead sends no more reminders, other leads keep theirs, and the removed lead can come back', async () => {
  await using c = await clinic({ atAnyHour: true })
  const r = reminding(c)
  await setMore(c, 3 * 1440, 60)
  const { id } = await booked(c)
  c.clock.now = nine - 3 * day
  await r.round()
  await setMore(c, 60)
  expect(slots(r, id)).toEqual(['0: 1440 scheduled', '1: 4320 sent', '2: 60 scheduled'])
  await setMore(c)
  expect(slots(r, id)).toEqual(['0: 1440 scheduled', '1: 4320 sent', '2: 60 switched_off'])
  await setMore(c, 60)
  expect(slots(r, id)).toContainEqual(expect.stringMatching(/60 scheduled/))
})

test('a further lead that equals the first lead sends no second reminder, and a first lead of 0 switches all leads off', async () => {
  await using c = await clinic({ atAnyHour: true })
  const r = reminding(c)
  await setMore(c, 60)
  const { id } = await booked(c)
  await setLead(c, 60)
  expect(slots(r, id)).toEqual(['0: 60 scheduled', '1: 60 switched_off'])
  await setLead(c, 0)
  expect(slots(r, id)).toEqual(['0: 60 switched_off', '1: 60 switched_off'])
  await setLead(c, 1440)
  expect(slots(r, id)).toEqual(['0: 1440 scheduled', '1: 60 scheduled'])
})

test('deleting the patient cancels the reminders of all lead times', async () => {
  await using c = await clinic({ atAnyHour: true })
  const r = reminding(c)
  await setMore(c, 60, 5)
  const { id, patientId } = await booked(c)
  success(await c.owner.call('DELETE', `/api/v1/patients/${patientId}`))
  expect(new Set(r.notices(id).map(({ state }) => state))).toEqual(new Set(['cancelled']))
  expect(r.notices(id)).toHaveLength(6)
})

test('§6.1 When several reminders of one appointment are due together, only one goes out by each channel.', async () => {
  await using c = await clinic({ atAnyHour: true })
  const r = reminding(c)
  await setMore(c, 120, 60)
  const { id } = await booked(c)
  c.clock.now = nine - 50 * minute
  await r.round()
  expect([r.emails.length, r.texts.length]).toEqual([1, 1])
  expect(slots(r, id)).toEqual(['0: 1440 other_lead', '1: 120 other_lead', '2: 60 sent'])
})

test('when a patient consents after the due times of several leads, one reminder goes out by each channel', async () => {
  await using c = await clinic({ atAnyHour: true })
  const r = reminding(c)
  await setMore(c, 3 * 1440)
  const { patientId } = await booked(c, { notifyByEmail: false, notifyBySms: false })
  for (const ahead of [3, 1]) {
    c.clock.now = nine - ahead * day
    await r.round()
  }
  const consents = { notifyByEmail: true, notifyBySms: true }
  success(await c.owner.call('PATCH', `/api/v1/patients/${patientId}`, consents))
  c.clock.now += undoMs
  await r.round()
  expect([r.emails.length, r.texts.length]).toEqual([1, 1])
})

test('a further lead that replaces another lead sends no reminder that is already over', async () => {
  await using c = await clinic({ atAnyHour: true })
  const r = reminding(c)
  await setMore(c, 60)
  const { id } = await booked(c)
  c.clock.now = nine - 3 * day
  await setMore(c, 7 * 1440)
  await r.round()
  expect(r.emails).toEqual([])
  expect(slots(r, id)).toEqual(['0: 1440 scheduled', '1: 10080 inside_lead'])
})

test('§6.1 A patient who asked to cancel gets no further reminder while that answer stands: `asked_to_cancel`.', async () => {
  await using c = await clinic({ atAnyHour: true })
  const r = reminding(c)
  await setMore(c, 5 * 1440)
  const { id } = await booked(c)
  c.clock.now = nine - 5 * day
  await r.round()
  const token = /visit#([\w-]+)/.exec(r.emails[0]!.text)![1]!
  expect((await reply(c, token, 'cancel_requested')).accepted).toBe(true)
  c.clock.now = nine - day
  await r.round()
  expect([r.emails.length, r.texts.length]).toEqual([1, 1])
  expect(slots(r, id)).toContain('0: 1440 asked_to_cancel')
})
