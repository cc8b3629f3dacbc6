/** An import changes only what its dry run showed to the owner, or what the owner decided. */
import { expect, test } from 'bun:test'
import { fileKeptMs } from '../../src/domain/import/kinds.ts'
import { success } from '../support/answers.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { act, bring, decide, importFile, rowsOf } from '../support/importing.ts'
import { newChair } from '../support/records.ts'

const patientsOf = async (c: Clinic) => success(await c.owner.call('GET', '/api/v1/patients')).patients
const byHand = async (c: Clinic, patient: object): Promise<string> =>
  success(await c.owner.call('POST', '/api/v1/patients', patient), 201).id
const told = async (c: Clinic, id: string) =>
  (await rowsOf(c, id)).map(({ outcome, reason }) => [outcome, reason].join(' ').trim())

test('§35 The commit of an import makes only records that the dry run planned or the owner decided.', async () => {
  await using c = await clinic({ signedIn: true })
  const [john, jane] = ['1,John,Roe,1980-01-02,Bonn\n', '2,Jane,Doe,1981-01-02,Bonn\n']
  const head = 'Id,First Name,Last Name,Date of Birth,City\n'
  await importFile(c, head + john + jane)
  const ida = await byHand(c, { firstName: 'Ida', lastName: 'Lang', dob: '1960-05-13' })
  const eva = await byHand(c, { firstName: 'Eva', lastName: 'Kurz', dob: '1961-05-13' })
  const file = `${head}${john}${jane.replace('Bonn', 'Trier')}3,Ida,Lang,1960-05-13,Bonn\n4,Eva,Kurz,1961-05-13,Bonn\n`
  const { id } = await bring(c, file)
  await act(c, id, 'dry-run')
  const duplicate = 'duplicate same_name_and_dob'
  expect(await told(c, id)).toEqual(['unchanged', 'update', duplicate, duplicate])
  await decide(c, id, { duplicates: { same_name_and_dob: 'update' } })

  const ids = (await rowsOf(c, id)).slice(0, 2).map(({ recordId }) => recordId)
  for (const one of ids)
    success(await c.owner.call('POST', `/api/v1/patients/${one}/erase`, { reason: 'Asked by letter' }))
  success(await c.owner.call('DELETE', `/api/v1/patients/${ida}`))
  success(await c.owner.call('PATCH', `/api/v1/patients/${eva}`, { lastName: 'Lind', dob: '1962-05-13' }))
  await act(c, id, 'commit')
  const gone = 'refused deleted_since'
  expect(await told(c, id)).toEqual([gone, gone, gone, 'skipped touched'])
  expect(await patientsOf(c)).toMatchObject([{ firstName: 'Eva', lastName: 'Lind', town: null }])
})

test('a row that was unchanged in the dry run changes nothing in the commit, also when its patient has changed since', async () => {
  await using c = await clinic()
  const file = 'Id,First Name,Last Name,City\n1,John,Roe,Bonn\n'
  await importFile(c, file)
  const [john] = await patientsOf(c)
  const { id } = await bring(c, file)
  await act(c, id, 'dry-run')
  success(await c.owner.call('PATCH', `/api/v1/patients/${john.id}`, { town: 'Trier' }))
  await act(c, id, 'commit')
  expect(await told(c, id)).toEqual(['skipped touched'])
  expect(await patientsOf(c)).toMatchObject([{ town: 'Trier' }])
})

test('when the owner decides that a row is the same patient as an earlier row of the file, only one patient is created', async () => {
  await using c = await clinic()
  const { id } = await bring(c, 'Id,First Name,Last Name,City\n1,Ida,Roe,Bonn\n2,Ida,Roe,Trier\n')
  await act(c, id, 'dry-run')
  expect(await told(c, id)).toEqual(['create', 'duplicate same_name_and_dob'])
  await decide(c, id, { duplicates: { same_name_and_dob: 'update' } })
  await act(c, id, 'commit')
  expect(await told(c, id)).toEqual(['created', 'updated'])
  expect(await patientsOf(c)).toMatchObject([{ town: 'Trier' }])
})

