import { expect, test } from 'bun:test'
import { cpSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { openDatabase } from '../../db/open.ts'
import { requireWholeDisk } from '../../src/backup/prepare.ts'
import { removeDatabase } from '../store/records.ts'
import { freshDatabasePath } from '../support/clinic.ts'

test('§12.3 A start that cannot read a full or failing disk says so, and does not call the database damaged.', () => {
  const running = freshDatabasePath()
  const database = openDatabase(running, { replicated: true })
  // What a server leaves that was killed: a log that is not merged.
  const path = freshDatabasePath()
  for (const suffix of ['', '-wal']) cpSync(running + suffix, path + suffix)
  database.close()
  removeDatabase(running)
  // SQLite needs a file of this name, and cannot make it, as on a full disk.
  symlinkSync('nowhere', `${path}-shm`)
  expect(() => requireWholeDisk(path)).toThrow(/cannot be read now: .*free a few megabytes/)
  rmSync(`${path}-shm`)
  expect(() => requireWholeDisk(path)).not.toThrow()
  writeFileSync(path, Buffer.alloc(8192, 'x'))
  expect(() => requireWholeDisk(path)).toThrow('is damaged')
  removeDatabase(path)
})
