/** The inbox: items that wait for a member at the front desk (RULES §26). */
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { progress } from '../../db/schema/visits.ts'
import { newId } from '../../src/domain/id.ts'
import { insertEntry, updateEntry } from '../../src/store/calendar/entries.ts'
import { insertCall } from '../../src/store/inbox/inbox-calls.ts'
import { insertMark } from '../../src/store/inbox/inbox-marks.ts'
import { listNotices, type NoticeRow, updateNotice } from '../../src/store/notices/notices.ts'
import { insertNote } from '../../src/store/patients/notes.ts'
import { callRow, entryRow, markRow, progressRow, times } from '../store/records.ts'
import { invalid, notFound, problem, success } from '../support/answers.ts'
import { deleteAt, restored } from '../support/archive.ts'
import { booked, due, nine } from '../support/booked.ts'
import { type Clinic, clinic, type Member, monday } from '../support/clinic.ts'
import { absentId, at, newChair, newEntry, newNote, newPatient, newWaiting } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'
import { noted, progressPath } from '../support/visits.ts'

const path = '/api/v1/inbox'
const hour = 3_600_000
/** The kinds of items that this file tests. Other files test `others`. */
const kinds = ['cancel_requested', 'unanswered', 'failed', 'uncertain', 'note_next', 'fits_gap']
const others = ['online_request', 'online_patient', 'online_flood', 'displaced', 'webhook_stopped']

const inbox = async ({ call }: Member, query = '') => success(await call('GET', `${path}${query}`))
const listed = async (member: Member, query = '') =>
  (await inbox(member, query)).items.map(
    ({ kind, recordId }: Record<string, string>) => `${kind} ${recordId}`,
  )
const mark = ({ call }: Member, kind: string, recordId: string) =>
  call('POST', `${path}/marks`, { kind, recordId })
const unseen = (member: Member) => listed(member, '?seen=false')

/** Sets the result of every message about an appointment on a channel. */
const end = (c: Clinic, entryId: string, changes: Partial<NoticeRow>, channel = 'email') =>
  c.practice.write((tx) => {
    for (const notice of listNotices(tx, entryId))
      if (notice.channel === channel) updateNotice(tx, notice.id, { ...changes, updatedAt: c.clock.now })
  })

const answer = (c: Clinic, entryId: string, answer: string, time = '2026-03-09T09:00:00.000Z') =>
  c.practice.write((tx) => updateEntry(tx, entryId, { metadata: { patientAnswer: { answer, at: time } } }))

/** Returns the e-mail to the patient of an appointment. */
const mailOf = (c: Clinic, entryId: string) =>
  listNotices(c.practice.read, entryId).find(({ channel }) => channel === 'email')!

const none = Object.fromEntries([...kinds, ...others].map((kind) => [kind, 0]))
const nothingMore = Object.fromEntries([...kinds, ...others].map((kind) => [kind, false]))

test('the inbox is empty when nothing waits, and its counts are zero', async () => {
  await using c = await clinic()
  await booked(c)
  await newChair(c.owner.call)
  expect(await inbox(c.assistant)).toEqual({ items: [], counts: none, more: nothingMore })
})

