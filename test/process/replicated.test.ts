import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import pino from 'pino'
import { openDatabase } from '../../db/open.ts'
import { watchBackups } from '../../src/backup/watch.ts'
import { loadConfig } from '../../src/config.ts'
import { Pulse } from '../../src/health/pulse.ts'
import { createStore } from '../../src/store/store.ts'
import { streamTo } from '../backup/streaming.ts'
import { unknownBackup } from '../support/backup-states.ts'
import { demoIn } from '../support/demo.ts'
import {
  azurite,
  folderReplica,
  momentApart,
  type ObjectStore,
  type Settings,
  takeAway,
} from '../support/replica.ts'
import { cli, printed, run, startReplicated } from '../support/server.ts'

const refusal = async (settings: Settings) => {
  const { code, stderr } = await run(['src/main.ts', '--replicated'], settings)
  expect(code).toBe(1)
  expect(stderr.match(/does not start/g)).toHaveLength(1)
  expect(stderr).not.toContain('    at ')
  return stderr
}

const diskLost = (settings: Settings) =>
  rmSync(dirname(settings.DATABASE_PATH!), { recursive: true, force: true })

let store: ObjectStore
beforeAll(async () => {
  store = await azurite()
})
afterAll(() => store[Symbol.asyncDispose]())

test('§12.1 A lost disk is restored from the object store at the next start. The very first start needs `FIRST_BOOT=yes`.', async () => {
  const settings = store.newReplica()
  expect(await refusal(settings)).toContain('the object store holds none')
  expect(existsSync(settings.DATABASE_PATH!)).toBe(false)

  await using first = await startReplicated({ ...settings, FIRST_BOOT: 'yes' })
  const { token } = await printed(settings, 'demo')
  const verified = await printed(settings, 'backup', 'verify')
  expect(verified.rows).toBeGreaterThan(1_000)
  expect(verified.lagSeconds).toBeNumber()
  // At a stop, Litestream sends the rest of the write-ahead log.
  const tag = await first.as(token)('POST', '/api/v1/tags', { name: 'kept' })
  expect(tag.status).toBe(201)
  expect(await first.stop()).toBe(0)
  diskLost(settings)

  // FIRST_BOOT=yes may stay set: a backup is still restored.
  await using second = await startReplicated({ ...settings, FIRST_BOOT: 'yes' })
  const { data } = await second.as(token)('GET', '/api/v1/tags')
  expect(data.tags.map(({ name }: { name: string }) => name)).toContain('kept')
  expect(await second.stop()).toBe(0)
})

test('§12.1 With an empty disk and an object store that cannot be reached, the start is refused, with every value of `FIRST_BOOT`.', async () => {
  const settings: Settings = {
    ...folderReplica(),
    REPLICA_URL: 's3://clinics/one',
    REPLICA_ENDPOINT: 'http://127.0.0.1:9',
    REPLICA_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'a-secret-of-aws',
  }
  for (const boot of [{}, { FIRST_BOOT: 'yes' }]) {
    const line = await refusal({ ...settings, ...boot })
    expect(line).toContain('the object store did not answer')
    expect(line).not.toContain('a-secret-of-aws')
  }
  expect(existsSync(settings.DATABASE_PATH!)).toBe(false)
})

test('§12.1 The server does not start with a damaged database.', async () => {
  const settings = folderReplica()
  await demoIn(settings.DATABASE_PATH!)
  truncateSync(settings.DATABASE_PATH!, 100_000)
  const line = await refusal(settings)
  expect(line).toContain('is damaged')
  // Acknowledged writes may be only in the write-ahead log, so the message names all files.
  for (const suffix of ['', '-wal', '-shm']) expect(line).toContain(`${settings.DATABASE_PATH}${suffix}`)
})

test('a start with `--replicated` is refused when the settings would stream nothing to an object store', async () => {
  const settings = folderReplica()
  expect(await refusal({ ...settings, REPLICA_URL: 'bucket/path' })).toContain('REPLICA_URL must be')
  expect(await refusal({ ...settings, REPLICA_URL: 's3://bucket' })).toContain('REPLICA_URL must name')
  mkdirSync(dirname(settings.DATABASE_PATH!))
  expect(await refusal({ ...settings, REPLICA_URL: '' })).toContain('REPLICA_URL is not set')
  expect(await refusal({ ...settings, FIRST_BOOT: 'true' })).toContain('FIRST_BOOT must be')
  expect(await refusal({ ...settings, LITESTREAM_BIN: 'no-such-program' })).toContain('"no-such-program"')
})

