/** The records that imports create and change, and the undo of imports. */
import { expect, test } from 'bun:test'
import { openDatabase } from '../../db/open.ts'
import { fileKeptMs } from '../../src/domain/import/kinds.ts'
import { leftOut } from '../../src/store/transfer/tables.ts'
import { invalid, problem, success } from '../support/answers.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { act, bring, countsOf, decide, importFile, look, rowsOf } from '../support/importing.ts'
import { newChair } from '../support/records.ts'
import { until } from '../support/until.ts'
import { everythingIn } from '../support/world.ts'
import { filesIn } from '../transfer/archives.ts'
import { exported } from '../transfer/practices.ts'

const people = [
  'Id,First Name,Last Name,Date of Birth,Email',
  '1,Zoé,Müller,1987-04-23,zoe@example.org',
  '2,Bob,Roe,1960-05-13,',
  '3,Ida,Lang,,ida@example.org',
].join('\n')

/** The files of an export that differ after an import and its undo. */
const leftBehind = /^(manifest|audit|archive)/

/** The files of an export of the practice, without the audit trail and the archive. */
async function exportOf(c: Clinic) {
  const { path } = await exported(c, c.owner.practiceId)
  return Object.fromEntries([...filesIn(path)].filter(([name]) => !leftBehind.test(name)))
}

/** The number of patients that a search finds. */
const countOf = async (c: Clinic, search = '') =>
  success(await c.owner.call('GET', `/api/v1/patients?count=true&search=${search}`)).total as number

const day = async (c: Clinic, date: string) =>
  success(await c.owner.call('GET', `/api/v1/appointments?from=${date}T00:00:00Z&to=${date}T23:59:59Z`))
    .appointments

const remindersOf = async (c: Clinic, id: string) =>
  success(await c.owner.call('GET', `/api/v1/appointments/${id}/reminders`)).reminders

test('§35 Importing the same file twice changes nothing the second time.', async () => {
  await using c = await clinic()
  const chair = await newChair(c.owner.call, { name: 'Op 1' })
  const visits = `Id,Patient ID,Start,Minutes,Chair\n9,1,2026-03-04 09:00,30,${chair.name}\n`
  const notes = 'Id,Patient ID,Note,Date\n5,1,Likes tea,2025-01-02\n'
  const files = [
    ['patients', people],
    ['appointments', visits],
    ['notes', notes],
  ] as const
  for (const [kind, file] of files) await importFile(c, file, { kind })
  const before = await exportOf(c)
  for (const [kind, file] of files) {
    const again = await importFile(c, file, { kind })
    expect(countsOf(again)).toEqual({ unchanged: kind === 'patients' ? 3 : 1 })
  }
  expect(await exportOf(c)).toEqual(before)
})

test('§35 Importing a file without ids a second time changes nothing, too.', async () => {
  await using c = await clinic()
  const withoutIds = people.replace(/^\w+,/gm, '')
  const visits =
    'Patient First Name,Patient Last Name,Patient DOB,Start,Minutes\nZoé,Müller,1987-04-23,2026-03-04 09:00,30\n'
  const notes = 'Patient Email,Note\nida@example.org,Likes tea\n'
  for (const [kind, file] of [
    ['patients', withoutIds],
    ['appointments', visits],
    ['notes', notes],
  ] as const) {
    const first = await importFile(c, file, { kind })
    expect(countsOf(first)).toEqual({ created: kind === 'patients' ? 3 : 1 })
    const before = await exportOf(c)
    const again = await importFile(c, file, { kind })
    expect(countsOf(again)).toEqual({ unchanged: kind === 'patients' ? 3 : 1 })
    expect(await exportOf(c)).toEqual(before)
  }
})

test('§35 A later file of a program updates the records of the earlier file. An empty cell changes nothing.', async () => {
  await using c = await clinic()
  await importFile(c, people)
  const later = people.replace('Bob,Roe,1960-05-13,', 'Bob,Rowe,,bob@example.org')
  expect(countsOf(await importFile(c, later))).toEqual({ unchanged: 2, updated: 1 })
  const [bob] = success(await c.owner.call('GET', '/api/v1/patients?search=rowe')).patients
  expect(bob).toMatchObject({ firstName: 'Bob', email: 'bob@example.org', dob: '1960-05-13T00:00:00.000Z' })
  expect(await countOf(c)).toBe(3)
  // The ids of another program are separate from the ids of this program.
  const other = await bring(c, later, { name: 'Another' })
  expect(countsOf(await act(c, other.id, 'dry-run'))).toEqual({ duplicate: 1, unchanged: 2 })
})

test('§35 An import does not bring back a record that somebody deleted.', async () => {
  await using c = await clinic()
  await importFile(c, people)
  const [bob] = success(await c.owner.call('GET', '/api/v1/patients?search=roe')).patients
  success(await c.owner.call('DELETE', `/api/v1/patients/${bob.id}`))
  const again = await importFile(c, people)
  expect(await rowsOf(c, again.id, 'refused')).toMatchObject([{ line: 3, reason: 'deleted_since' }])
})

test('§35 When a patient was merged, rows for this patient add records to the kept patient.', async () => {
  await using c = await clinic()
  await importFile(c, people)
  const byName = async (name: string) =>
    success(await c.owner.call('GET', `/api/v1/patients?search=${name}`)).patients[0]
  const [bob, ida] = [await byName('roe'), await byName('lang')]
  success(await c.owner.call('POST', `/api/v1/patients/${ida.id}/merge`, { from: bob.id }))
  await importFile(c, 'Id,Patient ID,Note\n1,2,Likes tea\n', { kind: 'notes' })
  const { notes } = success(await c.owner.call('GET', `/api/v1/patients/${ida.id}/notes`))
  expect(notes).toMatchObject([{ body: 'Likes tea' }])
})

