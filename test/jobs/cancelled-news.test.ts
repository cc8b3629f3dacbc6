/**
 * The messages to patients about appointments that are cancelled, and about appointments that come back (RULES §23).
 */
import { expect, test } from 'bun:test'
import { undoMs } from '../../src/domain/reminders/undo.ts'
import { booked, due, nine } from '../support/booked.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { reminding } from '../support/reminding.ts'
import { cancelled, undone } from '../support/visits.ts'
import { hour, minute } from './sending.ts'

const grace = 5 * minute

/** Books an appointment whose patient was reminded by both channels an hour ago. */
async function reminded(c: Clinic) {
  const r = reminding(c)
  const entry = await booked(c)
  c.clock.now = due
  await r.round()
  c.clock.now += hour
  const later = async (ms: number) => {
    const before = r.emails.length
    c.clock.now += ms
    await r.round()
    return r.emails.slice(before).map(({ subject }) => subject.replace(/:.*/, ''))
  }
  return { ...entry, r, later }
}

test('§23 A patient who was reminded gets the message about a cancellation after five minutes.', async () => {
  await using c = await clinic()
  const { id, r, later } = await reminded(c)
  await cancelled(c.owner.call, id)
  expect(await later(grace - 1)).toEqual([])
  expect(await later(1)).toEqual(['Cancelled'])
  expect(r.texts).toHaveLength(2)
  expect(r.news(id)).toMatchObject([{ kind: 'cancelled', startAt: nine, state: 'sent' }])
  expect(await later(hour)).toEqual([])
})

test('a cancellation that is taken back within five minutes sends no message', async () => {
  await using c = await clinic()
  const { id, r, later } = await reminded(c)
  await cancelled(c.owner.call, id)
  c.clock.now += 10_000
  await undone(c.owner.call, id)
  expect(r.news(id)).toMatchObject([{ kind: 'cancelled', state: 'cancelled' }])
  expect(await later(hour)).toEqual([])
  expect(r.notice(id)).toMatchObject({ state: 'sent', startAt: nine })
  await cancelled(c.owner.call, id)
  expect(await later(grace)).toEqual(['Cancelled'])
})

test('a patient who got the message about the cancellation gets a message when the appointment comes back', async () => {
  await using c = await clinic()
  const { id, later } = await reminded(c)
  await cancelled(c.owner.call, id)
  expect(await later(grace)).toEqual(['Cancelled'])
  await undone(c.owner.call, id)
  expect(await later(grace)).toHaveLength(1)
  expect(await later(hour)).toEqual([])
})

test('§23 A cancelled appointment has no reminders. An appointment that was brought back has its reminder again.', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id } = await booked(c)
  await cancelled(c.owner.call, id)
  expect(r.notice(id)).toMatchObject({ state: 'cancelled' })
  expect(r.news(id)).toEqual([])
  await undone(c.owner.call, id)
  expect(r.notice(id)).toMatchObject({ state: 'scheduled', dueAt: due })
  await cancelled(c.owner.call, id)
  c.clock.now = due
  await r.round()
  expect(r.emails).toEqual([])
  await undone(c.owner.call, id)
  c.clock.now += undoMs
  await r.round()
  expect(r.emails).toHaveLength(1)
})

test('a cancelled appointment that comes back after its start plans no message', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id } = await booked(c)
  await cancelled(c.owner.call, id)
  c.clock.now = nine
  await undone(c.owner.call, id)
  await r.round()
  expect(r.notice(id)).toMatchObject({ state: 'cancelled' })
  expect(r.emails).toEqual([])
})
