import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { type OpenOptions, openDatabase } from '../../db/open.ts'
import { freshDatabasePath } from '../support/clinic.ts'
import { migrationsAnd } from '../support/migrations.ts'
import { removeDatabase } from './records.ts'

/** The size of SQLite's pages, in bytes. */
const pageSize = 4_096
/** A statement that adds four megabytes. */
const filled = 'CREATE TABLE filler AS SELECT value FROM (SELECT zeroblob(4000000) AS value)'

/** A database with more than half of its pages free, and with all migrations. */
function halfFree() {
  const path = freshDatabasePath()
  const database = openDatabase(path)
  database.run(filled)
  database.run('DROP TABLE filler')
  database.close()
  openDatabase(path).close()
  return {
    path,
    size: () => statSync(path).size,
    start: (options?: OpenOptions) => openDatabase(path, { starting: true, ...options }).close(),
    [Symbol.dispose]: () => removeDatabase(path),
  }
}

test('a server that starts returns the free space of the file to the disk, and other processes do not', () => {
  using one = halfFree()
  const before = one.size()
  openDatabase(one.path, { replicated: true }).close()
  expect(one.size()).toBe(before)
  one.start()
  expect(one.size()).toBeLessThan(before - 4_000_000)
  const after = one.size()
  one.start()
  expect(one.size()).toBe(after)
})

test('a server also starts when another process locks the file, and the next start returns the free space', () => {
  using one = halfFree()
  const before = one.size()
  const other = new Database(one.path)
  other.run('BEGIN IMMEDIATE')
  one.start()
  expect(one.size()).toBe(before)
  other.run('ROLLBACK')
  other.close()
  one.start()
  expect(one.size()).toBeLessThan(before - 4_000_000)
})

test('a server does not start when it finds damage in the file while it returns free space', () => {
  using one = halfFree()
  const database = new Database(one.path)
  const { page } = database
    .query<{ page: number }, []>("SELECT rootpage AS page FROM sqlite_master WHERE name = 'practices'")
    .get()!
  database.close()
  const file = openSync(one.path, 'r+')
  writeSync(file, new Uint8Array(pageSize).fill(0xff), 0, pageSize, (page - 1) * pageSize)
  closeSync(file)
  expect(() => one.start()).toThrow('malformed')
})

test('after an upgrade, the write-ahead log of a streamed database is merged only when a server starts', () => {
  for (const starting of [true, false]) {
    const path = freshDatabasePath()
    openDatabase(path).close()
    const database = openDatabase(path, {
      replicated: true,
      starting,
      migrationsFolder: migrationsAnd(filled),
    })
    const log = statSync(`${path}-wal`).size
    if (starting) expect(log).toBe(0)
    else expect(log).toBeGreaterThan(4_000_000)
    database.close()
    removeDatabase(path)
  }
})

test('a start without an upgrade does not merge the write-ahead log, because Litestream does this', () => {
  const path = freshDatabasePath()
  const writer = openDatabase(path, { replicated: true })
  writer.run("INSERT INTO signing_keys (purpose, key, created_at) VALUES ('visit', x'00', 5)")
  const server = openDatabase(path, { replicated: true, starting: true })
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0)
  server.close()
  writer.close()
  removeDatabase(path)
})
