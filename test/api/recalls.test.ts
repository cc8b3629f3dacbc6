/** Recalls: patients who are due for another visit (RULES §34). */
import { expect, test } from 'bun:test'
import { invalid, notFound, problem, success } from '../support/answers.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { importFile } from '../support/importing.ts'
import { came, checkUp, contacts, dueAgain, messages, recallPath, recallsOf } from '../support/recalling.ts'
import { absentId, newEntry, newPatient } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'

const day = 86_400_000
const list = recallsOf
const due = async (c: Clinic) =>
  (await list(c)).recalls.map(({ patientId }: { patientId: string }) => patientId)

test('§34 A patient is due when the months of an appointment type have passed since their last visit of this type that was noted as done.', async () => {
  await using c = await clinic()
  const { id, type } = await dueAgain(c)
  const { id: tomorrow } = await newPatient(c.assistant.call, { lastName: 'Tomorrow' })
  await came(c, tomorrow, type.id, '2025-09-03')
  expect(await list(c)).toEqual({
    recalls: [
      {
        patientId: id,
        patient: { firstName: 'Zoé', lastName: 'Müller', phoneMobile: null, email: 'zoe@example.org' },
        due: [{ appointmentTypeId: type.id, lastVisitAt: '2025-09-02T09:00:00.000Z', dueOn: '2026-03-02' }],
        recallConsent: true,
        channel: 'email',
        messagesSent: 0,
        nextMessageAt: null,
        contacts: [],
      },
    ],
    nextCursor: null,
  })
  c.clock.now += day
  expect(await due(c)).toEqual([tomorrow, id])
})

test('§34 For a recall, only visits that were noted as done count, and of these only the last.', async () => {
  await using c = await clinic()
  const { call } = c.assistant
  const { id, entryId, type } = await dueAgain(c)
  const progress = `/api/v1/appointments/${entryId}/progress`
  success(await call('DELETE', progress))
  expect(await due(c)).toEqual([])
  success(await call('POST', progress, { step: 'done' }))
  expect(await due(c)).toEqual([id])
  const later = await came(c, id, type.id, '2025-12-02')
  expect(await due(c)).toEqual([])
  success(await call('DELETE', `/api/v1/appointments/${later}`))
  expect(await due(c)).toEqual([id])
  success(await call('PATCH', `/api/v1/appointments/${entryId}`, { appointmentTypeId: null }))
  expect(await due(c)).toEqual([])
})

test('§34 A patient with a visit ahead is not due for a recall, whatever type the visit has.', async () => {
  await using c = await clinic()
  const { id } = await dueAgain(c)
  const ahead = await newEntry(c.assistant.call, { patientId: id })
  expect(await due(c)).toEqual([])
  success(await c.assistant.call('DELETE', `/api/v1/appointments/${ahead.id}`))
  expect(await due(c)).toEqual([id])
  // A visit of today that is not noted as done counts as a future visit until tomorrow.
  const today = new Date(c.clock.now - 3_600_000).toISOString()
  await newEntry(c.assistant.call, {
    patientId: id,
    startAt: today,
    endAt: new Date(c.clock.now).toISOString(),
  })
  expect(await due(c)).toEqual([])
  c.clock.now += day
  expect(await due(c)).toEqual([id])
})

test('§34 Nobody is due for a recall by an appointment type without `recallMonths`, or by an archived type.', async () => {
  await using c = await clinic()
  const { id, type } = await dueAgain(c)
  const own = `/api/v1/appointment-types/${type.id}`
  success(await c.owner.call('PATCH', own, { recallMonths: null }))
  expect(await due(c)).toEqual([])
  success(await c.owner.call('PATCH', own, { recallMonths: 3 }))
  expect(await due(c)).toEqual([id])
  success(await c.owner.call('DELETE', own))
  expect(await due(c)).toEqual([])
})

