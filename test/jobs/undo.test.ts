import { expect, test } from 'bun:test'
import { undoMs } from '../../src/domain/reminders/undo.ts'
import { success } from '../support/answers.ts'
import { booked, due, reachable } from '../support/booked.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { at, newChair, newEntry, newPatient } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'
import { back, day, elsewhere, minute } from './sending.ts'

const path = '/api/v1/appointments'
/** A quarter of the time in which an act can be undone, in milliseconds. */
const moment = undoMs / 4

const patch = async (c: Clinic, id: string, body: object) =>
  success(await c.owner.call('PATCH', `${path}/${id}`, body))

/** Expects that no message goes out now, after `after`, or within the next day. */
async function nobodyHears(c: Clinic, r: ReturnType<typeof reminding>, after = () => Promise.resolve()) {
  await r.round()
  await after()
  for (const ms of [0, undoMs, minute, 6 * minute, day]) {
    c.clock.now += ms
    await r.round()
  }
  expect([r.emails, r.texts]).toEqual([[], []])
}

test('§6.3 A message waits at least ten seconds from the act that plans it.', async () => {
  await using c = await clinic()
  const r = reminding(c)
  c.clock.now = due - moment
  const { id } = await booked(c)
  expect(r.notice(id)).toMatchObject({ dueAt: due, nextAttemptAt: due - moment + undoMs })
  c.clock.now += undoMs - 1
  await r.round()
  expect(r.emails).toEqual([])
  c.clock.now += 1
  await r.round()
  expect(r.emails).toHaveLength(1)
})

test('§6.3 A booking that is deleted within ten seconds sends nothing.', async () => {
  await using c = await clinic()
  const r = reminding(c)
  c.clock.now = due - moment
  const { path } = await booked(c)
  c.clock.now = due + moment
  await nobodyHears(c, r, async () => void success(await c.owner.call('DELETE', path)))
})

test('a move that is taken back sends no message about the time in between', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id: patientId } = await newPatient(c.owner.call, reachable)
  const { id } = await newEntry(c.owner.call, { patientId, ...elsewhere })
  c.clock.now = due - moment
  await patch(c, id, back)
  c.clock.now = due + moment
  await r.round()
  await patch(c, id, elsewhere)
  c.clock.now += 6 * minute
  await r.round()
  expect([r.emails, r.texts]).toEqual([[], []])
  const waits = r.notices(id).filter(({ state }) => state === 'scheduled')
  expect(waits.map(({ startAt }) => startAt)).toEqual(waits.map(() => Date.parse(elsewhere.startAt)))
  expect(waits).toHaveLength(2)
})

test('a new length and another chair do not change the planned messages', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id: chairId } = await newChair(c.owner.call)
  const { id } = await booked(c)
  const before = r.notices(id)
  for (const change of [{ endAt: at('11:00') }, { endAt: at('10:00') }, { chairId }, { chairId: null }])
    await patch(c, id, change)
  expect(r.notices(id)).toEqual(before)
})

test('when a cancellation or a deletion is taken back, the reminder goes out once, ten seconds later', async () => {
  for (const [away, home] of [
    [
      (c: Clinic, id: string) =>
        c.owner.call('POST', `${path}/${id}/cancel`, { reason: 'ill', by: 'patient' }),
      (c: Clinic, id: string) => c.owner.call('DELETE', `${path}/${id}/cancellation`),
    ],
    [
      (c: Clinic, id: string) => c.owner.call('DELETE', `${path}/${id}`),
      async (c: Clinic) => {
        const { items } = success(await c.owner.call('GET', '/api/v1/archive?kind=appointment'))
        return c.owner.call('POST', `/api/v1/archive/${items[0].id}/restore`)
      },
    ],
  ] as const) {
    await using c = await clinic()
    const r = reminding(c)
    const { id } = await booked(c)
    c.clock.now = due - moment
    success(await away(c, id))
    c.clock.now = due + moment
    await r.round()
    success(await home(c, id))
    await r.round()
    expect(r.emails).toEqual([])
    c.clock.now += undoMs
    await r.round()
    await r.round()
    expect(r.emails).toHaveLength(1)
    c.clock.now += 6 * minute
    await r.round()
    expect([r.emails.length, r.texts.length]).toEqual([1, 1])
  }
})

