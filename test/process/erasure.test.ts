/** An erased person stays erased, even if an older backup is restored (RULES §16). */
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { cpSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openDatabase } from '../../db/open.ts'
import { ordinarySessionTimes } from '../../src/domain/secrets.ts'
import { openSession } from '../../src/features/shared/access.ts'
import { createStore } from '../../src/store/store.ts'
import { byTest } from '../support/by-test.ts'
import type { Client } from '../support/client.ts'
import { demoIn } from '../support/demo.ts'
import { mark, marksIn } from '../support/marks.ts'
import { folderReplica, momentApart, type Settings } from '../support/replica.ts'
import { scratch } from '../support/scratch.ts'
import { cli, newDatabasePath, printed, run, startReplicated, startServer } from '../support/server.ts'

const reasons = ['--reason', 'Asked for it.', '--override', 'The records were handed over.', '--yes']

const lastName = mark(12)

/** A patient whose texts are marks, with a note and a booking. */
async function markedPatient(call: Client) {
  const made = async (path: string, body: object) => {
    const { status, data, text } = await call('POST', `/api/v1${path}`, body)
    expect(status, text).toBe(201)
    return data
  }
  const { id } = await made('/patients', { firstName: mark(9), lastName, phoneMobile: mark(10) })
  await made(`/patients/${id}/notes`, { title: mark(8), body: mark(4_000) })
  const startAt = '2031-03-10T09:00:00Z'
  await made('/appointments', {
    type: 'appointment',
    startAt,
    endAt: '2031-03-10T10:00:00Z',
    patientId: id,
    title: mark(9),
  })
  return id as string
}

/** The demo practice of a running server, and a session of its owner. */
async function signedIn(path: string, { practiceId, ownerId }: { practiceId: string; ownerId: string }) {
  const store = createStore(openDatabase(path, { replicated: true }))
  const { token } = await store.practices
    .of(practiceId, byTest)
    .write((tx) => openSession(tx, ownerId, 'Test', Date.now(), ordinarySessionTimes))
  await store.close()
  return token
}

const storeOf = (settings: Settings) => settings.REPLICA_URL!.replace('file://', '')

test('§16 An erased person does not come back when the database returns to an earlier state, nor after a lost disk.', async () => {
  const settings: Settings = { ...folderReplica(), FIRST_BOOT: 'yes' }
  const path = settings.DATABASE_PATH!
  const { token, id, between } = await (async () => {
    const { token } = await demoIn(path)
    await using server = await startReplicated(settings)
    const id = await markedPatient(server.as(token))
    await printed(settings, 'backup', 'verify')
    // This copy of the store is the store of yesterday.
    cpSync(storeOf(settings), `${storeOf(settings)}.yesterday`, { recursive: true })
    const between = await momentApart()
    const erased = await printed(settings, 'patient', 'erase', '--id', id, ...reasons)
    expect(erased).toMatchObject({ erased: true, cleaned: false })
    expect((await server.as(token)('GET', `/api/v1/patients/${id}`)).status).toBe(404)
    await printed(settings, 'backup', 'verify')
    await printed(settings, 'restore', '--in-place', '--at', between)
    expect(await server.exited).toBe(0)
    return { token, id, between }
  })()
  const requireGone = async (what: string) => {
    await using server = await startReplicated(settings)
    const call = server.as(token)
    expect((await call('GET', '/api/v1/me')).status, what).toBe(200)
    expect((await call('GET', `/api/v1/patients/${id}`)).status, what).toBe(404)
    expect(marksIn(path, `${path}-wal`), what).toBe(0)
    expect(await server.stop()).toBe(0)
  }
  // The backup of that time still holds the person. The replay must erase the person again.
  await printed(settings, 'restore', '--to', `${path}.look`, '--at', between)
  expect(marksIn(`${path}.look`)).toBeGreaterThan(1_000)
  expect(JSON.parse(readFileSync(`${path}.look-erasures.json`, 'utf8')).erasures).toHaveLength(1)
  await requireGone('after going back')

  // The disk is lost, and the store has the state of yesterday, except for the ledger of erasures.
  rmSync(dirname(path), { recursive: true })
  const ledger = readFileSync(join(storeOf(settings), 'erasures.json'))
  rmSync(storeOf(settings), { recursive: true })
  renameSync(`${storeOf(settings)}.yesterday`, storeOf(settings))
  writeFileSync(join(storeOf(settings), 'erasures.json'), ledger)
  await requireGone('after a lost disk')
  expect(JSON.parse(readFileSync(`${path}-erasures.json`, 'utf8')).erasures).toHaveLength(1)
})

