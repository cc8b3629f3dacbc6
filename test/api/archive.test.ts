/** The archive: the list of deleted records. */
import { expect, test } from 'bun:test'
import { archivePatient } from '../../src/store/archive/archive.ts'
import { invalid, problem, success } from '../support/answers.ts'
import { archivedItems, archivePath, deleteAt } from '../support/archive.ts'
import { clinic, monday } from '../support/clinic.ts'
import { absentId, at, newChair, newEntry, newNote, newPatient, newTag } from '../support/records.ts'

const labels = (
  items: {
    kind: string
    label: string | null
    patientName: string | null
    appointment: { type: string; startAt: string } | null
  }[],
) =>
  items.map(({ kind, label, patientName, appointment }) => {
    if (appointment !== null) return `${kind}: ${appointment.type}, ${appointment.startAt}`
    return kind === 'tagLink' ? `${kind}: ${label}, ${patientName}` : `${kind}: ${label}`
  })

test('§15 Owners list the deleted records: which member deleted each, when, and how long it is kept.', async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.owner.call, { dob: '1987-04-23' })
  c.clock.now += 60_000
  success(await c.assistant.call('DELETE', `/api/v1/patients/${id}`))
  expect(await archivedItems(c.owner.call)).toEqual([
    {
      id: expect.any(String),
      kind: 'patient',
      recordId: id,
      patientId: id,
      label: 'Zoé Müller',
      patientName: null,
      appointment: null,
      durationMinutes: null,
      dob: '1987-04-23T00:00:00.000Z',
      deletedAt: '2026-03-02T08:01:00.000Z',
      deletedBy: { id: c.assistant.userId, name: 'assistant' },
      keepUntil: '2036-03-02T08:01:00.000Z',
    },
  ])
  expect(await archivedItems(c.stranger.call)).toEqual([])
  problem(await c.assistant.call('GET', archivePath), 403, 'forbidden')
})

test('the archive lists the newest deletion first, with a label by which a person recognizes each record', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const patient = await newPatient(call)
  const of = `/patients/${patient.id}`
  const titled = await newNote(call, patient.id, { title: 'Crown 24', body: 'x' })
  const plain = await newNote(call, patient.id, { body: '山'.repeat(100) })
  const entry = await newEntry(call, { patientId: patient.id })
  const tags = [await newTag(call, 'Recall'), await newTag(call, 'VIP'), await newTag(call, 'Gone')]
  const chair = await newChair(call, { name: 'Room 9' })
  for (const { id } of tags) success(await call('POST', `/api/v1${of}/tags/${id}`))
  for (const path of [
    `${of}/notes/${titled.id}`,
    `${of}/notes/${plain.id}`,
    `/appointments/${entry.id}`,
    `/tags/${tags[0].id}`,
    `/chairs/${chair.id}`,
  ]) {
    c.clock.now += 1
    await deleteAt(call, path)
  }
  for (const { id } of tags.slice(1)) {
    c.clock.now += 1
    success(await call('POST', `/api/v1${of}/tags/${id}`))
  }
  c.clock.now += 1
  await deleteAt(call, `/tags/${tags[2].id}`)
  expect(labels(await archivedItems(call))).toEqual([
    'tag: Gone',
    'tagLink: null, Zoé Müller',
    'tagLink: VIP, Zoé Müller',
    'chair: Room 9',
    'tag: Recall',
    'appointment: appointment, 2026-03-10T09:00:00.000Z',
    `note: ${'山'.repeat(60)}`,
    'note: Crown 24',
  ])
  c.clock.now += 1
  await deleteAt(call, of)
  const [item, ...others] = await archivedItems(call, `?patientId=${patient.id.toUpperCase()}`)
  expect(labels([item])).toEqual(['patient: Zoé Müller'])
  expect(labels(others)).toEqual([
    'tagLink: null, null',
    'tagLink: VIP, null',
    'appointment: appointment, 2026-03-10T09:00:00.000Z',
    `note: ${'山'.repeat(60)}`,
    'note: Crown 24',
  ])
  expect(labels(await archivedItems(call, '?kind=chair'))).toEqual(['chair: Room 9'])
  expect(labels(await archivedItems(call, `?kind=appointment&patientId=${patient.id}`))).toEqual([
    'appointment: appointment, 2026-03-10T09:00:00.000Z',
  ])
  expect(await archivedItems(call, `?patientId=${absentId}`)).toEqual([])
})

