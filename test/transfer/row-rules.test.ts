/** An import refuses every value that the API refuses. */
import { expect, test } from 'bun:test'
import { countRows } from '../../db/inspect.ts'
import { mostClosures, mostPasskeys, mostTags } from '../../src/domain/limits.ts'
import { exportedTables } from '../../src/store/transfer/transfer.ts'
import { RowRules } from '../../src/transfer/row-rules.ts'
import { openStore } from '../store/records.ts'
import { added, edited, type Files, filesIn, written } from './archives.ts'
import { elsewhere, exported, fillUp, imported } from './practices.ts'

type Row = Record<string, unknown>

const rowsIn = (files: Files, table: string): Row[] =>
  files
    .get(`${table}.ndjson`)!
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

/** Adds copies of the first row of a table. Each copy has its own id. */
const copied = (table: string, number: number, field: string) => (files: Files) => {
  const [row] = rowsIn(files, table)
  const copies = Array.from({ length: number }, (_, i) =>
    JSON.stringify({ ...row, id: `copy ${i}`, [field]: `copy ${i}` }),
  )
  added(`${table}.ndjson`, ...copies)(files)
}

const window = (sendFrom: unknown, sendUntil: unknown) =>
  edited('reminder_settings.ndjson', { sendFrom, sendUntil })
const deleted = (source: string, row: Row) =>
  edited('archive_rows.ndjson', { source, row: JSON.stringify(row) })
const name = 'x'.repeat(201)

