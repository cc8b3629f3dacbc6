import { Database } from 'bun:sqlite'
import { afterEach, describe, expect, spyOn, test } from 'bun:test'
import { copyFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { DatabaseUnavailable, DiskNearlyFull, WriteInDoubt } from '../../src/store/engine/trouble.ts'
import { freshDatabasePath } from '../support/clinic.ts'
import { errorOf } from '../support/rejection.ts'
import { turns } from '../support/turns.ts'
import { until } from '../support/until.ts'
import { removeDatabase } from './records.ts'
import { openWriter } from './written.ts'

const opened: Disposable[] = []
afterEach(() => {
  for (const one of opened.splice(0)) one[Symbol.dispose]()
})

function open() {
  const one = openWriter()
  opened.push(one)
  return one
}

const unavailable = { status: 'rejected', reason: expect.any(DatabaseUnavailable) }

describe('while another process holds the lock', () => {
  test('§12 While another process holds the lock, writes wait. The writes finish when the lock is free.', async () => {
    const { writer, insert, written, elsewhere, connection } = open()
    const begins = spyOn(connection, 'prepared')
    elsewhere.run('BEGIN IMMEDIATE')
    const writes = Promise.all([writer.write(() => insert(1)), writer.write(() => insert(2))])
    await until('two tries', () => begins.mock.calls.length >= 2)
    expect(written()).toEqual([])
    const late = writer.write(() => insert(3))
    elsewhere.run('COMMIT')
    await Promise.all([writes, late])
    expect(written()).toEqual([1, 2, 3])
  })

  test('other work of the process goes on while another process holds the write lock', async () => {
    const { writer, insert, elsewhere } = open()
    elsewhere.run('BEGIN IMMEDIATE')
    let done = false
    const write = writer
      .write(() => insert(1))
      .then(() => {
        done = true
      })
    await turns()
    expect(done).toBe(false)
    elsewhere.run('COMMIT')
    await write
    expect(done).toBe(true)
  })

  test('§7 503 `unavailable` means that the database cannot take the request now. When a lock lasts 5 seconds, all waiting writes fail.', async () => {
    const { writer, insert, written, elsewhere } = open()
    elsewhere.run('BEGIN IMMEDIATE')
    let clock = 0
    const now = spyOn(performance, 'now').mockImplementation(() => {
      clock += 2_000
      return clock
    })
    const outcomes = await Promise.allSettled([writer.write(() => insert(1)), writer.write(() => insert(2))])
    now.mockRestore()
    expect(outcomes).toMatchObject([unavailable, unavailable])
    await writer.idle()
    elsewhere.run('COMMIT')
    await writer.write(() => insert(3))
    expect(written()).toEqual([3])
  })
})

describe('a full disk', () => {
  const pages = (database: Database) =>
    database.query<{ page_count: number }, []>('PRAGMA page_count').get()!.page_count
  const limitPages = (database: Database, most: number) =>
    void database.run(`PRAGMA max_page_count = ${most}`)
  const megabyte = 2 ** 20

  test('§12 When the disk is full, writes are refused as unavailable. When the disk has room again, writes work without a restart.', async () => {
    const { writer, insert, written, database } = open()
    await writer.write(() => insert(1))
    limitPages(database, pages(database))
    const outcomes = await Promise.allSettled([
      writer.write(() => insert(2)),
      writer.write(() => insert(3, megabyte)),
      writer.write(() => insert(4)),
    ])
    expect(outcomes).toMatchObject([unavailable, unavailable, unavailable])
    expect(database.inTransaction).toBe(false)
    expect(written()).toEqual([1])

    limitPages(database, 1_000_000)
    await writer.write(() => insert(5, megabyte))
    expect(written()).toEqual([1, 5])
  })

  test('the error of a write on a full disk contains the reason for the log', async () => {
    const { writer, insert, database } = open()
    limitPages(database, pages(database))
    const refused = writer.write(() => insert(1, megabyte))
    expect(await errorOf(refused)).toBeInstanceOf(DatabaseUnavailable)
    expect(await errorOf(refused)).toMatchObject({ cause: { code: 'SQLITE_FULL' } })
  })
})

test('when the disk stops accepting writes during a batch, the whole batch fails as unavailable', async () => {
  const { writer, insert, written, database } = open()
  const outcomes = await Promise.allSettled([
    writer.write(() => insert(1)),
    writer.write(() => {
      // This acts like a file system that has become read-only. The transaction stays open, unlike on a full disk.
      database.run('PRAGMA query_only = ON')
      insert(2)
    }),
  ])
  database.run('PRAGMA query_only = OFF')
  expect(outcomes).toMatchObject([unavailable, unavailable])
  expect(written()).toEqual([])
  await writer.write(() => insert(3))
  expect(written()).toEqual([3])
})

test('§12 A database file that was deleted or replaced takes no more writes.', async () => {
  const { writer, insert, path } = open()
  await writer.write(() => insert(1))
  renameSync(path, `${path}.moved`)
  expect(await Promise.allSettled([writer.write(() => insert(2))])).toMatchObject([unavailable])
  copyFileSync(`${path}.moved`, path)
  expect(await Promise.allSettled([writer.write(() => insert(3))])).toMatchObject([unavailable])
  renameSync(`${path}.moved`, path)
  await writer.write(() => insert(4))
})

test('§12.3 When the database cannot be checked after a commit, the answer is 503: the write may have been kept.', async () => {
  const { writer, insert, written, connection } = open()
  const look = spyOn(connection, 'isInPlace').mockImplementation(() => {
    throw Object.assign(new Error('EIO: i/o error, stat'), { code: 'EIO' })
  })
  const [outcome] = await Promise.allSettled([writer.write(() => insert(1))])
  look.mockRestore()
  const { reason } = outcome as PromiseRejectedResult
  expect(reason).toBeInstanceOf(WriteInDoubt)
  expect(reason.message).toContain('may or may not have been kept')
  // The change was kept. A caller that repeats it without a check makes it twice.
  expect(written()).toEqual([1])
})

test('checkpoints and other connections do not delete the write-ahead log', async () => {
  const { writer, insert, written, database, elsewhere, path } = open()
  await writer.write(() => insert(1))
  const { ino } = statSync(`${path}-wal`)
  for (const [i, mode] of ['PASSIVE', 'FULL', 'RESTART', 'TRUNCATE'].entries()) {
    database.run(`PRAGMA wal_checkpoint(${mode})`)
    new Database(path).close()
    elsewhere.run('INSERT INTO written (n) VALUES (?)', [10 + i])
    await writer.write(() => insert(2 + i))
  }
  expect(statSync(`${path}-wal`).ino).toBe(ino)
  expect(written()).toEqual([1, 2, 3, 4, 5, 10, 11, 12, 13])
})

test('a database whose write-ahead log was deleted refuses writes, and acknowledged writes survive a crash', async () => {
  const { writer, insert, written, elsewhere, path } = open()
  // While this reader is active, as Litestream is, SQLite cannot merge the write-ahead log into the database.
  elsewhere.run('BEGIN')
  written()
  await writer.write(() => insert(1))
  rmSync(`${path}-wal`)
  expect(await Promise.allSettled([writer.write(() => insert(2))])).toMatchObject([unavailable])
  expect(await Promise.allSettled([writer.write(() => insert(3))])).toMatchObject([unavailable])

  const crashed = freshDatabasePath()
  for (const suffix of ['', '-wal']) copyFileSync(path + suffix, crashed + suffix)
  const restarted = new Database(crashed)
  expect(restarted.query('SELECT n FROM written WHERE n = 1').values()).toEqual([[1]])
  restarted.close()
  removeDatabase(crashed)
})

test('a failed commit fails every write of the batch, and the next write succeeds', async () => {
  const { writer, insert, written, database } = open()
  // A deferred foreign key is checked only when the transaction commits.
  database.run('CREATE TABLE late (n INTEGER REFERENCES written (n) DEFERRABLE INITIALLY DEFERRED) STRICT')
  const outcomes = await Promise.allSettled([
    writer.write(() => insert(1)),
    writer.write(() => void database.run('INSERT INTO late VALUES (99)')),
  ])
  expect(outcomes).toMatchObject([
    { status: 'rejected', reason: { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' } },
    { status: 'rejected', reason: { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' } },
  ])
  expect(database.inTransaction).toBe(false)
  await writer.write(() => insert(2))
  expect(written()).toEqual([2])
})

test('§12.3 A streamed database refuses writes while the disk is nearly full, and takes writes when the disk has room again.', async () => {
  let room = false
  const { writer, insert, written, begins } = openGuarded({ hasRoom: () => room })
  const [outcome] = await Promise.allSettled([writer.write(() => insert(1))])
  expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(DatabaseUnavailable)
  expect((outcome as PromiseRejectedResult).reason.cause).toBeInstanceOf(DiskNearlyFull)
  // The writer does not even take a lock.
  expect(begins()).toBe(0)
  room = true
  await writer.write(() => insert(2))
  expect(written()).toEqual([2])
})

function openGuarded(guard: { hasRoom(): boolean }) {
  const one = openWriter(undefined, guard)
  opened.push(one)
  const prepared = spyOn(one.connection, 'prepared')
  return { ...one, begins: () => prepared.mock.calls.filter(([text]) => text === 'begin immediate').length }
}
