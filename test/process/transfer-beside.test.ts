/**
 * Imports, removals and exports run as separate processes, beside a server that does other work. Some of them are
 * killed before their end.
 */
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../db/open.ts'
import { unfinishedTransfers } from '../../db/unfinished.ts'
import { newId } from '../../src/domain/id.ts'
import { insertPatient } from '../../src/store/patients/patients.ts'
import { createStore } from '../../src/store/store.ts'
import { patientRow } from '../store/records.ts'
import { byTest } from '../support/by-test.ts'
import { monday } from '../support/clinic.ts'
import { scratch } from '../support/scratch.ts'
import { chairside, newDatabasePath, run, type Server, startServer } from '../support/server.ts'
import { edited, filesIn, written } from '../transfer/archives.ts'

const created = async (path: string, name: string) =>
  (
    await chairside(
      path,
      'practice',
      'create',
      '--name',
      name,
      '--timezone',
      'UTC',
      '--owner-name',
      'Zoé',
      '--owner-email',
      `${name}@example.org`,
    )
  ).practiceId!

const tokenOf = async (path: string, name: string) =>
  (await chairside(path, 'token', 'create', '--email', `${name}@example.org`, '--name', 'test')).token!

/** The archive of a practice with a number of patients. Each patient has a row in the audit trail. */
async function large(patients: number) {
  const path = newDatabasePath()
  const id = await created(path, 'large')
  const token = await tokenOf(path, 'large')
  const store = createStore(openDatabase(path))
  for (let i = 0; i < patients; i += 500)
    await store.practices.of(id, byTest).write((tx) => {
      for (let j = i; j < i + 500; j++) {
        const patient = { ...patientRow(newId(monday), `First ${j}`, `Last ${j}`), status: 'active' }
        insertPatient(tx, patient)
        const record = { kind: 'patient', id: patient.id } as const
        tx.record({ kind: 'write', record, patientId: patient.id, before: null, after: patient })
      }
    })
  await store.close()
  const archive = `${path}.tar`
  await chairside(path, 'practice', 'export', '--id', id, '--to', archive)
  return { path, id, token, archive }
}

/**
 * Writes in another practice, one request after the other, until `work` has ended. Returns the status of each answer.
 */
async function writesBeside(server: Server, token: string, work: Promise<unknown>): Promise<number[]> {
  const statuses: number[] = []
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  for (let i = 0; !isOver; i++) {
    const { status } = await server.as(token)('POST', '/api/v1/patients', {
      firstName: 'Ann',
      lastName: `Nr. ${i}`,
    })
    statuses.push(status)
  }
  await over
  return statuses
}

test('§18 While a practice is imported and removed, no write of another practice fails.', async () => {
  const { id, token, archive } = await large(2_000)
  const path = newDatabasePath()
  await using server = await startServer({ DATABASE_PATH: path })
  await created(path, 'near')
  const near = await tokenOf(path, 'near')
  const taken = chairside(path, 'practice', 'import', '--from', archive, '--keep-access')
  const during = await writesBeside(server, near, taken)
  expect(during.length).toBeGreaterThan(10)
  expect(during.filter((status) => status !== 201)).toEqual([])
  expect((await server.as(token)('GET', '/api/v1/patients')).data.patients).toHaveLength(50)
  const left = chairside(path, 'practice', 'remove', '--id', id, '--without-export', '--yes')
  const meanwhile = await writesBeside(server, near, left)
  expect(meanwhile.length).toBeGreaterThan(10)
  expect(meanwhile.filter((status) => status !== 201)).toEqual([])
  expect((await server.as(token)('GET', '/api/v1/patients')).status).toBe(401)
})

/**
 * Starts a command and kills it (SIGKILL) as soon as `isFurther` is true for the database. Returns whether the command
 * was killed before its end.
 */
async function killed(
  path: string,
  args: string[],
  isFurther: (database: Database) => boolean,
): Promise<boolean> {
  const child = Bun.spawn([process.execPath, '--no-env-file', 'src/cli.ts', ...args], {
    env: { PATH: process.env.PATH!, DATABASE_PATH: path },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
  })
  using database = new Database(path, { readonly: true })
  database.run('pragma busy_timeout = 5000')
  while (child.exitCode === null && !isFurther(database)) await Bun.sleep(1)
  child.kill('SIGKILL')
  await child.exited
  return child.signalCode === 'SIGKILL'
}

