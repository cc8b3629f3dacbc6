/** The practitioners: members who treat (RULES §27). */
import { expect, test } from 'bun:test'
import { updateMember } from '../../src/store/access/members.ts'
import { insertEntry } from '../../src/store/calendar/entries.ts'
import { entryRow } from '../store/records.ts'
import { invalid, problem, success } from '../support/answers.ts'
import { archivedItems, archivePath } from '../support/archive.ts'
import type { Answer } from '../support/client.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { absentId, at, entryBody, newChair, newEntry, newPatient } from '../support/records.ts'

const path = '/api/v1/appointments'
const hour = 3_600_000

/** Sets whether a practitioner can have only one entry at a time. */
const once = (c: Clinic, practitionersOnce: boolean | null) =>
  c.owner.call('PATCH', '/api/v1/practice', { practitionersOnce })

/** Books an entry on the Tuesday, with the assistant as practitioner. */
const bookFor = (c: Clinic, start: string, end: string, fields: object = {}) =>
  c.owner.call(
    'POST',
    path,
    entryBody({ startAt: at(start), endAt: at(end), practitionerId: c.assistant.userId, ...fields }),
  )

/** Expects a conflict that names exactly these entries, in order. */
function expectBusy(answer: Answer, ...entries: { id: string; startAt: string; endAt: string }[]): void {
  problem(answer, 409, 'conflict')
  expect(answer.body.error.details).toEqual(
    entries.map(({ id, startAt, endAt }) => ({
      path: 'practitionerId',
      message: 'treats in another entry at that time',
      entryId: id,
      startAt,
      endAt,
    })),
  )
}

/** Returns the ids of the entries in a list with these filters. */
const listed = async (c: Clinic, filters: string) => {
  const window = `from=${at('00:00')}&to=${at('23:00')}`
  const { appointments } = success(await c.assistant.call('GET', `${path}?${window}&${filters}`))
  return appointments.map(({ id }: { id: string }) => id)
}

const deactivate = (c: Clinic) =>
  c.practice.write((tx) => {
    updateMember(tx, c.assistant.userId, { active: false })
    tx.record({ kind: 'access' })
  })

test('§27 An entry may name a practitioner, may change to another practitioner, or may have none.', async () => {
  await using c = await clinic()
  const plain = await newEntry(c.owner.call)
  expect(plain.practitionerId).toBeNull()
  const { id } = await newEntry(c.owner.call, { practitionerId: c.assistant.userId.toUpperCase() })
  const read = async () => success(await c.assistant.call('GET', `${path}/${id}`)).practitionerId
  expect(await read()).toBe(c.assistant.userId)
  for (const practitionerId of [c.owner.userId, null]) {
    success(await c.assistant.call('PATCH', `${path}/${id}`, { practitionerId }))
    expect(await read()).toBe(practitionerId)
  }
})

test('§27 A new practitioner is an active member of the practice, else 400.', async () => {
  await using c = await clinic()
  const entry = await newEntry(c.owner.call)
  const refused = async (practitionerId: unknown) => {
    invalid(await c.owner.call('POST', path, entryBody({ practitionerId })), 'practitionerId')
    invalid(await c.owner.call('PATCH', `${path}/${entry.id}`, { practitionerId }), 'practitionerId')
  }
  for (const id of [absentId, c.stranger.userId, 'x', '', 7]) await refused(id)
  invalid(await c.owner.call('POST', path, entryBody({ practitionerId: null })), 'practitionerId')
  const kept = await newEntry(c.owner.call, { practitionerId: c.assistant.userId })
  await deactivate(c)
  await refused(c.assistant.userId)
  const moved = { startAt: at('11:00'), endAt: at('12:00'), practitionerId: c.assistant.userId }
  expect(success(await c.owner.call('PATCH', `${path}/${kept.id}`, moved))).toMatchObject(moved)
})

test('one error names an unknown practitioner, chair and patient of a booking', async () => {
  await using c = await clinic()
  const wrong = { practitionerId: absentId, chairId: absentId, patientId: absentId }
  invalid(await c.owner.call('POST', path, entryBody(wrong)), ...Object.keys(wrong))
})