test('§26 Each item of the inbox names the patient to call, when, why, and since when the item waits.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const asked = await booked(c, {}, { startAt: at('08:30'), endAt: at('09:00') })
  const silent = await booked(c)
  const bounced = await booked(c, { phoneMobile: '030 / 1234-567' }, { startAt: at('09:30') })
  const perhaps = await booked(c, { phoneMobile: 'at work', notifyBySms: false }, { startAt: at('09:45') })
  c.clock.now = due
  await reminding(c).round()
  c.clock.now = due + hour
  await answer(c, asked.id, 'cancel_requested')
  await answer(c, bounced.id, 'confirmed')
  await answer(c, perhaps.id, 'confirmed')
  await end(c, bounced.id, { state: 'dead', reason: 'refused', lastError: 'smtp_550' })
  await end(c, perhaps.id, { state: 'uncertain', reason: null, uncertainAt: due + 5 })
  const { id: patientId } = await newPatient(call, { phoneMobile: '+49 (0)151 23456789' })
  const note = await newNote(call, patientId, { title: 'Crown 24', isNext: true })
  await newNote(call, patientId)
  const untitled = await newNote(call, patientId, { body: '山'.repeat(300), isNext: true })
  const chair = await newChair(call, { name: 'Room 1' })
  c.clock.now += hour
  const waits = await newWaiting(call, { patientId, weekdays: ['wed'], durationMinutes: 45 })
  const { items, counts, more } = await inbox(c.assistant)
  const patient = {
    firstName: 'Zoé',
    lastName: 'Müller',
    phoneMobile: '+4915551234567',
    email: 'zoe@example.org',
    alerts: [],
  }
  const saysNothing = { message: null, heading: null, displaced: null }
  const ofNote = {
    message: null,
    displaced: null,
    kind: 'note_next',
    appointmentId: null,
    patientId,
    startAt: null,
    fit: null,
    mark: null,
    call: '+4915123456789',
    since: '2026-03-09T10:00:00.000Z',
    patient: { ...patient, phoneMobile: '+49 (0)151 23456789', email: null },
  }
  for (const { calls, tries } of items) expect({ calls, tries }).toEqual({ calls: [], tries: 0 })
  // biome-ignore lint/suspicious/noExplicitAny: items of every shape
  expect(items.map(({ calls: _, tries: __, ...item }: any) => item)).toEqual([
    {
      kind: 'cancel_requested',
      recordId: asked.id,
      appointmentId: asked.id,
      patientId: asked.patientId,
      patient,
      startAt: at('08:30'),
      fit: null,
      call: '+4915551234567',
      mark: null,
      ...saysNothing,
      since: '2026-03-09T09:00:00.000Z',
    },
    {
      kind: 'unanswered',
      recordId: silent.id,
      appointmentId: silent.id,
      patientId: silent.patientId,
      patient,
      startAt: at('09:00'),
      fit: null,
      call: '+4915551234567',
      mark: null,
      ...saysNothing,
      since: '2026-03-09T09:00:00.000Z',
    },
    {
      kind: 'failed',
      recordId: mailOf(c, bounced.id).id,
      appointmentId: bounced.id,
      patientId: bounced.patientId,
      startAt: at('09:30'),
      fit: null,
      call: '0301234567',
      mark: null,
      patient: { ...patient, phoneMobile: '030 / 1234-567' },
      message: {
        channel: 'email',
        kind: 'reminder',
        state: 'dead',
        reason: 'refused',
        lastError: 'smtp_550',
        retryable: true,
      },
      heading: null,
      displaced: null,
      since: '2026-03-09T10:00:00.000Z',
    },
    {
      kind: 'uncertain',
      recordId: mailOf(c, perhaps.id).id,
      appointmentId: perhaps.id,
      patientId: perhaps.patientId,
      startAt: at('09:45'),
      fit: null,
      call: null,
      mark: null,
      patient: { ...patient, phoneMobile: 'at work' },
      message: {
        channel: 'email',
        kind: 'reminder',
        state: 'uncertain',
        reason: null,
        lastError: null,
        retryable: true,
      },
      heading: null,
      displaced: null,
      since: new Date(due + 5).toISOString(),
    },
    {
      kind: 'fits_gap',
      recordId: waits.id,
      appointmentId: null,
      patientId,
      call: '+4915123456789',
      patient: ofNote.patient,
      startAt: '2026-03-11T08:00:00.000Z',
      mark: null,
      fit: { chairId: chair.id, startAt: '2026-03-11T08:00:00.000Z', endAt: '2026-03-11T08:45:00.000Z' },
      ...saysNothing,
      since: '2026-03-09T11:00:00.000Z',
    },
    { ...ofNote, recordId: note.id, heading: 'Crown 24' },
    {
      ...ofNote,
      recordId: untitled.id,
      heading: '山'.repeat(200),
    },
  ])
  expect(counts).toEqual({ ...none, ...Object.fromEntries(kinds.map((kind) => [kind, 1])), note_next: 2 })
  expect(more).toEqual(nothingMore)
  for (const kind of kinds)
    expect(await listed(c.owner, `?kind=${kind}`)).toEqual(
      items
        .filter((item: { kind: string }) => item.kind === kind)
        .map(({ recordId }: { recordId: string }) => `${kind} ${recordId}`),
    )
  expect((await inbox(c.stranger)).items).toEqual([])
})

