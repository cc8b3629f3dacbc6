import { expect, test } from 'bun:test'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { litestreamPid, litestreamState } from '../../src/backup/litestream-process.ts'
import { isAsLeft, noteOrderedEnd } from '../../src/backup/ordered-end.ts'
import { Replication } from '../../src/backup/replication.ts'
import { loadConfig } from '../../src/config.ts'
import { thrownBy } from '../support/rejection.ts'
import { folderReplica } from '../support/replica.ts'
import { until } from '../support/until.ts'
import { copied, streaming } from './streaming.ts'

const released = (folder: string) => JSON.parse(readFileSync(`${folder}/owner.json`, 'utf8')).released
const onThisDisk = expect.stringContaining('the last writes may be only on this disk')

async function streamed(settings = folderReplica()) {
  const one = await streaming(settings)
  await copied(one)
  return one
}

test('a stop that has sent the last writes releases the claim', async () => {
  const one = await streamed()
  await one[Symbol.asyncDispose]()
  expect(released(one.folder)).toBe(true)
  expect(one.said).not.toContainEqual(onThisDisk)
})

test('a stop continues a paused Litestream, which then sends the last writes', async () => {
  const one = await streamed()
  process.kill(litestreamPid(one.replica)!, 'SIGSTOP')
  await until('that it stands still', () => litestreamState(one.replica) === 'stands still')
  await one[Symbol.asyncDispose]()
  expect(released(one.folder)).toBe(true)
})

test.each([
  ['ends with an error', 'exit 1'],
  ['is killed', 'kill -9 $$'],
])('a stop keeps the claim when Litestream %s while it sends the last writes', async (_, end) => {
  const settings = folderReplica()
  await (await streamed(settings))[Symbol.asyncDispose]()
  const program = `${settings.DATABASE_PATH}.program`
  const script = `trap "${end}" TERM; while :; do sleep 0.1; done`
  writeFileSync(
    program,
    `#!/bin/sh\nif [ "$1" = replicate ]; then ${script}; fi\nexec ${settings.LITESTREAM_BIN} "$@"\n`,
    { mode: 0o755 },
  )
  const one = await streaming({ ...settings, LITESTREAM_BIN: program })
  await one[Symbol.asyncDispose]()
  expect(released(one.folder)).toBe(false)
  expect(one.said).toContainEqual(onThisDisk)
})

test('a stop keeps the claim when Litestream had already ended by itself', async () => {
  const settings = folderReplica()
  mkdirSync(dirname(settings.DATABASE_PATH!), { recursive: true })
  const program = `${settings.DATABASE_PATH}.program`
  const script = `#!/bin/sh\ntest "$1" = replicate && exit 0\nexec ${settings.LITESTREAM_BIN} "$@"\n`
  writeFileSync(program, script, { mode: 0o755 })
  const one = await streaming({ ...settings, LITESTREAM_BIN: program })
  await until('its end', () => !one.replication.streams)
  await one[Symbol.asyncDispose]()
  expect(released(one.folder)).toBe(false)
  expect(one.said).toContainEqual(onThisDisk)
})

test('when a server never got an answer from its store, its stop warns that the last writes may be only on this disk', async () => {
  const settings = folderReplica()
  const before = await streamed(settings)
  await before[Symbol.asyncDispose]()
  rmSync(before.folder, { recursive: true })
  writeFileSync(before.folder, 'in the way')
  const one = await streaming(settings)
  await one[Symbol.asyncDispose]()
  expect(one.said).toContainEqual(onThisDisk)
  expect(readFileSync(one.folder, 'utf8')).toBe('in the way')
})

test('when another machine has taken over the claim, a stop does not warn about writes that are only on this disk', async () => {
  const one = await streamed()
  one.replication.kill()
  await one[Symbol.asyncDispose]()
  expect(one.said).not.toContainEqual(onThisDisk)
  expect(released(one.folder)).toBe(false)
})

/** Overwrites bytes in the middle of a file, and restores the times of the file. */
function damage(path: string): void {
  const { atime, mtime } = statSync(path)
  const bytes = readFileSync(path)
  bytes.fill(0xff, 3 * 4096, 12 * 4096)
  writeFileSync(path, bytes)
  utimesSync(path, atime, mtime)
}

/** Gives a file a time in whole seconds, so that `utimes` can restore this time exactly. */
const roundTime = (path: string) => utimesSync(path, new Date(1_700_000_000_000), new Date(1_700_000_000_000))

test('a start after an ordered stop does not read the whole database, and every other start does', async () => {
  const settings = folderReplica()
  const path = settings.DATABASE_PATH!
  await (await streamed(settings))[Symbol.asyncDispose]()
  // The size and the time of the file do not show the damage. So only a start that reads everything finds the damage.
  roundTime(path)
  noteOrderedEnd(path)
  const whole = readFileSync(path)
  damage(path)
  expect(isAsLeft(path)).toBe(true)
  const replica = loadConfig({ databasePath: '' }, { ...settings, PATH: process.env.PATH }).replica!
  const options = { firstBoot: false, wins: null, now: Date.now, say: () => {}, lost: () => {} }
  const opened = await Replication.open(replica, options)
  await opened.end()

  for (const change of [
    () => utimesSync(path, new Date(), new Date()),
    () => writeFileSync(`${path}-wal`, 'more'),
    () => truncateSync(path, statSync(path).size - 4096),
    () => {
      cpSync(path, `${path}.copy`, { preserveTimestamps: true })
      renameSync(`${path}.copy`, path)
    },
    () => rmSync(`${path}.ended`),
  ]) {
    writeFileSync(path, whole)
    rmSync(`${path}-wal`, { force: true })
    roundTime(path)
    noteOrderedEnd(path)
    damage(path)
    change()
    expect(isAsLeft(path)).toBe(false)
    expect(await thrownBy(Replication.open(replica, options))).toThrow('is damaged')
  }
})

test('a server that was killed leaves no note of an ordered stop', async () => {
  const settings = folderReplica()
  await (await streamed(settings))[Symbol.asyncDispose]()
  expect(isAsLeft(settings.DATABASE_PATH!)).toBe(true)
  const one = await streamed(settings)
  expect(existsSync(`${one.path}.ended`)).toBe(false)
  one.replication.kill()
  await one[Symbol.asyncDispose]()
  expect(existsSync(`${one.path}.ended`)).toBe(false)
})
