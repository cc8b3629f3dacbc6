import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import pino from 'pino'
import { openDatabase } from '../../db/open.ts'
import { watchBackups } from '../../src/backup/watch.ts'
import { ConfigError, loadConfig } from '../../src/config.ts'
import { Pulse } from '../../src/health/pulse.ts'
import { programFile } from '../../src/program.ts'
import { createStore } from '../../src/store/store.ts'
import { streamTo } from '../backup/streaming.ts'
import { folderReplica, type Settings } from '../support/replica.ts'
import { runs } from '../support/runs.ts'
import { cli, printed, run, startReplicated } from '../support/server.ts'
import { until } from '../support/until.ts'

/** A database on the disk with the demo practice. Nothing streams it yet. */
async function demo(): Promise<Settings & { DATABASE_PATH: string; token: string }> {
  const settings = folderReplica() as Settings & { DATABASE_PATH: string }
  mkdirSync(dirname(settings.DATABASE_PATH), { recursive: true })
  const { token } = await printed({ DATABASE_PATH: settings.DATABASE_PATH }, 'demo')
  return { ...settings, token }
}

const replicaOf = (settings: Settings) =>
  loadConfig({ databasePath: '' }, { ...settings, PATH: process.env.PATH }).replica!

test('a verification accepts a good backup while records are created and deleted', async () => {
  const { token, ...settings } = await demo()
  await using server = await startReplicated(settings)
  const call = server.as(token)
  let over = false
  const load = (async () => {
    for (let i = 0; !over; i++) {
      const { status, data } = await call('POST', '/api/v1/patients', {
        firstName: 'Zoé',
        lastName: `Müller ${i}`,
      })
      expect(status).toBe(201)
      if (i % 3 > 0) expect((await call('DELETE', `/api/v1/patients/${data.id}`)).status).toBe(200)
      // During this pause, the verification can use the processor.
      await Bun.sleep(10)
    }
  })()
  for (let round = 0; round < 2; round++)
    expect((await printed(settings, 'backup', 'verify')).rows).toBeGreaterThan(1_000)
  over = true
  await load
})

test('when the disk has too little room for the backup, a verification restores nothing and gives this reason', async () => {
  const { DATABASE_PATH, ...settings } = await demo()
  // The database becomes a sparse file that is far larger than the disk. SQLite does not read its holes.
  truncateSync(DATABASE_PATH, 8 * 2 ** 40)
  const { code, stderr } = await cli({ ...settings, DATABASE_PATH }, 'backup', 'verify')
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining('there is no room to restore the backup'),
  })
  const store = createStore(openDatabase(DATABASE_PATH, { replicated: true }))
  expect(store.installation.verification().fault).toContain('there is no room to restore the backup')
  await store.close()
})

test('§12.1 At a start, a write-ahead log without its database is renamed, and never deleted.', async () => {
  const settings: Settings = { ...folderReplica(), FIRST_BOOT: 'yes' }
  const folder = dirname(settings.DATABASE_PATH!)
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${settings.DATABASE_PATH}-wal`, 'what was answered')
  await using server = await startReplicated(settings)
  expect(await server.stop()).toBe(0)
  const [kept] = readdirSync(folder).filter((name) => /^clinic\.db-wal\.lost-\d{8}T\d{6}Z$/.test(name))
  expect(readFileSync(`${folder}/${kept}`, 'utf8')).toBe('what was answered')
})

test('§12.1 The server does not start from a damaged backup.', async () => {
  const { token: _, ...settings } = await demo()
  const path = settings.DATABASE_PATH!
  const database = new Database(path)
  const { page } = database
    .query<{ page: number }, []>("select rootpage as page from sqlite_master where name = 'notes'")
    .get()!
  database.close()
  const bytes = readFileSync(path)
  bytes.fill(0xff, (page - 1) * 4096, page * 4096)
  writeFileSync(path, bytes)
  await using litestream = streaming(settings)
  const store = settings.REPLICA_URL!.replace('file://', '')
  // Litestream 0.3 and 0.5 both write the whole database first.
  const stored = () => (existsSync(store) ? readdirSync(store, { recursive: true }) : [])
  await until('a copy', () => stored().some((name) => /\.(ltx|lz4)$/.test(`${name}`)))
  await litestream.end()
  rmSync(dirname(path), { recursive: true })
  const { code, stderr } = await run(['src/main.ts'], { ...settings, FIRST_BOOT: 'yes' })
  expect(code).toBe(1)
  expect(stderr).toContain('the backup in the object store is damaged')
  expect(existsSync(path)).toBe(false)
})

/** Starts Litestream without a server, for the existing database. */
function streaming(settings: Settings) {
  const { program, environment } = replicaOf(settings)
  const child = Bun.spawn([program, 'replicate', '-config', programFile('litestream.yml')], {
    env: environment,
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
  })
  const end = async () => {
    child.kill('SIGTERM')
    await child.exited
  }
  return { end, [Symbol.asyncDispose]: end }
}

test('a restore needs a new file name, an existing folder and a time that has passed', async () => {
  const { DATABASE_PATH, ...rest } = folderReplica() as Settings & { DATABASE_PATH: string }
  const settings = { ...rest, DATABASE_PATH }
  const folder = dirname(DATABASE_PATH)
  mkdirSync(folder, { recursive: true })
  const refusal = async (...args: string[]) => {
    const { code, stderr } = await cli(settings, 'restore', ...args)
    expect(code).not.toBe(0)
    return stderr
  }
  expect(await refusal('--to', `${folder}/none/now.db`)).toContain('none/now.db is not there')
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  expect(await refusal('--to', `${folder}/now.db`, '--at', tomorrow)).toContain('is in the future')
  for (const suffix of ['-wal', '-shm']) {
    writeFileSync(`${folder}/now.db${suffix}`, '')
    expect(await refusal('--to', `${folder}/now.db`)).toContain(`now.db${suffix} is there already`)
    rmSync(`${folder}/now.db${suffix}`)
  }
  expect(readdirSync(folder)).toEqual([])
})

test('a command never moves the write-ahead log into the database, even without REPLICA_URL in its environment', async () => {
  const { DATABASE_PATH, token: _ } = await demo()
  // This second connection acts like the connection of a server. While it is open, closing the first connection does
  // not empty the write-ahead log.
  const server = openDatabase(DATABASE_PATH, { replicated: true })
  server.run('create table filler (bytes blob)')
  server.run(
    'with recursive n (i) as (values (1) union all select i + 1 from n where i < 2000) insert into filler select randomblob(4000) from n',
  )
  await printed({ DATABASE_PATH }, 'token', 'create', '--email', emailIn(server), '--name', 'laptop')
  const [[, inLog, inDatabase]] = server.query('pragma wal_checkpoint(noop)').values() as [number[]]
  expect(inLog).toBeGreaterThan(2_000)
  expect(inDatabase).toBe(0)
  server.close()
})

const emailIn = (database: Database): string =>
  database.query<{ email: string }, []>("select email from users where role = 'owner' and active").get()!
    .email

test('Litestream does not see secrets that it does not need', async () => {
  const settings = folderReplica()
  const told = `${settings.DATABASE_PATH}.told`
  mkdirSync(dirname(told), { recursive: true })
  const spy = `${settings.DATABASE_PATH}.spy`
  writeFileSync(spy, `#!/bin/sh\nenv > ${told}\nexit 1\n`)
  chmodSync(spy, 0o755)
  await run(['src/main.ts'], {
    ...settings,
    LITESTREAM_BIN: spy,
    SMTP_URL: 'smtp://user:a-secret@mail.example.org',
    MAIL_FROM: 'praxis@example.org',
    AWS_SECRET_ACCESS_KEY: 'of-the-store',
  })
  const environment = readFileSync(told, 'utf8')
  expect(environment).toContain('AWS_SECRET_ACCESS_KEY=of-the-store')
  expect(environment).not.toContain('a-secret')
  expect(environment).not.toContain('MAIL_FROM')
})