test('§27 The calendar can be narrowed to a practitioner, with or without a chair.', async () => {
  await using c = await clinic()
  const [one, two] = [await newChair(c.owner.call), await newChair(c.owner.call)]
  const book = async (start: string, fields: object) =>
    success(await bookFor(c, start, '22:00', fields), 201).id
  const last = await book('12:00', { chairId: one.id })
  const note = await book('11:00', { type: 'reminder', chairId: two.id })
  const first = await book('10:00', { chairId: two.id })
  const same = [await book('11:30', {}), await book('11:30', {})]
  const block = await book('11:30', { type: 'unavailable', practitionerId: c.owner.userId })
  await book('11:30', { practitionerId: undefined })
  const ofAssistant = `practitionerId=${c.assistant.userId}`
  expect(await listed(c, ofAssistant)).toEqual([first, note, ...same, last])
  expect(await listed(c, `${ofAssistant}&chairId=${two.id}`)).toEqual([first, note])
  expect(await listed(c, `practitionerId=${c.owner.userId}`)).toEqual([block])
  for (const id of [absentId, c.stranger.userId]) expect(await listed(c, `practitionerId=${id}`)).toEqual([])
  const malformed = `${path}?from=${at('00:00')}&to=${at('23:00')}&practitionerId=x`
  invalid(await c.owner.call('GET', malformed), 'practitionerId')
})

test('a list of 450 entries of one practitioner is complete and in order', async () => {
  await using c = await clinic()
  const rows = Array.from({ length: 450 }, (_, i) =>
    entryRow(
      { userId: c.owner.userId, chairId: '' },
      {
        chairId: null,
        type: i % 3 === 0 ? 'reminder' : 'appointment',
        startAt: monday + Math.floor(i / 40),
        endAt: monday + hour,
        practitionerId: c.assistant.userId,
      },
    ),
  )
  await c.practice.write((tx) => {
    for (const row of rows) insertEntry(tx, row)
    tx.record({ kind: 'write' })
  })
  const window = `from=${new Date(monday).toISOString()}&to=${new Date(monday + hour).toISOString()}`
  const list = async (filter: string) =>
    success(await c.owner.call('GET', `${path}?${window}${filter}`)).appointments
  expect(await list(`&practitionerId=${c.assistant.userId}`)).toEqual(await list(''))
})

test('§27 A member may be in two chairs at once, unless the practice sets `practitionersOnce`.', async () => {
  await using c = await clinic()
  const [one, two] = [await newChair(c.owner.call), await newChair(c.owner.call)]
  const taken = success(await bookFor(c, '09:00', '10:00', { chairId: one.id }), 201)
  const elsewhere = { chairId: two.id }
  const doubled = success(await bookFor(c, '09:00', '10:00', elsewhere), 201)
  success(await c.owner.call('DELETE', `${path}/${doubled.id}`))
  success(await once(c, true))
  expectBusy(await bookFor(c, '09:30', '10:30', elsewhere), taken)
  expectBusy(await bookFor(c, '08:00', '09:01', { type: 'unavailable' }), taken)
  success(await bookFor(c, '10:00', '10:30', elsewhere), 201)
  success(await bookFor(c, '08:00', '09:00'), 201)
  success(await bookFor(c, '09:00', '10:00', { type: 'reminder' }), 201)
  success(await bookFor(c, '09:00', '10:00', { ...elsewhere, practitionerId: c.owner.userId }), 201)
  success(await bookFor(c, '09:00', '10:00', { practitionerId: undefined }), 201)
  success(await once(c, null))
  success(await bookFor(c, '09:30', '10:30'), 201)
})

test('§27 With `practitionersOnce`, a change after which a member would be busy twice at a time is refused.', async () => {
  await using c = await clinic()
  success(await once(c, true))
  const taken = success(await bookFor(c, '09:00', '10:00'), 201)
  const later = success(await bookFor(c, '11:00', '12:00'), 201)
  const note = success(await bookFor(c, '09:15', '09:45', { type: 'reminder' }), 201)
  const others = success(await bookFor(c, '09:30', '09:40', { practitionerId: c.owner.userId }), 201)
  const patch = (id: string, body: object) => c.assistant.call('PATCH', `${path}/${id}`, body)
  expectBusy(await patch(later.id, { startAt: at('09:59') }), taken)
  expectBusy(await patch(note.id, { type: 'unavailable' }), taken)
  expectBusy(await patch(others.id, { practitionerId: c.assistant.userId }), taken)
  success(await patch(taken.id, { endAt: at('11:00') }))
  success(await patch(taken.id, { title: 'Check-up' }))
})

