import { expect, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname } from 'node:path'
import { openDatabase } from '../../db/open.ts'
import { verificationIn } from '../../db/verification.ts'
import { askToBeginAnew, isAskedToBeginAnew } from '../../src/backup/begin-anew.ts'
import { restoreTo } from '../../src/backup/commands.ts'
import { newestStored } from '../../src/backup/litestream.ts'
import { litestreamPid, litestreamState } from '../../src/backup/litestream-process.ts'
import { Replication } from '../../src/backup/replication.ts'
import { isDamaged, verifyBackup } from '../../src/backup/verify.ts'
import { loadConfig } from '../../src/config.ts'
import { createStore } from '../../src/store/store.ts'
import { thrownBy } from '../support/rejection.ts'
import {
  azurite,
  flipBytes,
  folderReplica,
  litestream,
  type ObjectStore,
  type Settings,
  s3Server,
  takeAway,
} from '../support/replica.ts'
import { until } from '../support/until.ts'
import { copied, type Streaming, streaming } from './streaming.ts'

const verify = ({ replica, store }: Streaming) => verifyBackup(replica, store.installation, Date.now)
const write = ({ store }: Streaming, words: string) => store.installation.keepVerification(1_000, words)
const wordsIn = ({ store }: Streaming) => store.installation.verification().fault

/** The files of one level in a folder that is a store, the oldest first. */
function filesOf({ folder }: Streaming, level: number): string[] {
  const place = `${folder}/ltx/${level}`
  if (!existsSync(place)) return []
  return readdirSync(place)
    .sort()
    .map((name) => `${place}/${name}`)
}

/**
 * The levels of Litestream's files. Level 1 is written twice a minute, level 2 every five minutes, and level 3 every
 * hour. Level 9 has whole copies.
 */
const joinedLevels = [1, 2, 3, 9]

const snapshot = (one: Streaming) => filesOf(one, 9).slice(-1)

/** The files with the last change but one, which a restore needs. The first of these files is of level 0. */
function change(one: Streaming): string[] {
  const [first, last] = rangeOf(filesOf(one, 0).at(-2)!)
  return [0, ...joinedLevels]
    .flatMap((level) => filesOf(one, level))
    .filter((file) => rangeOf(file)[0]! <= first! && last! <= rangeOf(file)[1]!)
}

/** The numbers of the first and the last change in a file, from its name. */
const rangeOf = (file: string) => basename(file, '.ltx').split('-')

/** Moves the last change but one to level 1, as Litestream does twice a minute. The file has the same format there. */
function inLevel1(one: Streaming): string[] {
  const [file] = change(one)
  const joined = `${one.folder}/ltx/1/${basename(file!)}`
  mkdirSync(dirname(joined), { recursive: true })
  renameSync(file!, joined)
  return [joined]
}

/**
 * Sends two changes that the snapshot lacks, and pauses Litestream. Otherwise, after the files in the store are damaged,
 * Litestream could join these changes from its own good files. Then the backup would be whole again. When Litestream has
 * just joined the two changes, two more follow.
 */
async function sendAndHalt(one: Streaming): Promise<void> {
  await until('a snapshot', () => filesOf(one, 9).length > 0)
  const pid = litestreamPid(one.replica)!
  for (;;) {
    for (const words of ['after the snapshot', 'the newest']) await send(one, words)
    process.kill(pid, 'SIGSTOP')
    await until('that it stands still', () => litestreamState(one.replica) === 'stands still')
    if (change(one).length === 1) return
    process.kill(pid, 'SIGCONT')
  }
}

const cut = (file: string) => truncateSync(file, 100)

// An older Litestream writes other files.
test
  .skipIf('LITESTREAM_OLD' in litestream)
  .each<[string, (one: Streaming) => string[], (file: string) => void]>([
    ['flipped bytes in the snapshot', snapshot, flipBytes],
    ['flipped bytes in a change', change, flipBytes],
    ['flipped bytes in a file of level 1', inLevel1, flipBytes],
    ['a snapshot that was cut', snapshot, cut],
    ['a change that was cut', change, cut],
    ['a change that is gone', change, rmSync],
  ])(
  '§12.1 The server can replace a backup from the disk, in a new folder of the object store. The earlier files stay. %s',
  async (_, files, damage) => {
    await using one = await streaming()
    await sendAndHalt(one)
    for (const file of files(one)) damage(file)
    expect(await thrownBy(verify(one))).toThrow('the backup is damaged')
    const kept = filesOf(one, 9)
    const folder = await one.replication.beginAnew()
    await copied(one)
    expect(await verify(one)).toMatchObject({ rows: expect.any(Number) })
    expect(one.said).toContainEqual(expect.stringContaining(`in the folder ${folder} of the object store`))
    expect(filesOf(one, 9)).toEqual(kept)
  },
)

