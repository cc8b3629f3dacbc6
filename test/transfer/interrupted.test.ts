/** Imports and removals that are interrupted. Nobody sees their practice until they are complete. */
import { expect, spyOn, test } from 'bun:test'
import { countRows } from '../../db/inspect.ts'
import { unfinishedTransfers } from '../../db/unfinished.ts'
import { operatorAct } from '../../src/domain/act.ts'
import { noticeChannels } from '../../src/domain/reminders/notice.ts'
import { Trail } from '../../src/store/engine/chain/trail.ts'
import { ReadConnection } from '../../src/store/engine/connection.ts'
import { Writer } from '../../src/store/engine/writer.ts'
import { hasPatient } from '../../src/store/patients/patients.ts'
import { verifyTrails } from '../../src/store/verify/verify.ts'
import { checkArchive } from '../../src/transfer/archive.ts'
import { importPractice } from '../../src/transfer/import.ts'
import { removePractice } from '../../src/transfer/remove.ts'
import { hour, type Opened, openStore, type Records } from '../store/records.ts'
import { monday } from '../support/clinic.ts'
import { inSql } from '../support/in-sql.ts'
import { thrownBy } from '../support/rejection.ts'
import { added, filesIn, written } from './archives.ts'
import {
  act,
  type Elsewhere,
  elsewhere,
  exported,
  fillUp,
  imported,
  requireHost,
  slowly,
  teller,
} from './practices.ts'

const byImport = operatorAct('practice import')

/** Runs `work` as a process that dies before its transaction number `n`. Returns whether the process died. */
async function diesBefore(n: number, work: () => Promise<unknown>): Promise<boolean> {
  const { write } = Writer.prototype
  let count = 0
  let died = false
  const dying = spyOn(Writer.prototype, 'write').mockImplementation(function (this: Writer, fn) {
    if (++count < n) return write.call(this, fn) as never
    died = true
    return Promise.reject(new Error('died'))
  })
  try {
    await work()
  } catch (error) {
    if (!died) throw error
  } finally {
    dying.mockRestore()
  }
  return died
}

const remove = ({ store }: Pick<Opened, 'store'>, practiceId: string, archive: string | null = null) =>
  removePractice(store.transfer, practiceId, archive, act, '1.2.3', teller())

/** All data about a practice that the functions over all practices return. */
async function seenOf({ store, database }: Pick<Elsewhere, 'store' | 'database'>, own: Records) {
  const { identity, dueNotices, auditTrail } = store
  const later = monday + 1_000 * hour
  const seen: unknown[] = [
    identity.practiceIds().filter((id) => id === own.practiceId),
    identity.membersByEmail(`${own.userId}@example.org`),
    identity.holderOfToken(Buffer.from(own.tokenId), monday),
    identity.knownToken(Buffer.from(own.tokenId)),
    identity.holderOfSession(Buffer.from(own.sessionId), monday, 0),
    identity.knownToken(Buffer.from(own.sessionId)),
    identity.holderOfPasskey(own.userId),
    identity.invitedBy(Buffer.from(own.userId), monday),
    dueNotices.practiceOf(own.runningId),
    auditTrail.heads().filter(({ practiceId }) => practiceId !== null),
    verifyTrails(new ReadConnection(database, Trail.beside(database.filename))).findings,
    noticeChannels.map((channel) => dueNotices.late(channel, later).count),
  ]
  for (const channel of noticeChannels)
    seen.push(await dueNotices.takeNext(channel, later, { last: 0 }, (_, id) => ({ id })))
  return seen.flat(2).filter((one) => one !== null && one !== 0)
}

/** Runs all upkeep over all practices, with a clock that makes every row old. */
async function upkeep({ store }: Pick<Elsewhere, 'store'>): Promise<void> {
  const later = monday + 2e12
  const { noticeUpkeep, archiveUpkeep, changeUpkeep, dueNotices, auditTrail } = store
  for (const channel of noticeChannels) {
    expect(dueNotices.listLost(channel, later)).toEqual([])
    await dueNotices.shortenLeases(channel, 0)
    await dueNotices.forgetClockAhead(channel, 0)
  }
  await noticeUpkeep.replan(later)
  for (let at: string | null = ''; at !== null; ) at = await noticeUpkeep.retire(at, later)
  for (let at = await archiveUpkeep.review(null, later); at !== null; )
    at = await archiveUpkeep.review(at, later)
  await archiveUpkeep.removeNext()
  await changeUpkeep.removeNext(later)
  await auditTrail.closeOld(0)
}

/** Every row of the practices, as one text. */
function everyRow({ database }: Pick<Elsewhere, 'database'>): string {
  const tables = database
    .query<{ name: string }, []>(
      `select m.name from sqlite_schema m where type = 'table' and name not like 'sqlite_%'
         and exists (select 1 from pragma_table_info(m.name) where name = 'practice_key')`,
    )
    .all()
  return tables
    .map(({ name }) =>
      Bun.inspect(database.query(`select * from "${name}" where practice_key <> 0`).values()),
    )
    .join('\n')
}