test('§26 An inbox item that a member has seen to is marked once, with the member and the time, until the mark is removed.', async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call)
  const note = await newNote(c.owner.call, patientId, { isNext: true })
  const other = await newNote(c.owner.call, patientId, { isNext: true })
  c.clock.now += 1_000
  const made = success(await mark(c.assistant, 'note_next', note.id.toUpperCase()), 201)
  expect(made).toEqual({
    id: expect.any(String),
    kind: 'note_next',
    recordId: note.id,
    seenAt: '2026-03-02T08:00:01.000Z',
    seenBy: c.assistant.userId,
  })
  c.clock.now += 1_000
  expect(success(await mark(c.owner, 'note_next', note.id), 201)).toEqual(made)
  const { id, seenAt, seenBy } = made
  const { items, counts } = await inbox(c.owner)
  expect(items.map((item: { mark: unknown }) => item.mark)).toEqual([{ id, seenAt, seenBy }, null])
  expect(counts.note_next).toBe(1)
  expect(await listed(c.owner, '?seen=true')).toEqual([`note_next ${note.id}`])
  expect(await listed(c.owner, '?seen=false')).toEqual([`note_next ${other.id}`])
  expect((await inbox(c.owner, '?seen=true')).counts.note_next).toBe(1)
  notFound(await c.stranger.call('DELETE', `${path}/marks/${id}`))
  success(await c.owner.call('DELETE', `${path}/marks/${id}`))
  notFound(await c.owner.call('DELETE', `${path}/marks/${id}`))
  expect(await listed(c.owner, '?seen=true')).toEqual([])
})

test('when two members mark an item as seen at once, both get the same mark', async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call)
  const { id } = await newNote(c.owner.call, patientId, { isNext: true })
  const answers = await Promise.all([c.owner, c.assistant].map((member) => mark(member, 'note_next', id)))
  const [first, second] = answers.map((answer) => success(answer, 201))
  expect(second).toEqual(first)
})

const nothingWaits = {
  code: 'not_found',
  status: 404,
  message: 'No such item waits in the inbox. Read the inbox again.',
}

test('§26 Something that is not in the inbox cannot be marked: 404.', async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call)
  const { id } = await newNote(c.owner.call, patientId, { isNext: true })
  const plain = await newNote(c.owner.call, patientId)
  const entry = await booked(c)
  const waits = await newWaiting(c.owner.call, { patientId })
  for (const [kind, recordId] of [
    ['note_next', plain.id],
    ['note_next', absentId],
    ['failed', id],
    ['cancel_requested', entry.id],
    ['unanswered', entry.id],
    ['uncertain', mailOf(c, entry.id).id],
    // The practice has no chair. So there is no free time.
    ['fits_gap', waits.id],
  ] as const)
    expect((await mark(c.owner, kind, recordId)).body.error).toEqual(nothingWaits)
  expect((await mark(c.stranger, 'note_next', id)).body.error).toEqual(nothingWaits)
  invalid(await mark(c.owner, 'note_next', 'x'), 'recordId')
  invalid(await mark(c.owner, 'noteNext', id), 'kind')
  invalid(await c.owner.call('GET', `${path}?kind=noteNext`), 'kind')
  invalid(await c.owner.call('GET', `${path}?seen=yes`), 'seen')
})

test('a note is in the inbox while it is the next action, and a change of the note removes its mark as seen', async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call)
  const { id } = await newNote(c.owner.call, patientId, { isNext: true })
  const edit = async (body: object) => {
    c.clock.now += 1_000
    success(await c.owner.call('PATCH', `/api/v1/patients/${patientId}/notes/${id}`, body))
  }
  success(await mark(c.owner, 'note_next', id), 201)
  expect(await unseen(c.owner)).toEqual([])
  await edit({ isNext: false })
  expect(await listed(c.owner)).toEqual([])
  await edit({ isNext: true })
  expect(await unseen(c.owner)).toEqual([`note_next ${id}`])
  success(await mark(c.owner, 'note_next', id), 201)
  await edit({ body: 'Now something else is to be done.' })
  expect(await unseen(c.owner)).toEqual([`note_next ${id}`])
})

