/** The errors of a booking or a change with several mistakes at once (RULES §1.1, §4.4). */
import { expect, test } from 'bun:test'
import { success } from '../support/answers.ts'
import { clinic } from '../support/clinic.ts'
import {
  absentId,
  at,
  entriesOfTuesday,
  entryBody,
  newChair,
  newEntry,
  newPatient,
} from '../support/records.ts'

const path = '/api/v1/appointments'
const chairUnknown = { path: 'chairId', message: 'must be a chair of the practice' }
const chairInactive = { path: 'chairId', message: 'must be an active chair' }
const patientUnknown = { path: 'patientId', message: 'must be a patient of the practice' }
const endsTooEarly = { path: 'endAt', message: 'must be after startAt' }

/** Makes two chairs that are taken 09:00–10:00, one of them inactive, and records of another practice. */
async function house() {
  const c = await clinic()
  const chair = await newChair(c.owner.call)
  const inactive = await newChair(c.owner.call)
  const stands = [
    await newEntry(c.owner.call, { chairId: chair.id }),
    await newEntry(c.owner.call, { chairId: inactive.id }),
  ]
  success(await c.owner.call('PATCH', `/api/v1/chairs/${inactive.id}`, { active: false }))
  const patient = await newPatient(c.owner.call)
  const theirs = { chair: await newChair(c.stranger.call), patient: await newPatient(c.stranger.call) }
  const taken = {
    path: 'startAt',
    message: 'overlaps an entry on this chair',
    entryId: stands[0].id,
    startAt: at('09:00'),
    endAt: at('10:00'),
  }
  const chairs = [
    { chairId: undefined, issues: [], conflicts: [] },
    { chairId: chair.id, issues: [], conflicts: [taken] },
    { chairId: inactive.id, issues: [chairInactive], conflicts: [] },
    { chairId: absentId, issues: [chairUnknown], conflicts: [] },
    { chairId: theirs.chair.id, issues: [chairUnknown], conflicts: [] },
  ]
  const patients = [
    { patientId: undefined, issues: [] },
    { patientId: patient.id, issues: [] },
    { patientId: absentId, issues: [patientUnknown] },
    { patientId: theirs.patient.id, issues: [patientUnknown] },
  ]
  /** Bookings of every chair with every patient, each at a time that is taken and at a time that is free. */
  const wishes = chairs.flatMap(({ chairId, issues, conflicts }) =>
    patients.flatMap(({ patientId, issues: more }) =>
      ['09:30', '10:00'].map((start) => ({
        sent: { chairId, patientId, startAt: at(start), endAt: at('10:30') },
        issues: [...issues, ...more],
        conflicts: start === '09:30' ? conflicts : [],
      })),
    ),
  )
  return { c, wishes, stands, [Symbol.asyncDispose]: () => c[Symbol.asyncDispose]() }
}

type Wish = Awaited<ReturnType<typeof house>>['wishes'][number]

/** The expected status and details of a booking. Invalid fields count before taken chairs. */
const told = ({ issues, conflicts }: Wish, accepted: number) =>
  issues.length > 0
    ? { status: 400, details: issues }
    : conflicts.length > 0
      ? { status: 409, details: conflicts }
      : { status: accepted, details: undefined }

test('§1.1 The references in the body are checked before the times are compared with other entries on the chair.', async () => {
  await using h = await house()
  const { owner } = h.c
  for (const wish of h.wishes) {
    const { status, body } = await owner.call('POST', path, entryBody(wish.sent))
    expect({ status, details: body.error?.details }).toEqual(told(wish, 201))
    if (status === 201) await owner.call('DELETE', `${path}/${body.data.id}`)
  }
  expect(await entriesOfTuesday(owner.call)).toEqual(h.stands)
})

test('a change of an entry gets the same errors as a booking, and errors of its times are first', async () => {
  await using h = await house()
  const { owner } = h.c
  const free = { startAt: at('20:00'), endAt: at('21:00') }
  for (const wish of h.wishes) {
    const before = await newEntry(owner.call, free)
    const patch = async (body: object) => {
      const { status, body: answer } = await owner.call('PATCH', `${path}/${before.id}`, body)
      return { status, details: answer.error?.details }
    }
    const late = { ...wish.sent, startAt: at('22:00'), endAt: undefined }
    expect(await patch(late)).toEqual({ status: 400, details: [endsTooEarly, ...wish.issues] })
    const answer = await patch(wish.sent)
    expect(answer).toEqual(told(wish, 200))
    const after = success(await owner.call('GET', `${path}/${before.id}`))
    if (answer.status !== 200) expect(after).toEqual(before)
    await owner.call('DELETE', `${path}/${before.id}`)
  }
})
