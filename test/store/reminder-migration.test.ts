import { expect, test } from 'bun:test'
import { channelCodes, stateCodes } from '../../db/codes.ts'
import { openDatabase } from '../../db/open.ts'
import { idOf } from '../../db/stored-id.ts'
import { isId } from '../../src/domain/id.ts'
import { fileBefore } from '../support/migrations.ts'

test("the upgrade replaces each reminder without a channel with one reminder for each channel, for the entry's patient", async () => {
  const { path, database: before } = await fileBefore('_reminders')
  before.run('PRAGMA foreign_keys = OFF')
  const insert = (table: string, row: Record<string, string | number | null>) =>
    before.run(
      `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row).map(() => '?')})`,
      Object.values(row),
    )
  const times = { created_at: 1, updated_at: 2 }
  insert('practices', {
    id: 'p',
    name: 'P',
    timezone: 'UTC',
    pack_id: 'g',
    pack_name: 'G',
    default_status: 'new',
    ...times,
  })
  insert('users', {
    practice_id: 'p',
    id: 'u',
    name: 'U',
    email: 'u@x.org',
    role: 'owner',
    active: 1,
    ...times,
  })
  insert('pack_statuses', { practice_id: 'p', id: 'new', label: 'New', position: 0 })
  insert('patients', {
    practice_id: 'p',
    id: 'zoe',
    first_name: 'Z',
    last_name: 'M',
    status: 'new',
    notify_by_email: 1,
    notify_by_sms: 0,
    metadata: '{}',
    first_name_key: 'z',
    last_name_key: 'm',
    word_endings: 'z m',
    ...times,
  })
  insert('entries', {
    practice_id: 'p',
    id: 'stands',
    patient_id: 'zoe',
    type: 'appointment',
    start_at: 100,
    end_at: 200,
    metadata: '{}',
    created_by: 'u',
    ...times,
  })
  const job = { practice_id: 'p', start_at: 100, due_at: 50, ...times }
  insert('reminder_jobs', { ...job, entry_id: 'stands', state: 'scheduled' })
  insert('reminder_jobs', { ...job, entry_id: 'gone', state: 'cancelled' })
  before.close()

  const database = openDatabase(path)
  const rows = database
    .query<Record<string, unknown>, []>('SELECT * FROM reminder_jobs ORDER BY entry_id, channel')
    .all()
  const { practice_id: _, ...kept } = job
  const carried = {
    ...kept,
    practice_key: 1,
    reason: null,
    attempts: 0,
    next_attempt_at: 50,
    sent_at: null,
    lease: null,
  }
  expect(rows).toMatchObject([
    {
      ...carried,
      entry_id: 'gone',
      patient_id: '',
      channel: channelCodes.email,
      state: stateCodes.cancelled,
    },
    { ...carried, entry_id: 'gone', patient_id: '', channel: channelCodes.sms, state: stateCodes.cancelled },
    {
      ...carried,
      entry_id: 'stands',
      patient_id: 'zoe',
      channel: channelCodes.email,
      state: stateCodes.scheduled,
    },
    {
      ...carried,
      entry_id: 'stands',
      patient_id: 'zoe',
      channel: channelCodes.sms,
      state: stateCodes.scheduled,
    },
  ])
  const ids = rows.map(({ id }) => idOf(id as Uint8Array))
  expect(ids.every(isId)).toBe(true)
  expect(new Set(ids).size).toBe(4)
  database.close()
})
