import { expect, test } from 'bun:test'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { demoIn } from '../support/demo.ts'
import { folderReplica, type Settings } from '../support/replica.ts'
import { cli, printed, run, startReplicated } from '../support/server.ts'

function newSettings() {
  const settings = folderReplica()
  return { ...settings, DATABASE_PATH: settings.DATABASE_PATH!, FIRST_BOOT: 'yes', LOG_LEVEL: 'info' }
}

const storeOf = ({ REPLICA_URL }: Settings) => REPLICA_URL!.replace('file://', '')

const add = async (settings: Settings, token: string, name: string) => {
  await using server = await startReplicated(settings)
  expect((await server.as(token)('POST', '/api/v1/tags', { name })).status).toBe(201)
  expect(await server.stop()).toBe(0)
}

/** A practice whose database was streamed before. */
async function streamed() {
  const settings = newSettings()
  const { token } = await demoIn(settings.DATABASE_PATH)
  await using server = await startReplicated(settings)
  await server.stop()
  return { settings, token }
}

test('when Litestream is killed, the server starts it again, and the backup gets all changes', async () => {
  const { settings, token } = await streamed()
  await using server = await startReplicated(settings)
  const litestream = () => readFileSync(`${settings.DATABASE_PATH}.litestream`, 'utf8')
  process.kill(Number(litestream()), 'SIGKILL')
  expect((await server.as(token)('POST', '/api/v1/tags', { name: 'meanwhile' })).status).toBe(201)
  await server.printed(/Litestream ended by itself \(\d*(?:null)?\): it is started again/)
  await printed(settings, 'backup', 'verify')
  expect(await server.stop()).toBe(0)
  // The file with the process id of Litestream was removed.
  expect(existsSync(`${settings.DATABASE_PATH}.litestream`)).toBe(false)
})

test('§12.1 When the object store is empty and the disk has a database, the store gets a whole copy at the start.', async () => {
  const { settings } = await streamed()
  rmSync(storeOf(settings), { recursive: true })
  await using server = await startReplicated(settings)
  await server.printed(/begins its notes on the disk again/)
  expect((await printed(settings, 'backup', 'verify')).rows).toBeGreaterThan(1_000)
  expect(await server.stop()).toBe(0)
})

test('§12.2 A start is refused when the disk has an older state than the object store. The operator chooses the right side: `DISK_WINS=yes` or `STORE_WINS=yes`.', async () => {
  const { settings, token } = await streamed()
  const disk = dirname(settings.DATABASE_PATH)
  cpSync(disk, `${disk}.old`, { recursive: true })
  await add(settings, token, 'later')
  const setBack = () => {
    rmSync(disk, { recursive: true })
    cpSync(`${disk}.old`, disk, { recursive: true })
  }
  setBack()
  // SQLite leaves a write-ahead log and its index beside a file that was only read, so these files are not compared.
  const state = () => ({
    names: readdirSync(disk)
      .filter((name) => !/-(?:wal|shm)$/.test(name))
      .sort(),
    bytes: Bun.hash(readFileSync(settings.DATABASE_PATH)),
  })
  const before = state()
  const { code, stderr } = await run(['src/main.ts'], settings)
  expect(code).toBe(1)
  for (const words of ['DISK_WINS=yes', 'STORE_WINS=yes', 'Nothing was changed'])
    expect(stderr).toContain(words)
  expect(state()).toEqual(before)
  const both = await run(['src/main.ts'], { ...settings, DISK_WINS: 'yes', STORE_WINS: 'yes' })
  expect(both.stderr).toContain('only one can be right')

  const tagsWith = async (more: Settings) => {
    await using server = await startReplicated({ ...settings, ...more })
    await server.printed(/_WINS=yes is set, which is meant for one start/)
    const { data } = await server.as(token)('GET', '/api/v1/tags')
    await printed(settings, 'backup', 'verify')
    expect(await server.stop()).toBe(0)
    return data.tags.some(({ name }: { name: string }) => name === 'later')
  }
  expect(await tagsWith({ STORE_WINS: 'yes' })).toBe(true)
  expect(readdirSync(disk).some((name) => name.startsWith('clinic.db.lost-'))).toBe(true)
  setBack()
  expect(await tagsWith({ DISK_WINS: 'yes' })).toBe(false)
  const kept = readdirSync(disk).filter((name) => /^clinic\.db\.store-\d+T\d+Z$/.test(name))
  expect(kept).toHaveLength(1)
  // When the setting stays on, it has no further effect, and no further copy is kept.
  expect(await tagsWith({ DISK_WINS: 'yes' })).toBe(false)
  expect(readdirSync(disk).filter((name) => name.includes('.store-'))).toEqual(kept)
})

test('`restore` needs exactly one target, and an empty name is no target', async () => {
  const { settings } = await streamed()
  for (const args of [[], ['--to', ''], ['--to', 'x.db', '--in-place']])
    expect((await cli(settings, 'restore', ...args)).code).toBe(2)
})
