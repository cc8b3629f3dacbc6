import { expect, test } from 'bun:test'
import { countRows, tablesOf } from '../../db/inspect.ts'
import { newId } from '../../src/domain/id.ts'
import { packTemplates } from '../../src/domain/pack.ts'
import { hashSecret } from '../../src/domain/secrets.ts'
import { unsetSettings } from '../../src/domain/settings.ts'
import { insertPractice } from '../../src/store/practice/practice.ts'
import { removePractice } from '../../src/transfer/remove.ts'
import { hour, type Opened, openStore, times } from '../store/records.ts'
import { byTest } from '../support/by-test.ts'
import { monday } from '../support/clinic.ts'
import { inSql } from '../support/in-sql.ts'
import { thrownBy } from '../support/rejection.ts'
import { act, elsewhere, exported, fillUp, imported, slowly, teller } from './practices.ts'

const remove = ({ store }: Pick<Opened, 'store'>, practiceId: string, archive: string | null = null) =>
  removePractice(store.transfer, practiceId, archive, act, '1.2.3', teller())

/** The tables that have rows of a practice, with the number of rows. */
const left = ({ database }: Pick<Opened, 'database'>, key: number) =>
  tablesOf(database).flatMap((table) => {
    const column = table === 'practices' ? 'key' : 'practice_key'
    const has = database.query('select 1 from pragma_table_info(?) where name = ?').get(table, column)
    if (has === null) return []
    const { n } = database
      .query<{ n: number }, [number]>(`select count(*) as n from "${table}" where "${column}" = ?`)
      .get(key)!
    return n === 0 ? [] : [`${table}: ${n}`]
  })

/** The actions and details of the installation's audit trail. */
const trail = ({ database }: Pick<Opened, 'database'>) =>
  database
    .query<{ action: string; detail: string }, []>(
      'select action, detail from audit where practice_key = 0 order by seq',
    )
    .all()
    .map(({ action, detail }) => ({ action, ...JSON.parse(detail) }))

test('§18 A removal takes every row of the practice, and leaves its neighbours as they were.', async () => {
  await using s = await openStore()
  await fillUp(s, 3_000)
  const [own, foreign] = [s.own, s.foreign].map(({ practice }) => practice.read.practiceKey)
  const neighbour = await exported(s, s.foreign.practiceId)
  const leaving = await exported(s, s.own.practiceId)
  const rowsBefore = countRows(s.database)
  const { seq, mac } = s.database
    .query<{ seq: number; mac: Uint8Array }, [number]>(
      'select seq, mac from audit where practice_key = ? order by seq desc limit 1',
    )
    .get(own!)!
  const { rows } = await remove(s, s.own.practiceId, leaving.path)
  expect(left(s, own!)).toEqual(['removed_practices: 1'])
  expect(left(s, foreign!).length).toBeGreaterThan(15)
  expect(Buffer.compare((await exported(s, s.foreign.practiceId)).bytes, neighbour.bytes)).toBe(0)
  const head = { headSeq: seq, headMac: Buffer.from(mac).toString('hex') }
  expect(trail(s)).toEqual([
    { action: 'test', begun: true, ...head },
    { action: 'test', rows, ...head },
  ])
  expect(rows).toBeGreaterThan(3_000)
  expect(rowsBefore.entries! - countRows(s.database).entries!).toBe(3_001)
  expect(s.database.query('pragma foreign_key_check').all()).toEqual([])
})

test('§18 `practice remove` shuts everybody out of the practice before it deletes the first row.', async () => {
  await using s = await openStore()
  await s.store.transfer.beginRemoval(s.own.practiceId, null, act, monday)
  const { identity, dueNotices } = s.store
  expect(identity.holderOfToken(Buffer.from(s.own.tokenId), monday)).toBeNull()
  expect(identity.holderOfSession(Buffer.from(s.own.sessionId), monday, 0)).toBeNull()
  expect(identity.holderOfPasskey(s.own.userId)).toBeNull()
  expect(identity.invitedBy(Buffer.from(s.own.userId), monday)).toBeNull()
  // The command line does not find the member, so it makes no link or token for the member.
  expect(identity.membersByEmail(`${s.own.userId}@example.org`)).toEqual([])
  expect(identity.practiceIds()).toEqual([s.foreign.practiceId])
  expect(identity.holderOfToken(Buffer.from(s.foreign.tokenId), monday)).not.toBeNull()
  expect(dueNotices.practiceOf(s.own.runningId)).toBeNull()
  expect(left(s, s.own.practice.read.practiceKey)).toContain('entries: 1')
})

