import { expect, test } from 'bun:test'
import { cpSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { openDatabase } from '../../db/open.ts'
import { requireWholeDisk } from '../../src/backup/prepare.ts'
import { removeDatabase } from '../store/records.ts'
import { freshDatabasePath } from '../support/clinic.ts'

test('§12.3 When a start cannot read the database on a full or failing disk, it reports this, and does not call the database damaged.', () => {
  const running = freshDatabasePath()
  const database = openDatabase(running, { replicated: true })
  // A killed server leaves a write-ahead log that is not merged into the database.
  const path = freshDatabasePath()
  for (const suffix of ['', '-wal']) cpSync(running + suffix, path + suffix)
  database.close()
  removeDatabase(running)
  // SQLite needs a file with this name and cannot make the file, as on a full disk.
  symlinkSync('nowhere', `${path}-shm`)
  expect(() => requireWholeDisk(path)).toThrow(/cannot be read now: .*free a few megabytes/)
  rmSync(`${path}-shm`)
  expect(() => requireWholeDisk(path)).not.toThrow()
  writeFileSync(path, Buffer.alloc(8192, 'x'))
  expect(() => requireWholeDisk(path)).toThrow('is damaged')
  removeDatabase(path)
})