test('an import or a removal that is killed several times can be continued, and until its end the server does not show the practice', async () => {
  const { id, token, archive } = await large(1_000)
  const path = newDatabasePath()
  await using server = await startServer({ DATABASE_PATH: path })
  await created(path, 'near')
  const listed = async () =>
    (await run(['src/cli.ts', 'member', 'list', '--json'], { DATABASE_PATH: path })).stdout
  let rows = 0
  let deaths = 0
  const moved = (database: Database) => {
    const now = database.query<{ rows: number }, []>('select rows from moving_practices').get()?.rows ?? 0
    if (now <= rows + 600) return false
    rows = now
    return true
  }
  while (await killed(path, ['practice', 'import', '--from', archive, '--keep-access'], moved)) {
    deaths++
    expect(unfinishedTransfers(path)).toEqual([{ practiceId: id, what: 'import' }])
    expect((await server.as(token)('GET', '/api/v1/me')).status).toBe(401)
    expect(await listed()).not.toContain(id)
  }
  expect(deaths).toBeGreaterThan(1)
  const again = `${path}.tar`
  await chairside(path, 'practice', 'export', '--id', id, '--to', again)
  const digests = (file: string) =>
    [...filesIn(file)].map(([name, text]) => ({ name, digest: Bun.hash(text) }))
  expect(digests(again)).toEqual(digests(archive))
  expect((await server.as(token)('GET', '/api/v1/me')).status).toBe(200)
  await server.stop()

  rows = 0
  deaths = 0
  const removed = (database: Database) => {
    const now = database.query<{ rows: number }, []>('select rows from removed_practices').get()?.rows ?? 0
    if (now <= rows + 600) return false
    rows = now
    return true
  }
  while (await killed(path, ['practice', 'remove', '--id', id, '--without-export', '--yes'], removed)) {
    deaths++
    expect(await listed()).not.toContain(id)
    if (deaths > 1) continue
    await using beside = await startServer({ DATABASE_PATH: path })
    await beside.printed(/the removal of a practice has not ended, so nobody sees the practice/)
    expect((await beside.as(token)('GET', '/api/v1/me')).status).toBe(401)
  }
  expect(deaths).toBeGreaterThan(0)
  using database = new Database(path, { readonly: true })
  expect(database.query('select id from practices').values()).toHaveLength(1)
  expect(database.query('pragma foreign_key_check').all()).toEqual([])
  const { code } = await run(['src/cli.ts', 'audit', 'verify'], { DATABASE_PATH: path })
  expect(code).toBe(0)
})

test('when an export is killed, no part of its file stays on the disk', async () => {
  const { path, id } = await large(2_000)
  const folder = mkdtempSync(join(scratch, 'killed-'))
  const isOpen = (pid: number) => {
    try {
      const links = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`))
      return links.some((link) => link.startsWith(folder))
    } catch {
      return false
    }
  }
  const whole: string[] = []
  for (let n = 0; ; n++) {
    const name = `${n}.tar`
    const args = ['practice', 'export', '--id', id, '--to', join(folder, name)]
    const child = Bun.spawn([process.execPath, '--no-env-file', 'src/cli.ts', ...args], {
      env: { PATH: process.env.PATH!, DATABASE_PATH: path },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
    })
    while (child.exitCode === null && !isOpen(child.pid)) await Bun.sleep(0)
    child.kill('SIGKILL')
    await child.exited
    if (child.signalCode === 'SIGKILL') break
    // On a busy machine, an export may end before the test can kill it.
    whole.push(name)
  }
  expect(readdirSync(folder)).toEqual(whole)
})

test('a verification finds that an exported trail was changed before its import, and accepts an unchanged one', async () => {
  const { path, id, archive } = await large(500)
  const importing = (file: string) => chairside(path, 'practice', 'import', '--from', file)
  const verify = () => run(['src/cli.ts', 'audit', 'verify'], { DATABASE_PATH: path })
  const remove = () => chairside(path, 'practice', 'remove', '--id', id, '--without-export', '--yes')
  await remove()
  await importing(archive)
  expect(await verify()).toMatchObject({
    code: 0,
    stdout: expect.not.stringContaining('Another installation'),
  })
  await chairside(path, 'practice', 'export', '--id', id, '--to', `${archive}.2`)
  await remove()
  const files = filesIn(`${archive}.2`)
  edited('audit.ndjson', { action: 'forged' }, ({ seq }) => seq === 7)(files)
  await importing(written(files))
  const { code, stdout } = await verify()
  expect(code).toBe(1)
  expect(stdout).toContain('it does not fit the chain')
})