test('§34 Each patient who is due is listed once, by the day since which they are due, the latest day first, in pages.', async () => {
  await using c = await clinic()
  const types = [await checkUp(c), await checkUp(c, { name: 'Cleaning', recallMonths: 3 })]
  const ids: string[] = []
  for (const [i, months] of ['06', '07', '08', '05', '04'].entries()) {
    const { id } = await newPatient(c.assistant.call, { lastName: `P${i}` })
    ids.push(id)
    await came(c, id, types[i % 2]!.id, `2025-${months}-1${i}`)
  }
  // This patient is due since 14 October for the first type, and since 14 May for the second type.
  await came(c, ids[4]!, types[1]!.id, '2025-02-14')
  // The numbers in brackets are indexes of `ids`.
  // Due since 12 Feb 2026 (2), 10 Dec 2025 (0), 14 Oct 2025 (4), 11 Oct 2025 (1), 13 Aug 2025 (3).
  const expected = [ids[2], ids[0], ids[4], ids[1], ids[3]]
  expect(await due(c)).toEqual(expected)
  const paged: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof list>> = await list(c, `?limit=1${cursor && `&cursor=${cursor}`}`)
    paged.push(...page.recalls.map(({ patientId }: { patientId: string }) => patientId))
    cursor = page.nextCursor
  }
  expect(paged).toEqual(expected as string[])
  expect((await list(c)).recalls[2].due).toHaveLength(2)
  invalid(await c.assistant.call('GET', `${recallPath}?cursor=abc`), 'cursor')
})

test('§34 Because months have different lengths, visits on different days can be due on the same day.', async () => {
  await using c = await clinic()
  const type = await checkUp(c, { recallMonths: 1 })
  const ids: string[] = []
  for (const date of ['2026-01-28', '2026-01-29', '2026-01-31', '2026-02-01']) {
    const { id } = await newPatient(c.assistant.call)
    ids.push(id)
    await came(c, id, type.id, date)
  }
  c.clock.now = Date.parse('2026-02-28T10:00:00Z')
  expect((await due(c)).toSorted()).toEqual(ids.slice(0, 3).toSorted())
  c.clock.now = Date.parse('2026-02-27T10:00:00Z')
  expect(await due(c)).toEqual([])
})

test('§34 A patient who declines a recall is not due until their next visit. A patient who wants to be asked later is not due until that day.', async () => {
  await using c = await clinic()
  const { call } = c.assistant
  const { id, type } = await dueAgain(c)
  const later = success(
    await call('POST', contacts(id), { kind: 'later', askAgainOn: '2026-03-10', note: ' Away. ' }),
    201,
  )
  expect(later).toEqual({
    id: expect.any(String),
    practiceId: c.owner.practiceId,
    patientId: id,
    kind: 'later',
    askAgainOn: '2026-03-10',
    note: 'Away.',
    createdBy: c.assistant.userId,
    createdAt: '2026-03-02T08:00:00.000Z',
  })
  expect(await due(c)).toEqual([])
  problem(await call('POST', contacts(id), { kind: 'unanswered' }), 409, 'conflict')
  c.clock.now = Date.parse('2026-03-10T08:00:00Z')
  expect((await list(c)).recalls[0].contacts).toEqual([later])
  const no = success(await call('POST', contacts(id), { kind: 'declined' }), 201)
  c.clock.now += 20 * day
  expect(await due(c)).toEqual([])
  success(await call('DELETE', `${contacts(id)}/${no.id}`))
  expect(await due(c)).toEqual([id])
  success(await call('POST', contacts(id), { kind: 'declined' }), 201)
  c.clock.now = Date.parse('2026-03-31T10:00:00Z')
  await came(c, id, type.id, '2026-03-31')
  success(await c.owner.call('PATCH', `/api/v1/appointment-types/${type.id}`, { recallMonths: 1 }))
  expect(await due(c)).toEqual([])
  c.clock.now = Date.parse('2026-04-30T08:00:00Z')
  expect(await due(c)).toEqual([id])
})

