/** The progress of visits: which steps are noted (RULES §23). */
import { expect, test } from 'bun:test'
import { invalid, notFound, problem, success } from '../support/answers.ts'
import { deleteAt, restored } from '../support/archive.ts'
import { atOnce, statusCounts } from '../support/at-once.ts'
import { booked, nine } from '../support/booked.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { at, newEntry, newPatient } from '../support/records.ts'
import { remindedVisit, reply } from '../support/visiting.ts'
import { cancelled, noted, progressAt, progressPath, undone } from '../support/visits.ts'

const minute = 60_000

/** Makes a clinic on Thursday, two days after the usual appointment. So any step of the visit can be noted. */
async function clinicAfterwards(): Promise<Clinic> {
  const c = await clinic()
  c.clock.now = nine + 2 * 24 * 60 * minute
  return c
}

/** Returns the names of the steps that are noted about a visit. */
const stepsOf = async (c: Clinic, id: string) =>
  (await progressAt(c.owner.call, id)).steps.map(({ step }: { step: string }) => step)

const note = (c: Clinic, id: string, body: object, headers = {}) =>
  c.assistant.call('POST', progressPath(id), body, headers)

test('§23 Each step of a visit has its time and the member who noted it. The service counts how long the patient waits.', async () => {
  await using c = await clinic()
  const { id } = await booked(c)
  const fresh = { appointmentId: id, state: 'expected', late: false, lateMinutes: 0, waitingSince: null }
  expect(await progressAt(c.owner.call, id)).toEqual({
    ...fresh,
    waitedMinutes: null,
    steps: [],
    note: null,
    version: 1,
  })
  await noted(c.owner.call, id, 'confirmed')
  c.clock.now = nine - 5 * minute
  const arrived = await noted(c.assistant.call, id, 'arrived')
  expect(arrived).toEqual({
    appointmentId: id,
    state: 'arrived',
    late: false,
    lateMinutes: 0,
    waitingSince: at('08:55'),
    waitedMinutes: 0,
    note: null,
    version: 3,
    steps: [
      { step: 'confirmed', at: new Date(monday).toISOString(), by: c.owner.userId },
      { step: 'arrived', at: at('08:55'), by: c.assistant.userId },
    ],
  })
  c.clock.now = nine + 7 * minute
  expect(await progressAt(c.owner.call, id)).toMatchObject({ waitedMinutes: 12, version: 3 })
  expect(await noted(c.owner.call, id, 'in_chair')).toMatchObject({ waitingSince: null, waitedMinutes: 12 })
  c.clock.now = nine + 60 * minute
  expect(await noted(c.owner.call, id, 'done')).toMatchObject({
    state: 'done',
    waitedMinutes: 12,
    version: 5,
  })
})

test('§23 A patient counts as late until they arrive, without an act of a member.', async () => {
  await using c = await clinic()
  const { id } = await booked(c)
  c.clock.now = nine + 8 * minute
  expect(await progressAt(c.owner.call, id)).toMatchObject({ state: 'expected', late: true, lateMinutes: 8 })
  expect(await noted(c.owner.call, id, 'arrived')).toMatchObject({ late: false, lateMinutes: 0 })
})

test('§23 A step of a visit that is not possible in its present state is 409 `conflict` and changes nothing.', async () => {
  await using c = await clinicAfterwards()
  const { id } = await booked(c)
  const before = await noted(c.owner.call, id, 'arrived')
  for (const step of ['confirmed', 'arrived', 'no_show'])
    problem(await note(c, id, { step }), 409, 'conflict')
  expect(await progressAt(c.owner.call, id)).toEqual(before)
  await noted(c.owner.call, id, 'done')
  problem(await note(c, id, { step: 'in_chair' }), 409, 'conflict')
})

test('§23 Before the local day of a visit only `confirmed` can be noted. Any other step is 409 `conflict`.', async () => {
  await using c = await clinic()
  const { id, patch } = await booked(c)
  const early = async () => {
    for (const step of ['arrived', 'in_chair', 'done', 'no_show'])
      problem(await note(c, id, { step }), 409, 'conflict')
  }
  await early()
  await noted(c.owner.call, id, 'confirmed')
  // In Berlin, Tuesday begins at 23:00 UTC.
  c.clock.now = Date.parse('2026-03-09T22:59:59.999Z')
  await early()
  c.clock.now += 1
  await noted(c.owner.call, id, 'arrived')
  // A visit that moves to another day loses its steps. New steps can be noted only from that day on.
  await patch({ startAt: '2026-03-11T09:00:00Z', endAt: '2026-03-11T10:00:00Z' })
  await early()
})