test("§35 When a patient was merged, a row with this patient's own data does not change the kept patient.", async () => {
  await using c = await clinic()
  const file = (email: string) =>
    `Id,First Name,Last Name,Email\n1,Jon,Roe,old@example.org\n2,Jane,Doe,${email}\n`
  await importFile(c, file('jane@example.org'))
  const kept = await byHand(c, { firstName: 'John', lastName: 'Roe', email: 'new@example.org' })
  const idOf = async (name: string) =>
    success(await c.owner.call('GET', `/api/v1/patients?search=${name}`)).patients[0].id
  const [jon, jane] = [await idOf('jon'), await idOf('jane')]
  const merge = async (from: string) =>
    success(await c.owner.call('POST', `/api/v1/patients/${kept}/merge`, { from }))
  await merge(jon)
  const before = await patientsOf(c)
  const again = await importFile(c, file('jane@example.org'))
  expect(await told(c, again.id)).toEqual(['skipped merged', 'unchanged'])
  expect(await patientsOf(c)).toEqual(before)

  const { id } = await bring(c, file('doe@example.org'))
  expect(await told(c, (await act(c, id, 'dry-run')).id)).toEqual(['skipped merged', 'update'])
  await merge(jane)
  await act(c, id, 'commit')
  expect(await told(c, id)).toEqual(['skipped merged', 'skipped merged'])
  expect(await patientsOf(c)).toMatchObject([{ firstName: 'John', email: 'new@example.org' }])
})

test('§35 When an owner decided that two rows are one patient, later files do not change that patient.', async () => {
  await using c = await clinic()
  const file = 'Id,First Name,Last Name,Phone\n1,John,Roe,+4915112345678\n2,Jane,Roe,+4915112345678\n'
  const first = await bring(c, file)
  await act(c, first.id, 'dry-run')
  await decide(c, first.id, { duplicates: { same_contact: 'update' } })
  await act(c, first.id, 'commit')
  expect(await told(c, first.id)).toEqual(['created', 'updated'])
  const before = await patientsOf(c)
  const later = file.replace('Jane', 'June')
  for (const [next, last] of [
    [file, 'unchanged'],
    [later, 'skipped merged'],
  ] as const) {
    const { id } = await importFile(c, next)
    expect(await told(c, id)).toEqual(['skipped merged', last])
    expect(await patientsOf(c)).toEqual(before)
  }
  await act(c, first.id, 'undo')
  expect(await patientsOf(c)).toEqual([])
})

test("§35 The meanings of names that an owner chose are remembered for the program's next file, when their records still exist.", async () => {
  await using c = await clinic()
  await importFile(c, 'Id,First Name,Last Name\n1,John,Roe\n')
  const [one, two] = [
    await newChair(c.owner.call, { name: 'Window' }),
    await newChair(c.owner.call, { name: 'Door' }),
  ]
  const file =
    'Id,Patient ID,Start,Minutes,Chair,Status\n1,1,2026-03-12 09:00,30,3,x\n2,1,2026-03-12 10:00,30,4,\n'
  const { id } = await bring(c, file, { kind: 'appointments' })
  const values = [
    { field: 'chair', value: '3', to: one.id },
    { field: 'chair', value: '4', to: two.id },
    { field: 'visit', value: 'x', to: null },
  ]
  await decide(c, id, { values })
  await act(c, id, 'dry-run')
  await act(c, id, 'commit')
  expect(await told(c, id)).toEqual(['created', 'created'])

  c.clock.now = monday + fileKeptMs
  await c.importer.tick()
  const again = await importFile(c, file, { kind: 'appointments' })
  expect(again.values).toEqual(values)
  expect(await told(c, again.id)).toEqual(['unchanged', 'unchanged'])
  const [, entry] = success(
    await c.owner.call('GET', '/api/v1/appointments?from=2026-03-12T00:00:00Z&to=2026-03-13T00:00:00Z'),
  ).appointments
  success(await c.owner.call('DELETE', `/api/v1/appointments/${entry.id}`))
  success(await c.owner.call('DELETE', `/api/v1/chairs/${two.id}`))
  const next = await bring(c, file, { kind: 'appointments' })
  expect(next.values).toEqual([values[0], values[2]])
})

test("the undo of an import also restores the time at which a patient's status had changed", async () => {
  await using c = await clinic()
  const [one, two, three] = success(await c.owner.call('GET', '/api/v1/me')).pack.statuses
  const file = (status: { id: string }) => `Id,First Name,Last Name,Status\n1,John,Roe,${status.id}\n`
  await importFile(c, file(one))
  const momentOf = async () => (await patientsOf(c))[0].statusChangedAt
  const moments = [await momentOf()]
  const imports = []
  for (const status of [two, three]) {
    c.clock.now += 60_000
    imports.push((await importFile(c, file(status))).id)
    moments.push(await momentOf())
  }
  expect(new Set(moments).size).toBe(3)
  for (const id of imports.reverse()) {
    c.clock.now += 60_000
    moments.pop()
    await act(c, id, 'undo')
    expect(await momentOf()).toBe(moments.at(-1))
  }
})
