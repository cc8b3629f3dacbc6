import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { countRows, inspect } from '../../db/inspect.ts'
import { openDatabase } from '../../db/open.ts'
import { clinic, freshDatabasePath } from '../support/clinic.ts'
import { migrationsAnd } from '../support/migrations.ts'
import { newNote, newPatient } from '../support/records.ts'
import { scratch } from '../support/scratch.ts'
import { until } from '../support/until.ts'

/** A database of this version, with a patient and a note. */
async function lived(): Promise<string> {
  const path = freshDatabasePath()
  const c = await clinic({ path })
  const { id } = await newPatient(c.owner.call)
  await newNote(c.owner.call, id)
  await c.store.close()
  return path
}

const open = (path: string, migrationsFolder: string) => openDatabase(path, { migrationsFolder })
const copiesOf = (path: string) =>
  readdirSync(dirname(path))
    .filter((name) => name.startsWith(`${basename(path)}.before-`))
    .map((name) => join(dirname(path), name))

function countsOf(path: string) {
  const database = new Database(path)
  const counts = countRows(database)
  database.close()
  return counts
}

test('§10 Before an upgrade, the database is copied to a file in the same folder.', async () => {
  const path = await lived()
  const before = countsOf(path)
  open(path, migrationsAnd('CREATE TABLE later (id integer)')).close()
  const copies = copiesOf(path)
  expect(copies).toHaveLength(1)
  expect(inspect(copies[0]!).counts).toEqual(before)
  expect(before.patients).toBe(1)
  expect(Object.keys(countsOf(path))).toContain('later')
})

test('an unfinished copy of the database does not stop an upgrade, and is removed by it', async () => {
  const path = await lived()
  const applied = readMigrationFiles({
    migrationsFolder: join(import.meta.dir, '../../db/migrations'),
  }).length
  const copy = `${path}.before-${String(applied).padStart(4, '0')}`
  writeFileSync(`${copy}.unfinished`, 'half a copy')
  open(path, migrationsAnd('CREATE TABLE later (id integer)')).close()
  expect(copiesOf(path)).toEqual([copy])
})

test('before the upgrade of an existing file, one line announces it', async () => {
  const path = await lived()
  const told: string[] = []
  const fresh = join(scratch, 'first-start-told.db')
  for (const file of [path, fresh])
    openDatabase(file, { say: (line) => told.push(`${line}, copies: ${copiesOf(path).length}`) }).close()
  expect(told).toEqual([])
  openDatabase(path, {
    migrationsFolder: migrationsAnd('CREATE TABLE later (id integer)'),
    say: (line) => told.push(`${line}, copies: ${copiesOf(path).length}`),
  }).close()
  expect(told).toEqual([
    'the database gets the form that this version needs: this takes about a minute for each gigabyte, copies: 0',
  ])
})

test('a first start, and a start without an upgrade, make no copy of the database', async () => {
  const path = await lived()
  openDatabase(path).close()
  const fresh = join(scratch, 'first-start.db')
  openDatabase(fresh).close()
  expect([...copiesOf(path), ...copiesOf(fresh)]).toEqual([])
})

test('§10 The last three copies from before an upgrade are kept.', async () => {
  const path = await lived()
  const of = (...names: string[]) => names.map((name) => `${path}.before-${name}`)
  for (const copy of of('0000', '0000.txt', '0000-1', '0001-mine')) writeFileSync(copy, '')
  const next = String(countsOf(path).__drizzle_migrations).padStart(4, '0')
  for (const copy of of('9998', '9999')) writeFileSync(copy, '')
  open(path, migrationsAnd('CREATE TABLE later (id integer)')).close()
  expect(copiesOf(path).sort()).toEqual(of('0000-1', '0000.txt', '0001-mine', next, '9998', '9999').sort())
})

const badMigrations: [what: string, sql: string, says: string][] = [
  ['fails half-way', 'DROP TABLE note_revisions;\n--> statement-breakpoint\nNONSENSE', 'syntax error'],
  ['leaves a reference to nothing', 'DELETE FROM patients', 'rows that refer to missing rows: 1'],
]

test.each(badMigrations)(
  '§10 An upgrade that fails is undone, and the server does not start. %s',
  async (_, sql, says) => {
    const path = await lived()
    const before = countsOf(path)
    const folder = migrationsAnd(sql)
    for (let start = 0; start < 2; start++) {
      expect(() => open(path, folder)).toThrow(says)
      expect(countsOf(path)).toEqual(before)
    }
    openDatabase(path).close()
  },
)

test('a migration that rebuilds a table keeps all rows that refer to it', async () => {
  const path = await lived()
  const before = countsOf(path)
  const rebuild = [
    'CREATE TABLE notes_new AS SELECT * FROM notes',
    'DROP TABLE notes',
    'ALTER TABLE notes_new RENAME TO notes',
    'CREATE UNIQUE INDEX notes_key ON notes (practice_key, id)',
  ]
  open(path, migrationsAnd(rebuild.join(';\n--> statement-breakpoint\n'))).close()
  expect(countsOf(path)).toEqual({ ...before, __drizzle_migrations: before.__drizzle_migrations! + 1 })
})

test('§10 A database that a newer version has upgraded is refused and not changed.', async () => {
  const path = await lived()
  open(path, migrationsAnd('CREATE TABLE later (id integer)')).close()
  const before = countsOf(path)
  expect(() => openDatabase(path)).toThrow('a newer version of chairside has upgraded it')
  expect(countsOf(path)).toEqual(before)
})

const program = (path: string, folder: string) => `
  import { openDatabase } from './db/open.ts'
  openDatabase(${JSON.stringify(path)}, { migrationsFolder: ${JSON.stringify(folder)} }).close()
`
const upgrading = (path: string, folder: string) =>
  Bun.spawn([process.execPath, '-e', program(path, folder)], { stdout: 'ignore', stderr: 'pipe' })

test('a process killed during an upgrade leaves the database as it was, and the next start upgrades the database', async () => {
  const path = await lived()
  const before = countsOf(path)
  const filler = (rows: number) =>
    migrationsAnd(`CREATE TABLE filler AS
      WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ${rows}) SELECT i, zeroblob(500) FROM n`)
  const child = upgrading(path, filler(100_000_000))
  // A write-ahead log of this size shows that the migration has begun.
  await until('a large log', () => Bun.file(`${path}-wal`).size >= 20_000_000)
  child.kill('SIGKILL')
  await child.exited
  expect(countsOf(path)).toEqual(before)

  open(path, filler(10)).close()
  expect(countsOf(path)).toMatchObject({ patients: 1, notes: 1, filler: 10 })
})

test('two processes that upgrade one database at the same time both start', async () => {
  const path = await lived()
  const folder = migrationsAnd('CREATE TABLE later (id integer)')
  const both = [upgrading(path, folder), upgrading(path, folder)]
  expect(await Promise.all(both.map(({ exited }) => exited))).toEqual([0, 0])
  expect(Object.keys(inspect(path).counts)).toContain('later')
})

test('the repository keeps only the newest snapshot of the schema, because new migrations are compared with this snapshot', async () => {
  const { entries } = await Bun.file('db/migrations/meta/_journal.json').json()
  const newest = readdirSync('db/migrations').filter((name) => name.endsWith('.sql')).length - 1
  expect(entries).toHaveLength(newest + 1)
  expect(readdirSync('db/migrations/meta').sort()).toEqual([
    `${String(newest).padStart(4, '0')}_snapshot.json`,
    '_journal.json',
  ])
})