test('the pages of the archive show every item once, also items that were deleted at the same moment', async () => {
  await using c = await clinic()
  const ids: string[] = []
  for (let i = 0; i < 7; i++) {
    const { id } = await newTag(c.owner.call, `Tag ${i}`)
    ids.push(id)
    if (i > 4) c.clock.now += 1
    success(await c.owner.call('DELETE', `/api/v1/tags/${id}`))
  }
  const all = await archivedItems(c.owner.call)
  expect(all.map(({ recordId }: { recordId: string }) => recordId).sort()).toEqual(ids.sort())
  const paged: unknown[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = `?limit=3${cursor && `&cursor=${cursor}`}`
    const page: { items: unknown[]; next: string | null } = success(
      await c.owner.call('GET', archivePath + query),
    )
    expect(page.items.length).toBeWithin(1, 4)
    paged.push(...page.items)
    cursor = page.next
  }
  expect(paged).toEqual(all)
})

test('the archive refuses a wrong filter, limit or cursor, and the error names the parameter', async () => {
  await using c = await clinic()
  const list = (query: string) => c.owner.call('GET', `${archivePath}?${query}`)
  invalid(await list('kind=member'), 'kind')
  invalid(await list('patientId=x'), 'patientId')
  for (const limit of ['0', '201', '1.5', 'x', '']) invalid(await list(`limit=${limit}`), 'limit')
  const forged = (text: string) => Buffer.from(text).toString('base64url')
  for (const cursor of [
    '',
    'x',
    forged(''),
    forged('1'),
    forged('1 x'),
    forged(`x ${absentId}`),
    forged(`-0 ${absentId}`),
    forged(`1 ${absentId} 1`),
    `${forged(`1 ${absentId}`)}=`,
    'A'.repeat(201),
  ])
    invalid(await list(`cursor=${cursor}`), 'cursor')
  success(await list(`cursor=${forged(`1 ${absentId}`)}&limit=200&kind=tagLink`))
})

test('an item that the operator deletes has `deletedBy` null in the archive', async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.owner.call)
  await c.practice.write((tx) => archivePatient(tx, id, monday))
  expect((await archivedItems(c.owner.call))[0]).toMatchObject({ recordId: id, deletedBy: null })
})

test('the archive gets an item when a tag is taken off a patient, and none when the tag is put on', async () => {
  await using c = await clinic()
  const { id } = await newPatient(c.owner.call)
  const tag = await newTag(c.owner.call, 'Recall')
  for (const kept of [0, 1, 1, 2]) {
    success(await c.owner.call('POST', `/api/v1/patients/${id}/tags/${tag.id}`))
    expect(await archivedItems(c.owner.call, '?kind=tagLink')).toHaveLength(kept)
  }
})

test('new years of keeping also apply to records that were deleted before the change', async () => {
  await using c = await clinic()
  const { call } = c.owner
  await deleteAt(call, `/patients/${(await newPatient(call)).id}`)
  await deleteAt(call, `/appointments/${(await newEntry(call, { startAt: at('08:00') })).id}`)
  const kept = async () =>
    (await archivedItems(call))
      .map(({ kind, keepUntil }: { kind: string; keepUntil: string }) => `${kind} ${keepUntil.slice(0, 10)}`)
      .sort()
  expect(await kept()).toEqual(['appointment 2027-03-02', 'patient 2036-03-02'])
  const years = { keepPatientsYears: 30, keepEntriesYears: 2 }
  expect(success(await call('PATCH', '/api/v1/practice', years))).toMatchObject(years)
  expect(await kept()).toEqual(['appointment 2028-03-02', 'patient 2056-03-02'])
  const unset = { keepPatientsYears: null, keepEntriesYears: null }
  expect(success(await call('PATCH', '/api/v1/practice', unset))).toMatchObject({
    keepPatientsYears: 10,
    keepEntriesYears: 1,
  })
  for (const years of [0, 101, 1.5, '10'])
    invalid(
      await call('PATCH', '/api/v1/practice', { keepPatientsYears: years, keepEntriesYears: years }),
      'keepPatientsYears',
      'keepEntriesYears',
    )
  problem(await c.assistant.call('PATCH', '/api/v1/practice', years), 403, 'forbidden')
})