test('an erasure over the API cleans the database file while Litestream runs, and the backup is whole afterwards', async () => {
  const settings: Settings = { ...folderReplica(), FIRST_BOOT: 'yes' }
  const path = settings.DATABASE_PATH!
  const demo = await demoIn(path)
  await using server = await startReplicated(settings)
  const id = await markedPatient(server.as(demo.token))
  await printed(settings, 'backup', 'verify')
  const owner = server.as(await signedIn(path, demo))
  const body = { reason: 'Asked for it.', overrideRetention: 'The records were handed over.' }
  const answer = await owner('POST', `/api/v1/patients/${id}/erase`, body)
  expect(answer.data, answer.text).toEqual({ erased: true })
  expect(marksIn(path, `${path}-wal`)).toBe(0)
  await printed(settings, 'backup', 'verify')
  await printed(settings, 'restore', '--to', `${path}.newest`)
  expect(marksIn(`${path}.newest`)).toBe(0)
})

test('§16 When the process dies during an erasure, the next start completes the erasure.', async () => {
  const path = newDatabasePath()
  const env = { DATABASE_PATH: path }
  const { token, practiceId } = await demoIn(path)
  let id = ''
  {
    await using server = await startServer(env)
    id = await markedPatient(server.as(token))
    await server.killAll()
  }
  const erasures = [{ practiceId, patientId: id, at: 1 }]
  writeFileSync(`${path}-erasures.json`, JSON.stringify({ version: 1, erasures }))
  await using server = await startServer(env)
  expect((await server.as(token)('GET', `/api/v1/patients/${id}`)).status).toBe(404)
  expect(marksIn(path, `${path}-wal`)).toBe(0)
})

test('§16 When the ledger of erasures cannot be read, the start is refused with one line.', async () => {
  const path = newDatabasePath()
  await demoIn(path)
  writeFileSync(`${path}-erasures.json`, '{')
  const { code, stderr } = await run(['src/main.ts'], { DATABASE_PATH: path, PORT: '0' })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^chairside does not start: the ledger of erased persons, .* cannot be read\. .*\n$/)
})

test('§16 The command line exports a patient to a new folder that only the user of the command may open.', async () => {
  const path = newDatabasePath()
  const env = { DATABASE_PATH: path }
  const { token } = await demoIn(path)
  await using server = await startServer(env)
  const id = await markedPatient(server.as(token))
  const to = join(scratch, `person-${id}`)
  const written = await printed(env, 'patient', 'export', '--id', id.toUpperCase(), '--to', to)
  expect(written).toEqual({ json: join(to, 'patient.json'), page: join(to, 'patient.html') })
  expect(statSync(to).mode & 0o777).toBe(0o700)
  for (const file of Object.values<string>(written)) {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(marksIn(file)).toBeGreaterThan(1_000)
  }
  expect(JSON.parse(readFileSync(written.json, 'utf8'))).toMatchObject({ patient: { id }, notes: [{}] })
  const again = await cli(env, 'patient', 'export', '--id', id, '--to', to)
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('does not exist yet')])
})

test('§16 The command line erases only with `--yes`, and names the copies that still hold the person.', async () => {
  const path = newDatabasePath()
  const env = { DATABASE_PATH: path }
  const { token } = await demoIn(path)
  let id = ''
  {
    await using server = await startServer(env)
    id = await markedPatient(server.as(token))
    await server.stop()
  }
  writeFileSync(`${path}.before-0003`, '')
  const erase = (...options: string[]) =>
    cli(env, 'patient', 'erase', '--id', id, '--reason', 'Asked.', ...options)
  expect(await erase()).toMatchObject({ code: 2, stderr: expect.stringContaining('add --yes') })
  expect(await erase('--yes')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/must be kept until .* say why in --override\./),
  })
  const naming = await cli(env, 'patient', 'erase', '--id', id, '--reason', `For ${lastName}.`, '--yes')
  expect(naming).toMatchObject({
    code: 2,
    stderr: 'chairside: --reason must not name the person, because this text stays\n',
  })
  expect(existsSync(`${path}-erasures.json`)).toBe(false)
  const done = await erase('--yes', '--override', 'Handed over.')
  const copies = `${path.split('/').at(-1)}.before-0003`
  expect(JSON.parse(done.stdout)).toEqual({ erased: true, cleaned: true, copies })
  expect(marksIn(path, `${path}-wal`)).toBe(0)
  expect(await erase('--yes')).toMatchObject({ code: 2, stderr: expect.stringContaining('no patient here') })
  const database = new Database(path)
  expect(database.query('SELECT count(*) AS n FROM erasures').get()).toEqual({ n: 1 })
  database.close()
})
