import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Column, getTableColumns, getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { tablesOf } from '../../db/inspect.ts'
import { openDatabase } from '../../db/open.ts'
import * as calendar from '../../db/schema/calendar.ts'
import * as installation from '../../db/schema/installation.ts'
import * as members from '../../db/schema/members.ts'
import * as notes from '../../db/schema/notes.ts'
import * as notices from '../../db/schema/notices.ts'
import * as patients from '../../db/schema/patients.ts'
import * as practice from '../../db/schema/practice.ts'
import * as signIn from '../../db/schema/sign-in.ts'
import { idOf } from '../../db/stored-id.ts'
import { searchWords } from '../../src/domain/search.ts'
import { listPatients } from '../../src/store/patients/patient-list.ts'
import { createStore } from '../../src/store/store.ts'
import { memoryLimit } from '../drills/memory-limit.ts'
import { byTest } from '../support/by-test.ts'
import { oldFile, oldIds } from '../support/old-layout.ts'
import { removeDatabase } from './records.ts'

/** Tables that later upgrades added. */
const laterTables = ['link_keys', 'practice_aliases']
const modules = [calendar, installation, members, notes, notices, patients, practice, signIn]
const tables = modules.flatMap((module) =>
  Object.values(module).filter(
    (value): value is SQLiteTable => is(value, SQLiteTable) && !laterTables.includes(getTableName(value)),
  ),
)

type Row = Record<string, unknown>

/** Tables with keys that only one of the layouts has, and the search index. They are compared separately. */
const layoutOnly = ['search_codes', 'patient_words', '__drizzle_migrations']

const inOrder = (rows: Row[]) => rows.map((row) => Bun.inspect(row, { sorted: true })).sort()

/** Every row of the old layout, by table. */
function oldRows(path: string): Record<string, string[]> {
  using database = new Database(path)
  const names = tablesOf(database).filter((name) => !layoutOnly.includes(name))
  return Object.fromEntries(
    names.map((name) => [name, inOrder(database.query<Row, []>(`SELECT * FROM ${name}`).all())]),
  )
}

/** Columns that later upgrades added. */
const laterColumns: Readonly<Record<string, readonly string[]>> = {
  practices: [
    'keep_patients_years',
    'keep_entries_years',
    'short_notice_hours',
    'practitioners_once',
    'day_sheet_phones',
    'host',
    'generation',
    'online_booking',
    'calendar_feeds',
    'lock_minutes',
    'own_fields',
  ],
  entries: ['practitioner_id', 'series_id', 'appointment_type_id', 'hold_until'],
  chairs: ['working_hours'],
  users: ['color', 'language'],
  patients: ['email_key', 'phone_key', 'may_book_online', 'recall_consent', 'town', 'own_fields'],
  tags: ['alert'],
  installation: ['file'],
  passkeys: ['rp_id'],
  reminder_jobs: ['sequence'],
}
/** The column `version` of records was added later. A revision of a note has always had a column with this name. */
const isLater = (column: Column, table: SQLiteTable) =>
  laterColumns[getTableName(table)]?.includes(column.name) ||
  (column.name === 'version' && table !== notes.noteRevisions)

/** Every row of the new layout, by table, in the form that the old layout had. */
function newRows(path: string): Record<string, string[]> {
  using database = new Database(path)
  const practices = new Map(
    database
      .query<{ key: number; id: Uint8Array | string }, []>('SELECT key, id FROM practices')
      .all()
      .map(({ key, id }) => [key, idOf(id)]),
  )
  const decoded = (table: SQLiteTable, row: Row) =>
    Object.fromEntries(
      Object.values(getTableColumns(table)).flatMap((column: Column) => {
        const value = row[column.name]
        if (column.name === 'key' && table === practice.practices) return []
        if (column.name === 'practice_key') return [['practice_id', practices.get(value as number)]]
        if (isLater(column, table)) return []
        return [
          [
            column.name,
            value !== null && column.dataType === 'custom' ? column.mapFromDriverValue(value) : value,
          ],
        ]
      }),
    )
  return Object.fromEntries(
    tables.map((table) => {
      const name = getTableName(table)
      const rows = database.query<Row, []>(`SELECT * FROM ${name}`).all()
      return [name, inOrder(rows.map((row) => decoded(table, row)))]
    }),
  )
}

/** Leaves out the search keys, because each upgrade makes them again. */
const withoutSearchKeys = (rows: Record<string, string[]>) => ({
  ...rows,
  patients: rows.patients!.map((row) =>
    row.replaceAll(/\n *(last_name_key|word_endings|spelled_key): ("(\\.|[^"])*"|null),/g, ''),
  ),
})

test('the upgrade to smaller rows keeps every value of every row, and every odd id', async () => {
  const { path, database } = await oldFile()
  database.close()
  const before = oldRows(path)
  for (const [name, rows] of Object.entries(before))
    expect({ name, empty: rows.length === 0 }).toEqual({ name, empty: false })
  openDatabase(path).close()
  expect(withoutSearchKeys(newRows(path))).toEqual(withoutSearchKeys(before))
  removeDatabase(path)
})

