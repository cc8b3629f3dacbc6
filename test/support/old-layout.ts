/** Database files at migration 0017. In these files, every row holds the ids of practices and records as text. */
import type { Database } from 'bun:sqlite'
import { fileBefore } from './migrations.ts'

type Value = string | number | Uint8Array | null
type Row = Record<string, Value>

/** The ids of the practices in the file. One of these ids is not a UUID. */
export const oldIds = {
  /** A practice with patients. So the search index has given it a number. */
  busy: '01970000-0001-7000-8000-00000000000a',
  /** A practice whose id is not a UUID. Its number in the search index is lower than that of the busy practice. */
  odd: 'p',
  /** A practice without patients, which has no number yet. */
  quiet: '01970000-0000-7000-8000-00000000000b',
} as const

const times = { created_at: 1_700_000_000_000, updated_at: 1_700_000_000_001 }

/** A file with several rows in every table. Some ids are odd. A column that may be null is null in half of the rows. */
export async function oldFile(): Promise<{ path: string; database: Database }> {
  const file = await fileBefore('_smaller_rows')
  const { database } = file
  database.run('PRAGMA journal_mode = wal')
  const insert = (table: string, row: Row) =>
    database
      .query(`INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row).map(() => '?')})`)
      .run(...Object.values(row))
  for (const [n, id] of [oldIds.busy, oldIds.odd, oldIds.quiet].entries())
    insert('practices', {
      id,
      name: `Praxis ${n}`,
      timezone: 'Europe/Berlin',
      pack_id: 'g',
      pack_name: 'G',
      default_status: 'new',
      working_hours: n === 0 ? '{}' : null,
      slot_minutes: n === 1 ? 20 : null,
      reminder_lead_minutes: null,
      ...times,
      created_at: times.created_at - n,
    })
  for (const id of [oldIds.odd, oldIds.busy]) insert('search_codes', { practice_id: id })
  for (const practice of Object.values(oldIds)) insert('pack_statuses', status(practice))
  for (const practice of [oldIds.odd, oldIds.busy]) fillPractice(insert, practice)
  insert('signing_keys', { purpose: 'visit', key: new Uint8Array(32), created_at: 5 })
  insert('installation', { id: 1, beat_at: 7, database_id: '01970000-0000-7000-8000-000000000001' })
  return file
}

const status = (practice_id: string): Row => ({ practice_id, id: 'new', label: 'New', position: 0 })

/** Fills a practice. Both practices get the same ids, except in columns that must be unique in the whole file. */
function fillPractice(insert: (table: string, row: Row) => void, practice_id: string): void {
  const of = { practice_id }
  const only = (id: string) => (practice_id === oldIds.busy ? id : `${practice_id} ${id}`)
  for (const [n, id] of ids(1).entries()) {
    const is = n % 2 === 0
    const maybe = <T extends Value>(value: T) => (is ? value : null)
    const [user, chair, tag, patient, note, entry] = [2, 3, 4, 5, 6, 7].map((kind) => ids(kind)[n]!) as [
      string,
      string,
      string,
      string,
      string,
      string,
    ]
    const hash = new TextEncoder().encode(`${practice_id} ${id}`)
    const person = { name: 'Zoé', email: `${n}@${practice_id}.example`, role: 'owner', active: 1 }
    insert('users', { ...of, id: user, ...person, ...times, enrolled_at: maybe(3) })
    const token = { name: 'Laptop', hash, scopes: '["read"]', last_used_at: maybe(4), expires_at: 9 }
    insert('api_tokens', { ...of, id, user_id: user, ...token, revoked_at: maybe(5), created_at: 1 })
    const session = { hash, user_agent: maybe('Firefox'), last_seen_at: 4, verified_at: 3, expires_at: 9 }
    insert('sessions', { ...of, id, user_id: user, ...session, created_at: 1 })
    const key = { credential_id: `${practice_id}${n}`, public_key: hash, counter: 0, transports: '[]' }
    insert('passkeys', { ...of, id, user_id: user, name: 'Key', ...key, last_used_at: null, created_at: 1 })
    insert('enrolment_links', { ...of, user_id: user, hash, expires_at: 9 })
    const name_key = `room ${n}`
    const room = { name: `Room ${n}`, color: maybe('#fff'), position: n }
    insert('chairs', { ...of, id: chair, ...room, active: 1, ...times, name_key })
    insert('tags', { ...of, id: tag, name: 'Recall', name_key, color: null, ...times })
    insert('patients', {
      ...of,
      id: patient,
      first_name: 'Zoé',
      last_name: `Müller${n}`,
      dob: maybe('2000-02-29'),
      gender: null,
      email: maybe('zoe@example.org'),
      status: 'new',
      notify_by_email: 1,
      notify_by_sms: 0,
      metadata: '{"a":[1]}',
      first_name_key: 'zoe',
      last_name_key: `mueller${n}`,
      word_endings: '["zoe"]',
      ...times,
    })
    insert('patient_tags', { ...of, patient_id: patient, tag_id: tag })
    const text = { title: maybe('T'), body: 'Körper', is_next: n % 2 }
    const authors = { created_by: user, updated_by: user }
    insert('notes', { ...of, id: note, patient_id: patient, ...text, ...authors, ...times })
    insert('note_revisions', { ...of, note_id: note, version: 1, ...text, saved_at: 2, saved_by: user })
    insert('entries', {
      ...of,
      id: entry,
      chair_id: maybe(chair),
      patient_id: maybe(patient),
      title: maybe('Check-up'),
      type: ['appointment', 'reminder', 'unavailable'][n % 3]!,
      start_at: 100 * n,
      end_at: 100 * n + 50,
      color: null,
      service_ref: null,
      notes: maybe('N'),
      metadata: '{}',
      created_by: user,
      ...times,
    })
    const notice = {
      entry_id: entry,
      patient_id: is ? patient : '',
      channel: is ? 'email' : 'sms',
      slot: n,
      kind: ['reminder', 'booked', 'moved', 'cancelled'][n % 4]!,
      start_at: 100 * n,
      due_at: 1,
      reason: maybe('refused'),
      attempts: n,
      sent_at: maybe(8),
      last_error: maybe('timeout'),
      ...times,
    }
    const states = ['scheduled', 'running', 'sent', 'skipped', 'cancelled', 'dead', 'uncertain']
    const delivery = { next_attempt_at: 2, lease: maybe(id), lease_until: maybe(3), counted_on: null }
    const state = states[n % states.length]!
    insert('reminder_jobs', { ...of, id: only(id), ...notice, ...delivery, state, uncertain_at: maybe(6) })
    insert('past_reminders', { ...of, id, ...notice, state: 'sent' })
  }
  insert('reminder_replans', { ...of, start_at: 5, entry_id: practice_id === oldIds.busy ? ids(7)[0]! : '' })
  insert('reminder_settings', { ...of, language: 'de', tell_booked: 1, ...times })
}

/** Ids of one kind of record: UUIDs, and texts that only resemble one. */
const ids = (kind: number): string[] => [
  `01970000-000${kind}-7000-8000-000000000001`,
  `01970000-000${kind}-4000-8000-ffffffffffff`,
  `0197ABCD-000${kind}-7000-8000-00000000000A`,
  `01970000-000${kind}-7000-8000-00000000000g`,
  `${kind}-------------------------------------`.slice(0, 36),
  `01970000000${kind}70008000000000000001`,
  `it's ${kind} Zoé`,
]
