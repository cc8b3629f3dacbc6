import { expect, test } from 'bun:test'
import { openDatabase } from '../../db/open.ts'
import { fileBefore } from '../support/migrations.ts'

/** Reads rows of a file, by its tables and by its indexes. */
const found = (database: Awaited<ReturnType<typeof fileBefore>>['database']) => ({
  rows: ['reminder_jobs', 'audit'].map((table) => database.query(`SELECT * FROM ${table}`).values()),
  due: database
    .query(
      'SELECT n FROM (SELECT slot AS n FROM reminder_jobs WHERE state = 0 ORDER BY next_attempt_at, channel)',
    )
    .values(),
  ofMember: database.query("SELECT seq FROM audit WHERE user_id = x'09' ORDER BY at DESC, seq DESC").values(),
})

test('the upgrade that makes indexes again keeps the messages and the audit trail of an older file', async () => {
  const { path, database: before } = await fileBefore('_fewer_pages')
  before.run(`INSERT INTO practices (key, id, name, timezone, pack_id, pack_name, default_status, created_at, updated_at)
    VALUES (1, x'01', 'P', 'UTC', 'g', 'G', 'new', 0, 0)`)
  for (let i = 0; i < 60; i++) {
    const [state, kind, at] = [i % 3, i % 2, (i * 37) % 60]
    before.run(`INSERT INTO reminder_jobs (id, practice_key, entry_id, patient_id, channel, kind, slot, start_at, due_at, state,
        attempts, created_at, updated_at, next_attempt_at, sequence)
      VALUES (${i}, 1, ${i}, x'03', ${i % 2}, ${kind}, ${i}, 100, ${at}, ${state}, 0, 0, ${i % 5}, ${at + (i % 2)}, 0)`)
    before.run(`INSERT INTO audit (practice_key, seq, at, actor, user_id, kind, action, times, mac)
      VALUES (1, ${i + 1}, ${at}, 1, ${i % 4 === 0 ? 'NULL' : "x'09'"}, 1, 'a', 1, x'00')`)
  }
  const old = found(before)
  before.close()
  using database = openDatabase(path)
  expect(found(database)).toEqual(old)
  expect(database.query('PRAGMA integrity_check').values()).toEqual([['ok']])
  const named = "SELECT name FROM sqlite_master WHERE name IN ('audit_at', 'audit_user') ORDER BY name"
  expect(database.query(named).values()).toEqual([['audit_user']])
})