test('a note stays marked as seen after a merge, its undo, a deletion and a restore', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id: patientId } = await newPatient(call)
  const { id: keptId } = await newPatient(call, { firstName: 'Zoe' })
  const { id } = await newNote(call, patientId, { isNext: true })
  success(await mark(c.owner, 'note_next', id), 201)
  c.clock.now += 60_000
  const { archiveId } = success(await call('POST', `/api/v1/patients/${keptId}/merge`, { from: patientId }))
  expect(await listed(c.owner, '?seen=true')).toEqual([`note_next ${id}`])
  await restored(call, archiveId)
  expect(await listed(c.owner, '?seen=true')).toEqual([`note_next ${id}`])
  const item = await deleteAt(call, `/patients/${patientId}/notes/${id}`)
  expect(await listed(c.owner)).toEqual([])
  await restored(call, item.id)
  expect(await listed(c.owner, '?seen=true')).toEqual([`note_next ${id}`])
})

test('§26 After an appointment with a mark has moved, it is in the inbox again when the patient is asked again.', async () => {
  await using c = await clinic({ atAnyHour: true })
  const { id, patch } = await booked(c)
  c.clock.now = due
  await reminding(c).round()
  expect(await unseen(c.owner)).toEqual([`unanswered ${id}`])
  success(await mark(c.owner, 'unanswered', id), 201)
  expect(await unseen(c.owner)).toEqual([])
  c.clock.now += 60_000
  await patch({ startAt: at('09:15') })
  c.clock.now = due + 900_000
  await reminding(c).round()
  expect(await unseen(c.owner)).toEqual([`unanswered ${id}`])
  await answer(c, id, 'cancel_requested')
  success(await mark(c.owner, 'cancel_requested', id), 201)
  expect(await unseen(c.owner)).toEqual([])
  // The patient gives another answer, and then the same answer as before.
  await answer(c, id, 'confirmed', '2026-03-09T10:00:00.000Z')
  await answer(c, id, 'cancel_requested', '2026-03-09T11:00:00.000Z')
  expect(await unseen(c.owner)).toEqual([`cancel_requested ${id}`])
})

test('§26 The inbox does not list a patient as unanswered when they confirmed on the phone.', async () => {
  await using c = await clinic({ atAnyHour: true })
  const { id } = await booked(c)
  c.clock.now = due
  await reminding(c).round()
  const step = progressRow({ userId: c.owner.userId, entryId: id })
  await c.practice.write((tx) => tx.insert(progress, { ...step, confirmedAt: null, confirmedBy: null }))
  expect(await listed(c.owner)).toEqual([`unanswered ${id}`])
  await c.practice.write((tx) => tx.update(progress, id, { confirmedAt: due }))
  expect(await listed(c.owner)).toEqual([])
})

test("§26 The inbox does not list a patient's wish to cancel when they said later that they come.", async () => {
  await using c = await clinic()
  const { id } = await booked(c)
  await noted(c.owner.call, id, 'confirmed')
  const asked = c.clock.now + hour
  await answer(c, id, 'cancel_requested', new Date(asked).toISOString())
  c.clock.now = asked + hour
  expect(await listed(c.owner)).toEqual([`cancel_requested ${id}`])
  c.clock.now = due + 23 * hour
  await noted(c.owner.call, id, 'arrived')
  expect(await listed(c.owner)).toEqual([])
  success(await c.owner.call('DELETE', progressPath(id)))
  expect(await listed(c.owner)).toEqual([`cancel_requested ${id}`])
})

test('an answer with a damaged time waits in the inbox since the start of its appointment', async () => {
  await using c = await clinic()
  const { id } = await booked(c)
  await answer(c, id, 'cancel_requested', 'yesterday')
  success(await mark(c.owner, 'cancel_requested', id), 201)
  expect(await unseen(c.owner)).toEqual([])
  expect((await inbox(c.owner)).items[0].since).toBe(new Date(nine).toISOString())
})

test('§26 A marked message that fails again is in the inbox again. A marked message that is still tried does not return with every try.', async () => {
  await using c = await clinic()
  const { id } = await booked(c)
  const failed = `failed ${mailOf(c, id).id}`
  c.clock.now = due
  await end(c, id, { state: 'dead', reason: 'gave_up' })
  success(await mark(c.owner, 'failed', mailOf(c, id).id), 201)
  expect(await unseen(c.owner)).toEqual([])
  c.clock.now += 1_000
  success(await c.owner.call('POST', `/api/v1/reminders/${mailOf(c, id).id}/retry`))
  expect(await listed(c.owner)).toEqual([])
  await end(c, id, { state: 'dead', reason: 'gave_up' })
  expect(await unseen(c.owner)).toEqual([failed])
  const tried = { state: 'scheduled', reason: null, failingSince: due } as const
  await end(c, id, tried)
  c.clock.now += hour
  success(await mark(c.owner, 'failed', mailOf(c, id).id), 201)
  c.clock.now += 60_000
  await end(c, id, tried)
  expect(await unseen(c.owner)).toEqual([])
  await end(c, id, { state: 'uncertain', reason: null, uncertainAt: c.clock.now })
  expect(await unseen(c.owner)).toEqual([`uncertain ${mailOf(c, id).id}`])
})