/** A practice with rows for every kind of upkeep, and an export of it. */
async function ripe(entries = 5) {
  const s = await openStore()
  await fillUp(s, entries)
  const key = s.own.practice.read.practiceKey
  const marked = inSql('a marked item')
  for (const sql of [
    `insert into archive values (${key}, ${marked}, 1, ${inSql('8')}, null, 5, null, 0)`,
    `insert into archive_rows select practice_key, ${marked}, 1, source, "row" from archive_rows where practice_key = ${key}`,
    `update api_tokens set expires_at = ${monday + hour} where practice_key = ${key}`,
  ])
    s.database.run(sql)
  return { s, archive: await exported(s, s.own.practiceId) }
}

const movingRows = ({ database }: Pick<Elsewhere, 'database'>) =>
  database.query<{ rows: number }, []>('select rows from moving_practices').get()?.rows

test('§18 An import goes on after its process died at any step, and nobody sees the practice before the import ends.', async () => {
  const { s, archive } = await ripe()
  await using _ = s
  await using there = elsewhere()
  await using beside = elsewhere(there.path)
  using _slowly = slowly()
  const steps: (number | undefined)[] = []
  // The first transaction of each process reads the progress of the earlier process.
  while (await diesBefore(3, () => imported(there, archive.path))) {
    steps.push(movingRows(beside))
    expect(await seenOf(beside, s.own)).toEqual([])
    expect(beside.store.identity.isEmpty()).toBe(true)
    expect(unfinishedTransfers(there.path)).toEqual([{ practiceId: s.own.practiceId, what: 'import' }])
    const rows = everyRow(beside)
    await upkeep(beside)
    expect(everyRow(beside)).toBe(rows)
  }
  expect(steps.length).toBeGreaterThan(10)
  expect(new Set(steps).size).toBe(steps.length)
  expect(Buffer.compare((await exported(there, s.own.practiceId)).bytes, archive.bytes)).toBe(0)
  expect(beside.database.query('pragma foreign_key_check').all()).toEqual([])
  expect(unfinishedTransfers(there.path)).toEqual([])
  expect(beside.database.query('select * from changes').all()).toEqual([])
  // Now the practice is visible, and the upkeep changes its rows.
  expect((await seenOf(beside, s.own)).length).toBeGreaterThan(6)
  const rows = everyRow(beside)
  await upkeep(beside)
  expect(everyRow(beside)).not.toBe(rows)
})

test('a removal goes on after its process died at any step, and nobody sees the practice after the removal has begun', async () => {
  const { s, archive } = await ripe(300)
  await using _ = s
  await using there = elsewhere()
  await imported(there, archive.path)
  await using beside = elsewhere(there.path)
  using _slowly = slowly()
  let steps = 0
  while (await diesBefore(2, () => remove(there, s.own.practiceId, archive.path))) {
    steps++
    expect(await seenOf(beside, s.own)).toEqual([])
    expect(unfinishedTransfers(there.path)).toEqual([{ practiceId: s.own.practiceId, what: 'removal' }])
  }
  expect(steps).toBeGreaterThan(5)
  expect(everyRow(beside)).not.toContain(s.own.tokenId)
  expect(unfinishedTransfers(there.path)).toEqual([])
  expect(beside.database.query('pragma foreign_key_check').all()).toEqual([])
})

/** An archive whose last table but one has a row that only the database can refuse. */
async function refused() {
  const { s, archive } = await ripe()
  const files = filesIn(archive.path)
  added(
    'erasures.ndjson',
    JSON.stringify({ patientId: 'erased', erasedAt: '1970-01-01T00:00:00.005Z' }),
  )(files)
  return { s, good: archive.path, bad: written(files) }
}

test('§18 An import that the database refuses is taken back completely, also when its process dies meanwhile.', async () => {
  const { s, good, bad } = await refused()
  await using _ = s
  await using there = elsewhere()
  const before = countRows(there.database)
  using _slowly = slowly()
  const state = there.database.query<{ archive: string | null }, []>('select archive from moving_practices')
  // The process dies at each step of the import, and then twice while the import is undone.
  do expect(await diesBefore(4, () => imported(there, bad))).toBe(true)
  while (state.get()?.archive !== null)
  for (let i = 0; i < 2; i++) {
    expect(await diesBefore(3, () => imported(there, bad))).toBe(true)
    expect(await seenOf(there, s.own)).toEqual([])
  }
  const message = /erasures\.ndjson, line 2: The row is there already/
  expect(await thrownBy(imported(there, bad))).toThrow(message)
  expect(countRows(there.database)).toEqual(before)
  expect((await imported(there, good)).rows).toBeGreaterThan(50)
})