test('a series that is booked and cancelled within ten seconds sends no message', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { id: patientId } = await newPatient(c.owner.call, reachable)
  c.clock.now = due - moment
  const body = { type: 'appointment', patientId, startAt: at('09:00'), endAt: at('10:00') }
  const series = { ...body, repeat: { every: 1, unit: 'week', count: 3 } }
  const { seriesId, appointments } = success(await c.owner.call('POST', `${path}/series`, series), 201)
  c.clock.now = due + moment
  await nobodyHears(c, r, async () => {
    const cancel = { scope: 'all', appointmentId: appointments[0].id, reason: 'A slip', by: 'practice' }
    success(await c.owner.call('POST', `/api/v1/series/${seriesId}/cancellations`, cancel))
  })
})

test('a consent that is taken back within ten seconds sends no message', async () => {
  await using c = await clinic()
  const r = reminding(c)
  const { patientId } = await booked(c, { notifyByEmail: false, notifyBySms: false })
  c.clock.now = due
  await r.round()
  const consent = async (given: boolean) =>
    success(
      await c.owner.call('PATCH', `/api/v1/patients/${patientId}`, {
        notifyByEmail: given,
        notifyBySms: given,
      }),
    )
  await consent(true)
  c.clock.now += undoMs - 1
  await nobodyHears(c, r, async () => void (await consent(false)))
})

test('a message about a change waits at least ten seconds, even when the appointment starts too soon for the usual five minutes', async () => {
  await using c = await clinic({ atAnyHour: true })
  const r = reminding(c)
  const { id } = await booked(c)
  c.clock.now = due
  await r.round()
  const heard = r.emails.length
  c.clock.now = Date.parse(at('09:00')) - 11 * minute
  await patch(c, id, { startAt: at('09:30') })
  expect(r.news(id)).toMatchObject([{ kind: 'moved', nextAttemptAt: c.clock.now + undoMs }])
  c.clock.now += undoMs - 1
  await r.round()
  await patch(c, id, { startAt: at('09:00') })
  c.clock.now += undoMs
  await r.round()
  expect(r.emails).toHaveLength(heard)
})

test.each([
  ['less than ten minutes before the start', 10 * minute + moment, undoMs],
  [
    'just more than ten minutes before the start, while the sender is busy',
    10 * minute + undoMs + moment,
    minute,
  ],
])('a message about a move that falls due %s goes out', async (_, ahead, later) => {
  await using c = await clinic({ atAnyHour: true })
  const r = reminding(c)
  const { id } = await booked(c)
  c.clock.now = due
  await r.round()
  const heard = r.emails.length
  c.clock.now = Date.parse(at('09:00')) - ahead
  await patch(c, id, { startAt: at('09:30') })
  expect(r.news(id)).toMatchObject([{ kind: 'moved', nextAttemptAt: c.clock.now + undoMs }])
  c.clock.now += later
  await r.round()
  expect(r.news(id)).toMatchObject([{ kind: 'moved', state: 'sent' }])
  expect(r.emails).toHaveLength(heard + 1)
})

test('a reminder that comes back less than ten seconds before it is too late is skipped and listed as `missed_window`', async () => {
  await using c = await clinic({ atAnyHour: true })
  const r = reminding(c)
  const { id } = await booked(c)
  c.clock.now = due - moment
  success(await c.owner.call('POST', `${path}/${id}/cancel`, { reason: 'ill', by: 'patient' }))
  c.clock.now = Date.parse(at('09:00')) - 10 * minute - moment
  success(await c.owner.call('DELETE', `${path}/${id}/cancellation`))
  expect(r.notice(id)).toMatchObject({ state: 'scheduled', nextAttemptAt: c.clock.now + undoMs })
  c.clock.now += undoMs
  await r.round()
  expect(r.emails).toEqual([])
  expect(r.notice(id)).toMatchObject({ state: 'skipped', reason: 'missed_window' })
  const { reminders } = success(await c.owner.call('GET', '/api/v1/reminders/failed'))
  expect(reminders.map(({ id }: { id: string }) => id)).toContain(r.notice(id).id)
})
