import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { demoIn } from '../support/demo.ts'
import { folderReplica, momentApart, type Settings } from '../support/replica.ts'
import { printed, type Server, startReplicated } from '../support/server.ts'

const tagsOf = async (server: Server, token: string): Promise<string[]> => {
  const { data } = await server.as(token)('GET', '/api/v1/tags')
  return data.tags
    .map(({ name }: { name: string }) => name)
    .filter((name: string) => /before|after/.test(name))
    .sort()
}

const add = async (server: Server, token: string, name: string) =>
  expect((await server.as(token)('POST', '/api/v1/tags', { name })).status).toBe(201)

/** A streamed practice with one write before a moment, and one write after it. */
async function twoMoments() {
  const settings: Settings = { ...folderReplica(), FIRST_BOOT: 'yes', LOG_LEVEL: 'info' }
  const { token } = await demoIn(settings.DATABASE_PATH!)
  const server = await startReplicated(settings)
  await add(server, token, 'before')
  await printed(settings, 'backup', 'verify')
  const between = await momentApart()
  await add(server, token, 'after')
  await printed(settings, 'backup', 'verify')
  return { settings, server, token, between, folder: dirname(settings.DATABASE_PATH!) }
}

const goBack = (settings: Settings, at: string) => printed(settings, 'restore', '--in-place', '--at', at)

async function requireOldState(settings: Settings, token: string) {
  for (const what of ['the first start', 'a second start']) {
    await using server = await startReplicated(settings)
    expect(await tagsOf(server, token), what).toEqual(['before'])
    await printed(settings, 'backup', 'verify')
    expect(await server.stop()).toBe(0)
  }
}

test('`restore --in-place` stops a running server, and later starts serve the earlier state', async () => {
  const { settings, server, token, between, folder } = await twoMoments()
  await using _ = server
  expect(await goBack(settings, between)).toMatchObject({ stopped: true, rows: expect.any(Number) })
  expect(await server.exited).toBe(0)
  await requireOldState(settings, token)
  // The replaced database is kept, and it contains the later writes.
  const [kept] = readdirSync(folder).filter((name) => /^clinic\.db\.lost-\d+T\d+Z$/.test(name))
  const database = new Database(`${folder}/${kept}`)
  expect(database.query("select name from tags where name = 'after'").values()).toEqual([['after']])
  database.close()
})

test('§12.1 After a restore to an earlier time in place, the server shows only the old state, also after `kill -9`.', async () => {
  const { settings, server, token, between, folder } = await twoMoments()
  await add(server, token, 'after, in the log alone')
  await server.killAll()
  expect(existsSync(`${settings.DATABASE_PATH}-wal`)).toBe(true)
  expect(await goBack(settings, between)).toMatchObject({ stopped: false })
  await requireOldState(settings, token)
  expect(readdirSync(folder).some((name) => name.startsWith('clinic.db-wal.lost-'))).toBe(true)
})

test('after `restore --in-place`, a start without the store serves the earlier state, and so do the starts after a kill', async () => {
  const { settings, server, token, between } = await twoMoments()
  await server.stop()
  await goBack(settings, between)
  const store = settings.REPLICA_URL!.replace('file://', '')
  renameSync(store, `${store}.away`)
  writeFileSync(store, 'in the way')
  {
    await using away = await startReplicated(settings)
    expect(await tagsOf(away, token)).toEqual(['before'])
    await away.killAll()
  }
  rmSync(store)
  renameSync(`${store}.away`, store)
  await requireOldState(settings, token)
})

test('a start in the earlier state ends a Litestream that outlived a killed server, so it sends nothing more', async () => {
  const { settings, server, token, between } = await twoMoments()
  const own = readFileSync(`${settings.DATABASE_PATH}.litestream`, 'utf8')
  const command = readFileSync(`/proc/${own}/cmdline`, 'utf8').split('\0').slice(0, -1)
  await server.killAll()
  // Litestream starts with the same command, but not as a child of a server.
  const litestream = Bun.spawn(command, { env: { PATH: process.env.PATH, ...settings } })
  writeFileSync(`${settings.DATABASE_PATH}.litestream`, String(litestream.pid))
  await goBack(settings, between)
  expect(litestream.exitCode ?? litestream.signalCode).toBeNull()
  await requireOldState(settings, token)
  await litestream.exited
  expect(litestream.signalCode).toBe('SIGKILL')
})