test('§35 An import invents no values: what a row does not hold stays empty, and a row without a name is refused.', async () => {
  await using c = await clinic()
  const { id } = await importFile(c, 'First Name,Last Name,Date of Birth\nZoé,Müller,\n,Unknown,\nBob,,\n')
  expect((await rowsOf(c, id)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['created', null],
    ['refused', 'name_missing'],
    ['refused', 'name_missing'],
  ])
  const [zoe] = success(await c.owner.call('GET', '/api/v1/patients')).patients
  expect(zoe).toMatchObject({ dob: null, email: null, phoneMobile: null, gender: null, tagIds: [] })
})

test('§35 Imported appointments that overlap others are listed, and never forced into the calendar.', async () => {
  await using c = await clinic()
  await importFile(c, people)
  const chair = await newChair(c.owner.call, { name: 'Op 1' })
  const times = { startAt: '2026-03-04T09:00:00+01:00', endAt: '2026-03-04T09:30:00+01:00' }
  success(
    await c.owner.call('POST', '/api/v1/appointments', { type: 'unavailable', chairId: chair.id, ...times }),
    201,
  )
  const file = [
    'Id,Patient ID,Start,Minutes,Chair',
    '1,1,2026-03-04 09:15,30,Op 1',
    '2,1,2026-03-04 10:00,30,op 1',
    '3,2,2026-03-04 10:15,30,Op 1',
    '4,2,2026-03-04 10:30,30,Op 1',
    '5,2,2026-03-29 02:30,30,Op 1',
    '6,9,2026-03-05 09:00,30,Op 1',
    '7,2,2026-03-05 09:00,30,Op 9',
  ].join('\n')
  const { id } = await bring(c, file, { kind: 'appointments' })
  await act(c, id, 'dry-run')
  const told = async () => (await rowsOf(c, id)).map(({ outcome, reason }) => [outcome, reason])
  const others = [
    ['refused', 'no_such_time'],
    ['refused', 'patient_not_found'],
    ['refused', 'unknown_value'],
  ]
  const taken = ['overlap', 'chair_taken']
  expect(await told()).toEqual([taken, ['create', null], taken, ['create', null], ...others])
  await act(c, id, 'commit')
  expect(await told()).toEqual([taken, ['created', null], taken, ['created', null], ...others])
  expect(await day(c, '2026-03-04')).toHaveLength(3)
})

test('§35 With `practitionersOnce`, a file does not book a practitioner twice at the same time.', async () => {
  await using c = await clinic()
  await importFile(c, people)
  success(await c.owner.call('PATCH', '/api/v1/practice', { practitionersOnce: true }))
  for (const name of ['Op 1', 'Op 2']) await newChair(c.owner.call, { name })
  const { name } = success(await c.owner.call('GET', '/api/v1/me')).user
  const file = [
    'Id,Patient ID,Start,Minutes,Chair,Practitioner',
    `1,1,2026-03-04 09:00,30,Op 1,${name}`,
    `2,2,2026-03-04 09:15,30,Op 2,${name}`,
    `3,2,2026-03-04 09:30,30,Op 2,${name}`,
  ].join('\n')
  const { id } = await bring(c, file, { kind: 'appointments' })
  const told = async () => (await rowsOf(c, id)).map(({ outcome, reason }) => [outcome, reason])
  const busy = ['overlap', 'practitioner_busy']
  await act(c, id, 'dry-run')
  expect(await told()).toEqual([['create', null], busy, ['create', null]])
  await act(c, id, 'commit')
  expect(await told()).toEqual([['created', null], busy, ['created', null]])
})

test('§35 A past visit can be imported even when its chair is out of use. For a later visit on this chair, the owner names another chair.', async () => {
  await using c = await clinic({ signedIn: true })
  await importFile(c, people)
  const [old, chair] = [await newChair(c.owner.call, { name: 'Old' }), await newChair(c.owner.call)]
  success(await c.owner.call('PATCH', `/api/v1/chairs/${old.id}`, { active: false }))
  success(await c.owner.call('PATCH', `/api/v1/members/${c.assistant.userId}`, { active: false }))
  const { members } = success(await c.owner.call('GET', '/api/v1/members'))
  const { name } = members.find(({ id }: { id: string }) => id === c.assistant.userId)
  const file = [
    'Id,Patient ID,Start,Minutes,Chair,Practitioner',
    `1,1,2020-03-12 09:00,30,Old,${name}`,
    '2,1,2026-03-12 09:00,30,Old,',
  ].join('\n')
  const { id } = await bring(c, file, { kind: 'appointments' })
  const told = async () => (await rowsOf(c, id)).map(({ outcome, reason }) => [outcome, reason])
  const { unknownValues } = await act(c, id, 'dry-run')
  expect(unknownValues).toEqual([{ field: 'chair', value: 'Old', rows: 1 }])
  expect(await told()).toEqual([
    ['create', null],
    ['refused', 'unknown_value'],
  ])
  await act(c, id, 'commit')
  expect(await day(c, '2020-03-12')).toMatchObject([{ chairId: old.id, practitionerId: c.assistant.userId }])
  const again = await bring(c, file.replace('2020', '2019'), { kind: 'appointments' })
  await decide(c, again.id, { values: [{ field: 'chair', value: 'Old', to: chair.id }] })
  expect(countsOf(await act(c, again.id, 'dry-run'))).toEqual({ create: 1, update: 1 })
  expect(countsOf(await act(c, again.id, 'commit'))).toEqual({ created: 1, updated: 1 })
})

