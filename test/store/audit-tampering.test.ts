/** A verification finds every kind of tampering with a stopped file by SQL, and names the row. */
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { headsOf, patientIds, tamper, told, trailed, trailWith, verify } from './trails.ts'

const inRow = (seq: number) => `practice_key = 1 and seq = ${seq}`
const unfit = 'it does not fit the chain: it was changed, swapped or added, or the row before it was'
const blob = (id: string) => `x'${id.replaceAll('-', '')}'`

test('a verification of an unchanged audit trail has no findings', async () => {
  const { path, practiceId, otherId } = await trailed()
  const verified = verify(path)
  expect(verified).toMatchObject({ rows: 24, found: 0, findings: [], notes: [] })
  expect(verified.heads.map(({ practiceId: id, seq }) => [id, seq])).toEqual([
    [practiceId, 12],
    [otherId, 12],
  ])
})

/** A new value for each column. Some values have another type, and some only look like the old value. */
const changes = {
  practice_key: '3',
  at: 'at + 1',
  actor: '0',
  user_id: "x'00'",
  role: '1',
  credential_kind: '0',
  credential_id: "'x'",
  address: "''",
  request_id: "x''",
  kind: '1',
  action: "'tesT'",
  record_kind: '1',
  record_id: 'cast(record_id as text)',
  patient_id: 'null',
  patients: "x'00'",
  times: 'times + 1',
  fields: `fields || ' '`,
  detail: "'{}'",
  digest: 'zeroblob(16)',
  mac: 'zeroblob(16)',
} as const

test.each(Object.entries(changes))(
  '§14.2 Each row is chained to the row before over every column, so that a change of any row is found. %s',
  async (column, value) => {
    const { path } = await trailed()
    tamper(path, `update audit set ${column} = ${value} where ${inRow(2)}`)
    const found = told(verify(path))
    expect(found.length).toBeGreaterThan(0)
    expect(found[0]).toStartWith('2: ')
  },
)

test.each([
  ['a NUL at the end of a text', `action = cast(cast(action as blob) || x'0041' as text)`],
  ['a text in the place of a blob', 'record_id = cast(record_id as text)'],
  ['a blob in the place of a text', 'action = cast(action as blob)'],
  ['an empty text in the place of nothing', `address = ''`],
  ['a text in the place of a number', `times = 'x'`],
  ['bytes that moved to the next column', `action = 'tes', address = 't'`],
])('a verification finds a changed row with %s', async (_, assignment) => {
  const { path } = await trailed()
  tamper(path, `update audit set ${assignment} where ${inRow(8)}`)
  expect(told(verify(path))[0]).toBe(`8: ${unfit}`)
})

test('a verification reports only the changed row, and names its practice', async () => {
  const { path, otherId } = await trailed()
  tamper(path, 'update audit set times = 2 where practice_key = 2 and seq = 5')
  expect(verify(path).findings).toEqual([{ practiceId: otherId, seq: 5, what: unfit }])
})

test('a verification finds removed rows, also the first row', async () => {
  const { path } = await trailed()
  for (const table of ['audit', 'audit_patients', 'audit_values'])
    tamper(path, `delete from ${table} where practice_key = 1 and seq in (1, 5, 6)`)
  expect(told(verify(path))).toEqual(['1: the row is missing', '5: the rows 5 to 6 are missing'])
})

test('a verification finds a removed row when the numbers of later rows were lowered by one', async () => {
  const { path } = await trailed()
  for (const table of ['audit', 'audit_patients', 'audit_values'])
    tamper(
      path,
      `delete from ${table} where ${inRow(5)}`,
      ...[6, 7, 8, 9, 10, 11, 12].map((seq) => `update ${table} set seq = ${seq - 1} where ${inRow(seq)}`),
    )
  expect(told(verify(path))[0]).toBe(`5: ${unfit}`)
})

test('a verification finds two swapped rows', async () => {
  const { path } = await trailed()
  const swap = (table: string) => [
    `update ${table} set seq = 100 where ${inRow(4)}`,
    `update ${table} set seq = 4 where ${inRow(9)}`,
    `update ${table} set seq = 9 where ${inRow(100)}`,
  ]
  tamper(path, ...['audit', 'audit_patients', 'audit_values'].flatMap(swap))
  const found = told(verify(path))
  expect(found).toContain(`4: ${unfit}`)
  expect(found).toContain(`9: ${unfit}`)
})

test('a verification finds a row that was added at the end', async () => {
  const { path } = await trailed()
  tamper(
    path,
    `insert into audit select practice_key, 13, at, actor, user_id, role, credential_kind, credential_id, address,
       request_id, kind, action, record_kind, record_id, null, null, times, fields, detail, null, mac
     from audit where ${inRow(12)}`,
  )
  expect(told(verify(path))).toEqual([`13: ${unfit}`])
})

