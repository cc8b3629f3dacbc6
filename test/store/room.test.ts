import { expect, spyOn, test } from 'bun:test'
import { statSync, truncateSync } from 'node:fs'
import { openDatabase } from '../../db/open.ts'
import { type DiskRoom, RoomGuard, roomBeside } from '../../src/store/engine/room.ts'
import { freshDatabasePath } from '../support/clinic.ts'
import { removeDatabase } from './records.ts'

/**
 * A streamed database with a write-ahead log, and a function that makes a new guard, which reads the free space of the
 * disk.
 */
function guarded({ streams }: { streams: boolean }) {
  const path = freshDatabasePath()
  const database = openDatabase(path, { replicated: true })
  const told: [DiskRoom, boolean][] = []
  const guard = () =>
    new RoomGuard(database, { streams: () => streams, told: (room, enough) => told.push([room, enough]) })
  return {
    path,
    database,
    told,
    guard,
    logSize: () => statSync(`${path}-wal`).size,
    /**
     * Makes a write-ahead log with this number of bytes. Most of them are a hole in the file. SQLite reads only the
     * bytes that it wrote itself.
     */
    growLog: (bytes: number) => truncateSync(`${path}-wal`, bytes),
    [Symbol.dispose]() {
      database.close()
      removeDatabase(path)
    },
  }
}

/** More bytes than any disk has. */
const huge = 8 * 2 ** 40

test('the guard of the disk needs free space of the size of the write-ahead log, at least 64 MB', () => {
  using one = guarded({ streams: true })
  const { free, needed } = roomBeside(one.path)
  expect(free).toBeGreaterThan(0)
  expect(needed).toBe(64 << 20)
  one.growLog(100 << 20)
  expect(roomBeside(one.path).needed).toBe(100 << 20)
})

test('while Litestream copies the write-ahead log, the guard does not merge the log and reports a lack of space', () => {
  using one = guarded({ streams: true })
  one.growLog(huge)
  expect(one.guard().hasRoom()).toBe(false)
  expect(one.logSize()).toBe(huge)
  expect(one.told).toEqual([
    [{ free: expect.any(Number), needed: huge, neededToVerify: expect.any(Number) }, false],
  ])
})

test('while Litestream does not copy the write-ahead log, the guard merges the log to free space, and nothing is lost', () => {
  using one = guarded({ streams: false })
  one.database.run('create table filler (n integer)')
  one.database.run('insert into filler values (7)')
  one.growLog(huge)
  expect(one.guard().hasRoom()).toBe(true)
  expect(one.logSize()).toBe(0)
  expect(one.told).toEqual([])
  expect(one.database.query('select n from filler').values()).toEqual([[7]])
})

test('a write-ahead log that another process reads is not merged, and the guard tries again after a minute', () => {
  using one = guarded({ streams: false })
  one.database.run('create table filler (n integer)')
  one.growLog(huge)
  const reader = openDatabase(one.path, { replicated: true })
  reader.run('begin')
  reader.query('select count(*) from filler').get()
  const guard = one.guard()
  let clock = 1_000_000
  const now = spyOn(performance, 'now').mockImplementation(() => clock)
  expect(guard.hasRoom()).toBe(false)
  reader.run('rollback')
  reader.close()
  clock += 59_000
  expect(guard.hasRoom()).toBe(false)
  clock += 1_000
  expect(guard.hasRoom()).toBe(true)
  now.mockRestore()
})