const attacks: [what: string, edit: (files: Files) => void, message: RegExp][] = [
  [
    'a send window over midnight',
    window('20:00', '08:00'),
    /sendUntil must be at least an hour after sendFrom/,
  ],
  ['a send window at midnight', window('24:00', '24:00'), /sendFrom must be a time of day, HH:MM/],
  ['a send window that ends before the standard begins', window(null, '07:00'), /at least an hour after/],
  ['a send window of half an hour', window('08:00', '08:30'), /at least an hour after/],
  ['a send window of words', window('noon', null), /sendFrom must be a time of day/],
  ['a send window of numbers', window('09:99', '19:00'), /sendFrom must be a time of day/],
  [
    'three leads',
    edited('reminder_settings.ndjson', { moreLeadMinutes: [1, 2, 3] }),
    /moreLeadMinutes must be a list of at most 2 leads/,
  ],
  [
    'a message without its link',
    edited('reminder_settings.ndjson', { emailText: 'Come.' }),
    /emailText must hold \{link\}/,
  ],
  [
    'a country that is none',
    edited('reminder_settings.ndjson', { allowedCountries: ['XX'] }),
    /allowedCountries\.0 must be the code/,
  ],
  [
    'a reminder of a lead that is none',
    edited('reminder_jobs.ndjson', { slot: 7 }),
    /slot must be that of a lead/,
  ],
  [
    'a message that counts for no day',
    edited('reminder_jobs.ndjson', { countedOn: 'x' }),
    /countedOn must be a calendar date/,
  ],
  ['a version before the first one', edited('users.ndjson', { version: 0 }), /version must be at least 1/],
  ['a version below zero', edited('practices.ndjson', { version: -5 }), /version must be at least 1/],
  [
    'a long name',
    edited('patients.ndjson', { lastName: name }),
    /lastName must be at most 200 characters long/,
  ],
  [
    'a name of a megabyte',
    edited('patients.ndjson', { firstName: 'x'.repeat(1 << 20) }),
    /firstName must be at most 200/,
  ],
  [
    'a name that nobody sees',
    edited('patients.ndjson', { lastName: '\u200d' }),
    /lastName must not be empty/,
  ],
  [
    'a long text in an own field',
    edited('patients.ndjson', { ownFields: { insurer: name } }),
    /ownFields must be an object of at most 10 texts/,
  ],
  [
    'own fields that are a list',
    edited('patients.ndjson', { ownFields: ['AOK'] }),
    /ownFields must be an object/,
  ],
  [
    'eleven own fields',
    edited('patients.ndjson', {
      ownFields: Object.fromEntries('abcdefghijk'.split('').map((id) => [id, 'x'])),
    }),
    /ownFields must be an object of at most 10 texts/,
  ],
  [
    'two own fields of one id',
    edited('practices.ndjson', {
      ownFields: ['A', 'B'].map((each) => ({ id: 'insurer', name: each, archived: false })),
    }),
    /ownFields.1.id must differ/,
  ],
  [
    'a birthday that does not exist',
    edited('patients.ndjson', { dob: '2023-02-29' }),
    /dob must be a calendar date/,
  ],
  [
    'a long note',
    edited('notes.ndjson', { body: 'x'.repeat(100_001) }),
    /body must be at most 100000 characters long/,
  ],
  ['a long older note', edited('note_revisions.ndjson', { title: name }), /title must be at most 200/],
  ['a long title', edited('entries.ndjson', { title: name }), /title must be at most 200/],
  [
    'an answer that no patient can give',
    edited('entries.ndjson', { metadata: { patientAnswer: { answer: 'maybe' } } }),
    /metadata must be/,
  ],
  [
    'answers to an online booking that are none',
    edited('entries.ndjson', { metadata: { online: { proof: 'email', answers: 'none' } } }),
    /metadata must be an object whose online is empty/,
  ],
  [
    'a long reason of a cancellation',
    edited('cancellations.ndjson', { reason: name }),
    /reason must be at most 200/,
  ],
  [
    'a long note of a visit',
    edited('progress.ndjson', { note: 'x'.repeat(1_001) }),
    /note must be at most 1000/,
  ],
  [
    'a visit of no length',
    edited('waiting_list.ndjson', { durationMinutes: 0 }),
    /durationMinutes must be a whole number from 5/,
  ],
  [
    'somebody who wants to be asked later, and never',
    edited('recall_contacts.ndjson', { kind: 'later', askAgainOn: null }),
    /askAgainOn must be given with `later`/,
  ],
  [
    'somebody who waits for no day',
    edited('waiting_list.ndjson', { weekdays: [] }),
    /weekdays must have at least 1 items/,
  ],
  [
    'a closure of more than a year',
    edited('closures.ndjson', { throughDate: '2029-01-01', yearly: false }),
    /throughDate must not be more than 400 days/,
  ],
  [
    'a code that went nowhere',
    edited('online_bookings.ndjson', { state: 'held', channel: null }),
    /codeHash must be that of a code which went to a contact/,
  ],
  [
    'a booking of nobody',
    edited('online_bookings.ndjson', { patientId: null }),
    /state must be one that this booking can have/,
  ],
  [
    'a request without an end',
    edited('online_bookings.ndjson', { state: 'requested', decideUntil: null }),
    /decideUntil must be given for a request/,
  ],
  [
    'a visitor without a name',
    edited('online_bookings.ndjson', { visitor: { firstName: 7, lastName: 'Müller' } }),
    /visitor must be the names of a person/,
  ],
  [
    'a visitor without a contact',
    edited('online_bookings.ndjson', { contact: null }),
    /visitor must be empty for this booking/,
  ],
  ['a member without an address', edited('users.ndjson', { email: 'x' }), /email must be an e-mail address/],
  [
    'a pack without its default',
    edited('practices.ndjson', { defaultStatus: 'gone' }),
    /defaultStatus must be the id of one/,
  ],
  [
    'a status that is no word',
    edited('pack_statuses.ndjson', { id: 'A b' }),
    /pack_statuses\.ndjson: The field statuses\.\d\.id must match/,
  ],
  ['too many tags', copied('tags', mostTags, 'name'), /There are more than 1000 rows/],
  ['too many closures', copied('closures', mostClosures, 'name'), /There are more than 1000 rows/],
  [
    'too many passkeys of a member',
    copied('passkeys', mostPasskeys, 'credentialId'),
    /There are more than 50 rows of one userId/,
  ],
  [
    'a deletion behind the end of time',
    edited('archive.ndjson', { deletedAt: 8.7e15 }),
    /deletedAt must be an instant of the years/,
  ],
  [
    'an end of keeping behind the end of time',
    edited('archive.ndjson', { keepUntil: 8.7e15 }),
    /keepUntil must be at most/,
  ],
  [
    'a row of the trail behind all numbers',
    edited('audit_closings.ndjson', { throughSeq: 9e15 }),
    /throughSeq must be at most/,
  ],
  [
    'written fields that are no list',
    edited('audit.ndjson', { fields: { map: 1 } }),
    /fields must be a list of texts/,
  ],
  [
    'half an id in the trail',
    edited('audit.ndjson', { patients: 'ab' }),
    /patients must be ids one after another/,
  ],
  [
    'values that are no JSON',
    edited('audit_values.ndjson', { before: '{' }),
    /before must be an object as JSON/,
  ],
  [
    'a record that is called __proto__',
    edited('tags.ndjson', { id: '__proto__' }),
    /id must be an id of at most 100 letters/,
  ],
  [
    'a record with a long id',
    edited('tags.ndjson', { id: 'x'.repeat(101) }),
    /id must be an id of at most 100 letters/,
  ],
  [
    'a record whose id rings the bell',
    edited('tags.ndjson', { id: '\u0007' }),
    /id must be an id of at most 100 letters/,
  ],
  ['a deleted row of no table', deleted('sessions', {}), /source must be a table whose rows can be deleted/],
  [
    'a deleted closure without days',
    deleted('closures', {
      id: '-x',
      name: 'x',
      from_date: 'x',
      through_date: 'x',
      yearly: 0,
      created_at: 0,
      updated_at: 0,
    }),
    /The deleted row .*: The field fromDate must be a calendar date/,
  ],
  [
    'a deleted chair that never closes',
    deleted('chairs', {
      id: '-x',
      name: 'x',
      position: 0,
      active: 1,
      working_hours: '{"mon":[{"start":"24:00","end":"24:00"}]}',
      created_at: 0,
      updated_at: 0,
    }),
    /The deleted row .*: The field workingHours/,
  ],
  [
    'a deleted tag without a name',
    deleted('tags', { id: '-x', created_at: 0, updated_at: 0 }),
    /The deleted row .*: The field name must not be null/,
  ],
  [
    'a deleted tag whose id is no id',
    deleted('tags', { id: 'zz', name: 'x', created_at: 0, updated_at: 0 }),
    /The deleted row .*: must be an id/,
  ],
]

