import { expect, test } from 'bun:test'
import { openDatabase } from '../../db/open.ts'
import { findNotice } from '../../src/store/notices/notices.ts'
import { createStore } from '../../src/store/store.ts'
import { byTest } from '../support/by-test.ts'
import { fileBefore } from '../support/migrations.ts'
import { removeDatabase } from './records.ts'

const now = Date.parse('2026-03-02T09:00:00Z')
const second = 1_000
const idOf = (name: string) => `019cad8f-ac00-7000-8000-00000000000${name}`
const blob = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')

test('the upgrade gives sent messages of an older file sequence numbers in their order, and unsent messages get no number', async () => {
  const { path, database: before } = await fileBefore('_told_in_order')
  before.run('PRAGMA foreign_keys = OFF')
  const insert = (table: string, row: Record<string, string | number | Buffer | null>) =>
    before.run(
      `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row).map(() => '?')})`,
      Object.values(row),
    )
  const times = { created_at: now, updated_at: now }
  const pack = { pack_id: 'g', pack_name: 'G', default_status: 'new' }
  insert('practices', { key: 1, id: blob(idOf('1')), name: 'P', timezone: 'UTC', ...pack, ...times })
  const job = {
    practice_key: 1,
    entry_id: blob(idOf('2')),
    patient_id: blob(idOf('3')),
    channel: 0,
    attempts: 1,
  }
  const due = { due_at: now, next_attempt_at: now }
  const notices = [
    { id: 'a', slot: 0, kind: 0, start_at: now, state: 2, sent_at: now, uncertain_at: null },
    { id: 'b', slot: 1, kind: 2, start_at: now + 1, state: 6, sent_at: null, uncertain_at: now + second },
    { id: 'c', slot: 2, kind: 2, start_at: now + 2, state: 0, sent_at: null, uncertain_at: null },
  ]
  for (const { id, ...notice } of notices)
    insert('reminder_jobs', { ...job, id: blob(idOf(id)), ...notice, ...due, ...times })
  before.close()

  const database = openDatabase(path)
  const { read } = createStore(database).practices.of(idOf('1'), byTest)
  const seconds = (now - Date.UTC(2025, 0, 1)) / second
  expect(['a', 'b', 'c'].map((id) => findNotice(read, idOf(id))!.sequence)).toEqual([seconds, seconds + 1, 0])
  database.close()
  removeDatabase(path)
})
