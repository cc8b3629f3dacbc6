/** A server that starts after a kill relies on its backup only after it has compared the backup with the database. */
import { expect, test } from 'bun:test'
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { newestStored } from '../../src/backup/litestream.ts'
import { readiness } from '../../src/health/readiness.ts'
import { flipBytes, folderReplica, litestream } from '../support/replica.ts'
import { until } from '../support/until.ts'
import { copied, type Streaming, streaming } from './streaming.ts'

/** Writes to the database, and waits until the store holds the change. */
async function send(one: Streaming, at: number): Promise<void> {
  const newest = async () => (await newestStored(one.replication.place))?.number ?? 0n
  const before = await newest()
  await one.store.installation.beat(at)
  await until('the change', async () => (await newest()) > before)
}

/** Ends a server as a kill does: the note with the process id of Litestream stays. */
async function kill(one: Streaming): Promise<void> {
  const note = `${one.path}.litestream`
  const noted = readFileSync(note, 'utf8')
  one.watch.stop()
  one.replication.kill()
  await one.store.close()
  await one.replication.end()
  writeFileSync(note, noted)
}

/** The readiness that the operator's port shows. */
const statusOf = async ({ watch }: Streaming) => {
  const beats = { late: () => [] } as never
  const health = { now: Date.now, startedAt: Date.now(), beats, writable: async () => true }
  return (await readiness({ ...health, backups: watch.state })).status
}

/** Starts the timers, as a server does, and waits until the backup is proved, that is, compared with the database. */
async function proved(one: Streaming): Promise<void> {
  one.watch.start()
  await until('that it is not ready', async () => (await statusOf(one)) === 'degraded')
  await until('that it is ready', async () => (await statusOf(one)) === 'ready')
  expect(one.store.installation.verification().fault).toBeNull()
}

test('after an ordered stop, the next start does not need to compare the backup with the database', async () => {
  const settings = folderReplica()
  {
    await using one = await streaming(settings)
    await copied(one)
  }
  await using next = await streaming(settings)
  expect(next.replication.isUnproven).toBe(false)
  next.watch.start()
  expect(next.said.some((line) => line.includes('did not end in order'))).toBe(false)
})

test('§12.1 After a kill, the service is ready only after the backup was compared with the database.', async () => {
  const settings = folderReplica()
  const one = await streaming(settings)
  await copied(one)
  await kill(one)
  await using next = await streaming(settings)
  await proved(next)
  expect(next.said.filter((line) => line.includes('did not end in order'))).toHaveLength(1)
})

test('when a start ends before it has compared the backup with the database, the next start compares them', async () => {
  const settings = folderReplica()
  const one = await streaming(settings)
  await copied(one)
  await kill(one)
  {
    await using second = await streaming(settings)
    second.watch.start()
    await until('that it is not ready', async () => (await statusOf(second)) === 'degraded')
  }
  await using third = await streaming(settings)
  expect(third.replication.isUnproven).toBe(false)
  await proved(third)
})

test('a problem that a verification found before a kill stays reported until the next verification', async () => {
  const settings = folderReplica()
  const one = await streaming(settings)
  await copied(one)
  await one.store.installation.keepVerification(Date.now(), 'the backup lacks rows of notes')
  await kill(one)
  await using next = await streaming(settings)
  next.watch.start()
  expect(next.watch.state().fault).toBe('the backup lacks rows of notes')
  await until('the verification', () => next.watch.state().fault === null)
})

// An older Litestream writes other files.
test.skipIf('LITESTREAM_OLD' in litestream)(
  'when the backup has a commit that the disk has lost, the service is ready only after the two were compared',
  async () => {
    const settings = folderReplica()
    const one = await streaming(settings)
    await copied(one)
    await send(one, Date.now())
    const files = ['', '-wal'].map((suffix) => one.path + suffix)
    for (const file of files) copyFileSync(file, `${file}.aside`)
    await send(one, Date.now() + 3_600_000)
    await kill(one)
    // The disk loses the last commit, as when the index of the log did not contain this commit.
    for (const file of files) {
      copyFileSync(`${file}.aside`, file)
      rmSync(`${file}.aside`)
    }
    rmSync(`${one.path}-shm`, { force: true })
    await using next = await streaming(settings)
    await proved(next)
  },
)

test.skipIf('LITESTREAM_OLD' in litestream)(
  'when the backup is damaged, the next start replaces it before the service is ready',
  async () => {
    const settings = folderReplica()
    const one = await streaming(settings)
    const copies = `${one.folder}/ltx/9`
    // A file that Litestream still writes has another ending.
    const copy = () => existsSync(copies) && readdirSync(copies).find((name) => name.endsWith('.ltx'))
    const name = await until('the whole copy of a day', copy)
    await kill(one)
    flipBytes(`${copies}/${name}`)
    await using next = await streaming(settings)
    next.watch.start()
    await until('the new place', () => next.replication.begunAnewAt !== null)
    expect(await statusOf(next)).toBe('degraded')
    await copied(next)
    // The timers do this every minute.
    await next.watch.look()
    await next.watch.verifyIfDue()
    expect(await statusOf(next)).toBe('ready')
  },
)
