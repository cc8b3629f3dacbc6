/** Tests of `audit verify` and `audit export`, on a file without a server and beside a running server. */

import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { tamper } from '../store/trails.ts'
import { chairside, cli, newDatabasePath, printed, startServer } from '../support/server.ts'

const create = ['practice', 'create', '--name', 'Praxis', '--timezone', 'Europe/Berlin']
const owner = ['--owner-name', 'Zoé', '--owner-email', 'zoe@example.org']

const exported = (path: string, practiceId: string, to: string) =>
  cli({ DATABASE_PATH: path }, 'audit', 'export', '--practice', practiceId, '--to', to)

const lines = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test('§14.5 `audit export` writes a trail to a file of its own, and adds a row about this to the trail.', async () => {
  const path = newDatabasePath()
  const { practiceId } = await chairside(path, ...create, ...owner)
  const before = Number((await chairside(path, 'audit', 'verify')).rows)
  const to = `${path}.ndjson`
  expect((await exported(path, practiceId!, to)).code).toBe(0)
  expect(statSync(to).mode & 0o777).toBe(0o600)
  const again = await exported(path, practiceId!, to)
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is there already')])
  await exported(path, practiceId!, `${to}.2`)
  const rows = lines(readFileSync(`${to}.2`, 'utf8'))
  expect(rows.at(-1)).toMatchObject({
    seq: before + 1,
    actor: 'operator',
    kind: 'export',
    action: 'audit export',
    recordKind: 'trail',
    recordId: practiceId,
    at: expect.stringMatching(/Z$/),
    mac: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  const unknown = await exported(path, crypto.randomUUID(), `${to}.3`)
  expect([unknown.code, existsSync(`${to}.3`)]).toEqual([2, false])
  const nowhere = await exported(path, practiceId!, '/no/such/folder/trail')
  expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining('could not be written')])
})

test('§14.3 `audit verify` works while the server runs and when it does not. After tampering, the exit code is 1, and the command names the place.', async () => {
  const path = newDatabasePath()
  const { practiceId } = await chairside(path, ...create, ...owner)
  for (const n of [1, 2, 3]) await exported(path, practiceId!, `${path}.${n}`)
  {
    await using server = await startServer({ DATABASE_PATH: path })
    expect(await chairside(path, 'audit', 'verify')).toMatchObject({ state: 'whole', findings: 0 })
    expect(await server.stop()).toBe(0)
  }
  const whole = await printed({ DATABASE_PATH: path }, 'audit', 'verify', '--practice', practiceId!)
  expect(whole).toMatchObject({
    state: 'whole',
    trails: 1,
    trailDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  const last = new Database(path, { readonly: true })
  const { seq } = last.query<{ seq: number }, []>('select max(seq) as seq from audit').get()!
  last.close()

  tamper(path, `update audit set times = 5 where seq = ${seq - 1}`)
  const changed = await cli({ DATABASE_PATH: path }, 'audit', 'verify')
  expect(changed.code).toBe(1)
  expect(lines(changed.stdout)).toMatchObject([
    { state: 'finding', practiceId, seq: seq - 1 },
    { state: 'tampered', findings: 1 },
  ])
  tamper(path, `update audit set times = 1 where seq = ${seq - 1}`)
  expect((await cli({ DATABASE_PATH: path }, 'audit', 'verify')).code).toBe(0)

  // The server wrote the heads of the trails into a file when it stopped.
  for (const table of ['audit', 'audit_patients', 'audit_values'])
    tamper(path, `delete from ${table} where seq = ${seq}`)
  const cut = await cli({ DATABASE_PATH: path }, 'audit', 'verify')
  expect([cut.code, cut.stdout]).toEqual([1, expect.stringContaining('the end was cut off')])
  const before = readFileSync(path)
  await cli({ DATABASE_PATH: path }, 'audit', 'verify')
  expect(readFileSync(path).equals(before)).toBe(true)
})

test('`audit verify` refuses a missing database, an unknown practice and a wrong key with the reason', async () => {
  const path = newDatabasePath()
  const none = await cli({ DATABASE_PATH: path }, 'audit', 'verify')
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('there is no database')])
  expect(existsSync(path)).toBe(false)
  await chairside(path, ...create, ...owner)
  const strange = await cli({ DATABASE_PATH: path }, 'audit', 'verify', '--practice', crypto.randomUUID())
  expect([strange.code, strange.stderr]).toEqual([1, expect.stringContaining('no practice of this id')])
  const key = await cli({ DATABASE_PATH: path, AUDIT_KEY: 'secret-but-wrong' }, 'audit', 'verify')
  expect([key.code, key.stderr]).toEqual([2, expect.stringContaining('AUDIT_KEY must be 64')])
  expect(key.stderr).not.toContain('secret-but-wrong')
})

test('the report of `backup now` has the same digest of the trails as `audit verify`', async () => {
  const path = newDatabasePath()
  const { practiceId } = await chairside(path, ...create, ...owner)
  await exported(path, practiceId!, `${path}.ndjson`)
  const report = await chairside(path, 'backup', 'now', '--to', `${path}.copy`)
  const verified = await chairside(path, 'audit', 'verify')
  expect(report).toMatchObject({ trails: verified.trails, trailDigest: verified.trailDigest })
  expect(existsSync(`${path}-trail.json`)).toBe(true)
})