test('§26 In the inbox, a waiting patient is offered the first free time that suits. A mark hides this offer, but not the offer of another time.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id: patientId } = await newPatient(call)
  const [one, two] = [await newChair(call), await newChair(call)]
  await newChair(call, { active: false })
  const waits = await newWaiting(call, { patientId, chairIds: [one.id, two.id], durationMinutes: 60 })
  await newWaiting(call, { patientId, throughDate: '2026-03-01' })
  await newWaiting(call, { patientId, fromDate: '2026-03-09' })
  // The time in Berlin is 09:00, and the practice is open until 17:00.
  const block = (chairId: string, startAt: string, endAt: string) =>
    newEntry(call, { type: 'unavailable', chairId, startAt, endAt })
  const fit = async () => {
    const { items } = await inbox(c.owner)
    expect(items).toHaveLength(1)
    expect(items[0].recordId).toBe(waits.id)
    const { chairId, startAt } = items[0].fit
    return [chairId, startAt]
  }
  expect(await fit()).toEqual([one.id, '2026-03-02T08:00:00.000Z'])
  success(await mark(c.owner, 'fits_gap', waits.id), 201)
  expect(await unseen(c.owner)).toEqual([])
  await block(one.id, '2026-03-02T08:59:00Z', '2026-03-02T16:00:00Z')
  expect(await fit()).toEqual([two.id, '2026-03-02T08:00:00.000Z'])
  expect(await unseen(c.owner)).toEqual([])
  await block(two.id, '2026-03-02T07:00:00Z', '2026-03-02T15:00:00Z')
  expect(await fit()).toEqual([two.id, '2026-03-02T15:00:00.000Z'])
  expect(await unseen(c.owner)).toEqual([`fits_gap ${waits.id}`])
  c.clock.now = Date.parse('2026-03-02T15:00:00.001Z')
  expect(await fit()).toEqual([one.id, '2026-03-03T08:00:00.000Z'])
  await c.practice.write((tx) => {
    for (const chairId of [one.id, two.id]) {
      const during = { startAt: monday, endAt: monday + 6 * 86_400_000 + 6 * hour }
      insertEntry(tx, entryRow({ userId: c.owner.userId, chairId }, { type: 'reminder', ...during }))
    }
    tx.record({ kind: 'write' })
  })
  expect(await fit()).toEqual([one.id, '2026-03-03T08:00:00.000Z'])
  for (let day = 3; day <= 8; day++)
    for (const { id } of [one, two]) await block(id, `2026-03-0${day}T08:00:00Z`, `2026-03-0${day}T15:30:00Z`)
  expect(await listed(c.owner)).toEqual([])
})

test('a free time that gets shorter stays marked as seen as long as the patient still fits', async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call)
  await newChair(c.owner.call)
  const { id } = await newWaiting(c.owner.call, { patientId, startTime: '10:00', durationMinutes: 60 })
  const offered = async () => (await inbox(c.owner)).items[0].fit.startAt
  success(await mark(c.owner, 'fits_gap', id), 201)
  for (const [now, start] of [
    ['08:59', '09:00'],
    ['09:30', '09:30'],
    ['09:31', '09:31'],
    ['15:00', '15:00'],
  ] as const) {
    c.clock.now = Date.parse(`2026-03-02T${now}:00Z`)
    expect(await offered()).toBe(`2026-03-02T${start}:00.000Z`)
    expect(await unseen(c.owner)).toEqual([])
  }
  c.clock.now += 1
  expect(await offered()).toBe('2026-03-03T09:00:00.000Z')
  expect(await unseen(c.owner)).toEqual([`fits_gap ${id}`])
})