test('an interrupted removal goes on, and counts every deleted row once', async () => {
  await using s = await openStore()
  await fillUp(s)
  const key = s.own.practice.read.practiceKey
  // The search words of a patient are deleted together with the patient, and are not counted.
  const whole = left(s, key)
    .filter((table) => !table.startsWith('patient_words'))
    .reduce((sum, table) => sum + Number(table.split(': ')[1]), 0)
  using _slowly = slowly()
  await s.store.transfer.beginRemoval(s.own.practiceId, null, act, monday)
  for (let i = 0; i < 2; i++) await s.store.transfer.removeSome(s.own.practiceId, act, monday)
  expect(left(s, key)).toContain('practices: 1')
  expect(await thrownBy(exported(s, s.own.practiceId))).toThrow(/being removed/)
  await using again = elsewhere(s.path)
  const { rows } = await remove(again, s.own.practiceId, '/no/such/file')
  expect(rows).toBe(whole)
  expect(left(s, s.own.practice.read.practiceKey)).toEqual(['removed_practices: 1'])
})

test('of two removals of a practice at once, one returns the number of rows, and the other fails', async () => {
  await using s = await openStore()
  await fillUp(s)
  using _slowly = slowly()
  await using beside = elsewhere(s.path)
  const outcomes = await Promise.allSettled([remove(s, s.own.practiceId), remove(beside, s.own.practiceId)])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const failed = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  expect(String(failed.reason)).toMatch(/another process has removed this practice meanwhile/)
  expect(trail(s).map((row) => 'begun' in row)).toEqual([true, false])
  expect(left(s, 1)).toEqual(['removed_practices: 1'])
})

test('§18 Once the removal of a practice has begun, its audit trail takes no more rows, so that the archive has the last row.', async () => {
  await using s = await openStore()
  await s.own.practice.write((tx) => tx.record({ kind: 'read' }))
  await s.store.transfer.beginRemoval(s.own.practiceId, 2, act, monday)
  await s.own.practice.write((tx) => tx.record({ kind: 'read' }))
  const rows = s.database.query('select seq from audit where practice_key = ?')
  expect(rows.values(s.own.practice.read.practiceKey)).toEqual([[1], [2]])
  await remove(s, s.own.practiceId)
  expect(trail(s).map((row) => row.headSeq)).toEqual([2, 2])
})

test('rows that are written during a removal are deleted, too', async () => {
  await using s = await openStore()
  const key = s.own.practice.read.practiceKey
  await fillUp(s)
  using _slowly = slowly()
  await s.store.transfer.beginRemoval(s.own.practiceId, null, act, monday)
  await s.store.transfer.removeSome(s.own.practiceId, act, monday)
  s.database.run(`insert into tags values (${key}, 'late', 'late', 'late', null, 0, 0, 1, 0)`)
  await remove(s, s.own.practiceId)
  expect(left(s, key)).toEqual(['removed_practices: 1'])
})

test('the number of a removed practice in the database is not given to another practice, and is used again when it comes back', async () => {
  await using s = await openStore()
  const { practiceKey } = s.foreign.practice.read
  const { path } = await exported(s, s.foreign.practiceId)
  await remove(s, s.foreign.practiceId, path)
  const id = newId(monday)
  await s.store.practices
    .of(id, byTest)
    .write((tx) =>
      insertPractice(tx, { name: 'New', timezone: 'UTC', ...unsetSettings, ...times }, packTemplates.general),
    )
  expect(s.store.practices.of(id).read.practiceKey).toBeGreaterThan(practiceKey)
  const back = await imported(s, path)
  expect(back.rows).toBeGreaterThan(10)
  expect(s.store.practices.of(s.foreign.practiceId).read.practiceKey).toBe(practiceKey)
  expect(Buffer.compare((await exported(s, s.foreign.practiceId)).bytes, await Bun.file(path).bytes())).toBe(
    0,
  )
  await remove(s, s.foreign.practiceId)
  expect(left(s, practiceKey)).toEqual(['removed_practices: 1'])
})