/** Writes to the database, and waits until the store holds the change. */
async function send(one: Streaming, words: string): Promise<void> {
  const newest = async () => (await newestStored(one.replication.place))?.number ?? 0n
  const before = await newest()
  await write(one, words)
  await until('the change', async () => (await newest()) > before)
}

/** Replaces a backup, and ends its server. `between` is the time just before, in epoch milliseconds. */
async function begunAnew(settings: Settings) {
  await using one = await streaming(settings)
  await copied(one)
  await send(one, 'before')
  const between = Date.now()
  await one.replication.beginAnew()
  await copied(one)
  await send(one, 'after')
  return { path: one.path, folder: one.replication.place.environment.REPLICA_URL, between }
}

const stores: [string, () => Promise<ObjectStore>][] = [
  ['Azure', azurite],
  ['S3', s3Server],
]
test
  .skipIf('LITESTREAM_OLD' in litestream)
  .each(stores.filter(([name]) => name !== 'S3' || process.env.VERSITYGW_BIN !== undefined))(
  'in %s, later starts and a restore after a lost disk use the new backup; a restore to an earlier time uses the old backup',
  async (_, open) => {
    await using object = await open()
    const settings = object.newReplica()
    const { path, folder, between } = await begunAnew(settings)
    {
      await using again = await streaming(settings)
      expect(again.replication.place.environment.REPLICA_URL).toBe(folder)
      expect(wordsIn(again)).toBe('after')
      await send(again, 'after the start')
      expect(await verify(again)).toBeObject()
      await send(again, 'the newest')
    }
    takeAway(dirname(path))
    await using restored = await streaming(settings)
    expect(wordsIn(restored)).toBe('the newest')
    const config = loadConfig({ databasePath: '' }, { ...settings, PATH: process.env.PATH })
    const then = `${path}.then`
    await restoreTo(config, then, { at: between, say: () => {} })
    expect(verificationIn(then).fault).toBe('before')
  },
)

test('when the disk is lost before the new backup has a whole copy, the earlier backup is restored', async () => {
  const settings = folderReplica()
  const one = await streaming(settings)
  await copied(one)
  await write(one, 'before')
  await one[Symbol.asyncDispose]()
  const text = readFileSync(`${one.folder}/owner.json`, 'utf8')
  const owner = {
    ...JSON.parse(text),
    folder: 'anew-20261123T090000Z',
    earlier: [{ folder: null, until: 5 }],
  }
  writeFileSync(`${one.folder}/owner.json`, JSON.stringify(owner))
  takeAway(dirname(one.path))
  await using restored = await streaming(settings)
  expect(wordsIn(restored)).toBe('before')
  await copied(restored)
  expect(restored.replication.place.environment.REPLICA_URL).toEndWith('/anew-20261123T090000Z')
})

test('in a store that can hold no claim, a backup is not replaced, and the message advises a new `REPLICA_URL`', async () => {
  const settings = { ...folderReplica(), REPLICA_URL: 'sftp://nobody@127.0.0.1:1/clinic' }
  const { replica } = loadConfig({ databasePath: '' }, { ...settings, PATH: process.env.PATH })
  mkdirSync(dirname(replica!.databasePath), { recursive: true })
  await createStore(openDatabase(replica!.databasePath, { replicated: true })).close()
  const replication = await Replication.open(replica!, {
    firstBoot: false,
    wins: null,
    now: Date.now,
    say: () => {},
    lost: () => {},
  })
  expect(await thrownBy(replication.beginAnew())).toThrow('set REPLICA_URL to a new folder')
  await replication.end()
})

const minute = 60_000