test('§12.1 A restore to a given time writes one file, which has a new name.', async () => {
  const settings: Settings = { ...folderReplica(), FIRST_BOOT: 'yes' }
  const { token } = await demoIn(settings.DATABASE_PATH!)
  await using server = await startReplicated(settings)
  await server.as(token)('POST', '/api/v1/tags', { name: 'before' })
  await printed(settings, 'backup', 'verify')
  const between = await momentApart()
  await server.as(token)('POST', '/api/v1/tags', { name: 'after' })
  await printed(settings, 'backup', 'verify')

  const folder = `${dirname(settings.DATABASE_PATH!)}/restored`
  mkdirSync(folder)
  await printed(settings, 'restore', '--to', `${folder}/now.db`)
  await printed(settings, 'restore', '--to', `${folder}/then.db`, '--at', between)
  expect(readdirSync(folder).sort()).toEqual(['now.db', 'then.db'])
  expect(tagsIn(`${folder}/now.db`)).toEqual(['after', 'before'])
  expect(tagsIn(`${folder}/then.db`)).toEqual(['before'])

  const again = await cli(settings, 'restore', '--to', `${folder}/now.db`)
  expect(again.code).toBe(1)
  expect(again.stderr).toContain('is there already')
  const tooEarly = await cli(settings, 'restore', '--to', `${folder}/x.db`, '--at', '2020-01-01T00:00:00Z')
  expect(tooEarly.code).toBe(1)
  expect((await cli(settings, 'restore', '--to', `${folder}/x.db`, '--at', 'noon')).code).toBe(2)
  expect(readdirSync(folder)).toHaveLength(2)
})

test('the watch of the backup measures the age of the newest write in the object store, and reports a damaged backup', async () => {
  const settings: Settings = { ...folderReplica(), FIRST_BOOT: 'yes' }
  await demoIn(settings.DATABASE_PATH!)
  await using server = await startReplicated(settings)
  const { replica } = loadConfig({ databasePath: '' }, { ...settings, PATH: process.env.PATH })
  const pulse = new Pulse(Date.now)
  const store = createStore(openDatabase(settings.DATABASE_PATH!, { replicated: true }), pulse.watch)
  const log = pino({ level: 'silent' })
  const watch = watchBackups({
    replica: replica!,
    installation: store.installation,
    pulse,
    stream: streamTo(replica!),
    now: Date.now,
    log,
  })
  expect(watch.state()).toEqual(unknownBackup)
  await watch.look()
  expect(watch.state()).toMatchObject({ storedAt: expect.any(Number), lagMs: expect.any(Number) })
  expect(Date.now() - watch.state().storedAt!).toBeLessThan(60_000)
  await watch.verify()
  expect(watch.state()).toMatchObject({ verifiedAt: expect.any(Number), fault: null })
  expect((await server.as()('GET', '/readyz')).data).toEqual({ status: 'ready' })

  const folder = settings.REPLICA_URL!.replace('file://', '')
  takeAway(folder)
  writeFileSync(folder, 'in the way')
  await watch.verify()
  expect(watch.state()).toMatchObject({ verifiedAt: expect.any(Number), fault: expect.any(String) })
  expect((await server.as()('GET', '/readyz')).data).toEqual({ status: 'degraded' })
  watch.stop()
  await store.close()
})

test('`backup now` copies a live database into a new file, and never creates a database', async () => {
  const settings = { DATABASE_PATH: folderReplica().DATABASE_PATH! }
  mkdirSync(dirname(settings.DATABASE_PATH))
  const to = `${settings.DATABASE_PATH}.copy`
  expect((await cli(settings, 'backup', 'now', '--to', to)).code).toBe(1)
  expect(existsSync(settings.DATABASE_PATH)).toBe(false)
  await demoIn(settings.DATABASE_PATH)
  const { rows } = await printed(settings, 'backup', 'now', '--to', to)
  expect(rows).toBeGreaterThan(1_000)
  const again = await cli(settings, 'backup', 'now', '--to', to)
  expect(again.stderr).toContain('is there already')
})

function tagsIn(path: string): string[] {
  const database = new Database(path, { readonly: true })
  const names = database
    .query("select name from tags where name in ('before', 'after') order by name")
    .values()
  database.close()
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true })
  return names.flat() as string[]
}