test('§26 To find an offer for waiting patients, the inbox looks at no more than 50 free times.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const { id: patientId } = await newPatient(call)
  const chair = await newChair(call)
  // The chair is free in the first half of each ten minutes, from 09:00 to 17:00.
  await c.practice.write((tx) => {
    for (let i = 0; i < 48; i++) {
      const startAt = monday + i * 10 * 60_000
      const during = { startAt: startAt + 5 * 60_000, endAt: startAt + 10 * 60_000 }
      insertEntry(tx, entryRow({ userId: c.owner.userId, chairId: chair.id }, during))
    }
    tx.record({ kind: 'write' })
  })
  const quick = await newWaiting(call, { patientId, durationMinutes: 5, fromDate: '2026-03-05' })
  // The inbox looks at 50 free times: 48 on Monday, one on Tuesday, and one on Wednesday.
  expect(await listed(c.owner)).toEqual([])
  const wednesday = await newWaiting(call, { patientId, durationMinutes: 5, fromDate: '2026-03-04' })
  expect(await listed(c.owner)).toEqual([`fits_gap ${wednesday.id}`])
  for (const { id } of [quick, wednesday]) success(await call('DELETE', `/api/v1/waiting-list/${id}`))
  // Free times that are too short for every waiting patient do not count.
  const long = await newWaiting(call, { patientId, durationMinutes: 60, fromDate: '2026-03-05' })
  expect(await listed(c.owner)).toEqual([`fits_gap ${long.id}`])
})

test('the inbox shows the first 200 items of each kind, and `more` says whether there are more', async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call)
  const by = { createdBy: c.owner.userId, updatedBy: c.owner.userId }
  const fill = (number: number) =>
    c.practice.write((tx) => {
      for (let i = 0; i < number; i++)
        insertNote(tx, {
          id: newId(monday),
          patientId,
          title: null,
          body: 'x',
          isNext: true,
          ...by,
          ...times,
        })
      tx.record({ kind: 'write' })
    })
  await fill(200)
  const full = await inbox(c.owner)
  expect([full.items.length, full.counts.note_next, full.more.note_next]).toEqual([200, 200, false])
  await fill(1)
  const over = await inbox(c.owner)
  expect([over.items.length, over.counts.note_next, over.more.note_next]).toEqual([200, 201, true])
  // An item that is marked as seen does not count among the 200 unseen items.
  success(await mark(c.owner, 'note_next', over.items[0].recordId), 201)
  const left = await inbox(c.owner, '?seen=false')
  expect([left.items.length, left.counts.note_next, left.more.note_next]).toEqual([200, 200, false])
  await fill(800)
  const many = await inbox(c.owner)
  expect([many.items.length, many.counts.note_next, many.more.note_next]).toEqual([200, 999, true])
  expect((await inbox(c.owner, '?seen=true')).more.note_next).toBe(true)
})

test('§26 Marks are deleted after 90 days, a hundred with each new mark. An item that still waits is then in the inbox again.', async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call)
  const notes = [
    await newNote(c.owner.call, patientId, { isNext: true }),
    await newNote(c.owner.call, patientId, { isNext: true }),
  ]
  const before = monday - 90 * 86_400_000
  const note = { kind: 'noteNext', recordId: notes[0].id, about: c.clock.now, seenAt: before } as const
  await c.practice.write((tx) => {
    const of = { userId: c.owner.userId, reminderId: absentId }
    insertMark(tx, markRow(of, note))
    for (let i = 1; i <= 150; i++) insertMark(tx, markRow(of, { about: i, seenAt: before - i }))
    tx.record({ kind: 'write' })
  })
  const left = () => {
    using database = new Database(c.path, { readonly: true })
    return database.query<{ n: number }, []>('select count(*) as n from inbox_marks').get()!.n
  }
  success(await mark(c.owner, 'note_next', notes[1].id), 201)
  expect(left()).toBe(52)
  success(await mark(c.owner, 'note_next', notes[1].id), 201)
  expect(left()).toBe(2)
  expect(await unseen(c.owner)).toEqual([])
  c.clock.now += 1
  success(await mark(c.owner, 'note_next', notes[1].id), 201)
  expect(await unseen(c.owner)).toEqual([`note_next ${notes[0].id}`])
})

const note = ({ call }: Member, body: object) => call('POST', `${path}/calls`, body)