test.skipIf('LITESTREAM_OLD' in litestream)(
  '§12.1 A server that finds its backup damaged replaces the backup, at most once a day, and verifies the new one.',
  async () => {
    await using one = await streaming()
    await sendAndHalt(one)
    for (const file of change(one)) flipBytes(file)
    await one.watch.verify()
    expect(one.said).toContain('the backup is damaged: the backup is replaced')
    expect(one.watch.state()).toMatchObject({ storedAt: null, unchecked: true })
    const { folder } = one.replication
    await copied(one)
    await one.watch.look()
    await one.watch.verifyIfDue()
    expect(one.watch.state()).toMatchObject({ fault: null, storedAt: expect.any(Number) })

    const again = { ...one, folder: `${one.folder}/${folder}` }
    await sendAndHalt(again)
    for (const file of change(again)) flipBytes(file)
    await one.watch.verify()
    expect(wordsIn(one)).toStartWith('the backup is damaged')
    expect(one.replication.folder).toBe(folder)
    expect(one.said).toContainEqual(expect.stringContaining('although the backup was replaced within a day'))
    one.clock.aheadMs = 25 * 60 * minute
    await one.watch.verify()
    expect(one.replication.folder).not.toBe(folder)
  },
)

test.skipIf('LITESTREAM_OLD' in litestream)(
  'when the store has lost all whole copies, the server begins a new backup, because Litestream would send no whole copy',
  async () => {
    await using one = await streaming()
    await sendAndHalt(one)
    await one.watch.look()
    for (const level of joinedLevels) for (const file of filesOf(one, level)) rmSync(file)
    rmSync(filesOf(one, 0)[0]!)
    await one.watch.look()
    expect(one.replication.folder).toStartWith('anew-')
    await copied(one)
    await one.watch.look()
    await one.watch.verifyIfDue()
    expect(one.watch.state().fault).toBeNull()
  },
)

test('when a verification fails because of a store that cannot be reached or a full disk, the backup does not count as damaged', async () => {
  await using object = await azurite()
  await using one = await streaming(object.newReplica())
  await copied(one)
  object.trouble(500)
  expect(await thrownBy(verify(one))).toThrow()
  expect(isDamaged(wordsIn(one))).toBe(false)
  object.trouble(null)
  const program = `${one.path}.program`
  const failing = `#!/bin/sh\ntest "$1" = restore || exec ${one.replica.program} "$@"\n`
  const replica = { ...one.replica, program }
  for (const [words, expected] of [
    ['write: no space left on device', false],
    ['ltx: checksum mismatch', true],
  ] as const) {
    writeFileSync(program, `${failing}echo '${words}' >&2; exit 1\n`, { mode: 0o755 })
    expect(await thrownBy(verifyBackup(replica, one.store.installation, Date.now))).toThrow(words)
    expect(isDamaged(wordsIn(one))).toBe(expected)
  }
})

test.skipIf('LITESTREAM_OLD' in litestream)(
  '§12.1 `backup begin-anew` makes a running server replace the backup, and waits until the new backup is verified.',
  async () => {
    await using one = await streaming()
    await copied(one)
    const said: string[] = []
    const how = { now: Date.now, say: (line: string) => said.push(line) }
    let answer: object | undefined
    void askToBeginAnew(one.replica, how).then((answered) => {
      answer = answered
    })
    await until('the answer', async () => {
      // The timers of a server do the same.
      await one.watch.look()
      await one.watch.verifyIfDue()
      return answer !== undefined
    })
    expect(answer).toEqual({ folder: one.replication.folder })
    expect(said).toContainEqual(expect.stringContaining(`to the folder ${one.replication.folder}`))
    expect(wordsIn(one)).toBeNull()
  },
)

test('`backup begin-anew` reports that the server failed or ended; when no server runs, the next start replaces the backup', async () => {
  await using object = await azurite()
  const settings = object.newReplica()
  const how = { now: Date.now, say: () => {} }
  const ask = (one: Streaming) =>
    askToBeginAnew(one.replica, how).then(
      ({ folder }) => ({ folder }),
      (error: Error) => ({ failed: error.message }),
    )
  const one = await streaming(settings)
  await copied(one)
  {
    const asked = ask(one)
    await until('the request', () => isAskedToBeginAnew(one.path))
    object.trouble(500)
    await one.watch.look()
    await until('no request', () => !isAskedToBeginAnew(one.path))
    object.trouble(null)
    expect(await asked).toEqual({ failed: expect.stringMatching(/could not begin|did not answer/) })
    expect(one.replication.folder).toBeNull()
  }
  {
    const asked = ask(one)
    await until('the request', () => isAskedToBeginAnew(one.path))
    await one[Symbol.asyncDispose]()
    expect(await asked).toEqual({ failed: expect.stringContaining('the server has ended') })
  }
  expect(await ask(one)).toEqual({ folder: null })
  await using next = await streaming(settings)
  await next.watch.look()
  expect(next.replication.folder).toStartWith('anew-')
  expect(isAskedToBeginAnew(next.path)).toBe(false)
})