test('§34 Only a contact of the kind `later` has a day to ask again, and this day must be after today.', async () => {
  await using c = await clinic()
  const { call } = c.assistant
  const { id } = await dueAgain(c)
  for (const body of [
    { kind: 'later' },
    { kind: 'later', askAgainOn: '2026-03-02' },
    { kind: 'later', askAgainOn: '2026-02-30' },
    { kind: 'declined', askAgainOn: '2026-05-01' },
  ])
    invalid(await call('POST', contacts(id), body), 'askAgainOn')
  invalid(await call('POST', contacts(id), { kind: 'letter' }), 'kind')
  invalid(await call('POST', contacts(id), {}), 'kind')
  invalid(await call('POST', contacts(id), { kind: 'unanswered', note: 'x'.repeat(1001) }), 'note')
  expect(await due(c)).toEqual([id])
})

test('§34 A contact (a noted attempt to reach a patient) can be noted and deleted only under its own patient.', async () => {
  await using c = await clinic()
  const { call } = c.assistant
  const { id } = await dueAgain(c)
  const other = await newPatient(call)
  const made = success(await call('POST', contacts(id), { kind: 'unanswered' }), 201)
  notFound(await call('DELETE', `${contacts(other.id)}/${made.id}`))
  notFound(await c.stranger.call('DELETE', `${contacts(id)}/${made.id}`))
  notFound(await c.stranger.call('POST', contacts(id), { kind: 'unanswered' }))
  notFound(await call('POST', contacts(absentId), { kind: 'unanswered' }))
  problem(await call('POST', contacts(other.id), { kind: 'unanswered' }), 409, 'conflict')
})

test('§34 A patient has at most 50 contacts about a recall since their last visit.', async () => {
  await using c = await clinic()
  const { call } = c.assistant
  const { id } = await dueAgain(c)
  for (let i = 0; i < 50; i++) success(await call('POST', contacts(id), { kind: 'unanswered' }), 201)
  problem(await call('POST', contacts(id), { kind: 'unanswered' }), 409, 'conflict')
  expect((await list(c)).recalls[0].contacts).toHaveLength(50)
})

test("§34 Recall messages need a patient's own consent: nobody has agreed by default.", async () => {
  await using c = await clinic()
  const { call } = c.assistant
  const { id } = await dueAgain(c, { email: 'zoe@example.org' })
  expect(success(await call('GET', `/api/v1/patients/${id}`)).recallConsent).toBe(false)
  expect((await list(c)).recalls[0]).toMatchObject({ recallConsent: false, channel: null })
  problem(await call('POST', contacts(id), { kind: 'message' }), 409, 'conflict')
  success(await call('PATCH', `/api/v1/patients/${id}`, { recallConsent: true }))
  expect((await list(c)).recalls[0]).toMatchObject({ recallConsent: true, channel: 'email' })
  success(await call('PATCH', `/api/v1/patients/${id}`, { notifyByEmail: false }))
  expect((await list(c)).recalls[0]).toMatchObject({ recallConsent: true, channel: null })
  problem(await call('POST', contacts(id), { kind: 'message' }), 409, 'conflict')
})

test("§34 An imported file gives nobody's consent to recall messages by itself. A patient without consent gets no recall message.", async () => {
  await using c = await clinic()
  const { call } = c.assistant
  const type = await checkUp(c)
  const columns = 'First Name,Last Name,Email,Mobile,Recall,Recall Consent,Einwilligung'
  await importFile(c, `${columns}\nAda,Roe,ada@example.org,+49 1555 1234567,yes,yes,ja\n`)
  const { patients } = success(await call('GET', '/api/v1/patients?search=roe'))
  expect(patients).toMatchObject([{ notifyByEmail: true, recallConsent: false }])
  const [{ id }] = patients
  await came(c, id, type.id, '2025-09-02')
  expect((await list(c)).recalls).toMatchObject([{ patientId: id, recallConsent: false, channel: null }])
  problem(await call('POST', contacts(id), { kind: 'message' }), 409, 'conflict')
  success(await call('POST', contacts(id), { kind: 'unanswered' }), 201)
  const r = reminding(c)
  for (let weeks = 0; weeks < 8; weeks++) {
    c.clock.now += 7 * day
    await r.round()
  }
  expect([...r.emails, ...r.texts]).toEqual([])
  expect(await messages(c, id)).toEqual([])
})