test('§26 A call about an inbox item is noted with its result and the time for the next call. The item stays in the inbox.', async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call)
  const { id: recordId } = await newNote(c.owner.call, patientId, { isNext: true })
  const item = { kind: 'note_next', recordId }
  expect((await inbox(c.owner)).items[0]).toMatchObject({ calls: [], tries: 0 })
  const first = success(await note(c.assistant, { ...item, result: 'no_answer' }), 201)
  expect(first).toEqual({
    ...item,
    id: expect.any(String),
    result: 'no_answer',
    againAt: null,
    calledAt: '2026-03-02T08:00:00.000Z',
    calledBy: c.assistant.userId,
  })
  c.clock.now += 60_000
  const later = { result: 'message_left', againAt: '2026-03-02T16:00:00+01:00' }
  const second = success(await note(c.owner, { ...item, ...later }), 201)
  expect(second.againAt).toBe('2026-03-02T15:00:00.000Z')
  const shown = ({ kind: _, recordId: __, ...call }: typeof first) => call
  const [waits] = (await inbox(c.owner)).items
  expect(waits).toMatchObject({ mark: null, tries: 2, calls: [shown(second), shown(first)] })
  expect((await inbox(c.owner)).counts.note_next).toBe(1)
  success(await c.assistant.call('DELETE', `${path}/calls/${second.id}`))
  notFound(await c.owner.call('DELETE', `${path}/calls/${second.id}`))
  expect((await inbox(c.owner)).items[0]).toMatchObject({ tries: 1, calls: [shown(first)] })
  // A call belongs to the present state of the item, like a mark. A change of the note removes it.
  c.clock.now += 60_000
  success(await c.owner.call('PATCH', `/api/v1/patients/${patientId}/notes/${recordId}`, { body: 'New.' }))
  expect((await inbox(c.owner)).items[0]).toMatchObject({ calls: [], tries: 0 })
})

test('§26 The time of the next call must be later than now. A call about something that is not in the inbox is 404.', async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call)
  const { id: recordId } = await newNote(c.owner.call, patientId, { isNext: true })
  const call = { kind: 'note_next', recordId, result: 'reached' }
  for (const againAt of ['2026-03-02T08:00:00Z', '2025-01-01T00:00:00Z', '2026-03-03', 7, ''])
    invalid(await note(c.owner, { ...call, againAt }), 'againAt')
  success(await note(c.owner, { ...call, againAt: null }), 201)
  invalid(await note(c.owner, { ...call, result: 'busy' }), 'result')
  invalid(await note(c.owner, { ...call, note: 'Was rude.' }), 'note')
  invalid(await note(c.owner, { kind: 'note_next', recordId }), 'result')
  notFound(await note(c.owner, { ...call, recordId: absentId }))
  notFound(await note(c.owner, { ...call, kind: 'failed' }))
  notFound(await note(c.stranger, call))
})

test('§8 An inbox item has at most 20 calls. The newest five calls are listed.', async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call)
  const { id: recordId } = await newNote(c.owner.call, patientId, { isNext: true })
  const call = { kind: 'note_next', recordId, result: 'no_answer' }
  const ids: string[] = []
  for (let i = 0; i < 20; i++) {
    c.clock.now += 1
    ids.push(success(await note(c.owner, call), 201).id)
  }
  problem(await note(c.owner, call), 409, 'conflict')
  const [{ calls, tries }] = (await inbox(c.owner)).items
  expect(calls.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed().slice(0, 5))
  expect(tries).toBe(20)
})

test('§26 Notes of calls are deleted after 90 days, a hundred with each new call.', async () => {
  await using c = await clinic()
  const { id: patientId } = await newPatient(c.owner.call)
  const { id: recordId } = await newNote(c.owner.call, patientId, { isNext: true })
  const before = monday - 90 * 86_400_000
  await c.practice.write((tx) => {
    const of = { userId: c.owner.userId, reminderId: absentId }
    for (let i = 0; i <= 150; i++) insertCall(tx, callRow(of, { about: i, calledAt: before - i }))
    tx.record({ kind: 'write' })
  })
  const left = () => {
    using database = new Database(c.path, { readonly: true })
    return database.query<{ n: number }, []>('select count(*) as n from inbox_calls').get()!.n
  }
  const call = { kind: 'note_next', recordId, result: 'no_answer' }
  success(await note(c.owner, call), 201)
  expect(left()).toBe(52)
  success(await note(c.owner, call), 201)
  expect(left()).toBe(3)
})