test('§35 When a file uses other names for records of the practice, the owner says which name means which record.', async () => {
  await using c = await clinic()
  await importFile(c, people)
  const chair = await newChair(c.owner.call, { name: 'Window' })
  const file = 'AptNum,PatNum,AptStatus,Pattern,Op,AptDateTime\n1,1,Scheduled,//XXXX,3,2026-03-04 09:00:00\n'
  const { id } = await bring(c, file, { kind: 'appointments' })
  expect((await act(c, id, 'dry-run')).unknownValues).toEqual([{ field: 'chair', value: '3', rows: 1 }])
  const { state } = await decide(c, id, { values: [{ field: 'chair', value: '3', to: chair.id }] })
  expect(state).toBe('ready')
  await act(c, id, 'dry-run')
  await act(c, id, 'commit')
  expect(await day(c, '2026-03-04')).toMatchObject([
    { chairId: chair.id, startAt: '2026-03-04T08:00:00.000Z', endAt: '2026-03-04T08:30:00.000Z' },
  ])
})

test('§35 Past visits are imported as past, with the outcome that the file names. Cancelled visits are left out.', async () => {
  await using c = await clinic()
  await importFile(c, people)
  const file = [
    'Id,Patient ID,Starts At,Ends At,Patient Arrived,Did Not Arrive,Cancelled At',
    '1,1,2026-02-02 09:00,2026-02-02 09:30,Yes,No,',
    '2,2,2026-02-02 10:00,2026-02-02 10:30,No,Yes,',
    '3,2,2026-02-02 11:00,2026-02-02 11:30,No,No,2026-02-01 08:00',
    '4,3,2026-02-02 12:00,2026-02-02 12:30,No,No,',
  ].join('\n')
  const { id } = await importFile(c, file, { kind: 'appointments' })
  expect((await rowsOf(c, id)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['created', null],
    ['created', null],
    ['skipped', 'cancelled'],
    ['created', null],
  ])
  const states = await Promise.all(
    (await day(c, '2026-02-02')).map(
      async ({ id }: { id: string }) =>
        success(await c.owner.call('GET', `/api/v1/appointments/${id}/progress`)).state,
    ),
  )
  expect(states).toEqual(['done', 'no_show', 'expected'])
  for (const entry of await day(c, '2026-02-02')) expect(entry.metadata).toEqual({})
})

const ahead = 'Id,Patient ID,Start,Minutes\n1,1,2026-03-12 09:00,30\n2,3,2026-03-12 10:00,30\n'

test('§35 No reminders go out for imported appointments until the owner says so.', async () => {
  await using c = await clinic()
  await importFile(c, people)
  const { id } = await importFile(c, ahead, { kind: 'appointments' })
  const [first] = await day(c, '2026-03-12')
  expect(first.metadata).toEqual({ remindersOff: true })
  expect(await remindersOf(c, first.id)).toEqual([])
  // A change of the reminder lead does not switch the reminders on.
  success(await c.owner.call('PATCH', '/api/v1/practice', { reminderLeadMinutes: 600 }))
  expect(await remindersOf(c, first.id)).toEqual([])
  await decide(c, id, { reminders: true })
  await c.importer.idle()
  for (const entry of await day(c, '2026-03-12')) {
    expect(entry.metadata).toEqual({})
    expect(await remindersOf(c, entry.id)).not.toEqual([])
  }
  problem(await c.owner.call('PATCH', `/api/v1/imports/${id}`, { reminders: false }), 409, 'conflict')
  // The import of these appointments can still be undone.
  expect(countsOf(await act(c, id, 'undo'))).toEqual({ undone: 2 })
})

test('§35 When a member changes an imported appointment, its reminders are switched on.', async () => {
  await using c = await clinic()
  await importFile(c, people)
  await importFile(c, ahead, { kind: 'appointments' })
  const [first, second] = await day(c, '2026-03-12')
  success(await c.owner.call('PATCH', `/api/v1/appointments/${first.id}`, { title: 'Check-up' }))
  success(
    await c.owner.call('PATCH', `/api/v1/appointments/${second.id}`, {
      startAt: '2026-03-12T14:00:00Z',
      endAt: '2026-03-12T14:30:00Z',
    }),
  )
  for (const entry of await day(c, '2026-03-12')) {
    expect(entry.metadata).toEqual({})
    expect(await remindersOf(c, entry.id)).not.toEqual([])
  }
})

test('§35 Before the commit, the owner can switch on reminders for the appointments of the file.', async () => {
  await using c = await clinic()
  await importFile(c, people)
  const { id } = await bring(c, ahead, { kind: 'appointments' })
  await decide(c, id, { reminders: true })
  await act(c, id, 'dry-run')
  await act(c, id, 'commit')
  const [first] = await day(c, '2026-03-12')
  expect(await remindersOf(c, first.id)).not.toEqual([])
})

test('§35 Imported notes keep the day on which they were written.', async () => {
  await using c = await clinic()
  await importFile(c, people)
  await importFile(c, 'Id,Patient ID,Note,Date\n5,1,"Likes tea,\nno milk",2025-01-02\n', { kind: 'notes' })
  const [zoe] = success(await c.owner.call('GET', '/api/v1/patients?search=zoe')).patients
  const { notes } = success(await c.owner.call('GET', `/api/v1/patients/${zoe.id}/notes`))
  expect(notes).toMatchObject([
    { body: 'Likes tea,\nno milk', createdAt: '2025-01-01T23:00:00.000Z', createdBy: c.owner.userId },
  ])
})