const outdated: [what: string, change: (s: Opened) => void, message: RegExp][] = [
  [
    'a patient was changed',
    (s) => s.database.run(`update patients set address = 'new' where id = ${inSql(s.own.patientId)}`),
    /^TransferError: patients\.ndjson changed since the export/,
  ],
  [
    'a note and an entry were deleted',
    (s) => {
      s.database.run('delete from note_revisions')
      s.database.run('delete from notes')
      s.database.run('delete from entries')
    },
    /^TransferError: notes\.ndjson, note_revisions\.ndjson, entries\.ndjson changed since/,
  ],
]

test.each(outdated)(
  '§18 A removal is refused when the practice has changed since its export. %s',
  async (_, change, message) => {
    await using s = await openStore()
    const { path } = await exported(s, s.own.practiceId)
    change(s)
    const before = countRows(s.database)
    const refusal = await remove(s, s.own.practiceId, path).catch((error) => error)
    expect(`${refusal.constructor.name}: ${refusal.message}`).toMatch(message)
    expect(countRows(s.database)).toEqual(before)
  },
)

test('a removal is refused with the export of another practice, and with a damaged export', async () => {
  await using s = await openStore()
  const foreign = await exported(s, s.foreign.practiceId)
  expect(await thrownBy(remove(s, s.own.practiceId, foreign.path))).toThrow(/holds another practice/)
  const { path, bytes } = await exported(s, s.own.practiceId)
  bytes[600] = bytes[600]! ^ 1
  await Bun.write(path, bytes)
  expect(await thrownBy(remove(s, s.own.practiceId, path))).toThrow(/practices\.ndjson/)
  expect(s.store.identity.practiceIds()).toHaveLength(2)
})

test('a removal begins only when the audit trail ends with the same row as in the export', async () => {
  await using s = await openStore()
  await s.own.practice.write((tx) => tx.record({ kind: 'read' }))
  const { transfer } = s.store
  expect(await transfer.beginRemoval(s.own.practiceId, 1, act, monday)).toBe(false)
  expect(left(s, s.own.practice.read.practiceKey)).toContain('sessions: 1')
  expect(await transfer.beginRemoval(s.own.practiceId, 2, act, monday)).toBe(true)
})

test('after a removal, the audit trails of other practices are still protected', async () => {
  await using s = await openStore()
  await s.foreign.practice.write((tx) => tx.record({ kind: 'read', patientId: s.foreign.patientId }))
  await remove(s, s.own.practiceId)
  expect(() => s.database.run('delete from audit where practice_key <> 0')).toThrow(/audit trail is kept/)
  expect(() => s.database.run('delete from audit where practice_key = 0')).toThrow(/audit trail is kept/)
  expect(() => s.database.run('delete from audit_patients')).toThrow(/audit trail is kept/)
})

test('a token of a removed practice is unknown, and works again when the practice is imported again', async () => {
  await using s = await openStore()
  const hash = hashSecret('ck_x')
  s.database
    .query(`update api_tokens set hash = ?, expires_at = ? where id = ${inSql(s.own.tokenId)}`)
    .run(hash, monday + hour)
  const { path } = await exported(s, s.own.practiceId)
  await remove(s, s.own.practiceId, path)
  expect(s.store.identity.holderOfToken(hash, monday)).toBeNull()
  await imported(s, path)
  expect(s.store.identity.holderOfToken(hash, monday)?.practiceId).toBe(s.own.practiceId)
})

test('late rows of the audit trail that a running server writes after a removal leave no row of the removed practice', async () => {
  await using s = await openStore()
  const { practiceId, practice, patientId } = s.own
  const key = practice.read.practiceKey
  for (let i = 0; i < 2; i++) s.store.refusals.refused(practiceId, act, 'forbidden')
  await s.store.reads.flush()
  const archive = await exported(s, practiceId)
  await using commandLine = elsewhere(s.path)
  s.store.reads.saw(practiceId, act, { patients: [patientId] })
  s.store.reads.saw(s.foreign.practiceId, act, { patients: [s.foreign.patientId] })
  await remove(commandLine, practiceId, archive.path)
  s.store.refusals.endMinute()
  // The outcome of a test message may be recorded after the removal.
  await practice.write((tx) => tx.record({ kind: 'message' }))
  await s.store.reads.flush()
  expect(left(s, key)).toEqual(['removed_practices: 1'])
  const neighbour = s.database.query('select 1 from audit where practice_key = ? and kind = 1')
  expect(neighbour.all(s.foreign.practice.read.practiceKey)).toHaveLength(1)
  await imported(commandLine, archive.path)
  expect(Buffer.compare((await exported(s, practiceId)).bytes, archive.bytes)).toBe(0)
})
