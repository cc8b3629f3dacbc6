import { expect, test } from 'bun:test'
import { booked, due, reachable } from '../support/booked.ts'
import { clinic } from '../support/clinic.ts'
import { newEntry, newPatient } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'
import { minute } from './sending.ts'

test('a reminder goes out once by each channel at its due time', async () => {
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
  for (const notice of r.notices(id))
    expect(notice).toMatchObject({ state: 'sent', reason: null, attempts: 1, sentAt: due, lease: null })
})

test('300 notices that fall due together all go out in one round, each once', async () => {
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

test('two processes on one database file deliver each notice once', async () => {
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