test('§35 The commit of an import can be paused, and then goes on where it stopped.', async () => {
  await using c = await clinic()
  const { id } = await bring(c, people)
  await act(c, id, 'dry-run')
  success(await c.owner.call('POST', `/api/v1/imports/${id}/commit`))
  await decide(c, id, { paused: true })
  await c.importer.idle()
  const paused = await look(c, id)
  expect(paused).toMatchObject({ state: 'committing', paused: true })
  expect(await countOf(c)).toBeLessThan(3)
  await decide(c, id, { paused: false })
  await c.importer.idle()
  expect(await look(c, id)).toMatchObject({ state: 'committed' })
  expect(await countOf(c)).toBe(3)
})

test('§35 Undoing an import within 30 days leaves the records as they were before the import.', async () => {
  await using c = await clinic()
  const chair = await newChair(c.owner.call, { name: 'Op 1' })
  success(await c.owner.call('POST', '/api/v1/patients', { firstName: 'Old', lastName: 'Friend' }), 201)
  const before = await exportOf(c)
  const visits = `Id,Patient ID,Start,Minutes,Chair,Status\n1,1,2026-02-12 09:00,30,${chair.name},done\n2,2,2026-03-12 09:00,30,Op 1,planned\n`
  const imports = [
    await importFile(c, people),
    await importFile(c, visits, { kind: 'appointments' }),
    await importFile(c, 'Id,Patient ID,Note\n5,1,Likes tea\n', { kind: 'notes' }),
  ]
  expect(await exportOf(c)).not.toEqual(before)
  for (const { id } of imports.reverse()) {
    const { counts, state } = await act(c, id, 'undo')
    expect(counts.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['undone'])
    expect(state).toBe('undone')
  }
  expect(await exportOf(c)).toEqual(before)
  problem(await c.owner.call('POST', `/api/v1/imports/${imports[0]!.id}/undo`), 409, 'conflict')
})

test('§35 Undoing an import keeps records that somebody has changed since, and each row says why.', async () => {
  await using c = await clinic()
  const { id } = await importFile(c, `${people}\n4,Eva,Kurz,,\n`)
  const named = async (name: string) =>
    success(await c.owner.call('GET', `/api/v1/patients?search=${name}`)).patients[0].id as string
  success(await c.owner.call('PATCH', `/api/v1/patients/${await named('roe')}`, { town: 'Bonn' }))
  success(await c.owner.call('POST', `/api/v1/patients/${await named('lang')}/notes`, { body: 'Came' }), 201)
  success(await c.owner.call('DELETE', `/api/v1/patients/${await named('kurz')}`))
  await act(c, id, 'undo')
  expect((await rowsOf(c, id)).map(({ line, outcome, reason }) => [line, outcome, reason])).toEqual([
    [2, 'undone', null],
    [3, 'kept', 'touched'],
    [4, 'kept', 'has_records'],
    [5, 'kept', 'gone'],
  ])
  expect(await countOf(c)).toBe(2)
})

test('§35 Undoing an import gives the records that it changed their earlier values back.', async () => {
  await using c = await clinic()
  await importFile(c, people)
  const [before] = success(await c.owner.call('GET', '/api/v1/patients?search=roe')).patients
  const { id } = await importFile(
    c,
    people.replace('Bob,Roe,1960-05-13,', 'Bob,Rowe,1961-06-14,bob@example.org'),
  )
  expect(countsOf(await act(c, id, 'undo'))).toEqual({ unchanged: 2, undone: 1 })
  const after = success(await c.owner.call('GET', `/api/v1/patients/${before.id}`))
  const { version: _, updatedAt: __, ...same } = before
  expect(after).toMatchObject(same)
})

test('§35 Two imports of the same records can be undone one after the other, the later one first.', async () => {
  await using c = await clinic()
  await newChair(c.owner.call, { name: 'Op 1' })
  const before = await exportOf(c)
  const bringAll = async (people: string, minutes: number, text: string) => {
    const visits = `Id,Patient ID,Start,Minutes,Chair,Status\n1,1,2026-02-12 09:00,${minutes},Op 1,done\n`
    return [
      await importFile(c, people),
      await importFile(c, visits, { kind: 'appointments' }),
      await importFile(c, `Id,Patient ID,Note\n5,1,${text}\n`, { kind: 'notes' }),
    ]
  }
  const imports = [
    ...(await bringAll(people, 30, 'Likes tea')),
    ...(await bringAll(people.replace('Bob,Roe', 'Bob,Rowe'), 45, 'Likes coffee')),
    ...(await bringAll(people.replace('Bob,Roe', 'Bob,Rove'), 60, 'Likes water')),
  ]
  for (const { id } of imports.reverse()) {
    const { outcome = 'unchanged' } = (await act(c, id, 'undo')).counts.at(-1)
    expect(outcome).toBe('undone')
  }
  expect(await exportOf(c)).toEqual(before)
})

