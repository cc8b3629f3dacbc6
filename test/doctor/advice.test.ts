/** Problems that an operator may have. Each test runs the command that `doctor` advises, and checks that it helps. */
import { expect, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { auditKeyFile, readAuditKey } from '../../db/audit-key.ts'
import { litestreamPid, litestreamState } from '../../src/backup/litestream-process.ts'
import { loadConfig } from '../../src/config.ts'
import { auditTrail } from '../../src/doctor/audit.ts'
import { permissions } from '../../src/doctor/disk.ts'
import type { Finding } from '../../src/doctor/finding.ts'
import { leftOn } from '../../src/doctor/left-on.ts'
import { memory } from '../../src/doctor/memory.ts'
import { objectStore } from '../../src/doctor/store.ts'
import { stream } from '../../src/doctor/stream.ts'
import { units } from '../../src/doctor/units.ts'
import { demoIn } from '../support/demo.ts'
import { thrownBy } from '../support/rejection.ts'
import { folderReplica, type Settings } from '../support/replica.ts'
import { scratch } from '../support/scratch.ts'
import { type Server, startServer, startSource, startUnder } from '../support/server.ts'
import { until } from '../support/until.ts'

const repository = join(import.meta.dir, '../..')
const asRoot = process.getuid!() === 0
/** The ids of the user of the service, and of another user. */
const [service, stranger] = [12_345, 23_456]

/**
 * The commands in an operator's shell: `chairside`, as `install-service` writes it, and a `systemctl` that only records
 * its calls. The `systemctl` stores which units are enabled.
 */
function shell(settings: Settings) {
  const folder = mkdtempSync(join(scratch, 'shell-'))
  const asked = join(folder, 'asked')
  const enabled = join(folder, 'enabled')
  for (const file of [asked, enabled]) writeFileSync(file, '')
  const put = (name: string, text: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  put('chairside', `cd ${repository} && exec ${process.execPath} --no-env-file src/cli.ts "$@"`)
  put(
    'systemctl',
    `echo "$@" >> ${asked}
    verb=$1; shift
    case $verb in
      enable) for name; do echo "$name" >> ${enabled}; done;;
      is-enabled) grep -qx "$1" ${enabled} && echo enabled || echo disabled;;
    esac`,
  )
  const PATH = `${folder}:${process.env.PATH}`
  return {
    PATH,
    asked: () => readFileSync(asked, 'utf8').trim().split('\n'),
    /** Runs the command that an advice has after "Type:", and expects that it succeeds. */
    type({ todo }: Finding): void {
      const [, command] = /^Type: (.*)$/.exec(todo!) ?? []
      expect(command).toBeDefined()
      const ran = Bun.spawnSync(['sh', '-c', command!], { env: { ...settings, PATH } })
      expect(`${ran.exitCode} ${ran.stderr}`).toBe('0 ')
    },
  }
}

const siteOf = (settings: Settings) => ({
  config: loadConfig({ databasePath: '' }, { PATH: process.env.PATH, ...settings }),
  now: Date.now,
})

/** A practice in a database that no server has open. */
async function stopped() {
  const settings = { DATABASE_PATH: folderReplica().DATABASE_PATH!, LOG_LEVEL: 'info' }
  await demoIn(settings.DATABASE_PATH)
  return { settings, path: settings.DATABASE_PATH, folder: dirname(settings.DATABASE_PATH) }
}

test.each(['', '-wal'])('§11 The command that `doctor` advises solves the problem. %p', async (suffix) => {
  const { settings, path } = await stopped()
  chmodSync(path + suffix, 0o644)
  const found = permissions(siteOf(settings), [])
  expect(found).toMatchObject({ check: 'permissions', state: 'red' })
  shell(settings).type(found)
  expect(permissions(siteOf(settings), [])).toMatchObject({ state: 'ok' })
})

test('the advice for settings that others can read makes them readable by the service only', async () => {
  const { settings, folder } = await stopped()
  const file = join(folder, "the practice's settings.env")
  writeFileSync(file, '', { mode: 0o644 })
  const found = permissions(siteOf(settings), [file])
  shell(settings).type(found)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

const owners: [string, string[]][] = [
  ['the database alone', ['']],
  ['its log', ['-wal']],
  ['everything but the database', ['-wal', '-shm', '-audit-key', '-trail.json']],
  ['all of it', ['', '-wal', '-shm', '-audit-key', '-trail.json']],
]

test.skipIf(!asRoot).each(owners)(
  'after the advice for files of another user, the service starts: %s',
  async (_, ends) => {
    const { settings, path, folder } = await stopped()
    // The user of the service must be able to enter its folder.
    for (const above of [scratch, dirname(folder)]) chmodSync(above, 0o711)
    const files = readdirSync(folder).map((name) => join(folder, name))
    for (const file of [folder, ...files]) chownSync(file, service, service)
    expect(permissions(siteOf(settings), [])).toMatchObject({ state: 'ok' })
    const wrong = ends.map((end) => path + end).filter((file) => existsSync(file))
    for (const file of wrong) chownSync(file, stranger, stranger)
    const asService = ['setpriv', '--reuid', `${service}`, '--regid', `${service}`, '--clear-groups']
    expect(await thrownBy(startUnder(asService, settings))).toThrow('does not start')
    const found = permissions(siteOf(settings), [])
    expect(found).toMatchObject({ check: 'permissions', state: 'red' })
    for (const file of wrong) expect(found.todo).toContain(file)
    shell(settings).type(found)
    expect(permissions(siteOf(settings), [])).toMatchObject({ state: 'ok' })
    await using server = await startUnder(asService, settings)
    expect(await server.stop()).toBe(0)
  },
)

test.skipIf(!asRoot)(
  'in a folder in which everybody may write, the advice does not name the user of the service',
  async () => {
    const { settings, path, folder } = await stopped()
    for (const name of readdirSync(folder)) chownSync(join(folder, name), service, service)
    chmodSync(folder, 0o777)
    expect(permissions(siteOf(settings), [])).toMatchObject({ state: 'ok' })
    chownSync(`${path}-wal`, stranger, stranger)
    expect(permissions(siteOf(settings), [])).toMatchObject({
      state: 'red',
      todo: expect.stringContaining('the user that runs the service'),
    })
  },
)

test('the advice for settings that are meant for one start removes them', async () => {
  const { settings, folder } = await stopped()
  const file = join(folder, 'chairside.env')
  writeFileSync(file, 'PORT=3000\nFIRST_BOOT=yes\nSTORE_WINS="yes"\nLOG_LEVEL=info\n')
  const streamed = { ...folderReplica(), ...settings }
  const terminal = shell(settings)
  const findings = leftOn(siteOf({ ...streamed, FIRST_BOOT: 'yes', STORE_WINS: 'yes' }), file)
  expect(findings.map(({ check, state }) => `${check} ${state}`)).toEqual(['settings warn', 'settings warn'])
  for (const finding of findings) terminal.type(finding)
  expect(readFileSync(file, 'utf8')).toBe('PORT=3000\nLOG_LEVEL=info\n')
  expect(terminal.asked()).toEqual(Array(2).fill('restart chairside'))
  expect(leftOn(siteOf(streamed), file)).toMatchObject([{ state: 'ok' }])
  expect(leftOn(siteOf({ ...streamed, DISK_WINS: 'yes' }), join(folder, 'none'))).toMatchObject([
    { state: 'warn', todo: expect.stringContaining('Remove DISK_WINS') },
  ])
})

test('the advice for a container with less memory than its machine is a setting that solves the problem', () => {
  const [limit, machine] = [512 * 1024 ** 2, 8 * 1024 ** 3]
  const look = (settings = {}, allowed = limit) => memory(siteOf(settings), allowed, machine)
  const { state, found, todo } = look()
  expect({ state, found }).toEqual({
    state: 'warn',
    found: 'the service may use 512 MB, and Bun goes by the machine, which has 8192 MB',
  })
  const [setting, value] = /(\w+)=(\d+)/.exec(todo!)!.slice(1)
  expect(look({ [setting!]: value })).toMatchObject({ state: 'ok' })
  for (const allowed of [0, machine]) expect(look({}, allowed)).toMatchObject({ state: 'ok' })
})

test('the advice for units that systemd does not start after a boot enables them', async () => {
  const { settings, path } = await stopped()
  const terminal = shell(settings)
  const files = { chairside: path, caddy: path, nginx: '/no/such/file' }
  const look = () => units(files, Bun.which('systemctl', { PATH: terminal.PATH }))
  const [found] = look()
  expect(found).toMatchObject({
    check: 'units',
    state: 'warn',
    found: expect.stringContaining('chairside and caddy'),
  })
  terminal.type(found!)
  expect(look()).toMatchObject([{ state: 'ok' }])
  expect(units({})).toEqual([])
})

/** A server with a practice, which streams its backup. `restart` does the same as `systemctl restart chairside`. */
async function streaming() {
  const settings: Settings = { ...folderReplica(), FIRST_BOOT: 'yes', LOG_LEVEL: 'info' }
  const { token } = await demoIn(settings.DATABASE_PATH!)
  let server: Server = await startSource(settings)
  const site = siteOf(settings)
  return {
    settings,
    site,
    token,
    path: settings.DATABASE_PATH!,
    async restart() {
      await server.stop()
      server = await startSource(settings)
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

test('the advice for a Litestream that a signal has stopped makes Litestream go on', async () => {
  await using one = await streaming()
  const replica = one.site.config.replica!
  await until('Litestream', () => litestreamState(replica) === 'runs')
  expect(stream(one.site)).toMatchObject([{ state: 'ok' }])
  process.kill(litestreamPid(replica)!, 'SIGSTOP')
  await until('the stop', () => litestreamState(replica) === 'stands still')
  const [found] = stream(one.site)
  expect(found).toMatchObject({ check: 'stream', state: 'red' })
  shell(one.settings).type(found!)
  await until('Litestream goes on', () => litestreamState(replica) === 'runs')
})

test('a Litestream that has ended is red, and the server starts it again', async () => {
  await using one = await streaming()
  const replica = one.site.config.replica!
  process.kill(litestreamPid(replica)!, 'SIGKILL')
  await until('its end', () => litestreamState(replica) === 'gone')
  expect(stream(one.site)).toMatchObject([{ state: 'red', todo: expect.stringContaining('starts it again') }])
  await until('Litestream', () => litestreamState(replica) === 'runs')
})

test('minutes after the installation, the advice for a backup without a verification verifies it', async () => {
  await using one = await streaming()
  await until('a whole copy', async () => (await objectStore(one.site)).state === 'warn')
  const found = await objectStore(one.site)
  expect(found.found).toContain('it was not verified yet')
  shell(one.settings).type(found)
  expect(await objectStore(one.site)).toMatchObject({ state: 'ok' })
})

test('a backup that was not verified for more than two days is a warning', async () => {
  await using one = await streaming()
  await until('a whole copy', async () => (await objectStore(one.site)).state === 'warn')
  const later = Date.now() + 60 * 3_600_000
  expect(await objectStore({ ...one.site, now: () => later })).toMatchObject({
    state: 'warn',
    found: expect.stringContaining('never verified'),
  })
})

test('the advice for a missing key file of the audit trail brings the file back', async () => {
  await using one = await streaming()
  const copy = `${one.settings.REPLICA_URL!.slice('file://'.length)}/audit-key`
  await until('the copy of the key', () => existsSync(copy))
  const key = readAuditKey(one.path)
  rmSync(auditKeyFile(one.path))
  const terminal = shell(one.settings)
  const found = await auditTrail(one.site)
  expect(found).toMatchObject({ check: 'audit', state: 'warn', found: expect.stringContaining('is gone') })
  terminal.type(found)
  expect(terminal.asked()).toEqual(['restart chairside'])
  await one.restart()
  expect(readAuditKey(one.path)).toEqual(key!)
  expect((await auditTrail(one.site)).found).not.toContain('is gone')
})

test('a server that stops writes a missing key file of the audit trail again, also without a copy of the key', async () => {
  const { settings, path } = await stopped()
  await using server = await startServer(settings)
  const key = readAuditKey(path)
  rmSync(auditKeyFile(path))
  expect(await auditTrail(siteOf(settings))).toMatchObject({
    state: 'red',
    found: expect.stringContaining('missing'),
  })
  expect(await server.stop()).toBe(0)
  expect(readAuditKey(path)).toEqual(key!)
})