test('§23 A missed visit takes no further step. When the step is taken back, its note is deleted, too.', async () => {
  await using c = await clinicAfterwards()
  const { id } = await booked(c)
  const missed = success(await note(c, id, { step: 'no_show', note: ' Was ill. ' }))
  expect(missed).toMatchObject({ state: 'no_show', note: 'Was ill.', late: false })
  const answer = await note(c, id, { step: 'arrived' })
  problem(answer, 409, 'conflict')
  expect(answer.body.error.message).toContain('no_show')
  const back = success(await c.owner.call('DELETE', progressPath(id)))
  expect(back).toMatchObject({ state: 'expected', note: null, steps: [], version: 3 })
  expect(await noted(c.owner.call, id, 'no_show')).toMatchObject({ note: null })
})

test('§23 Only the step of a missed visit takes a note. Other fields and other steps are refused.', async () => {
  await using c = await clinicAfterwards()
  const { id } = await booked(c)
  invalid(await note(c, id, { step: 'arrived', note: 'Came by bus.' }), 'note')
  invalid(await note(c, id, { step: 'no_show', note: ' ' }), 'note')
  invalid(await note(c, id, { step: 'no_show', note: 'x'.repeat(1_001) }), 'note')
  for (const step of ['expected', 'inChair', 'late', '', null]) invalid(await note(c, id, { step }), 'step')
  invalid(await note(c, id, {}), 'step')
  invalid(await note(c, id, { step: 'arrived', at: at('09:00') }), 'at')
  success(await note(c, id, { step: 'no_show', note: 'x'.repeat(1_000) }))
})

test('§23 The last step can be taken back, and then the step before, until the visit has no step.', async () => {
  await using c = await clinicAfterwards()
  const { id } = await booked(c)
  await noted(c.owner.call, id, 'confirmed', 'in_chair')
  const back = () => c.assistant.call('DELETE', progressPath(id))
  expect(success(await back())).toMatchObject({ state: 'confirmed', version: 4 })
  expect(success(await back())).toMatchObject({ state: 'expected', version: 5 })
  problem(await back(), 409, 'conflict')
  expect(await noted(c.owner.call, id, 'arrived')).toMatchObject({ version: 6 })
})

test('§23 Only appointments have steps of a visit.', async () => {
  await using c = await clinic()
  for (const type of ['reminder', 'unavailable']) {
    const { id } = await newEntry(c.owner.call, { type })
    problem(await note(c, id, { step: 'arrived' }), 409, 'conflict')
    c.clock.now = nine + minute
    expect(await progressAt(c.owner.call, id)).toMatchObject({ state: 'expected', late: false })
  }
})

test("§23 A patient's confirmation by the link counts as the step `confirmed`, and no member can take this back.", async () => {
  await using c = await clinic()
  const { id, mailed } = await remindedVisit(c)
  await reply(c, mailed, 'confirmed')
  expect(await progressAt(c.owner.call, id)).toMatchObject({
    state: 'confirmed',
    steps: [{ step: 'confirmed', by: null }],
  })
  problem(await note(c, id, { step: 'confirmed' }), 409, 'conflict')
  problem(await c.owner.call('DELETE', progressPath(id)), 409, 'conflict')
  c.clock.now = nine - 60 * minute
  await noted(c.owner.call, id, 'arrived')
  expect(success(await c.owner.call('DELETE', progressPath(id)))).toMatchObject({ state: 'confirmed' })
  await reply(c, mailed, 'cancel_requested')
  expect(await progressAt(c.owner.call, id)).toMatchObject({ state: 'expected', steps: [] })
})

test('when two steps that exclude each other are noted at once, one is noted and the other is refused', async () => {
  await using c = await clinicAfterwards()
  for (let round = 0; round < 5; round++) {
    const { id } = await newEntry(c.owner.call)
    const answers = await atOnce(2, (n) => note(c, id, { step: n === 0 ? 'arrived' : 'no_show' }))
    expect(statusCounts(answers)).toEqual({ 200: 1, 409: 1 })
    const winner = answers.find(({ status }) => status === 200)!.data
    expect(await progressAt(c.owner.call, id)).toEqual(winner)
  }
})

test('`If-Match` of a step must have the present version, which is 1 before the first step', async () => {
  await using c = await clinicAfterwards()
  const { id } = await newEntry(c.owner.call)
  const only = (version: number) => ({ 'if-match': `"${version}"` })
  problem(await note(c, id, { step: 'arrived' }, only(2)), 412, 'precondition_failed')
  success(await note(c, id, { step: 'arrived' }, only(1)))
  problem(await note(c, id, { step: 'done' }, only(1)), 412, 'precondition_failed')
  const back = await c.owner.call('DELETE', progressPath(id), undefined, only(1))
  problem(back, 412, 'precondition_failed')
  success(await c.owner.call('DELETE', progressPath(id), undefined, only(2)))
})