test('§35 Undoing an import keeps the records that a person, or a later import that was not undone, has changed since.', async () => {
  await using c = await clinic()
  const first = await importFile(c, people)
  const second = await importFile(c, people.replace('Bob,Roe', 'Bob,Rowe'))
  const third = await importFile(c, people.replace('Zoé,', 'Zoe,'))
  const outcomes = async (id: string) =>
    (await rowsOf(c, id)).map(({ outcome, reason }) => [outcome, reason].join(' ').trim())
  await act(c, third.id, 'undo')
  const [zoe] = success(await c.owner.call('GET', '/api/v1/patients?search=zoe')).patients
  success(await c.owner.call('PATCH', `/api/v1/patients/${zoe.id}`, { town: 'Bonn' }))
  await act(c, first.id, 'undo')
  expect(await outcomes(first.id)).toEqual(['kept touched', 'kept touched', 'undone'])
  await act(c, second.id, 'undo')
  expect(await outcomes(second.id)).toEqual(['unchanged', 'undone', 'unchanged'])
  expect(success(await c.owner.call('GET', '/api/v1/patients?search=bob')).patients).toMatchObject([
    { lastName: 'Roe' },
  ])
})

test('§35 After 30 days an import cannot be undone, and the service keeps nothing about its rows.', async () => {
  await using c = await clinic()
  const { id } = await importFile(c, people)
  c.clock.now = monday + 30 * 24 * 3_600_000
  await c.importer.tick()
  problem(await c.owner.call('POST', `/api/v1/imports/${id}/undo`), 409, 'conflict')
  expect(await rowsOf(c, id)).toEqual([])
  success(await c.owner.call('DELETE', `/api/v1/imports/${id}`))
})

test('an export of a practice contains its external ids, and no rows of imports', () => {
  expect(Object.keys(leftOut)).toContain('import_rows')
  expect(Object.keys(leftOut)).not.toContain('external_ids')
})

test('§35 After an erasure, no values of the person are left in an import.', async () => {
  await using c = await clinic({ signedIn: true })
  await importFile(c, people)
  await importFile(c, people.replace('zoe@', 'zoe.mueller@'))
  const [zoe] = success(await c.owner.call('GET', '/api/v1/patients?search=zoe')).patients
  success(await c.owner.call('POST', `/api/v1/patients/${zoe.id}/erase`, { reason: 'Asked by letter' }))
  expect(JSON.stringify(everythingIn(c.path))).not.toContain('zoe@example.org')
})

/** Adds a patient by hand. */
const byHand = async (c: Clinic, patient: object): Promise<string> =>
  success(await c.owner.call('POST', '/api/v1/patients', patient), 201).id

test('a row of an import changes only the patient that the owner saw in the dry run', async () => {
  await using c = await clinic()
  const seen = await byHand(c, { firstName: 'Ida', lastName: 'Roe', dob: '1980-01-02' })
  const { id } = await bring(c, 'First Name,Last Name,Date of Birth,City\nIda,Roe,1980-01-02,Bonn\n')
  await act(c, id, 'dry-run')
  expect(await rowsOf(c, id)).toMatchObject([{ outcome: 'duplicate', recordId: seen }])
  await decide(c, id, { decisions: [{ line: 2, decision: 'update' }] })
  success(await c.owner.call('DELETE', `/api/v1/patients/${seen}`))
  const other = await byHand(c, { firstName: 'Ida', lastName: 'Roe', dob: '1980-01-02' })
  await act(c, id, 'commit')
  expect(await rowsOf(c, id)).toMatchObject([{ outcome: 'skipped', reason: 'same_name_and_dob' }])
  expect(success(await c.owner.call('GET', `/api/v1/patients/${other}`)).town).toBeNull()
})

test('a row that repeats a row that was skipped changes no patient', async () => {
  await using c = await clinic()
  const { id } = await bring(
    c,
    'First Name,Last Name,Date of Birth,City\nIda,Roe,1980-01-02,Bonn\nIda,Roe,1980-01-02,Trier\n',
  )
  await act(c, id, 'dry-run')
  await decide(c, id, { decisions: [{ line: 3, decision: 'update' }] })
  const other = await byHand(c, { firstName: 'Ida', lastName: 'Roe', dob: '1980-01-02' })
  await act(c, id, 'commit')
  expect((await rowsOf(c, id)).map(({ outcome }) => outcome)).toEqual(['skipped', 'skipped'])
  expect(success(await c.owner.call('GET', `/api/v1/patients/${other}`)).town).toBeNull()
})

/** Begins the commit of 600 appointments of one day, and waits for the first row. Returns the id of the import. */
async function committing600(c: Clinic): Promise<string> {
  await importFile(c, people)
  const many = Array.from({ length: 600 }, (_, i) => `${i},1,2026-03-12 09:00,30\n`).join('')
  const { id } = await bring(c, `Id,Patient ID,Start,Minutes\n${many}`, { kind: 'appointments' })
  await act(c, id, 'dry-run')
  success(await c.owner.call('POST', `/api/v1/imports/${id}/commit`))
  c.importer.wake()
  await until('a row has come in', async () => (await look(c, id)).progress?.done > 0)
  return id
}

test('reminders that the owner switches on during a commit are planned for all its appointments', async () => {
  await using c = await clinic()
  const id = await committing600(c)
  expect((await decide(c, id, { reminders: true })).state).toBe('committing')
  await c.importer.idle()
  const entries = await day(c, '2026-03-12')
  expect(entries).toHaveLength(600)
  expect(entries.filter(({ metadata }: { metadata: object }) => 'remindersOff' in metadata)).toEqual([])
})