test('of two processes that import the same archive at once, one completes the import and the other fails', async () => {
  const { s, archive } = await ripe()
  await using _ = s
  await using one = elsewhere()
  await using other = elsewhere(one.path)
  using _slowly = slowly()
  const outcomes = await Promise.allSettled([imported(one, archive.path), imported(other, archive.path)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { reason } = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  expect(String(reason)).toMatch(/another process goes on with this import|is here already/)
  expect(Buffer.compare((await exported(one, s.own.practiceId)).bytes, archive.bytes)).toBe(0)
})

test('an import that has begun cannot go on with another archive or another choice of access', async () => {
  const { s, archive } = await ripe()
  await using _ = s
  await s.own.practice.write((tx) => tx.record({ kind: 'read' }))
  const later = await exported(s, s.own.practiceId)
  await using there = elsewhere()
  expect(await diesBefore(2, () => imported(there, archive.path))).toBe(true)
  const other = /an import of this practice has begun and not ended, with another archive/
  expect(await thrownBy(imported(there, later.path))).toThrow(other)
  expect(await thrownBy(imported(there, archive.path, false))).toThrow(other)
  expect(await thrownBy(exported(there, s.own.practiceId))).toThrow(/there is no such practice here/)
  // A removal deletes the imported rows. It leaves no trace of a practice that was never complete here.
  await remove(there, s.own.practiceId)
  expect(unfinishedTransfers(there.path)).toEqual([])
  expect(there.store.auditTrail.heads()).toEqual([])
  expect((await imported(there, later.path)).rows).toBeGreaterThan(50)
})

test('a practice that is being removed cannot be imported before the removal ends', async () => {
  const { s, archive } = await ripe()
  await using _ = s
  await s.store.transfer.beginRemoval(s.own.practiceId, null, act, monday)
  expect(await thrownBy(imported(s, archive.path))).toThrow(
    /is being removed\. Let `practice remove` end first/,
  )
  expect(s.store.transfer.removal(s.own.practiceId)).not.toBeNull()
})

test('persons who were erased on this server are erased before an imported practice is visible, also after interruptions', async () => {
  const { s, archive } = await ripe()
  await using _ = s
  await using there = elsewhere()
  await using beside = elsewhere(there.path)
  const { practiceId, patientId } = s.own
  const erased = [s.own.patientId, '7'].map((id) => ({ patientId: id, at: monday }))
  const takeIn = () =>
    importPractice(
      there.store.transfer,
      archive.path,
      { keepsAccess: true, requireHost },
      byImport,
      async () => erased,
      teller(),
    )
  for (let n = 3; await diesBefore(n, takeIn); n++) expect(beside.store.identity.practiceIds()).toEqual([])
  const { read } = beside.store.practices.of(practiceId)
  expect([patientId, '7'].map((id) => hasPatient(read, id))).toEqual([false, false])
  expect(verifyTrails(new ReadConnection(beside.database, Trail.beside(there.path))).findings).toEqual([])
})

test('§18 An import needs room on the disk, says how much room, and stops before the disk is full.', async () => {
  const { s, archive } = await ripe()
  await using _ = s
  await using there = elsewhere()
  const { transfer } = there.store
  const rooms = [1e9, 1e9, 1e8]
  const room = spyOn(transfer, 'room')
  const withRoom = (...free: number[]) =>
    room.mockImplementation(() => ({ free: free.shift()!, needed: 64e6, neededToVerify: 0 }))
  withRoom(1e8)
  const needs = `${Math.round((128e6 + 3 * archive.bytes.length) / 1e6)} MB`
  expect(await thrownBy(imported(there, archive.path))).toThrow(
    `the disk of the database has 100 MB left, and this import needs ${needs}. Free some space on it. Nothing was taken in`,
  )
  expect(unfinishedTransfers(there.path)).toEqual([])
  withRoom(...rooms.slice(1))
  expect(await thrownBy(imported(there, archive.path))).toThrow(
    /nearly full: 100 MB are left\. Free some space on it\. Then type the same command again/,
  )
  room.mockRestore()
  expect(unfinishedTransfers(there.path)).toHaveLength(1)
  await imported(there, archive.path)
  expect(there.store.identity.practiceIds()).toEqual([s.own.practiceId])
})

test('an import that goes on needs disk space only for the rows that are still missing', async () => {
  const { s, archive } = await ripe()
  await using _ = s
  await using there = elsewhere()
  {
    using _slowly = slowly()
    expect(await diesBefore(9, () => imported(there, archive.path))).toBe(true)
  }
  const { rows } = await checkArchive(archive.path, teller())
  const left = 1 - movingRows(there)! / rows
  expect(left).toBeWithin(0.1, 0.95)
  const room = spyOn(there.store.transfer, 'room')
  const withRoom = (free: number) => room.mockReturnValue({ free, needed: 64e6, neededToVerify: 0 })
  withRoom(Math.floor(128e6 + 3 * archive.bytes.length * left) - 1)
  expect(await thrownBy(imported(there, archive.path))).toThrow('What came in before stays')
  withRoom(Math.ceil(128e6 + 3 * archive.bytes.length * left))
  await imported(there, archive.path)
  room.mockRestore()
  expect(there.store.identity.practiceIds()).toEqual([s.own.practiceId])
})
