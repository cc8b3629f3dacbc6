import { expect, test } from 'bun:test'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../db/open.ts'
import { scratch } from '../support/scratch.ts'

/** A folder with the migrations up to 0022, before the table of changes existed. */
function earlierMigrations(): string {
  const folder = join(scratch, 'migrations-before-changes')
  cpSync(join(import.meta.dir, '../../db/migrations'), folder, { recursive: true })
  const journal = join(folder, 'meta/_journal.json')
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'))
  writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, 23) }))
  return folder
}

test('after the upgrade, each practice of an older file has its own epoch of changes', () => {
  const path = join(scratch, 'before-changes.db')
  const old = openDatabase(path, { migrationsFolder: earlierMigrations() })
  const columns = old
    .query<{ name: string; type: string; notnull: number; dflt: string | null }, []>(
      'select name, type, "notnull", dflt_value as dflt from pragma_table_info(\'practices\')',
    )
    .all()
    .filter(({ name, notnull, dflt }) => name !== 'key' && name !== 'id' && notnull === 1 && dflt === null)
  old.run('pragma foreign_keys = off')
  for (let i = 1; i <= 3; i++)
    old.run(
      `insert into practices (key, id, ${columns.map(({ name }) => `"${name}"`)})
       values (${i}, randomblob(16), ${columns.map(({ type }) => (type === 'text' ? `'UTC'` : '1'))})`,
    )
  old.close()
  const now = openDatabase(path)
  const epochs = now
    .query<{ key: number; epoch: number }, []>(
      'select practice_key as key, epoch from change_epochs order by 1',
    )
    .all()
  expect(epochs.map(({ key }) => key)).toEqual([1, 2, 3])
  expect(new Set(epochs.map(({ epoch }) => epoch)).size).toBe(3)
  for (const { epoch } of epochs) expect(epoch).toBeWithin(0, 2 ** 52)
  expect(now.query('select * from changes').all()).toEqual([])
  now.close()
})
