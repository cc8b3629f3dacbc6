/** Cancelling appointments, and undoing a cancellation (RULES §23). */

import { expect, test } from 'bun:test'
import { invalid, notFound, problem, success } from '../support/answers.ts'
import { archivedItems, deleteAt, restored } from '../support/archive.ts'
import { atOnce, statusCounts } from '../support/at-once.ts'
import { booked, nine } from '../support/booked.ts'
import { clinic, monday } from '../support/clinic.ts'
import { waitingAs } from '../support/inbox.ts'
import { at, entriesOfTuesday, entryBody, newChair, newEntry, newPatient } from '../support/records.ts'
import { look, remindedVisit, reply } from '../support/visiting.ts'
import { cancellationPath, cancelled, cancelPath, noted, progressAt, undone } from '../support/visits.ts'

const hour = 3_600_000
const why = { reason: 'Has a cold.', by: 'patient' }

test('§23 A cancelled appointment leaves the calendar, frees its chair, and is kept as it was.', async () => {
  await using c = await clinic()
  const { id: chairId } = await newChair(c.owner.call)
  const { id: patientId } = await newPatient(c.owner.call)
  const texts = { title: 'Check-up', notes: 'Brings X-rays.', serviceRef: '01', color: '#22c55e' }
  const { version, updatedAt, ...entry } = await newEntry(c.owner.call, { chairId, patientId, ...texts })
  c.clock.now = monday + hour
  const body = { ...why, reason: ' Has a cold. ', note: 'Will call.' }
  const answer = await c.assistant.call('POST', cancelPath(entry.id), body)
  expect(success(answer)).toEqual({
    ...entry,
    ...why,
    note: 'Will call.',
    shortNotice: false,
    version: version + 1,
    updatedAt,
    cancelledAt: '2026-03-02T09:00:00.000Z',
    cancelledBy: c.assistant.userId,
  })
  expect(success(await c.owner.call('GET', cancellationPath(entry.id)))).toEqual(answer.data)
  notFound(await c.owner.call('GET', `/api/v1/appointments/${entry.id}`))
  notFound(await c.owner.call('POST', cancelPath(entry.id), why))
  expect(await entriesOfTuesday(c.owner.call)).toEqual([])
  success(await c.owner.call('POST', '/api/v1/appointments', entryBody({ chairId })), 201)
  expect(await archivedItems(c.owner.call)).toEqual([])
})

test('§23 When a cancellation is taken back, the appointment is as it was before, with a higher version.', async () => {
  await using c = await clinic()
  const { id: chairId } = await newChair(c.owner.call)
  const { id: patientId } = await newPatient(c.owner.call)
  const { version, ...entry } = await newEntry(c.owner.call, { chairId, patientId, title: 'Check-up' })
  const { version: between } = await cancelled(c.owner.call, entry.id)
  const back = await c.assistant.call('DELETE', cancellationPath(entry.id))
  const { warnings, ...returned } = success(back)
  expect(returned).toEqual({ ...entry, version: 3 })
  expect(warnings).toEqual([])
  expect([version, between]).toEqual([1, 2])
  expect(back.headers.get('etag')).toBe('"3"')
  expect(success(await c.owner.call('GET', `/api/v1/appointments/${entry.id}`))).toEqual(returned)
  notFound(await c.owner.call('GET', cancellationPath(entry.id)))
  notFound(await c.owner.call('DELETE', cancellationPath(entry.id)))
})

test('§23 When entries are in the way, a cancelled appointment cannot be brought back. The answer names these entries.', async () => {
  await using c = await clinic()
  const { id: chairId } = await newChair(c.owner.call)
  const { id } = await newEntry(c.owner.call, { chairId })
  const before = await cancelled(c.owner.call, id)
  const taken = await newEntry(c.owner.call, { chairId, startAt: at('09:30'), endAt: at('11:00') })
  const answer = await c.owner.call('DELETE', cancellationPath(id))
  problem(answer, 409, 'conflict', ['startAt'])
  expect(answer.body.error.details).toMatchObject([{ entryId: taken.id, startAt: at('09:30') }])
  expect(success(await c.owner.call('GET', cancellationPath(id)))).toEqual(before)
  success(await c.owner.call('DELETE', `/api/v1/appointments/${taken.id}`))
  await undone(c.owner.call, id)
})

