import { expect, test } from 'bun:test'
import { openDatabase } from '../../db/open.ts'
import { beginReplan } from '../../src/store/notices/notice-replan.ts'
import { listNotices } from '../../src/store/notices/notices.ts'
import { listHistory } from '../../src/store/notices/past-notices.ts'
import { updatePractice } from '../../src/store/practice/practice.ts'
import { createStore } from '../../src/store/store.ts'
import { byTest } from '../support/by-test.ts'
import { fileBefore } from '../support/migrations.ts'

const minute = 60_000
const day = 1440 * minute
const now = Date.parse('2026-03-02T09:00:00Z')
const ahead = now + 3 * day
const longAgo = now - 100 * day

test('the reminders of an older file keep their times until a setting changes, and are retired like other reminders', async () => {
  const { path, database: before } = await fileBefore('_plan')
  before.run('PRAGMA foreign_keys = OFF')
  const insert = (table: string, row: Record<string, string | number>) =>
    before.run(
      `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row).map(() => '?')})`,
      Object.values(row),
    )
  const times = { created_at: now - 200 * day, updated_at: now - 200 * day }
  const pack = { pack_id: 'g', pack_name: 'G', default_status: 'new' }
  insert('practices', { id: 'p', name: 'P', timezone: 'UTC', ...pack, ...times })
  const practice_id = 'p'
  const member = { name: 'U', email: 'u@example.org', role: 'owner', active: 1 }
  insert('users', { practice_id, id: 'u', ...member, ...times })
  insert('pack_statuses', { practice_id, id: 'new', label: 'New', position: 0 })
  const names = {
    first_name: 'Z',
    last_name: 'M',
    first_name_key: 'z',
    last_name_key: 'm',
    word_endings: '[]',
  }
  const flags = { status: 'new', notify_by_email: 1, notify_by_sms: 0, metadata: '{}' }
  insert('patients', { practice_id, id: 'zoe', ...names, ...flags, ...times })
  const entry = { practice_id, patient_id: 'zoe', type: 'appointment', metadata: '{}', created_by: 'u' }
  for (const [id, start_at] of Object.entries({ ahead, past: longAgo }))
    insert('entries', { ...entry, id, start_at, end_at: start_at + minute, ...times })
  const job = { practice_id, patient_id: 'zoe', channel: 'email', kind: 'reminder', slot: 0, attempts: 0 }
  const due = { due_at: ahead - day, next_attempt_at: ahead - day }
  insert('reminder_jobs', {
    ...job,
    id: 'b',
    entry_id: 'ahead',
    start_at: ahead,
    state: 'scheduled',
    ...due,
    ...times,
  })
  const sent = {
    state: 'sent',
    due_at: longAgo - day,
    next_attempt_at: longAgo - day,
    sent_at: longAgo - day,
  }
  insert('reminder_jobs', { ...job, id: 'a', entry_id: 'past', start_at: longAgo, ...sent, ...times })
  before.close()

  const store = createStore(openDatabase(path))
  const practice = store.practices.of('p', byTest)
  expect(listNotices(practice.read, 'ahead')).toMatchObject([
    { nextAttemptAt: ahead - day, state: 'scheduled' },
  ])
  // The send window is new, so the upgrade plans the reminders of every practice again.
  using raw = openDatabase(path)
  expect(raw.query('select practice_key, start_at, entry_id from reminder_replans').values()).toEqual([
    [1, 0, ''],
  ])
  const history = listHistory(practice.read, 'past')
  let after: string | null = ''
  while (after !== null) after = await store.noticeUpkeep.retire(after, now)
  expect(listNotices(practice.read, 'past')).toEqual([])
  expect(listHistory(practice.read, 'past')).toMatchObject([
    { id: 'a', state: 'sent', sentAt: longAgo - day },
  ])
  expect(history).toHaveLength(1)
  await practice.write((tx) => {
    updatePractice(tx, { reminderLeadMinutes: 60 })
    beginReplan(tx, now)
  })
  expect(listNotices(practice.read, 'ahead')).toMatchObject([
    { channel: 'email', dueAt: ahead - 60 * minute },
    { channel: 'sms', dueAt: ahead - 60 * minute },
  ])
  await store.close()
})
