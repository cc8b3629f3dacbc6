import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { openDatabase } from '../../db/open.ts'
import { DatabaseUnusable } from '../../db/unusable.ts'
import { freshDatabasePath } from '../support/clinic.ts'

/** A database with a tag of a missing practice, and with a schema that was not checked yet. */
function broken(): string {
  const path = freshDatabasePath()
  const database = new Database(path)
  database.run("insert into tags values ('none', 'id', 'Recall', 'recall', null, 0, 0, 1, 0)")
  database.run('create table later (id integer)')
  database.close()
  return path
}

test('a database with broken references is refused at every start', () => {
  const path = broken()
  expect(() => openDatabase(path)).toThrow(DatabaseUnusable)
  expect(() => openDatabase(path)).toThrow('rows that refer to missing rows: 1')
})

test('the SQLite settings that protect records are on, and a wait for a lock does not block the thread', () => {
  const database = openDatabase(freshDatabasePath())
  const read = (pragma: string) => database.query(`PRAGMA ${pragma}`).values()[0]![0]
  const names = ['journal_mode', 'synchronous', 'foreign_keys', 'trusted_schema', 'cell_size_check']
  expect(names.map(read)).toEqual(['wal', 2, 1, 0, 1])
  expect([read('secure_delete'), read('journal_size_limit')]).toEqual([1, 4_120_032])
  expect(read('busy_timeout')).toBeLessThanOrEqual(5)
  database.close()
})

test('the database refuses text as the time of an entry', async () => {
  const database = openDatabase(freshDatabasePath())
  database.run('PRAGMA foreign_keys = OFF')
  const insert = (startAt: string, endAt: string) =>
    database.run(
      `insert into entries (practice_key, id, type, start_at, end_at, metadata, created_by, created_at, updated_at)
       values (1, 'e', 2, ${startAt}, ${endAt}, '{}', 'u', 0, 0)`,
    )
  expect(() => insert('1', "'zzz'")).toThrow('entries_times')
  insert('1', '2')
  database.close()
})
