/** Tests of cursors after a restart of the server: on the same file, after a kill, and on an older state. */
import { expect, test } from 'bun:test'
import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { problem, success } from '../support/answers.ts'
import type { Client } from '../support/client.ts'
import { openEvents } from '../support/events.ts'
import { makePractice } from '../support/practice.ts'
import { newDatabasePath, type Server, startServer } from '../support/server.ts'

const path = '/api/v1/changes'
const names = { firstName: 'Zoé', lastName: 'Müller' }

const cursorOf = async (call: Client): Promise<string> => success(await call('GET', path)).next
const epochOf = async (call: Client): Promise<string> => (await cursorOf(call)).split('.')[0]!
const newPatient = async (call: Client): Promise<string> =>
  success(await call('POST', '/api/v1/patients', names), 201).id

const withServer = async <T>(databasePath: string, use: (server: Server) => Promise<T>): Promise<T> => {
  await using server = await startServer({ DATABASE_PATH: databasePath })
  const result = await use(server)
  await server.stop()
  return result
}

test('§28.4 A restart, also after a kill, keeps the epochs, and no acknowledged change is missing.', async () => {
  const file = newDatabasePath()
  const { token } = await makePractice(file)
  const since = await withServer(file, async ({ as }) => cursorOf(as(token)))
  const ids: string[] = []
  {
    await using server = await startServer({ DATABASE_PATH: file })
    for (let i = 0; i < 5; i++) ids.push(await newPatient(server.as(token)))
    await server.stop('SIGKILL')
  }
  await withServer(file, async ({ as }) => {
    const { changes } = success(await as(token)('GET', `${path}?since=${since}`))
    expect(changes.map(({ id }: { id: string }) => id)).toEqual(ids)
  })
})

test('§28.4 A start with an older state of the database, in another file, begins a new epoch.', async () => {
  const file = newDatabasePath()
  const { token } = await makePractice(file)
  const epoch = await withServer(file, async ({ as }) => epochOf(as(token)))
  copyFileSync(file, `${file}.copy`)
  const since = await withServer(file, async ({ as }) => {
    await newPatient(as(token))
    return cursorOf(as(token))
  })
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
  renameSync(`${file}.copy`, file)
  await withServer(file, async ({ as }) => {
    expect(await epochOf(as(token))).not.toBe(epoch)
    problem(await as(token)('GET', `${path}?since=${since}`), 410, 'cursor_gone')
  })
})

test('§28.4 A start with an older state of the database, copied into the same file, begins a new epoch.', async () => {
  const file = newDatabasePath()
  const { token } = await makePractice(file)
  const epoch = await withServer(file, async ({ as }) => epochOf(as(token)))
  const before = readFileSync(file)
  expect(await withServer(file, async ({ as }) => epochOf(as(token)))).toBe(epoch)
  await withServer(file, async ({ as }) => void (await newPatient(as(token))))
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
  // The file gets its previous content, as after a restore in place.
  writeFileSync(file, before)
  const after = await withServer(file, async ({ as }) => epochOf(as(token)))
  expect(after).not.toBe(epoch)
  // The heads of the trails still contain the missing row, so each start begins a new epoch.
  expect(await withServer(file, async ({ as }) => epochOf(as(token)))).not.toBe(after)
})

test('a start with the same state of the database in another file begins a new epoch', async () => {
  const file = newDatabasePath()
  const { token } = await makePractice(file)
  const epoch = await withServer(file, async ({ as }) => epochOf(as(token)))
  copyFileSync(file, `${file}.copy`)
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
  // No row is missing in the copy, so the heads of the trails do not show the change of the file.
  renameSync(`${file}.copy`, file)
  const after = await withServer(file, async ({ as }) => epochOf(as(token)))
  expect(after).not.toBe(epoch)
  expect(await withServer(file, async ({ as }) => epochOf(as(token)))).toBe(after)
})

/** Writes the previous content into the same files. */
function putBack(file: string, before: Readonly<Record<string, Buffer>>): void {
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
  for (const [suffix, bytes] of Object.entries(before)) writeFileSync(file + suffix, bytes)
}

test('§28.4 When an older state is copied into the same file together with its heads, the service cannot notice it.', async () => {
  const file = newDatabasePath()
  const { token } = await makePractice(file)
  const epoch = await withServer(file, async ({ as }) => epochOf(as(token)))
  const before = Object.fromEntries(
    ['', '-trail.json'].map((suffix) => [suffix, readFileSync(file + suffix)]),
  )
  await withServer(file, async ({ as }) => void (await newPatient(as(token))))
  putBack(file, before)
  await withServer(file, async ({ as }) => {
    expect(success(await as(token)('GET', '/api/v1/patients')).patients).toEqual([])
    expect(await epochOf(as(token))).toBe(epoch)
  })
})

test('a start cannot notice an older state in the same file when nothing was written since', async () => {
  const file = newDatabasePath()
  const { token } = await makePractice(file)
  const epoch = await withServer(file, async ({ as }) => epochOf(as(token)))
  const before = { '': readFileSync(file) }
  await withServer(file, async ({ as }) => void (await cursorOf(as(token))))
  putBack(file, before)
  await withServer(file, async ({ as }) => expect(await epochOf(as(token))).toBe(epoch))
})

test('a start cannot notice an older state in the same file when a kill came before the heads were written', async () => {
  const file = newDatabasePath()
  const { token } = await makePractice(file)
  const epoch = await withServer(file, async ({ as }) => epochOf(as(token)))
  const before = { '': readFileSync(file) }
  {
    await using server = await startServer({ DATABASE_PATH: file })
    await newPatient(server.as(token))
    await server.stop('SIGKILL')
  }
  putBack(file, before)
  await withServer(file, async ({ as }) => {
    expect(success(await as(token)('GET', '/api/v1/patients')).patients).toEqual([])
    expect(await epochOf(as(token))).toBe(epoch)
  })
})

test('§28.3 When the server stops, it ends every stream without waiting.', async () => {
  const file = newDatabasePath()
  const { token } = await makePractice(file)
  await using server = await startServer({ DATABASE_PATH: file })
  const streams = await Promise.all(Array.from({ length: 5 }, () => openEvents(server.url + path, token)))
  for (const events of streams) expect((await events.next())!.name).toBe('cursor')
  const stopped = server.stop()
  for (const events of streams) expect(await events.next()).toBeUndefined()
  expect(await stopped).toBe(0)
})
