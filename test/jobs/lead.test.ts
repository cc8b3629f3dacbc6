import { expect, test } from 'bun:test'
import { listNotices } from '../../src/store/notices/notices.ts'
import { booked, due, nine, reachable } from '../support/booked.ts'
import { byTest } from '../support/by-test.ts'
import { clinic } from '../support/clinic.ts'
import { at, newEntry, newPatient } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'
import { cancel, hour, minute, setLead } from './sending.ts'

test('a new lead changes the due times of reminders that are not due yet', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id } = await booked(c)
  await setLead(c, 120)
  expect(r.notice(id)).toMatchObject({ dueAt: nine - 2 * hour, nextAttemptAt: nine - 2 * hour })
  c.clock.now = due
  await r.round()
  expect(r.emails).toEqual([])
  c.clock.now = nine - 2 * hour
  await r.round()
  expect(r.emails).toHaveLength(1)
})

test('§6.1 When a lead becomes longer, the reminders that are due under the new lead go out at once.', async () => {
  await using c = await clinic()
  const r = reminding(c)
  await booked(c)
  c.clock.now = due - hour
  await setLead(c, 2 * 1440)
  await r.round()
  expect(r.emails).toHaveLength(1)
})

test('a reminder that was skipped inside the old lead goes out when its appointment is outside the new lead', async () => {
  await using c = await clinic()
  const r = reminding(c)
  c.clock.now = due + hour
  const { id } = await booked(c)
  expect(r.notice(id)).toMatchObject({ state: 'skipped', reason: 'inside_lead' })
  await setLead(c, 60)
  expect(r.notice(id)).toMatchObject({ state: 'scheduled', reason: null, dueAt: nine - hour })
  c.clock.now = nine - hour
  await r.round()
  expect(r.emails).toHaveLength(1)
})

test('§6.1 A lead of 0 switches reminders off. A new lead brings back the reminders of appointments that were booked in time.', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const [early, soon] = [await booked(c), await booked(c, {}, { startAt: at('09:30') })]
  await setLead(c, 0)
  const meanwhile = await booked(c)
  for (const { id } of [early, soon, meanwhile])
    expect(r.notice(id)).toMatchObject({ state: 'skipped', reason: 'switched_off' })
  c.clock.now = due + minute
  const late = await booked(c)
  await r.round()
  expect(r.emails).toEqual([])
  await setLead(c, 1440)
  expect(r.notice(late.id)).toMatchObject({ state: 'skipped', reason: 'switched_off' })
  await r.round()
  expect(r.emails).toHaveLength(2)
  expect(r.notice(soon.id)).toMatchObject({ state: 'scheduled', dueAt: due + hour / 2 })
  c.clock.now = due + hour / 2
  await r.round()
  expect(r.emails).toHaveLength(3)
})

test('a new lead does not change reminders that were sent, skipped or cancelled, and no reminders of another practice', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const [sent, gone] = [await booked(c, { notifyBySms: false }), await booked(c)]
  await cancel(c, gone.id)
  const { id: theirPatient } = await newPatient(c.stranger.call, reachable)
  const theirs = await newEntry(c.stranger.call, { patientId: theirPatient })
  c.clock.now = due
  const foreign = c.store.practices.of(c.stranger.practiceId, byTest).read
  const others = () => listNotices(foreign, theirs.id)
  await r.round()
  const before = [r.notices(sent.id), r.notices(gone.id), others()]
  await setLead(c, 30)
  expect([r.notices(sent.id), r.notices(gone.id), others()]).toEqual(before)
})
