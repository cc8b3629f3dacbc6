/**
 * Tests of the executable that `bun run build` makes. `EXECUTABLE` is the path of an existing executable.
 */
import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { success } from '../support/answers.ts'
import { authenticator } from '../support/authenticator.ts'
import { apart, canUnshare } from '../support/namespace.ts'
import { folderReplica, type Settings } from '../support/replica.ts'
import { newDatabasePath, startExecutable } from '../support/server.ts'
import { secretOf } from '../support/sign-in.ts'

const folder = mkdtempSync(join(tmpdir(), 'chairside-executable-'))
afterAll(() => rmSync(folder, { recursive: true }))

const executable = process.env.EXECUTABLE ? resolve(process.env.EXECUTABLE) : join(folder, 'chairside')
if (!process.env.EXECUTABLE) {
  const built = Bun.spawnSync([process.execPath, 'src/executable/build.ts', '', executable])
  if (!built.success) throw new Error(built.stderr.toString())
}

/** Runs a command of the executable in an empty folder. */
function command(words: string[], env: Record<string, string> = {}) {
  const cwd = mkdtempSync(join(folder, 'empty-'))
  const { exitCode, stdout, stderr } = Bun.spawnSync([executable, ...words], {
    cwd,
    env: { HOME: cwd, ...env },
  })
  return { code: exitCode, stdout: stdout.toString(), stderr: stderr.toString() }
}

const owner = ['--owner-name', 'Zoe', '--owner-email', 'zoe@example.org']

/** The findings of the script that runs in its own network. */
interface Seen {
  readonly files: readonly string[]
  readonly free: { readonly data: { readonly slots: readonly unknown[] } }
  readonly abroad: number
}

test.skipIf(!canUnshare())(
  '§10 The executable needs no network and no other file: it shows the pages, and takes bookings.',
  async () => {
    const jail = join(folder, 'jail')
    mkdirSync(jail)
    const seen = apart<Seen>('jail.ts', executable, jail)
    expect(seen.files).toContain('/desk/entrance.js')
    expect(seen).toMatchObject({ notServed: [], booked: { data: { startAt: '2027-03-29T06:00:00.000Z' } } })
    expect(seen.free.data.slots.length).toBeGreaterThan(0)
    expect(seen.abroad).not.toBe(200)
  },
)

test('§11 The executable runs every command without an installed Bun.', () => {
  expect(command(['--version']).stdout).toContain(packageJson.version)
  const { stdout } = command(['help'])
  expect(stdout).toStartWith('usage: chairside <command>')
  expect(stdout).toContain('\n  demo\n')
  expect(stdout).not.toContain('bun')
  expect(command(['hlep'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('unknown command "hlep"'),
  })
  const made = command([
    'practice',
    'create',
    '--name',
    'P',
    '--timezone',
    'Europe/Berlin',
    ...owner,
    '--json',
  ])
  expect(JSON.parse(made.stdout).setupUrl).toContain('/enrol#cl_')
})

test('the first owner can make a passkey on a server that the executable runs', async () => {
  await using server = await startExecutable(executable, { DATABASE_PATH: newDatabasePath() })
  const link = secretOf(await server.printed(/http:\S+#cl_[\w-]+/))
  const form = { practiceName: 'P', timezone: 'Europe/Berlin', pack: 'general', workingHours: null }
  const body = { link, ...form, ownerName: 'Zoe', ownerEmail: 'zoe@example.org' }
  const call = server.as()
  const { options } = success(await call('POST', '/auth/setup/options', body))
  const key = await authenticator(`http://localhost:${new URL(server.url).port}`)
  success(await call('POST', '/auth/setup', { ...body, response: await key.register(options) }), 201)
})

test('a backup command without an installed Litestream names the address from which to get Litestream', () => {
  const settings: Settings = { ...folderReplica(), LITESTREAM_BIN: 'litestream', PATH: '' }
  const create = ['practice', 'create', '--name', 'P', '--timezone', 'Europe/Berlin', ...owner]
  mkdirSync(dirname(settings.DATABASE_PATH!), { recursive: true })
  expect(command(create, { DATABASE_PATH: settings.DATABASE_PATH! }).code).toBe(0)
  expect(command(['backup', 'verify'], settings)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      'Get Litestream 0.5.18 from https://github.com/benbjohnson/litestream/releases',
    ),
  })
})

test('the executable streams its database with an installed Litestream, and verifies the backup', async () => {
  const settings = folderReplica()
  await using server = await startExecutable(executable, { ...settings, FIRST_BOOT: 'yes' }, '--replicated')
  expect((await fetch(`${server.url}/sign-in`)).status).toBe(200)
  expect(statSync(`${settings.DATABASE_PATH}.litestream.yml`).mode & 0o777).toBe(0o600)
  const { code, stdout, stderr } = command(['backup', 'verify', '--json'], {
    ...settings,
    PATH: process.env.PATH!,
  })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout).rows).toBeGreaterThan(0)
  expect(await server.stop()).toBe(0)
})
