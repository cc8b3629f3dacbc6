import { expect, test } from 'bun:test'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { openDatabase } from '../../db/open.ts'
import { verificationIn } from '../../db/verification.ts'
import { loadConfig } from '../../src/config.ts'
import { objectStore, versions } from '../../src/doctor/store.ts'
import { createStore } from '../../src/store/store.ts'
import { demoIn } from '../support/demo.ts'
import { folderReplica, type Settings } from '../support/replica.ts'
import { cli, printed, startReplicated } from '../support/server.ts'

const site = (env: Settings, now = Date.now) => ({
  config: loadConfig({ databasePath: './data/none.db' }, { PATH: process.env.PATH, ...env }),
  now,
})

/** Creates a database whose backup was streamed and verified. Returns its settings. */
async function streamed(): Promise<Settings> {
  const env = folderReplica()
  await demoIn(env.DATABASE_PATH!)
  await using server = await startReplicated({ ...env, FIRST_BOOT: 'yes', LOG_LEVEL: 'info' })
  await printed(env, 'backup', 'verify')
  await server.stop()
  return env
}

test('an object store with a verified backup is ok, and red when it is empty or belongs to another database or machine', async () => {
  const env = await streamed()
  expect(await objectStore(site(env))).toMatchObject({ state: 'ok' })

  const late = () => Date.now() + 60 * 3_600_000
  expect(await objectStore(site(env, late))).toMatchObject({ state: 'warn' })

  const empty = { ...env, REPLICA_URL: `${env.REPLICA_URL}-empty` }
  expect(await objectStore(site(empty))).toMatchObject({ state: 'red' })

  const path = `${env.REPLICA_URL!.slice('file://'.length)}/owner.json`
  const owner = JSON.parse(readFileSync(path, 'utf8'))
  const claimed = async (changed: object) => {
    writeFileSync(path, JSON.stringify({ ...owner, ...changed }))
    return objectStore(site(env))
  }
  expect(await claimed({ databaseId: 'other' })).toMatchObject({
    state: 'red',
    found: expect.stringContaining('another database'),
  })
  expect(await claimed({ epoch: 'other', machine: 'old:/clinic.db' })).toMatchObject({
    state: 'red',
    found: expect.stringContaining('old:/clinic.db'),
  })
})

test('§12.1 `doctor` says how to mend a damaged backup, and warns of earlier backup files after 31 days.', async () => {
  const env = await streamed()
  const keep = async (fault: string | null, at = Date.now()) => {
    const store = createStore(openDatabase(env.DATABASE_PATH!, { replicated: true }))
    await store.installation.keepVerification(at, fault)
    await store.close()
  }
  await keep('the backup is damaged: a checksum is wrong')
  expect(await objectStore(site(env))).toMatchObject({
    state: 'red',
    todo: 'Type: chairside backup begin-anew',
  })
  await keep(null)
  const store = env.REPLICA_URL!.slice('file://'.length)
  const owner = JSON.parse(readFileSync(`${store}/owner.json`, 'utf8'))
  cpSync(`${store}/ltx`, `${store}/anew-1/ltx`, { recursive: true })
  const day = 86_400_000
  for (const [days, state] of [
    [30, 'ok'],
    [32, 'warn'],
  ] as const) {
    const earlier = [{ folder: null, until: Date.now() - days * day }]
    writeFileSync(`${store}/owner.json`, JSON.stringify({ ...owner, folder: 'anew-1', earlier }))
    expect((await objectStore(site(env))).state).toBe(state)
  }
  rmSync(`${store}/ltx`, { recursive: true })
  expect((await objectStore(site(env))).state).toBe('ok')
})

test("§11 `doctor` reports the same level of trouble in the backup as the owner's page.", async () => {
  const env = await streamed()
  const { newestAt } = verificationIn(env.DATABASE_PATH!)
  const writtenAfter = async (ms: number) => {
    const store = createStore(openDatabase(env.DATABASE_PATH!, { replicated: true }))
    await store.installation.beat(newestAt + ms)
    await store.close()
    return objectStore(site(env, () => newestAt + ms))
  }
  expect(await writtenAfter(60_000)).toMatchObject({ state: 'ok' })
  expect(await writtenAfter(5.5 * 60_000)).toMatchObject({
    state: 'warn',
    found: expect.stringContaining('5 minutes behind'),
  })
  expect(await writtenAfter(20 * 3_600_000 + 30_000)).toMatchObject({
    state: 'red',
    found: expect.stringContaining('1200 minutes behind'),
  })
})

test('a backup with a fault is red, and a backup that could not be verified is a warning', async () => {
  const env = await streamed()
  const known = async (fault: string) => {
    const store = createStore(openDatabase(env.DATABASE_PATH!, { replicated: true }))
    await store.installation.keepVerification(Date.now(), fault)
    await store.close()
    return objectStore(site(env))
  }
  const found = expect.stringContaining('rows of notes')
  expect(await known('the backup lacks rows of notes')).toMatchObject({ state: 'red', found })
  expect(await known('there is no room to restore the backup to verify it')).toMatchObject({ state: 'warn' })
})

test('an installation without an object store is a warning, and an object store without Litestream is red', async () => {
  expect(await objectStore(site({}))).toMatchObject({ state: 'warn' })
  const env: Settings = { ...folderReplica(), LITESTREAM_BIN: 'no-such-litestream' }
  mkdirSync(dirname(env.DATABASE_PATH!), { recursive: true })
  await demoIn(env.DATABASE_PATH!)
  expect(await objectStore(site(env))).toMatchObject({ state: 'red' })
  expect(await versions(site(env), Bun.version)).toMatchObject({ state: 'red' })
})

test('the version of Bun that chairside asks for is ok, and another version is a warning', async () => {
  expect(await versions(site({}), Bun.version)).toMatchObject({ state: 'ok' })
  expect(await versions(site({}), '1.0.0')).toMatchObject({ state: 'warn' })
})

test('§11 `doctor` prints a line for each check, with the command to type. It ends with exit code 1 when a check is red.', async () => {
  const { DATABASE_PATH } = folderReplica()
  const { code, stdout } = await cli(
    { PORT: '1', DATABASE_PATH: DATABASE_PATH!.replace('/disk', '') },
    'doctor',
  )
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(code).toBe(1)
  expect(lines.length).toBeGreaterThan(8)
  expect(lines.filter(({ state, todo }) => state !== 'ok' && todo === null)).toEqual([])
})