test('settings that would break out of their quotation marks in litestream.yml are refused', () => {
  const settings = folderReplica()
  const quoted = [
    'DATABASE_PATH',
    'REPLICA_ENDPOINT',
    'REPLICA_REGION',
    'REPLICA_KEY_PATH',
    'REPLICA_HOST_KEY',
  ]
  for (const name of quoted)
    for (const value of ['a"b', 'a\\b', 'a\nb'])
      expect(() => loadConfig({ databasePath: '' }, { ...settings, [name]: value })).toThrow(
        new ConfigError(`${name} cannot hold quotation marks, backslashes or line breaks`),
      )
})

test('when the server stops during a verification, no process of the verification stays, and no problem is reported', async () => {
  const { token: _, ...settings } = await demo()
  const program = `${settings.DATABASE_PATH}.program`
  const started = `${settings.DATABASE_PATH}.started`
  const store = createStore(openDatabase(settings.DATABASE_PATH!, { replicated: true }))
  const replica = replicaOf({ ...settings, LITESTREAM_BIN: program })
  const watch = watchBackups({
    replica,
    installation: store.installation,
    pulse: new Pulse(Date.now),
    stream: streamTo(replica),
    now: Date.now,
    log: pino({ level: 'silent' }),
  })
  writeFileSync(program, `#!/bin/sh\necho $$ > ${started}; exec sleep 60\n`)
  chmodSync(program, 0o755)
  const verifying = watch.verify()
  await until('the program', () => existsSync(started) && readFileSync(started, 'utf8') !== '')
  watch.stop()
  await verifying
  expect(watch.state()).toMatchObject({ verifiedAt: null, fault: null })
  const pid = Number(readFileSync(started, 'utf8'))
  await until('the end of the program', () => !runs(pid))
  await store.close()
})

test('when the process of a verification is killed, this is reported as a problem of the backup', async () => {
  const { token: _, ...settings } = await demo()
  const spy = `${settings.DATABASE_PATH}.spy`
  // The process that verifies the backup starts this program, and so the program kills its parent.
  writeFileSync(spy, '#!/bin/sh\nkill -9 $PPID\n')
  chmodSync(spy, 0o755)
  const store = createStore(openDatabase(settings.DATABASE_PATH!, { replicated: true }))
  const replica = replicaOf({ ...settings, LITESTREAM_BIN: spy })
  const watch = watchBackups({
    replica,
    installation: store.installation,
    pulse: new Pulse(Date.now),
    stream: streamTo(replica),
    now: Date.now,
    log: pino({ level: 'silent' }),
  })
  await watch.verify()
  expect(watch.state()).toMatchObject({
    verifiedAt: null,
    fault: expect.stringContaining('the verification stopped before its end'),
  })
  watch.stop()
  await store.close()
})