test('after the upgrade, UUIDs take 16 bytes, and practices keep their numbers in the search index', async () => {
  const { path, database: old } = await oldFile()
  old.close()
  const database = openDatabase(path)
  const types = database
    .query("SELECT typeof(id), length(id) FROM entries WHERE typeof(id) = 'blob'")
    .values()
  expect(types).toEqual(Array(4).fill(['blob', 16]))
  const keys = database.query<{ id: string | Uint8Array }, []>('SELECT id FROM practices ORDER BY key').all()
  expect(keys.map(({ id }) => idOf(id))).toEqual([oldIds.odd, oldIds.busy, oldIds.quiet])
  const store = createStore(database)
  for (const id of [oldIds.odd, oldIds.busy]) {
    const found = listPatients(
      store.practices.of(id, byTest).read,
      { words: searchWords('müller3') },
      { limit: 9, offset: 0 },
    )
    expect(found.map(({ lastName, practiceId }) => [lastName, practiceId])).toEqual([['Müller3', id]])
  }
  expect(database.query('PRAGMA foreign_key_check').values()).toEqual([])
  await store.close()
  removeDatabase(path)
})

function mayLimitMemory(): boolean {
  using limit = memoryLimit(128)
  return limit !== undefined
}

/** Adds this number of entries, each with notes of this number of bytes. */
const addEntries = (database: Database, entries: number, notes = 0) =>
  database.run(
    `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ${entries})
    INSERT INTO entries (practice_id, id, type, start_at, end_at, notes, metadata, created_by, created_at, updated_at)
    SELECT '${oldIds.busy}', '01970000-0007-7000-8000-' || printf('%012x', i + 4096), 'appointment', i, i + 1,
      printf('%.*c', ${notes}, 'n'), '{}', '01970000-0002-7000-8000-000000000001', 0, 0 FROM n`,
  )

test('a killed upgrade leaves the old file unchanged, the next upgrade succeeds, and the copy can be restored', async () => {
  const { path, database } = await oldFile()
  addEntries(database, 30_000)
  database.run('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  const before = oldRows(path)
  // The upgrade takes only a moment. So the process kills itself in the middle of it, after the entries have been
  // moved.
  const program = `import { Database } from 'bun:sqlite'
    import { openDatabase } from './db/open.ts'
    const { run } = Database.prototype
    Database.prototype.run = function (sql, ...values) {
      if (sql.includes('DROP TABLE entries')) process.kill(process.pid, 'SIGKILL')
      return run.call(this, sql, ...values)
    }
    openDatabase(${JSON.stringify(path)}).close()`
  const child = Bun.spawn([process.execPath, '-e', program], { stdout: 'ignore', stderr: 'inherit' })
  await child.exited
  expect(child.signalCode).toBe('SIGKILL')
  expect(Bun.file(`${path}-wal`).size).toBeGreaterThan(1_000_000)
  expect(oldRows(path)).toEqual(before)

  const copy = `${path}.before-0018`
  openDatabase(path, { starting: true }).close()
  expect(withoutSearchKeys(newRows(path))).toEqual(withoutSearchKeys(before))
  // The space of the old rows was returned to the disk.
  expect(Bun.file(path).size).toBeLessThan(Bun.file(copy).size / 2)
  const beforeStart = Bun.file(path).size
  openDatabase(path).close()
  expect(Bun.file(path).size).toBe(beforeStart)
  expect(oldRows(copy)).toEqual(before)
  removeDatabase(path)
  copyFileSync(copy, path)
  expect(oldRows(path)).toEqual(before)
  removeDatabase(path)
})

test.skipIf(!mayLimitMemory())('the upgrade needs less memory than the size of the file', async () => {
  const { path: inMemory, database } = await oldFile()
  addEntries(database, 50_000, 3_000)
  database.run('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  // The scratch folder may be in memory. There, the file itself would count towards the memory limit.
  const onDisk = mkdtempSync(join(tmpdir(), 'chairside-test-'))
  using _ = { [Symbol.dispose]: () => rmSync(onDisk, { recursive: true }) }
  const path = join(onDisk, 'old.db')
  copyFileSync(inMemory, path)
  removeDatabase(inMemory)
  expect(Bun.file(path).size).toBeGreaterThan(150 << 20)
  // The program waits until its memory is limited before it opens the file.
  const program = `await Bun.stdin.text(); const { openDatabase } = await import('./db/open.ts')
    openDatabase(${JSON.stringify(path)}, { starting: true }).close()`
  using limit = memoryLimit(128)
  // Files in this folder take memory, as files in /tmp of a container may.
  const env = { ...process.env, SQLITE_TMPDIR: '/dev/shm' }
  const child = Bun.spawn([process.execPath, '-e', program], { stdin: 'pipe', stderr: 'inherit', env })
  limit!.hold(child.pid)
  child.stdin.end()
  expect(await child.exited).toBe(0)
})
