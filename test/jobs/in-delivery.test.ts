import { expect, test } from 'bun:test'
import { booked, due } from '../support/booked.ts'
import { clinic } from '../support/clinic.ts'
import { reminding } from '../support/reminding.ts'
import { back, betweenClaimAndLook, cancel, elsewhere, held, hour, setLead } from './sending.ts'

test('a notice whose appointment is deleted during the delivery stays cancelled, and stores when it was sent', async () => {
  await using c = await clinic()
  const r = held(c)
  const { id } = await booked(c)
  c.clock.now = due
  const round = r.round()
  await r.begun
  await cancel(c, id)
  expect(r.notice(id).state).toBe('cancelled')
  r.end.resolve()
  await round
  expect(r.notice(id)).toMatchObject({ state: 'cancelled', sentAt: due, lease: null })
})

test('a notice whose appointment is moved and moved back during the delivery is sent once', async () => {
  await using c = await clinic()
  const r = held(c)
  const { id, patch } = await booked(c)
  await booked(c)
  c.clock.now = due
  const round = r.round()
  await r.begun
  await patch(elsewhere)
  await patch(back)
  const [first] = r.notices(id)
  expect(first).toMatchObject({ channel: 'email', state: 'running' })
  r.end.resolve()
  await round
  await r.round()
  expect(r.notices(id)[0]).toMatchObject({ state: 'sent', sentAt: due })
  expect(r.calls()).toBe(2)
})

test('a notice whose appointment is moved during the delivery and moved back afterwards is sent once', async () => {
  await using c = await clinic()
  const r = held(c)
  const { id, patch } = await booked(c)
  c.clock.now = due
  const round = r.round()
  await r.begun
  await patch(elsewhere)
  r.end.resolve()
  await round
  await patch(back)
  await r.round()
  expect(r.notices(id)[0]).toMatchObject({ state: 'sent', sentAt: due })
  expect(r.calls()).toBe(1)
})

test('a sender keeps its own delivery when the clock is set forward past the lease', async () => {
  await using c = await clinic()
  const r = held(c)
  const { id } = await booked(c)
  c.clock.now = due
  const round = r.round()
  await r.begun
  c.clock.now = due + hour
  await r.senders.email.tick()
  expect(r.notice(id)).toMatchObject({ state: 'running', attempts: 1 })
  r.end.resolve()
  await round
  expect(r.notice(id).state).toBe('sent')
  expect(r.calls()).toBe(1)
})

test('a notice is sent once when the lead changes during its delivery', async () => {
  await using c = await clinic()
  const r = held(c)
  const { id } = await booked(c)
  c.clock.now = due
  const round = r.round()
  await r.begun
  await setLead(c, 60)
  r.end.resolve()
  await round
  await r.round()
  expect(r.notice(id).state).toBe('sent')
  expect(r.calls()).toBe(1)
})

test('a notice does not go out when its appointment is deleted after the claim', async () => {
  await using c = await clinic()
  const { id } = await booked(c)
  const r = reminding(c, { store: betweenClaimAndLook(c, () => cancel(c, id)) })
  c.clock.now = due
  await r.sender.round('email')
  expect(r.emails).toEqual([])
  expect(r.notice(id)).toMatchObject({ state: 'cancelled', sentAt: null, lease: null })
})