test('reminders that the owner switches on in a paused commit are planned when the file of the import is removed', async () => {
  await using c = await clinic()
  const id = await committing600(c)
  await decide(c, id, { paused: true, reminders: true })
  await c.importer.idle()
  expect((await look(c, id)).state).toBe('committing')
  c.clock.now = monday + fileKeptMs
  await c.importer.tick()
  await c.importer.idle()
  expect(await look(c, id)).toMatchObject({ state: 'committed', problem: { code: 'file_gone' } })
  const entries = await day(c, '2026-03-12')
  expect(entries.length).toBeGreaterThan(0)
  expect(entries.filter(({ metadata }: { metadata: object }) => 'remindersOff' in metadata)).toEqual([])
})

test('the paused undo of an import stays paused when the file of the import is removed', async () => {
  await using c = await clinic()
  const { id } = await importFile(c, people)
  success(await c.owner.call('POST', `/api/v1/imports/${id}/undo`))
  await decide(c, id, { paused: true })
  await c.importer.idle()
  c.clock.now = monday + fileKeptMs
  await c.importer.tick()
  await c.importer.idle()
  expect(await look(c, id)).toMatchObject({ state: 'undoing', paused: true, file: { removed: true } })
  await decide(c, id, { paused: false })
  await c.importer.idle()
  expect(await look(c, id)).toMatchObject({ state: 'undone' })
})

test.each([2, 40])(
  '§35 After 30 days, the paused undo of an import goes on by itself. first look on day %i',
  async (first) => {
    await using c = await clinic()
    const { id } = await importFile(c, people)
    success(await c.owner.call('POST', `/api/v1/imports/${id}/undo`))
    await decide(c, id, { paused: true })
    await c.importer.idle()
    for (const day of [first, 41, 42]) {
      c.clock.now = monday + day * 24 * 3_600_000
      await c.importer.tick()
      await c.importer.idle()
      if (day < 30) expect(await look(c, id)).toMatchObject({ state: 'undoing', paused: true })
      else expect(await look(c, id)).toMatchObject({ state: 'undone', paused: false })
    }
    expect(await countOf(c)).toBe(0)
    expect(await rowsOf(c, id)).toEqual([])
  },
)

test('an undo takes back several rows of a file about one new patient', async () => {
  await using c = await clinic()
  const header = 'First Name,Last Name,Date of Birth,City\n'
  const row = 'Ida,Roe,1980-01-02'
  const { id } = await bring(c, `${header}${row},Bonn\n${row},Trier\n${row},Köln\n`)
  await act(c, id, 'dry-run')
  await decide(c, id, { duplicates: { same_name_and_dob: 'update' } })
  expect(countsOf(await act(c, id, 'commit'))).toEqual({ created: 1, updated: 2 })
  expect(countsOf(await act(c, id, 'undo'))).toEqual({ undone: 3 })
  expect(await countOf(c)).toBe(0)
})

/** A file with one patient under several ids. Each row has another town. */
const idaIn = (...towns: string[]) =>
  `Id,First Name,Last Name,Date of Birth,City\n${towns.map((town, i) => `${i},Ida,Roe,1980-01-02,${town}\n`).join('')}`

test('an undo takes back several rows that changed a patient from before the import', async () => {
  await using c = await clinic()
  const id = await byHand(c, { firstName: 'Ida', lastName: 'Roe', dob: '1980-01-02' })
  const townOf = async () => success(await c.owner.call('GET', `/api/v1/patients/${id}`)).town
  const first = await bring(c, idaIn('Bonn', 'Trier', 'Jena'))
  await act(c, first.id, 'dry-run')
  await decide(c, first.id, { duplicates: { same_name_and_dob: 'update' } })
  expect(countsOf(await act(c, first.id, 'commit'))).toEqual({ updated: 3 })
  expect(await townOf()).toBe('Jena')
  expect(countsOf(await act(c, first.id, 'undo'))).toEqual({ undone: 3 })
  expect(await townOf()).toBeNull()
})

test('an undo takes back a row with an id and a row without an id that changed the same patient', async () => {
  await using c = await clinic()
  await importFile(c, idaIn('Trier'))
  const second = await bring(c, idaIn('Jena', 'Ulm').replace('1,Ida', ',Ida'))
  await act(c, second.id, 'dry-run')
  await decide(c, second.id, { duplicates: { same_name_and_dob: 'update' } })
  expect(countsOf(await act(c, second.id, 'commit'))).toEqual({ updated: 2 })
  expect(countsOf(await act(c, second.id, 'undo'))).toEqual({ undone: 2 })
  const [ida] = success(await c.owner.call('GET', '/api/v1/patients?search=roe')).patients
  expect(ida.town).toBe('Trier')
})

test('§35 A note from a file without ids is imported once. This also holds after somebody changed or deleted it or merged its patient.', async () => {
  await using c = await clinic()
  await importFile(c, people)
  const byName = async (name: string) =>
    success(await c.owner.call('GET', `/api/v1/patients?search=${name}`)).patients[0]
  const [bob, ida] = [await byName('roe'), await byName('lang')]
  const file = 'Patient ID,Title,Note\n2,,Likes tea\n2,Tea,Likes tea\n2,,Likes tea\n3,,Likes tea\n'
  const first = await importFile(c, file, { kind: 'notes' })
  expect(countsOf(first)).toEqual({ created: 3, unchanged: 1 })
  expect(countsOf(await importFile(c, file, { kind: 'notes', name: 'Another' }))).toEqual({ refused: 4 })
  success(await c.owner.call('POST', `/api/v1/patients/${ida.id}/merge`, { from: bob.id }))
  const again = async () => countsOf(await importFile(c, file, { kind: 'notes' }))
  expect(await again()).toEqual({ unchanged: 4 })
  const notes = async () => success(await c.owner.call('GET', `/api/v1/patients/${ida.id}/notes`)).notes
  const [one] = (await notes()).filter(({ title }: { title: string | null }) => title === 'Tea')
  success(await c.owner.call('PATCH', `/api/v1/patients/${ida.id}/notes/${one.id}`, { body: 'Likes milk' }))
  expect(await again()).toEqual({ unchanged: 4 })
  success(await c.owner.call('DELETE', `/api/v1/patients/${ida.id}/notes/${one.id}`))
  expect(await again()).toEqual({ unchanged: 3, refused: 1 })
  expect(countsOf(await act(c, first.id, 'undo'))).toEqual({ undone: 1, kept: 2, unchanged: 1 })
  expect(await notes()).toHaveLength(1)
  expect(await again()).toEqual({ unchanged: 3, refused: 1 })
})