test('§23 A cancelled appointment cannot be brought back to a chair that is out of use or deleted.', async () => {
  await using c = await clinic()
  const { id: chairId } = await newChair(c.owner.call)
  const { id } = await newEntry(c.owner.call, { chairId })
  await cancelled(c.owner.call, id)
  const undo = () => c.owner.call('DELETE', cancellationPath(id))
  success(await c.owner.call('PATCH', `/api/v1/chairs/${chairId}`, { active: false }))
  problem(await undo(), 409, 'conflict', ['chairId'])
  const item = await deleteAt(c.owner.call, `/chairs/${chairId}`)
  problem(await undo(), 409, 'conflict', ['chairId'])
  await restored(c.owner.call, item.id)
  success(await c.owner.call('PATCH', `/api/v1/chairs/${chairId}`, { active: true }))
  success(await undo())
})

test('§23 Only an appointment can be cancelled, but not when it is noted as done or missed.', async () => {
  await using c = await clinic()
  const cancel = (id: string) => c.owner.call('POST', cancelPath(id), why)
  for (const type of ['reminder', 'unavailable']) {
    const answer = await cancel((await newEntry(c.owner.call, { type })).id)
    problem(answer, 409, 'conflict')
    expect(answer.body.error.message).toContain('Delete it')
  }
  c.clock.now = Date.parse(at('12:00'))
  for (const step of ['done', 'no_show']) {
    const { id } = await newEntry(c.owner.call)
    await noted(c.owner.call, id, step)
    problem(await cancel(id), 409, 'conflict')
    success(await c.owner.call('DELETE', `/api/v1/appointments/${id}/progress`))
    success(await cancel(id))
  }
  // A patient may leave the practice before the treatment begins.
  const { id } = await newEntry(c.owner.call)
  await noted(c.owner.call, id, 'arrived')
  success(await cancel(id))
})

test('§23 A cancellation holds a reason of at most 200 characters, and who wished it.', async () => {
  await using c = await clinic()
  const { id } = await newEntry(c.owner.call)
  const cancel = (body: object) => c.owner.call('POST', cancelPath(id), body)
  invalid(await cancel({}), 'reason', 'by')
  invalid(await cancel({ ...why, reason: ' ' }), 'reason')
  invalid(await cancel({ ...why, reason: 'x'.repeat(201) }), 'reason')
  invalid(await cancel({ ...why, note: 'x'.repeat(1_001) }), 'note')
  for (const by of ['owner', '', null]) invalid(await cancel({ ...why, by }), 'by')
  invalid(await cancel({ ...why, shortNotice: false }), 'shortNotice')
  const longest = { reason: 'x'.repeat(200), by: 'practice', note: 'y'.repeat(1_000) }
  expect(success(await cancel(longest))).toMatchObject(longest)
})

test('the practice sets how many hours before its start a cancellation counts as short notice', async () => {
  await using c = await clinic()
  const isShort = async (hours: number | null, ahead: number) => {
    success(await c.owner.call('PATCH', '/api/v1/practice', { shortNoticeHours: hours }))
    c.clock.now = monday
    const { id } = await newEntry(c.owner.call)
    c.clock.now = nine - ahead
    return (await cancelled(c.owner.call, id)).shortNotice
  }
  expect(await isShort(null, 24 * hour)).toBe(false)
  expect(await isShort(null, 24 * hour - 1)).toBe(true)
  expect(await isShort(48, 24 * hour)).toBe(true)
  expect(await isShort(1, 2 * hour)).toBe(false)
  expect(await isShort(1, -hour)).toBe(true)
  expect(await isShort(0, -hour)).toBe(false)
})

test('§23 A later change of `shortNoticeHours` does not change whether an earlier cancellation was at short notice.', async () => {
  await using c = await clinic()
  const { id } = await newEntry(c.owner.call)
  c.clock.now = nine - hour
  await cancelled(c.owner.call, id)
  success(await c.owner.call('PATCH', '/api/v1/practice', { shortNoticeHours: 0 }))
  expect(success(await c.owner.call('GET', cancellationPath(id))).shortNotice).toBe(true)
})

test('when 20 requests cancel an appointment at once, one succeeds, and one of 20 requests to undo this succeeds', async () => {
  await using c = await clinic()
  const { id } = await newEntry(c.owner.call)
  const cancels = await atOnce(20, () => c.owner.call('POST', cancelPath(id), why))
  expect(statusCounts(cancels)).toEqual({ 200: 1, 404: 19 })
  const undos = await atOnce(20, () => c.owner.call('DELETE', cancellationPath(id)))
  expect(statusCounts(undos)).toEqual({ 200: 1, 404: 19 })
  const both = await atOnce(2, (n) =>
    n === 0
      ? c.owner.call('POST', cancelPath(id), why)
      : c.assistant.call('DELETE', `/api/v1/appointments/${id}`),
  )
  expect(statusCounts(both)).toEqual({ 200: 1, 404: 1 })
})