test.each(attacks)(
  '§18 An import refuses everything that the API refuses: values, lengths and numbers of records. %s',
  async (_, edit, message) => {
    await using s = await openStore()
    await fillUp(s, 5)
    const files = filesIn((await exported(s, s.own.practiceId)).path)
    edit(files)
    await using there = elsewhere()
    const before = countRows(there.database)
    const refusal = await imported(there, written(files)).catch((error) => error)
    expect(String(refusal)).toMatch(message)
    expect(countRows(there.database)).toEqual(before)
  },
)

test('an import refuses a retired notice that is also a present notice, and the error names its line', async () => {
  await using s = await openStore()
  await fillUp(s, 5)
  const files = filesIn((await exported(s, s.own.practiceId)).path)
  const { id, entryId } = rowsIn(files, 'reminder_jobs')[0]!
  edited('past_reminders.ndjson', { id, entryId })(files)
  await using there = elsewhere()
  const refusal = await imported(there, written(files)).catch((error) => error)
  expect(String(refusal)).toMatch(/past_reminders\.ndjson, line 1: The row is also a row of reminder_jobs/)
})

/** Columns with no limit except the length of a line. */
const unlimited = new Set([
  'patients.metadata',
  'entries.metadata',
  'cancellations.metadata',
  'archive_rows.row',
  'audit.patients',
  'audit_values.before',
  'audit_values.after',
])

test('an import limits every text, number and list of every table', async () => {
  await using s = await openStore()
  await fillUp(s, 5)
  const files = filesIn((await exported(s, s.own.practiceId)).path)
  const unbounded: string[] = []
  for (const table of exportedTables) {
    const [row] = rowsIn(files, table)
    for (const field in row) {
      const excess = [excessOf(row[field]), ...(row[field] === null ? ['x'.repeat(100_001), 1e16] : [])]
      const isTaken = excess.some((value) => fits(table, { ...row, [field]: value }))
      if (isTaken && !unlimited.has(`${table}.${field}`)) unbounded.push(`${table}.${field}`)
    }
  }
  // A column that is true or false needs no limit.
  const twoValued = unbounded.filter(
    (field) =>
      !/^\w+\.(active|isNext|yearly|notifyBy\w+|shortNotice|archived|known|isNewPatient|recallConsent|alert|mayBookOnline)$/.test(
        field,
      ),
  )
  expect(twoValued).toEqual([])
})

function excessOf(value: unknown): unknown {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return 1e16
  if (typeof value === 'object')
    return Array.isArray(value) ? Array(100_000).fill('x') : { x: 'x'.repeat(100_000) }
  return 'ab'.repeat(50_001)
}

function fits(table: string, row: Row): boolean {
  try {
    new RowRules().check(table, row)
    return true
  } catch {
    return false
  }
}
