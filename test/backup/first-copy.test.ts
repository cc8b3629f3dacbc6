import { expect, jest, test } from 'bun:test'
import { rmSync, truncateSync } from 'node:fs'
import pino from 'pino'
import { openDatabase } from '../../db/open.ts'
import { watchBackups } from '../../src/backup/watch.ts'
import { loadConfig } from '../../src/config.ts'
import { Pulse } from '../../src/health/pulse.ts'
import { createStore } from '../../src/store/store.ts'
import { freshDatabasePath } from '../support/clinic.ts'
import { folderReplica } from '../support/replica.ts'
import { streamTo } from './streaming.ts'

/** A watch of a backup whose store stays empty, and the restarts of Litestream that the watch asks for. */
function watching(megabytes: number) {
  const path = freshDatabasePath()
  const settings = { ...folderReplica(), DATABASE_PATH: path, PATH: process.env.PATH }
  const store = createStore(openDatabase(path, { replicated: true }))
  if (megabytes > 0) truncateSync(path, megabytes * 1_000_000)
  const replica = loadConfig({ databasePath: '' }, settings).replica!
  const clock = { now: Date.now() }
  const restarts: boolean[] = []
  let beats = 0
  const pulse = new Pulse(() => clock.now)
  const watch = watchBackups({
    replica,
    // The test has changed the size of the file, so nothing may be written to it.
    installation: { beat: async () => void beats++, verification: () => ({ fault: null }) } as never,
    pulse,
    stream: { ...streamTo(replica), restart: async ({ anew }) => void restarts.push(anew) },
    now: () => clock.now,
    log: pino({ level: 'silent' }),
  })
  return {
    watch,
    restarts,
    beats: () => beats,
    async lookAfter(minutes: number) {
      clock.now += minutes * 60_000
      await watch.look()
    },
    async [Symbol.asyncDispose]() {
      watch.stop()
      await store.close()
      rmSync(path)
    },
  }
}

test('when the first copy of a small database does not arrive, it is sent again after two minutes', async () => {
  await using one = watching(0)
  await one.lookAfter(1)
  expect(one.restarts).toEqual([])
  await one.lookAfter(2)
  expect(one.restarts).toEqual([true])
  // The copy that has begun then has two minutes, too.
  await one.lookAfter(1)
  expect(one.restarts).toEqual([true])
})

test('the first copy of a database of 100 MB may take 15 minutes before it is sent again', async () => {
  await using one = watching(100)
  for (let minutes = 0; minutes < 15; minutes += 5) await one.lookAfter(5)
  expect(one.restarts).toEqual([])
  await one.lookAfter(5)
  expect(one.restarts).toEqual([true])
})

test('the watch of a backup looks every minute after its start, and not before', async () => {
  jest.useFakeTimers()
  try {
    await using one = watching(0)
    jest.advanceTimersByTime(120_000)
    expect(one.beats()).toBe(0)
    one.watch.start()
    jest.advanceTimersByTime(60_000)
    // A look begins with a write.
    expect(one.beats()).toBe(1)
  } finally {
    jest.useRealTimers()
  }
})