test('`If-Match` of a cancellation names the version of the appointment, and of an undo the version of the cancellation', async () => {
  await using c = await clinic()
  const { id, patch } = await booked(c)
  await patch({ title: 'Check-up' })
  const only = (version: number) => ({ 'if-match': `"${version}"` })
  problem(await c.owner.call('POST', cancelPath(id), why, only(1)), 412, 'precondition_failed')
  success(await c.owner.call('POST', cancelPath(id), why, only(2)))
  const undo = (version: number) => c.owner.call('DELETE', cancellationPath(id), undefined, only(version))
  problem(await undo(2), 412, 'precondition_failed')
  expect(success(await undo(3)).version).toBe(4)
})

test("§23 The link in a patient's message shows a cancelled appointment as changed. When the appointment is back, the link works as before.", async () => {
  await using c = await clinic()
  const { id, mailed } = await remindedVisit(c)
  expect(await look(c, mailed)).toMatchObject({ state: 'open' })
  await cancelled(c.owner.call, id)
  expect(await look(c, mailed)).toMatchObject({ state: 'cancelled', when: null })
  await undone(c.owner.call, id)
  expect(await look(c, mailed)).toMatchObject({ state: 'open' })
})

test("§23 A patient's wish to cancel leaves the inbox when the appointment is cancelled. When the cancellation is taken back, the wish is listed again.", async () => {
  await using c = await clinic()
  const { id, mailed } = await remindedVisit(c)
  await reply(c, mailed, 'cancel_requested')
  const asked = async () => (await waitingAs(c.owner, 'cancel_requested')).items.length
  expect(await asked()).toBe(1)
  await cancelled(c.owner.call, id)
  expect(await asked()).toBe(0)
  await undone(c.owner.call, id)
  expect(await asked()).toBe(1)
})

test('the audit trail names the members who cancelled an appointment and undid this, and the changed fields', async () => {
  await using c = await clinic({ signedIn: true })
  const { id, patientId } = await booked(c)
  await cancelled(c.assistant.call, id, { note: 'Will call.' })
  await undone(c.owner.call, id)
  const { events } = success(await c.owner.call('GET', `/api/v1/audit?patientId=${patientId}&kind=write`))
  const record = { kind: 'appointment', id }
  expect(events.slice(0, 2)).toMatchObject([
    { action: 'deleteCancellation', record, actor: { name: 'owner' } },
    { action: 'cancelAppointment', record, actor: { name: 'assistant' } },
  ])
  expect(events[1].fields).toEqual(expect.arrayContaining(['reason', 'note', 'wishOf', 'cancelledAt']))
  expect(events[1].fields).not.toContain('type')
  expect(events[1].values.after).toMatchObject({ reason: 'Has a cold.', note: 'Will call.' })
})

test('a member can neither read nor make nor undo a cancellation of another practice', async () => {
  await using c = await clinic()
  const [standing, gone] = [await newEntry(c.stranger.call), await newEntry(c.stranger.call)]
  const before = await cancelled(c.stranger.call, gone.id)
  notFound(await c.owner.call('POST', cancelPath(standing.id), why))
  notFound(await c.owner.call('GET', cancellationPath(gone.id)))
  notFound(await c.owner.call('DELETE', cancellationPath(gone.id)))
  expect(success(await c.stranger.call('GET', cancellationPath(gone.id)))).toEqual(before)
  expect(await progressAt(c.stranger.call, standing.id)).toMatchObject({ state: 'expected' })
})

test('an entry that was restored from the archive can be cancelled, and a cancelled entry is not in the archive', async () => {
  await using c = await clinic()
  const { id } = await booked(c)
  const item = await deleteAt(c.owner.call, `/appointments/${id}`)
  notFound(await c.owner.call('POST', cancelPath(id), why))
  await restored(c.owner.call, item.id)
  await cancelled(c.owner.call, id)
  expect(await archivedItems(c.owner.call)).toEqual([])
  notFound(await c.owner.call('DELETE', `/api/v1/appointments/${id}`))
  await undone(c.owner.call, id)
  const again = await deleteAt(c.owner.call, `/appointments/${id}`)
  notFound(await c.owner.call('GET', cancellationPath(id)))
  expect(await restored(c.owner.call, again.id)).toEqual([])
})