test('a block of several weeks for a member prevents bookings with this member on every chair', async () => {
  await using c = await clinic()
  success(await once(c, true))
  const weeks = { startAt: '2026-03-01T00:00:00Z', endAt: '2026-03-29T00:00:00Z', type: 'unavailable' }
  const vacation = success(await bookFor(c, '09:00', '10:00', weeks), 201)
  expectBusy(await bookFor(c, '09:00', '10:00'), vacation)
  const after = { startAt: '2026-03-29T00:00:00Z', endAt: '2026-03-29T01:00:00Z' }
  success(await bookFor(c, '09:00', '10:00', after), 201)
})

test('when the chair is taken and the member is busy, the error names the chair', async () => {
  await using c = await clinic()
  success(await once(c, true))
  const { id: chairId } = await newChair(c.owner.call)
  success(await bookFor(c, '09:00', '10:00', { chairId }), 201)
  problem(await bookFor(c, '09:00', '10:00', { chairId }), 409, 'conflict', ['startAt'])
})

test('§27 A conflict of a practitioner names the first hundred entries in the way, and says how many there are.', async () => {
  await using c = await clinic()
  success(await once(c, true))
  const [many, from] = [250, Date.parse(at('00:00'))]
  const time = (minutes: number) => from + minutes * 60_000
  const of = { chairId: null, practitionerId: c.assistant.userId }
  await c.practice.write((tx) => {
    for (let i = 0; i < many; i++) {
      const times = { startAt: time(i), endAt: time(i + 1) }
      insertEntry(tx, entryRow({ userId: c.owner.userId, chairId: '' }, { ...of, ...times }))
    }
    tx.record({ kind: 'write' })
  })
  const answer = await bookFor(c, '00:00', '23:00')
  expect(answer.body.error.details).toHaveLength(100)
  expect(answer.body.error.details[99].startAt).toBe(new Date(time(99)).toISOString())
  expect(answer.body.error.message).toBe(
    'The member who treats is busy at that time: 250 entries are in the way, and `details` names the first 100. Choose another time or another member.',
  )
})

test('§27 `practitionersOnce` cannot be switched on while members are booked twice at any time from now on.', async () => {
  await using c = await clinic()
  c.clock.now = Date.parse(at('09:30'))
  const first = success(await bookFor(c, '08:00', '10:00'), 201)
  const second = success(await bookFor(c, '09:00', '11:00'), 201)
  const third = success(await bookFor(c, '10:30', '12:00'), 201)
  const refused = await once(c, true)
  problem(refused, 409, 'conflict')
  expect(refused.body.error.message).toContain(': 2. Move them')
  expect(refused.body.error.details.map(({ entryId }: { entryId: string }) => entryId)).toEqual([
    second.id,
    third.id,
  ])
  expect(refused.body.error.details[0]).toMatchObject({
    path: 'practitionersOnce',
    startAt: at('09:00'),
    endAt: at('11:00'),
  })
  // The first entry has ended now. So only the other two entries overlap.
  c.clock.now = Date.parse(at('10:00'))
  expect((await once(c, true)).body.error.details).toHaveLength(1)
  success(await c.owner.call('DELETE', `${path}/${third.id}`))
  success(await once(c, true))
  // An entry that overlaps from before can be edited. A change of its time to another overlap is refused.
  success(await c.owner.call('PATCH', `${path}/${first.id}`, { title: 'Check-up' }))
  expectBusy(await c.owner.call('PATCH', `${path}/${first.id}`, { endAt: at('09:45') }), second)
  success(await c.owner.call('PATCH', `${path}/${first.id}`, { endAt: at('09:00') }))
})

test('when overlapping entries prevent the setting `practitionersOnce`, the error names at most 100 of them', async () => {
  await using c = await clinic()
  const of = { chairId: null, practitionerId: c.assistant.userId, endAt: monday + 2 * hour }
  await c.practice.write((tx) => {
    for (let i = 0; i < 150; i++)
      insertEntry(
        tx,
        entryRow({ userId: c.owner.userId, chairId: '' }, { ...of, startAt: monday + hour + i }),
      )
    tx.record({ kind: 'write' })
  })
  const refused = await once(c, true)
  problem(refused, 409, 'conflict')
  expect(refused.body.error.details).toHaveLength(100)
  expect(refused.body.error.message).toContain('100 or more')
})

