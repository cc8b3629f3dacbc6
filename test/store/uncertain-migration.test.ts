import { expect, test } from 'bun:test'
import { openDatabase } from '../../db/open.ts'
import { timed } from '../../src/store/notices/notice-news.ts'
import { findNotice } from '../../src/store/notices/notices.ts'
import { createStore } from '../../src/store/store.ts'
import { byTest } from '../support/by-test.ts'
import { fileBefore } from '../support/migrations.ts'
import { removeDatabase } from './records.ts'

const now = Date.parse('2026-03-02T09:00:00Z')

test('after the upgrade, an uncertain reminder of an older file still counts as received', async () => {
  const { path, database: before } = await fileBefore('_uncertain_and_failing')
  before.run('PRAGMA foreign_keys = OFF')
  const insert = (table: string, row: Record<string, string | number>) =>
    before.run(
      `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row).map(() => '?')})`,
      Object.values(row),
    )
  const times = { created_at: now, updated_at: now + 1 }
  const pack = { pack_id: 'g', pack_name: 'G', default_status: 'new' }
  insert('practices', { id: 'p', name: 'P', timezone: 'UTC', ...pack, ...times })
  const member = { name: 'U', email: 'u@example.org', role: 'owner', active: 1 }
  insert('users', { practice_id: 'p', id: 'u', ...member, ...times })
  const entry = { type: 'appointment', metadata: '{}', created_by: 'u', start_at: now, end_at: now + 1 }
  insert('entries', { practice_id: 'p', id: 'e', ...entry, ...times })
  const job = { practice_id: 'p', entry_id: 'e', patient_id: 'zoe', channel: 'email', slot: 0, attempts: 1 }
  const due = { due_at: now, next_attempt_at: now }
  const uncertain = { id: 'a', kind: 'reminder', start_at: now + 2, state: 'uncertain' }
  const moved = { id: 'b', kind: 'moved', start_at: now + 3, state: 'scheduled' }
  for (const notice of [uncertain, moved]) insert('reminder_jobs', { ...job, ...notice, ...due, ...times })
  before.close()

  const database = openDatabase(path)
  const { read } = createStore(database).practices.of('p', byTest)
  expect(findNotice(read, 'a')).toMatchObject({ uncertainAt: now + 1 })
  expect(timed(read, findNotice(read, 'b')!).firstStartAt).toBe(now + 2)
  database.close()
  removeDatabase(path)
})
