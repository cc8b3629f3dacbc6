import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { success } from '../support/answers.ts'
import { makePractice } from '../support/practice.ts'
import { newNote, newPatient } from '../support/records.ts'
import { scratch } from '../support/scratch.ts'
import { chairside, newDatabasePath, run, startServer } from '../support/server.ts'
import { onTerminal } from '../support/terminal.ts'
import { until } from '../support/until.ts'

let archives = 0
const newArchive = () => join(scratch, `moved-${archives++}.tar`)

/** A practice with a token for its owner. */
async function practice(path: string) {
  const { practiceId: id, token } = await makePractice(path, { email: 'zoe@example.org' })
  return { id, token }
}

const digestOf = async (path: string) =>
  new Bun.CryptoHasher('sha256').update(await Bun.file(path).bytes()).digest('hex')

/** Exports a practice until two archives are equal, because rows about earlier acts may be written late. */
async function exported(path: string, id: string): Promise<string> {
  let last = ''
  return await until('two equal archives', async () => {
    const to = newArchive()
    await chairside(path, 'practice', 'export', '--id', id, '--to', to)
    const before = last
    last = await digestOf(to)
    return last === before ? to : null
  })
}

test('§18 A practice moves from one running server to another. The first server refuses its callers at once.', async () => {
  const [from, to] = [newDatabasePath(), newDatabasePath()]
  await using first = await startServer({ DATABASE_PATH: from })
  await using second = await startServer({ DATABASE_PATH: to })
  const { id, token } = await practice(from)
  const here = first.as(token)
  const there = second.as(token)
  const patient = await newPatient(here, { lastName: 'Müller' })
  await newNote(here, patient.id, { body: 'Canary 🐤' })
  expect((await there('GET', '/api/v1/me')).status).toBe(401)

  const archive = await exported(from, id)
  expect(statSync(archive).mode & 0o777).toBe(0o600)
  expect(await chairside(to, 'practice', 'import', '--from', archive, '--keep-access')).toMatchObject({
    practiceId: id,
    name: 'Praxis',
  })
  const again = await exported(to, id)
  expect(await digestOf(again)).toBe(await digestOf(archive))

  // The token works at the new server, without a restart of the server.
  const { notes } = success(await there('GET', `/api/v1/patients/${patient.id}/notes`))
  expect(notes[0].body).toBe('Canary 🐤')
  expect(success(await there('GET', '/api/v1/patients?search=mull')).patients).toHaveLength(1)
  success(await there('PATCH', `/api/v1/patients/${patient.id}`, { lastName: 'Meier' }))

  expect(
    await chairside(from, 'practice', 'remove', '--id', id, '--exported', archive, '--yes'),
  ).toMatchObject({
    practiceId: id,
    removed: true,
  })
  expect((await here('GET', '/api/v1/me')).status).toBe(401)
  using database = new Database(from, { readonly: true })
  for (const table of ['practices', 'users', 'patients', 'notes', 'api_tokens'])
    expect(database.query(`select * from ${table}`).all()).toEqual([])
  expect(
    database.query('select action from audit where practice_key = 0 and kind = 6').values().flat(),
  ).toEqual([
    ...database.query("select action from audit where action = 'practice export'").values().flat(),
    'practice remove',
    'practice remove',
  ])

  // A practice that moved away may return while the server runs. The server uses its old key for the practice.
  await chairside(from, 'practice', 'import', '--from', await exported(to, id), '--keep-access')
  expect(success(await here('GET', '/api/v1/patients')).patients[0].lastName).toBe('Meier')
  await newPatient(here, { lastName: 'Weiß' })
})

test('§18 A removal needs an export of the practice, or `--without-export`. Without a terminal it needs `--yes`.', async () => {
  const path = newDatabasePath()
  const { id } = await practice(path)
  const remove = (...args: string[]) =>
    run(['src/cli.ts', 'practice', 'remove', '--id', id, ...args], { DATABASE_PATH: path })
  expect((await remove('--yes')).code).toBe(2)
  expect((await remove('--yes')).stderr).toContain('give either --exported FILE or --without-export')
  expect((await remove('--without-export')).stderr).toContain('add --yes')
  expect((await remove('--exported', '/no/such', '--yes')).stderr).toContain('cannot be read')
  const unknown = await run(['src/cli.ts', 'practice', 'remove', '--id', 'x', '--without-export', '--yes'], {
    DATABASE_PATH: path,
  })
  expect(unknown).toMatchObject({ code: 2 })
  expect(unknown.stderr).toContain('--id is no practice here')
  expect(await chairside(path, 'practice', 'remove', '--id', id, '--without-export', '--yes')).toMatchObject({
    removed: true,
  })
  expect((await remove('--without-export', '--yes')).code).toBe(2)
})

test('§18 On a terminal, a removal asks for the name of the practice.', async () => {
  const path = newDatabasePath()
  const { id } = await practice(path)
  const command = ['src/cli.ts', 'practice', 'remove', '--id', id, '--without-export']
  for (const answer of ['y\r', 'yes\r', '\r', 'praxis\r', '\x03', '\x04']) {
    using terminal = onTerminal(command, { DATABASE_PATH: path })
    await terminal.shows(/This removes every record of Praxis\. To go on, type the name of the practice: /)
    terminal.type(answer)
    expect(await terminal.exited).toBe(1)
    await terminal.shows(/chairside: that is not the name of the practice, so nothing was removed/)
  }
  expect((await chairside(path, 'member', 'list')).practiceId).toBe(id)
  using terminal = onTerminal(command, { DATABASE_PATH: path })
  await terminal.shows(/type the name/)
  terminal.type('Praxis\r')
  expect(await terminal.exited).toBe(0)
})

test('when an export cannot be written, the command names the reason, and no part of the file stays', async () => {
  const path = newDatabasePath()
  const { id } = await practice(path)
  const to = join(dirname(newArchive()), 'no-such-folder', 'x.tar')
  const { code, stderr } = await run(['src/cli.ts', 'practice', 'export', '--id', id, '--to', to], {
    DATABASE_PATH: path,
  })
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('create it first') })
  expect(existsSync(to)).toBe(false)
  expect(readdirSync(scratch).filter((name) => name.endsWith('.unfinished'))).toEqual([])
})