test('a later file adds the outcome of a visit, and a visit that the file cancels is listed and not changed', async () => {
  await using c = await clinic()
  await importFile(c, people)
  const file = (first: string, second: string) =>
    `Id,Patient ID,Start,Minutes,Status\n1,1,2026-02-02 09:00,30,${first}\n2,2,2026-02-02 10:00,30,${second}\n`
  await importFile(c, file('planned', 'planned'), { kind: 'appointments' })
  const later = await importFile(c, file('done', 'cancelled'), { kind: 'appointments' })
  const [first, second] = await day(c, '2026-02-02')
  expect(await rowsOf(c, later.id)).toMatchObject([
    { outcome: 'updated', recordId: first.id },
    { outcome: 'refused', reason: 'cancelled', recordId: second.id },
  ])
  const stateOf = async () =>
    success(await c.owner.call('GET', `/api/v1/appointments/${first.id}/progress`)).state
  expect(await stateOf()).toBe('done')
  const again = await importFile(c, file('done', 'cancelled'), { kind: 'appointments' })
  expect(countsOf(again)).toEqual({ unchanged: 1, refused: 1 })
  expect(countsOf(await act(c, later.id, 'undo'))).toEqual({ undone: 1, refused: 1 })
  expect(await stateOf()).toBe('expected')
})

test('an undo keeps a patient whom a member changed between two rows of the file', async () => {
  await using c = await clinic()
  const filler = Array.from({ length: 600 }, (_, i) => `Bob,Roe${i},,\n`).join('')
  const row = 'Ida,Lang,1980-01-02'
  const file = `First Name,Last Name,Date of Birth,City\n${row},Bonn\n${filler}${row},Trier\n`
  const { id } = await bring(c, file)
  await act(c, id, 'dry-run')
  await decide(c, id, { duplicates: { same_name_and_dob: 'update' } })
  success(await c.owner.call('POST', `/api/v1/imports/${id}/commit`))
  c.importer.wake()
  const ida = async () => success(await c.owner.call('GET', '/api/v1/patients?search=lang')).patients[0]
  await until('the first row has come in', async () => (await ida()) !== undefined)
  success(await c.owner.call('PATCH', `/api/v1/patients/${(await ida()).id}`, { postcode: '53111' }))
  await c.importer.idle()
  expect(await ida()).toMatchObject({ town: 'Trier', version: 3 })
  expect(countsOf(await act(c, id, 'undo'))).toEqual({ undone: 600, kept: 2 })
})

test("a row that fails by a fault does not stop other rows of a commit or an undo, and the fault's text is not reported", async () => {
  await using c = await clinic()
  const { id } = await bring(c, people)
  await act(c, id, 'dry-run')
  using database = openDatabase(c.path)
  const breakAt = (when: string) =>
    database.run(`CREATE TRIGGER fault BEFORE ${when} BEGIN SELECT RAISE(ABORT, 'Roe is broken'); END`)
  const told = async () => (await rowsOf(c, id)).map(({ outcome, reason }) => [outcome, reason])

  breakAt("INSERT ON patients WHEN NEW.last_name = 'Roe'")
  await act(c, id, 'commit')
  expect(await told()).toEqual([
    ['created', null],
    ['failed', 'fault'],
    ['created', null],
  ])
  database.run('DROP TRIGGER fault')
  breakAt("DELETE ON patients WHEN OLD.last_name = 'Lang'")
  await act(c, id, 'undo')
  expect(await told()).toEqual([
    ['undone', null],
    ['failed', 'fault'],
    ['failed', 'fault'],
  ])
  expect(countsOf(await look(c, id))).toEqual({ undone: 1, failed: 2 })
  expect(c.faults).toHaveLength(2)
  expect(Bun.inspect(c.faults)).not.toContain('Roe')
  c.faults.length = 0
})

