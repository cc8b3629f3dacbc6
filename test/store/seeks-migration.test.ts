import { expect, test } from 'bun:test'
import { openDatabase } from '../../db/open.ts'
import { fileBefore } from '../support/migrations.ts'

test('the upgrade that makes the table of deleted records again keeps all its rows', async () => {
  const { path, database: before } = await fileBefore('_seeks_and_replacing')
  before.run(`INSERT INTO practices (key, id, name, timezone, pack_id, pack_name, default_status, created_at, updated_at)
    VALUES (1, x'01', 'P', 'UTC', 'g', 'G', 'new', 0, 0)`)
  for (let i = 0; i < 100; i++) {
    const id = `${(i * 37) % 100}`
    before.run("INSERT INTO archive VALUES (1, ?, 1, x'02', x'03', 4, NULL, 5)", [id])
    before.run('INSERT INTO archive_rows VALUES (1, ?, 1, \'patient_tags\', \'{"patient_id":"03"}\')', [id])
  }
  const rows = (database: typeof before) =>
    ['archive', 'archive_rows'].map((table) =>
      database.query(`SELECT * FROM ${table} ORDER BY 1, 2, 3`).values(),
    )
  const old = rows(before)
  before.close()
  using database = openDatabase(path)
  expect(rows(database)).toEqual(old)
  expect(database.query('PRAGMA integrity_check').values()).toEqual([['ok']])
})
