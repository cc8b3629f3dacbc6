import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { openDatabase } from '../../db/open.ts'
import { noteFolder } from '../../src/backup/litestream.ts'
import { isForeign, verifyBackup } from '../../src/backup/verify.ts'
import { loadConfig } from '../../src/config.ts'
import { createStore } from '../../src/store/store.ts'
import { thrownBy } from '../support/rejection.ts'
import { folderReplica, litestream, takeAway } from '../support/replica.ts'
import { until } from '../support/until.ts'
import { caughtUp, copied, streaming } from './streaming.ts'

const claimed = ({ folder }: { folder: string }) => existsSync(`${folder}/owner.json`)

test('when the store is emptied while the server runs, it gets a whole copy again', async () => {
  await using one = await streaming()
  await copied(one)
  await caughtUp(one)
  takeAway(one.folder)
  // The first look finds no whole copy and has one sent at once. After a start, it would wait.
  await one.watch.look()
  expect(one.said).toContain('the object store holds no whole copy of the database: Litestream sends one now')
  await copied(one)
  expect(await verifyBackup(one.replica, one.store.installation, Date.now)).toMatchObject({
    rows: expect.any(Number),
  })
})

test('when the store is emptied, the server claims it again and goes on', async () => {
  await using one = await streaming(undefined, { renewEveryMs: 300 })
  takeAway(one.folder)
  await until('the claim', () => claimed(one))
  expect(one.losses).toEqual([])
})

test('§12.2 A server ends when another machine has taken over its claim in the object store.', async () => {
  await using one = await streaming(undefined, { renewEveryMs: 300 })
  const file = `${one.folder}/owner.json`
  await until('the claim', () => claimed(one))
  const owner = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...owner, epoch: 'of the other', machine: 'the other one' }))
  await until('the loss', () => one.losses.length > 0)
  expect(one.losses[0]!.message).toContain('another machine, the other one, has taken over')
})

test('§12.2 While the object store does not confirm the claim, no data is sent to the backup.', async () => {
  await using one = await streaming(undefined, { renewEveryMs: 300 })
  await copied(one)
  takeAway(one.folder)
  writeFileSync(one.folder, 'in the way')
  one.clock.aheadMs = 120_000
  await until('the end of the stream', () => one.said.some((line) => line.includes('nothing is sent')))
  expect(one.losses).toEqual([])
  rmSync(one.folder)
  await until('the claim', () => claimed(one))
  expect(one.losses).toEqual([])
})

test('§12.1 A verification detects a backup that another machine has continued, or that is of another database.', async () => {
  await using other = await streaming()
  await copied(other)
  await using one = await streaming()
  await copied(one)
  const { installation } = one.store
  expect(one.watch.state().foreign).toBe(false)
  const environment = { ...one.replica.environment, REPLICA_URL: other.settings.REPLICA_URL! }
  expect(await thrownBy(verifyBackup({ ...one.replica, environment }, installation, Date.now))).toThrow(
    'of another database',
  )
  expect(one.watch.state().foreign).toBe(true)
  await installation.keepVerification(Date.now(), 'the backup lacks rows of notes')
  expect(one.watch.state().foreign).toBe(false)
  // This copy of the database does not know the newest epoch of the backup.
  const behind = `${one.path}.behind`
  const database = new Database(one.path)
  database.run('vacuum into ?', [behind])
  database.close()
  const copy = new Database(behind)
  copy.run(`update installation set epochs = '["before"]'`)
  copy.close()
  const store = createStore(openDatabase(behind))
  const { replica } = loadConfig({ databasePath: '' }, { ...one.settings, DATABASE_PATH: behind })
  expect(await thrownBy(verifyBackup(replica!, store.installation, Date.now))).toThrow(
    'another machine has continued the backup',
  )
  const { fault } = store.installation.verification()
  expect(fault).toContain('another machine')
  expect(isForeign(fault)).toBe(true)
  await store.close()
})

test.skipIf('LITESTREAM_OLD' in litestream)(
  "when Litestream's notes on the disk are damaged, the backup is repaired without a restart of the server",
  async () => {
    await using one = await streaming()
    await copied(one)
    // When Litestream has sent everything, it writes no more notes.
    await caughtUp(one)
    const notes = `${noteFolder(one.path)}/ltx/0`
    for (const name of readdirSync(notes)) truncateSync(`${notes}/${name}`, 50)
    // The first look reports the damage, the second look restarts Litestream, and the third look has a whole copy sent.
    for (one.clock.aheadMs = 400_000; one.clock.aheadMs < 2_000_000; one.clock.aheadMs += 700_000)
      await one.watch.look()
    expect(one.said.filter((line) => line.includes('begins its notes on the disk again'))).toHaveLength(1)
    one.clock.aheadMs = 0
    expect(await verifyBackup(one.replica, one.store.installation, Date.now)).toBeObject()
  },
)

test('when Litestream ends at once, or its program is missing, it is started again after pauses that grow', async () => {
  const settings = folderReplica()
  mkdirSync(dirname(settings.DATABASE_PATH!), { recursive: true })
  const program = `${settings.DATABASE_PATH}.program`
  writeFileSync(
    program,
    `#!/bin/sh\ntest "$1" = replicate && exit 3\nexec ${settings.LITESTREAM_BIN} "$@"\n`,
    { mode: 0o755 },
  )
  await using one = await streaming({ ...settings, LITESTREAM_BIN: program })
  const told = () => one.said.filter((line) => line.includes('it is started again in'))
  await until('two ends', () => told().length === 2)
  rmSync(program)
  await until('a third try', () => told().length === 3)
  expect(told().map((line) => /\d+ seconds?$/.exec(line)?.[0])).toEqual([
    '1 second',
    '2 seconds',
    '4 seconds',
  ])
  expect(told()[0]).toContain('Litestream ended by itself (3)')
  expect(told()[2]).toContain('there is no program')
  expect(one.losses).toEqual([])
})