test("§35 Columns of a patient file fill the practice's own fields, by their names or by the owner's choice.", async () => {
  await using c = await clinic()
  const own = (id: string, name: string) => ({ id, name, archived: false })
  const ownFields = [own('insurer', 'Health insurer'), own('employer', 'Employer')]
  success(await c.owner.call('PATCH', '/api/v1/practice', { ownFields }))
  const file = (insurer: string) =>
    `Id,First Name,Last Name,HEALTH-INSURER,Works at\n1,Ida,Lang,${insurer},Mill\n2,Bob,Roe,,\n`
  const first = await bring(c, file('AOK'))
  const fieldsOf = ({ columns }: { columns: { field: string | null }[] }) => columns.map(({ field }) => field)
  expect(fieldsOf(first)).toEqual(['externalId', 'firstName', 'lastName', 'own.insurer', null])
  await decide(c, first.id, { columns: [{ column: 4, field: 'own.employer' }] })
  await act(c, first.id, 'dry-run')
  await act(c, first.id, 'commit')
  const ida = async () => success(await c.owner.call('GET', '/api/v1/patients?search=ida')).patients[0]
  const [aok, mill] = [
    { id: 'insurer', text: 'AOK' },
    { id: 'employer', text: 'Mill' },
  ]
  expect((await ida()).ownFields).toEqual([aok, mill])
  expect(countsOf(await importFile(c, file('AOK')))).toEqual({ unchanged: 2 })

  const later = await importFile(c, file('Barmer'))
  expect(fieldsOf(later)).toContain('own.employer')
  expect(countsOf(later)).toEqual({ updated: 1, unchanged: 1 })
  expect((await ida()).ownFields).toEqual([{ id: 'insurer', text: 'Barmer' }, mill])
  await act(c, later.id, 'undo')
  expect((await ida()).ownFields).toEqual([aok, mill])
  const byAnother = await importFile(c, file('AOK').replace('Works at', 'Employer'), { name: 'Dampsoft' })
  expect(countsOf(byAnother)).toEqual({ unchanged: 2 })

  const long = await importFile(c, file('x'.repeat(201)))
  expect(await rowsOf(c, long.id, 'refused')).toMatchObject([
    { reason: 'invalid_value', field: 'own.insurer' },
  ])
})

test('a column of an import cannot be an own field that the practice does not have, or an own field in a file of appointments', async () => {
  await using c = await clinic()
  success(await c.owner.call('PATCH', '/api/v1/practice', { ownFields: [] }))
  const { id } = await bring(c, people)
  const choose = (field: string) =>
    c.owner.call('PATCH', `/api/v1/imports/${id}`, { columns: [{ column: 4, field }] })
  invalid(await choose('own.insurer'), 'columns.0.field')
  invalid(await choose('own.'), 'columns.0.field')
  success(
    await c.owner.call('PATCH', '/api/v1/practice', {
      ownFields: [{ id: 'insurer', name: 'Insurer', archived: false }],
    }),
  )
  success(await choose('own.insurer'))
  const visits = await bring(c, 'Id,Patient ID,Start,Minutes,Insurer\n1,1,2026-03-12 09:00,30,AOK\n', {
    kind: 'appointments',
  })
  expect(visits.columns.at(-1).field).toBeNull()
})

test('an undo removes the external ids that the import added to patients from before', async () => {
  await using c = await clinic()
  await byHand(c, { firstName: 'Bob', lastName: 'Roe', dob: '1960-05-13' })
  await byHand(c, { firstName: 'Ida', lastName: 'Roe', dob: '1980-01-02', town: 'Trier' })
  const before = await exportOf(c)
  const same = await importFile(c, people)
  expect(countsOf(same)).toEqual({ created: 2, unchanged: 1 })
  const doubles = await bring(c, idaIn('Trier', 'Trier'), { name: 'Dampsoft' })
  await act(c, doubles.id, 'dry-run')
  await decide(c, doubles.id, { duplicates: { same_name_and_dob: 'update' } })
  expect(countsOf(await act(c, doubles.id, 'commit'))).toEqual({ unchanged: 1, skipped: 1 })
  expect(countsOf(await act(c, doubles.id, 'undo'))).toEqual({ undone: 1, skipped: 1 })
  expect(countsOf(await act(c, same.id, 'undo'))).toEqual({ undone: 3 })
  expect(await exportOf(c)).toEqual(before)
})

test('an undo keeps the external ids that an earlier import added to the same patient', async () => {
  await using c = await clinic()
  const [one, two] = idaIn('Bonn', 'Trier').split('\n').slice(1) as [string, string]
  const head = idaIn('', '').split('\n')[0]
  await importFile(c, `${head}\n${one}\n`)
  const idsOf = async () => (await exportOf(c))['external_ids.ndjson']
  const before = await idsOf()
  expect(before).toContain('Cliniko')
  const second = await bring(c, `${head}\n${two}\n`)
  await act(c, second.id, 'dry-run')
  await decide(c, second.id, { duplicates: { same_name_and_dob: 'update' } })
  expect(countsOf(await act(c, second.id, 'commit'))).toEqual({ updated: 1 })
  await act(c, second.id, 'undo')
  expect(await idsOf()).toBe(before)
})

test('imports of the same patients from two programs can be undone in either order', async () => {
  await using c = await clinic()
  const one = await importFile(c, people)
  const other = await importFile(c, people, { name: 'Dampsoft' })
  expect(countsOf(other)).toEqual({ unchanged: 3 })
  expect(countsOf(await act(c, one.id, 'undo'))).toEqual({ kept: 3 })
  expect(new Set((await rowsOf(c, one.id)).map(({ reason }) => reason))).toEqual(new Set(['known_elsewhere']))
  await act(c, other.id, 'undo')
  expect(await countOf(c)).toBe(3)

  const third = await importFile(c, people.replaceAll('o', 'u'), { name: 'Third' })
  const fourth = await importFile(c, people.replaceAll('o', 'u'), { name: 'Fourth' })
  await act(c, fourth.id, 'undo')
  expect(countsOf(await act(c, third.id, 'undo'))).toEqual({ undone: 3 })
  expect(countsOf(await importFile(c, people.replaceAll('o', 'u'), { name: 'Fourth' }))).toEqual({
    created: 3,
  })
})
