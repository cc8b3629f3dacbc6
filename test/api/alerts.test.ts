/** Tags that are alerts. The members see them in the day, and no other person ever sees them (RULES §24). */
import { expect, test } from 'bun:test'
import { invalid, success } from '../support/answers.ts'
import { deleteAt, restore } from '../support/archive.ts'
import { booked, due } from '../support/booked.ts'
import type { Client } from '../support/client.ts'
import { clinic } from '../support/clinic.ts'
import { bookingClinic, publicBase } from '../support/online-booking.ts'
import { newChair, newEntry, newPatient, newTag, newWaiting } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'
import { look, remindedVisit } from '../support/visiting.ts'
import { cancelled } from '../support/visits.ts'

const dayOf = async (call: Client, date = '2026-03-10') =>
  success(await call('GET', `/api/v1/day?date=${date}`))
const alertsOn = async (call: Client) =>
  (await dayOf(call)).withoutChair.map(
    ({ patient }: { patient: { alerts: string[] } | null }) => patient?.alerts,
  )
const toggle = async (call: Client, patientId: string, tagId: string) =>
  success(await call('POST', `/api/v1/patients/${patientId}/tags/${tagId}`))

test('§24 `GET /day` names the tags of each patient that are alerts, by name.', async () => {
  await using c = await clinic()
  const { call } = c.assistant
  const wheelchair = await newTag(call, 'wheelchair', { alert: true })
  const latex = await newTag(call, 'Latex allergy', { alert: true })
  const recall = await newTag(call, 'Recall')
  expect([wheelchair.alert, recall.alert]).toEqual([true, false])
  const { id: patientId } = await newPatient(call)
  await newEntry(call, { patientId })
  for (const { id } of [wheelchair, recall, latex]) await toggle(call, patientId, id)
  expect(await alertsOn(call)).toEqual([['Latex allergy', 'wheelchair']])
  // A change of the tag applies to every patient who has it.
  success(await call('PATCH', `/api/v1/tags/${recall.id}`, { alert: true }))
  success(await call('PATCH', `/api/v1/tags/${latex.id}`, { alert: false }))
  expect(await alertsOn(call)).toEqual([['Recall', 'wheelchair']])
  await toggle(call, patientId, wheelchair.id)
  expect(await alertsOn(call)).toEqual([['Recall']])
  for (const alert of [null, 1, 'true'])
    invalid(await call('PATCH', `/api/v1/tags/${latex.id}`, { alert }), 'alert')
})

test('§24 The waiting list and the inbox name the alerts of each patient, by name.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  await newChair(call, { name: 'Room 1' })
  const { id: patientId } = await newPatient(call)
  await newWaiting(call, { patientId })
  await newWaiting(call, { patientId: (await newPatient(call)).id })
  for (const [name, alert] of [
    ['wheelchair', true],
    ['Recall', false],
    ['Latex allergy', true],
  ] as const)
    await toggle(call, patientId, (await newTag(call, name, { alert })).id)
  const { waiting } = success(await call('GET', '/api/v1/waiting-list'))
  const { items } = success(await call('GET', '/api/v1/inbox'))
  for (const list of [waiting, items])
    expect(list.map((item: { patient: { alerts: string[] } }) => item.patient.alerts)).toEqual([
      ['Latex allergy', 'wheelchair'],
      [],
    ])
})

test('an entry has no alerts when it has no patient, or when its patient has no alerts', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id: patientId } = await newPatient(call)
  const tag = await newTag(call, 'Latex allergy', { alert: true })
  await toggle(call, (await newPatient(call)).id, tag.id)
  await newEntry(call, { patientId })
  await newEntry(call, { startAt: '2026-03-10T11:00:00Z', endAt: '2026-03-10T12:00:00Z' })
  expect(await alertsOn(call)).toEqual([[], undefined])
})

test('an alert that is restored from the archive is an alert again, and its patients have it again', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id: patientId } = await newPatient(call)
  await newEntry(call, { patientId })
  const { id } = await newTag(call, 'Latex allergy', { alert: true })
  await toggle(call, patientId, id)
  const item = await deleteAt(call, `/tags/${id}`)
  expect(await alertsOn(call)).toEqual([[]])
  success(await restore(call, item.id))
  expect(await alertsOn(call)).toEqual([['Latex allergy']])
})

const secret = 'Latex-Schock'

test('§24 Alerts are for the members: no message, no page for patients and no list of changes names them.', async () => {
  await using c = await clinic()
  const { id: tagId } = await newTag(c.owner.call, secret, { alert: true })
  const { mailed, id, patientPath } = await remindedVisit(c)
  await toggle(c.owner.call, patientPath.split('/').at(-1)!, tagId)
  expect(JSON.stringify(await dayOf(c.owner.call))).toContain(secret)
  const r = reminding(c)
  const sent = async () => {
    c.clock.now += 600_000
    await r.round()
  }
  // Messages of every kind are sent: about a booking, a move and a cancellation.
  success(await c.owner.call('PATCH', '/api/v1/practice/reminders', { tellBooked: true }))
  const again = await booked(c, {}, { startAt: '2026-03-12T09:00:00Z', endAt: '2026-03-12T10:00:00Z' })
  await toggle(c.owner.call, again.patientId, tagId)
  await sent()
  success(
    await c.owner.call('PATCH', again.path, {
      startAt: '2026-03-13T09:00:00Z',
      endAt: '2026-03-13T10:00:00Z',
    }),
  )
  await sent()
  await cancelled(c.owner.call, id)
  await sent()
  expect(r.emails.length).toBeGreaterThan(1)
  const public_ = [
    r.emails,
    r.texts,
    await look(c, mailed),
    success(await c.owner.call('GET', '/api/v1/changes')),
  ]
  expect(JSON.stringify(public_)).not.toContain(secret)
})

test('no answer, page or message of online booking contains an alert', async () => {
  await using c = await bookingClinic('instant')
  const { call } = c.owner
  const patient = await newPatient(call, { dob: '1987-04-23', email: 'zoe@example.org', notifyByEmail: true })
  const { id: tagId } = await newTag(call, secret, { alert: true })
  await toggle(call, patient.id, tagId)
  const visitor = c.visitor()
  const answers = [
    await visitor.ask('GET', publicBase),
    await visitor.ask('GET', `${publicBase}/appointment-types`),
    await visitor.book('2026-03-03T10:00:00Z', { known: true }),
    await c.anonymous('GET', '/book/lindenplatz'),
  ]
  const r = reminding(c)
  c.clock.now = due
  await r.round()
  const seen = JSON.stringify([answers, c.emails, c.texts, r.emails, r.texts])
  expect(c.emails.length).toBeGreaterThan(0)
  expect(seen).not.toContain(secret)
})

test('a calendar that a member subscribes to contains no alert', async () => {
  await using c = await clinic({ signedIn: true })
  success(await c.owner.call('PATCH', '/api/v1/practice', { calendarFeeds: 'initials' }))
  const { id: patientId } = await newPatient(c.owner.call)
  await newEntry(c.owner.call, { patientId, practitionerId: c.assistant.userId })
  const { id: tagId } = await newTag(c.owner.call, secret, { alert: true })
  await toggle(c.owner.call, patientId, tagId)
  const { url } = success(await c.assistant.call('POST', '/api/v1/me/calendar-feeds', {}), 201)
  const { text } = await c.anonymous('GET', new URL(url).pathname)
  expect(text).toContain('BEGIN:VEVENT')
  expect(text).not.toContain(secret)
})
