import { expect, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../db/open.ts'
import { DatabaseUnusable } from '../../db/unusable.ts'
import { scratch } from '../support/scratch.ts'

/** A folder with a database and other files with these names. All users may read and write these files. */
function looseDatabase(...others: string[]) {
  const folder = mkdtempSync(join(scratch, 'loose-'))
  const path = join(folder, 'clinic.db')
  openDatabase(path).close()
  for (const name of others) writeFileSync(join(folder, name), '')
  for (const name of ['clinic.db', ...others]) chmodSync(join(folder, name), 0o666)
  chmodSync(folder, 0o777)
  return { folder, path, in: (name: string) => join(folder, name) }
}

const modeOf = (path: string) => statSync(path).mode & 0o777

/** Opens the database. Returns the files that were open to other users. */
function opened(path: string): string[] {
  const told: string[] = []
  openDatabase(path, { closed: (files) => told.push(...files) }).close()
  return told.toSorted()
}

const beside = [
  'clinic.db-wal.lost-20261121T093000Z',
  'clinic.db-wal-rescued',
  'clinic.db.before-0003',
  'clinic.db.restored',
]

test('§10 When other users can read the database or files beside it, the service takes this access away and reports it once.', () => {
  const { folder, path, in: at } = looseDatabase(...beside)
  mkdirSync(at('.clinic.db-litestream'), { mode: 0o755 })
  const all = [path, folder, at('.clinic.db-litestream'), ...beside.map(at)]
  expect(opened(path)).toEqual(all.toSorted())
  for (const file of [path, ...beside.map(at)]) expect(modeOf(file)).toBe(0o600)
  for (const place of [folder, at('.clinic.db-litestream')]) expect(modeOf(place)).toBe(0o700)
  expect(opened(path)).toEqual([])
})

test('opening a database takes the rights of other users from its write-ahead log and the index of the log', () => {
  const { path } = looseDatabase()
  const database = openDatabase(path)
  try {
    const log = [`${path}-shm`, `${path}-wal`]
    for (const file of log) chmodSync(file, 0o644)
    expect(opened(path)).toEqual(log)
    for (const file of log) expect(modeOf(file)).toBe(0o600)
  } finally {
    database.close()
  }
})

test('the rights of a file that is not a database stay as they are', () => {
  const { path } = looseDatabase()
  writeFileSync(path, 'A letter to a patient. '.repeat(100))
  expect(() => opened(path)).toThrow('file is not a database')
  expect(modeOf(path)).toBe(0o666)
})

test("the rights of the database's folder and of other files in it stay as they are", () => {
  const { folder, path, in: at } = looseDatabase('letters.txt', 'clinic.database')
  expect(opened(path)).toEqual([path])
  expect([folder, at('letters.txt'), at('clinic.database')].map(modeOf)).toEqual([0o777, 0o666, 0o666])
})

test('opening a database by a link changes the rights of the linked file, and other links are not followed', () => {
  const { folder, path, in: at } = looseDatabase('letters.txt')
  symlinkSync(at('letters.txt'), at('clinic.db-letters'))
  const link = join(mkdtempSync(join(scratch, 'link-')), 'linked.db')
  symlinkSync(path, link)
  expect(opened(link)).toEqual([path])
  expect(modeOf(at('letters.txt'))).toBe(0o666)
  expect(modeOf(folder)).toBe(0o777)
})

const asRoot = process.geteuid!() === 0

test.if(asRoot)(
  'a database with a file of another user beside it is refused, and the error names the command that solves this',
  () => {
    const { path, in: at } = looseDatabase("clinic.db.it's mine")
    chownSync(at("clinic.db.it's mine"), 4321, 4321)
    const refused = () => openDatabase(path)
    expect(refused).toThrow(DatabaseUnusable)
    expect(refused).toThrow(`sudo chmod go= -- '${at("clinic.db.it'\\''s mine")}'`)
    rmSync(at("clinic.db.it's mine"))
    expect(opened(path)).toEqual([])
  },
)

test.if(asRoot)('root takes the rights of other users from a database, and its owner stays the same', () => {
  const { path } = looseDatabase()
  chownSync(path, 4321, 4321)
  expect(opened(path)).toContain(path)
  expect(statSync(path)).toMatchObject({ uid: 4321 })
  expect(modeOf(path)).toBe(0o600)
})

test('a database whose write-ahead log was merged only in part can be opened without loss', () => {
  const path = join(mkdtempSync(join(scratch, 'half-merged-')), 'clinic.db')
  const database = openDatabase(path, { replicated: true })
  database.run('pragma wal_checkpoint(truncate)')
  database.run('create table filler (bytes blob)')
  database.run('insert into filler values (zeroblob(1000000))')
  cpSync(`${path}-wal`, `${path}-wal.kept`)
  database.run('pragma wal_checkpoint(truncate)')
  database.close()
  // The first page was merged into the file, and it contains the new number of pages. Most of the new pages were not
  // merged.
  truncateSync(path, statSync(path).size - 900_000)
  renameSync(`${path}-wal.kept`, `${path}-wal`)
  const again = openDatabase(path, { replicated: true })
  expect(again.query('select length(bytes) from filler').values()).toEqual([[1_000_000]])
  expect(again.query('pragma integrity_check').values()).toEqual([['ok']])
  again.close()
})