test('§34 Recall messages are planned once. Planning more messages is refused while some are still ahead.', async () => {
  await using c = await clinic()
  const { call } = c.assistant
  const { id } = await dueAgain(c)
  const [one, other] = await Promise.all([0, 1].map(() => call('POST', contacts(id), { kind: 'message' })))
  expect([one!.status, other!.status].toSorted()).toEqual([201, 409])
  expect(await messages(c, id)).toMatchObject([
    { kind: 'recall', state: 'scheduled', appointmentId: null, dueAt: '2026-03-30T08:00:10.000Z' },
    { kind: 'recall', state: 'scheduled', appointmentId: null, dueAt: '2026-03-16T08:00:10.000Z' },
    { kind: 'recall', state: 'scheduled', appointmentId: null, dueAt: '2026-03-02T08:00:10.000Z' },
  ])
  expect((await list(c)).recalls[0]).toMatchObject({ nextMessageAt: '2026-03-02T08:00:10.000Z' })
})

test('§34 When a contact is taken back, a patient declines or the consent is withdrawn, the planned recall messages are cancelled.', async () => {
  await using c = await clinic()
  const { call } = c.assistant
  const { id } = await dueAgain(c)
  const states = async () => (await messages(c, id)).map(({ state }) => state)
  const made = success(await call('POST', contacts(id), { kind: 'message' }), 201)
  success(await call('DELETE', `${contacts(id)}/${made.id}`))
  expect(await states()).toEqual(Array(3).fill('cancelled'))
  success(await call('POST', contacts(id), { kind: 'message' }), 201)
  success(await call('PATCH', `/api/v1/patients/${id}`, { recallConsent: false }))
  expect(await states()).toEqual(Array(6).fill('cancelled'))
  success(await call('PATCH', `/api/v1/patients/${id}`, { recallConsent: true }))
  success(await call('POST', contacts(id), { kind: 'message' }), 201)
  success(await call('POST', contacts(id), { kind: 'declined' }), 201)
  expect(await states()).toEqual(Array(9).fill('cancelled'))
})

test('§34 A deleted patient is no longer due. A restored patient has their contacts again.', async () => {
  await using c = await clinic()
  const { call } = c.assistant
  const { id } = await dueAgain(c)
  const made = success(await call('POST', contacts(id), { kind: 'unanswered', note: 'Tried at noon.' }), 201)
  success(await call('POST', contacts(id), { kind: 'message' }), 201)
  success(await call('DELETE', `/api/v1/patients/${id}`))
  expect(await due(c)).toEqual([])
  const r = reminding(c)
  await r.round()
  c.clock.now += 60_000
  await r.round()
  expect(r.emails).toEqual([])
  const [item] = success(await c.owner.call('GET', '/api/v1/archive')).items
  success(await c.owner.call('POST', `/api/v1/archive/${item.id}/restore`))
  expect((await list(c)).recalls).toMatchObject([{ patientId: id, contacts: [{ kind: 'message' }, made] }])
})

test('§34 The audit trail names who noted a contact, and what they noted.', async () => {
  await using c = await clinic({ signedIn: true })
  const { id } = await dueAgain(c)
  success(await c.owner.call('POST', contacts(id), { kind: 'unanswered', note: 'Tried at noon.' }), 201)
  await list(c)
  const { events: rows } = success(await c.owner.call('GET', `/api/v1/audit?patientId=${id}`))
  const noted = rows.find(({ action }: { action: string }) => action === 'createRecallContact')
  expect(noted).toMatchObject({ kind: 'write', record: { kind: 'recall' }, patientId: id })
})