test('§23 The progress of a visit never gets an earlier version number again, however often the entry moves to another day.', async () => {
  await using c = await clinicAfterwards()
  const { id, patch } = await booked(c)
  const seen = [(await noted(c.owner.call, id, 'arrived')).version]
  for (const day of ['11', '12']) {
    await patch({ startAt: `2026-03-${day}T09:00:00Z`, endAt: `2026-03-${day}T10:00:00Z` })
    seen.push((await progressAt(c.owner.call, id)).version)
    seen.push((await noted(c.owner.call, id, 'arrived')).version)
  }
  expect(seen).toEqual([2, 3, 4, 5, 6])
})

test('§23 A move on the same day removes only the step `confirmed`. A move to another day removes all steps.', async () => {
  await using c = await clinicAfterwards()
  const { id, patch } = await booked(c)
  await noted(c.owner.call, id, 'confirmed', 'arrived')
  await patch({ title: 'Check-up', endAt: at('10:30') })
  expect(await stepsOf(c, id)).toEqual(['confirmed', 'arrived'])
  await patch({ startAt: at('09:30') })
  expect(await stepsOf(c, id)).toEqual(['arrived'])
  // In Berlin, midnight is 23:00 UTC.
  await patch({ startAt: at('22:30'), endAt: at('23:30') })
  expect(await stepsOf(c, id)).toEqual(['arrived'])
  await patch({ startAt: at('23:00') })
  expect(await stepsOf(c, id)).toEqual([])
})

test('a missed visit that is moved to another time counts as expected again, without its note', async () => {
  await using c = await clinicAfterwards()
  const { id, patch } = await booked(c)
  success(await note(c, id, { step: 'no_show', note: 'Was ill.' }))
  await patch({ startAt: at('09:30') })
  expect(await progressAt(c.owner.call, id)).toMatchObject({ state: 'expected', note: null })
})

test('§23 An entry loses its steps when it gets another patient, no patient or another type.', async () => {
  await using c = await clinicAfterwards()
  const { id: jonas } = await newPatient(c.owner.call, { firstName: 'Jonas' })
  for (const change of [{ patientId: jonas }, { patientId: null }, { type: 'unavailable' }]) {
    const { id, patch } = await booked(c)
    await noted(c.owner.call, id, 'arrived')
    await patch(change)
    expect(await stepsOf(c, id)).toEqual([])
    success(await c.owner.call('DELETE', `/api/v1/appointments/${id}`))
  }
})

test('the audit trail contains the steps that a move removed, and their patient', async () => {
  await using c = await clinic({ signedIn: true })
  const { id, patientId, patch } = await booked(c)
  await noted(c.owner.call, id, 'confirmed')
  await patch({ startAt: at('09:30') })
  const { events } = success(await c.owner.call('GET', `/api/v1/audit?patientId=${patientId}&kind=write`))
  const ofProgress = events.filter((one: { record: { kind: string } }) => one.record.kind === 'progress')
  expect(ofProgress).toMatchObject([
    { action: 'updateAppointment', record: { id }, patientId },
    { action: 'noteStep', record: { id }, patientId },
  ])
  expect(ofProgress[0].fields).toEqual(expect.arrayContaining(['confirmedAt', 'confirmedBy']))
})

test('§23 Deleting an entry keeps its steps in the archive, and restoring the entry brings its steps back.', async () => {
  await using c = await clinicAfterwards()
  const { id } = await booked(c)
  const before = await noted(c.owner.call, id, 'arrived')
  const item = await deleteAt(c.owner.call, `/appointments/${id}`)
  notFound(await c.owner.call('GET', progressPath(id)))
  notFound(await note(c, id, { step: 'done' }))
  expect(await restored(c.owner.call, item.id)).toEqual([])
  expect(await progressAt(c.owner.call, id)).toEqual({ ...before, version: before.version + 1 })
  await noted(c.owner.call, id, 'done')
})

test('after the undo of a cancellation, the appointment has its earlier steps', async () => {
  await using c = await clinicAfterwards()
  const { id } = await booked(c)
  const before = await noted(c.owner.call, id, 'confirmed', 'arrived')
  await cancelled(c.owner.call, id)
  notFound(await c.owner.call('GET', progressPath(id)))
  notFound(await note(c, id, { step: 'done' }))
  await undone(c.owner.call, id)
  expect(await progressAt(c.owner.call, id)).toEqual(before)
})

test('a member can neither read nor change the progress of visits of another practice', async () => {
  await using c = await clinicAfterwards()
  const { id } = await newEntry(c.stranger.call)
  await noted(c.stranger.call, id, 'arrived')
  notFound(await c.owner.call('GET', progressPath(id)))
  notFound(await note(c, id, { step: 'done' }))
  notFound(await c.owner.call('DELETE', progressPath(id)))
  expect(await progressAt(c.stranger.call, id)).toMatchObject({ state: 'arrived' })
})
