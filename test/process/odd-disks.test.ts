import { expect, test } from 'bun:test'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fill, mayMount, smallDisk } from '../drills/disk-full.ts'
import { demoIn } from '../support/demo.ts'
import { folderReplica, type Settings } from '../support/replica.ts'
import { cli, printed, run, startReplicated, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const mounts = mayMount()

/** Starts a server that must be refused. Returns the only line of its error output. */
async function refusal(settings: Settings): Promise<string> {
  const { code, stderr } = await run(['src/main.ts'], settings)
  expect(code).toBe(1)
  const lines = stderr.trim().split('\n')
  expect(lines).toHaveLength(1)
  return lines[0]!
}

const onDisk = (path: string): Settings => ({ DATABASE_PATH: join(path, 'clinic.db'), LOG_LEVEL: 'info' })
const readOnly = (path: string) => expect(Bun.spawnSync(['mount', '-o', 'remount,ro', path]).exitCode).toBe(0)

test.skipIf(!mounts).each(['stop', 'stop and a command', 'stop and a look by doctor', 'kill'])(
  '§12.3 A start on a full disk without an object store still serves reads. When the disk has room again, writes work, too. %s',
  async (end) => {
    using disk = smallDisk(64 << 20)
    const settings = onDisk(disk!.path)
    const { token } = await demoIn(settings.DATABASE_PATH!)
    {
      await using first = await startServer(settings)
      if (end === 'kill') await first.killAll()
      else expect(await first.stop()).toBe(0)
    }
    if (end.includes('command')) await printed(settings, 'token', 'list', '--email', 'owner@demo.example')
    if (end.includes('doctor')) await cli({ ...settings, PORT: '1' }, 'doctor')
    const filler = join(disk!.path, 'filler')
    fill(filler)
    await using server = await startServer(settings)
    const call = server.as(token)
    expect((await call('GET', '/api/v1/patients')).status).toBe(200)
    expect((await call('POST', '/api/v1/tags', { name: 'no room' })).status).toBe(503)
    rmSync(filler)
    await until('readiness', async () => (await call('GET', '/readyz')).status === 200)
    expect((await call('POST', '/api/v1/tags', { name: 'room' })).status).toBe(201)
    // Other processes can use the database beside the server, too.
    expect((await cli(settings, 'member', 'list')).code).toBe(0)
    expect(await server.stop()).toBe(0)
  },
)

test.skipIf(!mounts)('a first start on a full disk is refused in one sentence', async () => {
  using disk = smallDisk(4 << 20)
  const settings = onDisk(disk!.path)
  fill(join(disk!.path, 'filler'))
  for (const more of [{}, { ...folderReplica(), ...settings, FIRST_BOOT: 'yes' }])
    expect(await refusal({ ...settings, LOG_LEVEL: 'silent', ...more })).toContain('disk is full')
})

test.skipIf(!mounts)(
  '§12.3 A start on a disk that is mounted without the right to write is refused in one sentence.',
  async () => {
    using disk = smallDisk(64 << 20)
    const settings = { ...onDisk(disk!.path), LOG_LEVEL: 'silent' }
    const streamed = { ...folderReplica(), ...settings, FIRST_BOOT: 'yes' }
    await demoIn(onDisk(disk!.path).DATABASE_PATH!)
    readOnly(disk!.path)
    for (const each of [settings, streamed]) expect(await refusal(each)).toMatch(/can only be read: .*mount/)
    using empty = smallDisk(4 << 20)
    readOnly(empty!.path)
    for (const each of [settings, streamed])
      expect(await refusal({ ...each, ...onDisk(empty!.path), LOG_LEVEL: 'silent' })).toMatch(
        /can only be read/,
      )
  },
)

test('when the lock file cannot be used, the start is refused in one sentence with the path of the file', async () => {
  const settings: Settings = { ...folderReplica(), FIRST_BOOT: 'yes', LOG_LEVEL: 'silent' }
  const lock = `${settings.DATABASE_PATH}.lock`
  mkdirSync(dirname(lock), { recursive: true })
  writeFileSync(lock, 'no database '.repeat(1_000))
  expect(await refusal(settings)).toContain(`the lock ${lock} cannot be used: file is not a database`)
  rmSync(lock)
  mkdirSync(lock)
  expect(await refusal(settings)).toContain(`the lock ${lock} cannot be used: unable to open`)
  // The advice of the message works.
  rmSync(lock, { recursive: true })
  await using server = await startReplicated(settings)
  expect(await server.stop()).toBe(0)
})