test('a verification finds a row that was replaced by a row of another practice', async () => {
  const { path } = await trailed()
  const names = `at, actor, user_id, role, credential_kind, credential_id, address, request_id, kind, action,
    record_kind, record_id, patient_id, patients, times, fields, detail, digest, mac`
  tamper(
    path,
    `delete from audit where ${inRow(3)}`,
    `insert into audit select 1, seq, ${names} from audit where practice_key = 2 and seq = 3`,
  )
  expect(told(verify(path))[0]).toBe(`3: ${unfit}`)
})

test('§14.3 Rows that were cut off at the end of a trail are found by a head that is kept outside the database file.', async () => {
  const { path, practiceId } = await trailed()
  const outside = headsOf(verify(path))
  for (const table of ['audit', 'audit_patients', 'audit_values'])
    tamper(path, `delete from ${table} where practice_key = 1 and seq > 10`)
  expect(verify(path).found).toBe(0)
  expect(verify(path, { outside }).findings).toEqual([
    {
      practiceId,
      seq: 11,
      what: 'the trail ends before it, and row 12 is known outside the file: the end was cut off',
    },
  ])
})

test('a head that is known outside the file reveals an audit trail that was rewritten with the right key', async () => {
  const { path, practiceId } = await trailed()
  const outside = new Map([[practiceId, { seq: 5, mac: new Uint8Array(16) }]])
  expect(told(verify(path, { outside }))).toEqual([
    '5: it is another row than the one that is known outside the file: the trail was replaced',
  ])
})

test('a head that is known outside the file reveals that a whole audit trail is missing', async () => {
  const { path, otherId } = await trailed()
  const outside = headsOf(verify(path))
  for (const table of ['audit', 'audit_patients', 'audit_values'])
    tamper(path, `delete from ${table} where practice_key = 2`)
  expect(verify(path, { outside }).findings).toEqual([
    { practiceId: otherId, seq: 1, what: 'the whole trail is gone, and row 12 is known outside the file' },
  ])
})

test('a verification finds values from before and after a change that were changed, removed or added', async () => {
  const { path } = await trailed()
  tamper(
    path,
    `update audit_values set after = replace(after, '030', '031') where ${inRow(2)}`,
    `delete from audit_values where ${inRow(6)}`,
    `update audit_values set salt = zeroblob(16) where ${inRow(8)}`,
    `update audit_values set before = after, after = before where ${inRow(12)}`,
    `insert into audit_values values (1, 1, zeroblob(16), null, '{}')`,
    `insert into audit_values values (1, 7, zeroblob(16), null, null)`,
  )
  const changed = 'its values before and after were changed'
  const added = 'values before and after belong to it, and it has none'
  expect(told(verify(path))).toEqual([
    `1: ${added}`,
    `2: ${changed}`,
    '6: its values before and after are gone, and no erasure says so',
    `7: ${added}`,
    `8: ${changed}`,
    `12: ${changed}`,
  ])
})

test('a verification finds missing and added rows in the index by patient', async () => {
  const { path } = await trailed()
  tamper(
    path,
    `delete from audit_patients where ${inRow(3)} and patient_id = ${blob(patientIds[4]!)}`,
    `delete from audit_patients where ${inRow(4)} and patient_id = 'old-17'`,
    `insert into audit_patients values (1, 0, ${blob(patientIds[5]!)}, 1), (1, 0, 'old-17', 2)`,
  )
  const lacks = 'the index by patient (audit_patients) lacks it'
  const names = 'the index by patient (audit_patients) names a patient whom the row does not name'
  expect(told(verify(path)).sort()).toEqual([`1: ${names}`, `2: ${names}`, `3: ${lacks}`, `4: ${lacks}`])
})

test('a verification finds values and index rows that belong to a missing row', async () => {
  const { path } = await trailed()
  tamper(path, `delete from audit where ${inRow(6)}`)
  expect(told(verify(path))).toEqual([
    '6: the row is missing',
    '6: values before and after are in the file, and the row is missing',
    '6: the index by patient (audit_patients) names a patient whom the row does not name',
  ])
})

test('a verification finds an audit trail that was written with another key', async () => {
  const { path } = await trailed()
  const outside = headsOf(verify(path))
  const other = trailWith(new Uint8Array(32).fill(1))
  const verified = verify(path, { trail: other, outside })
  expect(verified.found).toBe(24)
})

test('§14.2 Triggers refuse to change a row, and to delete a row that no closing (§14.5) covers.', async () => {
  const { path } = await trailed()
  const database = new Database(path)
  for (const statement of [
    'update audit set times = 2',
    'delete from audit',
    'delete from audit_patients',
    'update audit_patients set seq = 1',
    `update audit_values set after = ''`,
    'insert or replace into audit select * from audit',
    'insert or replace into audit_values select * from audit_values',
  ])
    expect(() => database.run(statement)).toThrow(/audit trail is/)
  database.close()
  expect(verify(path).found).toBe(0)
})