test('§27 With `practitionersOnce`, a deleted entry cannot be restored while its practitioner is busy at that time.', async () => {
  await using c = await clinic()
  success(await once(c, true))
  const gone = success(await bookFor(c, '09:00', '10:00'), 201)
  success(await c.owner.call('DELETE', `${path}/${gone.id}`))
  const taken = success(await bookFor(c, '09:30', '10:30'), 201)
  const [item] = await archivedItems(c.owner.call)
  const restore = () => c.owner.call('POST', `${archivePath}/${item.id}/restore`)
  expectBusy(await restore(), taken)
  success(await c.owner.call('DELETE', `${path}/${taken.id}`))
  await deactivate(c)
  success(await restore())
  expect(success(await c.owner.call('GET', `${path}/${gone.id}`)).practitionerId).toBe(c.assistant.userId)
})

test("§27 A series names the occurrences at which its practitioner is busy. Two members' entries may change places in one act.", async () => {
  await using c = await clinic()
  success(await once(c, true))
  const [one, two] = [await newChair(c.owner.call), await newChair(c.owner.call)]
  const taken = success(await bookFor(c, '09:00', '10:00', { chairId: one.id }), 201)
  const body = entryBody({
    chairId: two.id,
    practitionerId: c.assistant.userId,
    startAt: at('09:30'),
    endAt: at('10:30'),
    repeat: { every: 1, unit: 'week', count: 3 },
  })
  const plan = success(await c.owner.call('POST', `${path}/series?dryRun=true`, body))
  expect(plan.occurrences.map(({ conflictsTotal }: { conflictsTotal: number }) => conflictsTotal)).toEqual([
    1, 0, 0,
  ])
  expect(plan.occurrences[0].conflicts).toMatchObject([{ entryId: taken.id }])
  const refused = await c.owner.call('POST', `${path}/series`, body)
  problem(refused, 409, 'conflict', ['occurrences.0.practitionerId'])
  expect(refused.body.error.message).toContain('or the member who treats is busy at 1 of the 3 times')
  const gone = { ...body, practitionerId: absentId }
  invalid(await c.owner.call('POST', `${path}/series?dryRun=true`, gone), 'practitionerId')

  const other = success(await bookFor(c, '10:00', '11:00', { chairId: two.id }), 201)
  const move = (moves: object[]) => c.owner.call('POST', `${path}/moves`, { moves })
  const late = await move([{ id: other.id, startAt: at('09:30') }])
  problem(late, 409, 'conflict', ['moves.0.practitionerId'])
  const swapped = success(
    await move([
      { id: taken.id, startAt: at('10:00') },
      { id: other.id, startAt: at('09:00') },
    ]),
  )
  expect(swapped.appointments).toMatchObject([
    { startAt: at('10:00'), practitionerId: c.assistant.userId },
    { startAt: at('09:00'), practitionerId: c.assistant.userId },
  ])
})

test('a cancellation cannot be undone while the member of the appointment is busy at that time', async () => {
  await using c = await clinic()
  success(await once(c, true))
  const gone = success(await bookFor(c, '09:00', '10:00'), 201)
  const cancelling = { reason: 'Has a cold.', by: 'patient' }
  success(await c.owner.call('POST', `${path}/${gone.id}/cancel`, cancelling))
  const taken = success(await bookFor(c, '09:30', '10:30'), 201)
  const undo = () => c.owner.call('DELETE', `${path}/${gone.id}/cancellation`)
  expectBusy(await undo(), taken)
  success(await c.owner.call('DELETE', `${path}/${taken.id}`))
  success(await undo())
})

test('a list of entries can be limited to a practitioner and a patient', async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call)
  const { id } = success(await bookFor(c, '09:00', '10:00', { patientId }), 201)
  success(await bookFor(c, '10:00', '11:00'), 201)
  success(await bookFor(c, '11:00', '12:00', { patientId, practitionerId: c.owner.userId }), 201)
  expect(await listed(c, `practitionerId=${c.assistant.userId}&patientId=${patientId}`)).toEqual([id])
})

test('the audit trail names a change of the practitioner of an entry', async () => {
  await using c = await clinic({ signedIn: true })
  const { id } = await newEntry(c.owner.call, { practitionerId: c.assistant.userId })
  success(await c.owner.call('PATCH', `${path}/${id}`, { practitionerId: c.owner.userId }))
  const [row] = success(await c.owner.call('GET', '/api/v1/audit?kind=write')).events
  expect(row).toMatchObject({ action: 'updateAppointment', fields: ['practitionerId'] })
})
