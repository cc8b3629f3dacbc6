import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { countRows } from '../../db/inspect.ts'
import { type Opened, openStore } from '../store/records.ts'
import { added, edited, type Files, filesIn, written } from './archives.ts'
import { elsewhere, exported, fillUp, imported, newArchive } from './practices.ts'

const inManifest = (change: (manifest: Record<string, never>) => void) => (files: Files) => {
  const manifest = JSON.parse(files.get('manifest.json')!)
  change(manifest)
  files.set('manifest.json', JSON.stringify(manifest))
}

/** Mistakes in archives whose digests are right, and the error of the import for each mistake. */
const mistakes: [what: string, edit: (files: Files, s: Opened) => void, message: RegExp][] = [
  ['a file with a path', (files) => files.set('../../etc/passwd', 'x'), /begins a file with another name/],
  [
    'a file that nobody knows',
    (files) => files.set('sessions.ndjson', ''),
    /begins a file with another name/,
  ],
  ['a missing file', (files) => files.delete('notes.ndjson'), /notes\.ndjson: This file is missing/],
  ['no manifest', (files) => files.delete('manifest.json'), /manifest\.json: This file is missing/],
  [
    'a manifest of garbage',
    (files) => files.set('manifest.json', '[1'),
    /manifest\.json: It is no JSON object/,
  ],
  [
    'a manifest of a later form',
    inManifest((manifest) => Object.assign(manifest, { formatVersion: 2 })),
    /manifest\.json: Another version of chairside/,
  ],
  ...[
    '',
    '__proto__',
    'x'.repeat(1_000),
    '\u001b[2J',
    '../../etc',
    '0F000000-0000-7000-8000-000000000000',
  ].map((id): (typeof mistakes)[number] => [
    `a practice whose id is ${JSON.stringify(id.slice(0, 40))}`,
    (files) => {
      edited('practices.ndjson', { id })(files)
      inManifest((manifest) => Object.assign(manifest.practice!, { id }))(files)
    },
    /manifest\.json: The id of the practice is no UUID in lower case/,
  ]),
  [
    'a manifest with a wrong order of the trail',
    inManifest((manifest) => Object.assign(manifest, { trail: [{ throughSeq: 0, key: '0'.repeat(16) }] })),
    /manifest\.json: The parts of the audit trail are wrong/,
  ],
  [
    'a manifest that lacks a part of the trail',
    inManifest((manifest) => Object.assign(manifest, { trail: [] })),
    /manifest\.json: The parts of the audit trail are not those of its rows/,
  ],
  ['a line of garbage', added('entries.ndjson', 'garbage'), /entries\.ndjson, line \d+: The row is no JSON/],
  [
    'a million lines of garbage',
    (files) => files.set('tags.ndjson', 'x\n'.repeat(1_000_000)),
    /tags\.ndjson, line 1: The row is no JSON/,
  ],
  ['a row that is a list', added('chairs.ndjson', '[]'), /chairs\.ndjson, line 3: The row must be an object/],
  ['an empty line', added('chairs.ndjson', ''), /chairs\.ndjson, line 3: The row is no JSON/],
  [
    'a list nested ten thousand times',
    (files) => {
      const deep = `"metadata":${'[1,'.repeat(10_000)}1${']'.repeat(10_000)}`
      files.set('patients.ndjson', files.get('patients.ndjson')!.replace(/"metadata":\{\}/, deep))
    },
    /patients\.ndjson, line \d+: The field metadata must be nested at most 100 times/,
  ],
  [
    'a line of 17 MiB',
    (files) => edited('notes.ndjson', { body: 'x'.repeat(17 << 20) })(files),
    /notes\.ndjson, line 1: This line is longer than 3 MiB/,
  ],
  [
    'a line of one byte more than 3 MiB, which is the last one',
    (files) => added('tags.ndjson', `"${'x'.repeat((3 << 20) - 1)}"`)(files),
    /tags\.ndjson, line \d+: This line is longer than 3 MiB/,
  ],
  [
    'a last line of 3 MiB',
    (files) => added('tags.ndjson', `"${'x'.repeat((3 << 20) - 2)}"`)(files),
    /tags\.ndjson, line \d+: The row must be an object/,
  ],
  [
    'a field that nobody knows',
    edited('tags.ndjson', { practiceKey: 2 }),
    /tags\.ndjson, line 1: The row has a field/,
  ],
  [
    'a field of the practice',
    edited('tags.ndjson', { practiceId: 'x' }),
    /tags\.ndjson, line 1: The row has a field/,
  ],
  [
    'another practice',
    edited('practices.ndjson', { id: '0f000000-0000-7000-8000-000000000000' }),
    /practices\.ndjson, line 1: The row is not the practice of the manifest/,
  ],
  [
    'a second practice',
    (files) => added('practices.ndjson', files.get('practices.ndjson')!.trim())(files),
    /practices\.ndjson, line 2: The row is not the practice of the manifest/,
  ],
  [
    'a blob where a text belongs',
    edited('notes.ndjson', { body: { $blob: 'ff' } }),
    /line 1: The field body must be a text/,
  ],
  [
    'a number where a text belongs',
    edited('patients.ndjson', { firstName: 5 }),
    /line 1: The field firstName must be a text/,
  ],
  ['a NUL', edited('notes.ndjson', { body: 'a\0b' }), /line 1: The field body must be a text/],
  ['half a character', edited('notes.ndjson', { body: '\ud800' }), /line 1: The field body must be a text/],
  ['a missing field', edited('notes.ndjson', { body: undefined }), /line 1: The field body must not be null/],
  [
    'an instant that is none',
    edited('entries.ndjson', { startAt: '2026-02-30T00:00:00.000Z' }),
    /startAt must be an instant/,
  ],
  ['an instant as a number', edited('entries.ndjson', { startAt: 5 }), /startAt must be an instant/],
  ['a fraction', edited('reminder_jobs.ndjson', { attempts: 1.5 }), /attempts must be a whole number/],
  [
    'a state that nobody knows',
    edited('reminder_jobs.ndjson', { state: 'lost' }),
    /state must be one of the names/,
  ],
  [
    'a name that every object has',
    edited('reminder_jobs.ndjson', { state: 'constructor' }),
    /state must be one of the names/,
  ],
  [
    'a role that nobody knows',
    edited('users.ndjson', { role: 'god' }),
    /role must be one of owner, assistant/,
  ],
  ['bytes that are none', edited('api_tokens.ndjson', { hash: 'xyz' }), /hash must be bytes/],
  ['a truth that is a number', edited('users.ndjson', { active: 1 }), /active must be true or false/],
  [
    'a time zone that nobody knows',
    edited('practices.ndjson', { timezone: 'Mars/Olympus' }),
    /timezone must be an IANA time zone/,
  ],
  [
    'slots without a length',
    edited('practices.ndjson', { slotMinutes: 0 }),
    /slotMinutes must be a whole number from 1 to 1440/,
  ],
  [
    'working hours that end first',
    edited('practices.ndjson', { workingHours: { mon: [{ start: '9', end: '8' }] } }),
    /workingHours\.tue is required/,
  ],
  [
    'hours of a chair that are none',
    edited('chairs.ndjson', { workingHours: { mon: [] } }),
    /workingHours\.tue is required/,
  ],
  [
    'a closure on a day that does not exist',
    edited('closures.ndjson', { throughDate: '2027-02-29' }),
    /throughDate must be a calendar date/,
  ],
  [
    'a closure that ends before it begins',
    edited('closures.ndjson', { fromDate: '2027-01-02' }),
    /throughDate must not be before fromDate/,
  ],
  [
    'a closure with one time',
    edited('closures.ndjson', { startTime: null }),
    /startTime must be given together with endTime/,
  ],
  [
    'a closure of chairs that are no texts',
    edited('closures.ndjson', { chairIds: [1] }),
    /chairIds\.0 must be a string/,
  ],
  [
    'a scope that nobody knows',
    edited('api_tokens.ndjson', { scopes: ['god'] }),
    /scopes\.0 must be one of read, write, settings/,
  ],
  ['metadata that are a list', edited('entries.ndjson', { metadata: [] }), /metadata must be an object/],
  [
    'a patient who is not there',
    edited('notes.ndjson', { patientId: 'nobody' }),
    /notes\.ndjson, line 1: The row refers to a record that is not there/,
  ],
  [
    'a patient of the neighbour',
    (files, s) => edited('notes.ndjson', { patientId: s.foreign.patientId })(files),
    /notes\.ndjson, line 1: The row refers to a record that is not there/,
  ],
  [
    'an author of the neighbour',
    (files, s) => edited('entries.ndjson', { createdBy: s.foreign.userId })(files),
    /entries\.ndjson, line 1: The row refers to a record that is not there/,
  ],
  [
    'a reminder of the neighbour',
    (files, s) => edited('reminder_jobs.ndjson', { id: s.foreign.reminderId })(files),
    /reminder_jobs\.ndjson, line 1: The row is there already/,
  ],
  [
    'a passkey of the neighbour',
    (files, s) => edited('passkeys.ndjson', { credentialId: s.foreign.userId })(files),
    /passkeys\.ndjson, line 1: The row is there already/,
  ],
  [
    'a token of the neighbour',
    (files, s) =>
      edited('api_tokens.ndjson', { hash: Buffer.from(s.foreign.tokenId).toString('hex') })(files),
    /api_tokens\.ndjson, line 1: The row is there already/,
  ],
  [
    'two entries at once on a chair',
    (files) => {
      const [row] = files.get('entries.ndjson')!.split('\n')
      added('entries.ndjson', JSON.stringify({ ...JSON.parse(row!), id: 'twin' }))(files)
    },
    /entries\.ndjson, line \d+: The database refuses the row: entries overlap/,
  ],
  [
    'an entry that ends before it begins',
    edited('entries.ndjson', { endAt: '1999-01-01T00:00:00.000Z' }),
    /entries\.ndjson, line 1: The field endAt must be after startAt/,
  ],
  [
    'a deletion without its record',
    edited('archive_rows.ndjson', { archiveId: 'x' }),
    /line 1: The row belongs to a row of archive/,
  ],
  [
    'a deletion of garbage',
    edited('archive_rows.ndjson', { row: '[]' }),
    /line 1: The deleted row .*: The field row must be a row as JSON/,
  ],
  [
    'values without their row',
    edited('audit_values.ndjson', { seq: 999 }),
    /line 1: The row belongs to a row of audit/,
  ],
  [
    'a row of the trail twice',
    edited('audit.ndjson', { seq: 5 }),
    /audit\.ndjson, line 2: The database refuses the row: the audit trail is not changed/,
  ],
]

test.each(mistakes)(
  '§18 An archive that is damaged, forged or of another form is refused with the place of the mistake, and nothing is imported. %s',
  async (_, edit, message) => {
    await using s = await openStore()
    await fillUp(s, 5)
    const { path } = await exported(s, s.own.practiceId)
    // The other practice is imported first.
    const neighbour = await exported(s, s.foreign.practiceId)
    await using there = elsewhere()
    await imported(there, neighbour.path)
    const before = countRows(there.database)
    const files = filesIn(path)
    edit(files, s)
    const refusal = await imported(there, written(files)).catch((error) => error)
    expect(String(refusal)).toMatch(message)
    expect(countRows(there.database)).toEqual(before)
  },
)

/** Mistakes in the bytes of an archive. */
const damages: [what: string, damage: (bytes: Buffer) => Buffer, message: RegExp][] = [
  ['that is empty', () => Buffer.alloc(0), /It ends too early/],
  ['of other bytes', () => Buffer.alloc(4_096, 'x'), /It is no export of chairside/],
  ['that was cut', (bytes) => bytes.subarray(0, bytes.length >> 1), /longer than the rest|ends too early/],
  [
    'with a changed letter',
    (bytes) => {
      bytes[bytes.indexOf('A note')] = 0x42
      return bytes
    },
    /notes\.ndjson: Its digest is not the one in manifest\.json/,
  ],
  [
    'that claims a size beyond all disks',
    (bytes) => {
      bytes.fill(0x37, 124, 135)
      let sum = 0
      for (let i = 0; i < 512; i++) sum += i >= 148 && i < 156 ? 32 : bytes[i]!
      bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
      return bytes
    },
    /practices\.ndjson: This file is longer than the rest/,
  ],
  [
    'with a link in it',
    (bytes) => {
      bytes[156] = 0x32
      return bytes
    },
    /It is no export of chairside: byte 0/,
  ],
]

test.each(damages)('an archive %s is refused', async (_, damage, message) => {
  await using s = await openStore()
  const { bytes } = await exported(s, s.own.practiceId)
  const path = newArchive()
  writeFileSync(path, damage(Buffer.from(bytes)))
  await using there = elsewhere()
  const refusal = await imported(there, path).catch((error) => error)
  expect(String(refusal)).toMatch(message)
  expect(there.store.identity.isEmpty()).toBe(true)
})

test('§18 The message of a refused import names nothing that the archive holds.', async () => {
  await using s = await openStore()
  const { path } = await exported(s, s.own.practiceId)
  const files = filesIn(path)
  edited('patients.ndjson', { dob: { canary: 'Zoraida' }, lastName: 'Zoraida' })(files)
  await using there = elsewhere()
  const refusal = await imported(there, written(files)).catch((error) => error)
  expect(String(refusal)).toContain('patients.ndjson, line 1: The field dob must be a text')
  expect(String(refusal)).not.toContain('Zoraida')
})

test('§18 A practice that is on the server already cannot be imported a second time.', async () => {
  await using s = await openStore()
  const { path } = await exported(s, s.own.practiceId)
  const before = countRows(s.database)
  const refusal = await imported(s, path).catch((error) => error)
  expect(String(refusal)).toContain('this practice is here already')
  expect(countRows(s.database)).toEqual(before)
})

test('a person may be a member of an imported practice and of another practice', async () => {
  await using s = await openStore()
  const email = `${s.foreign.userId}@example.org`
  s.database.run(
    `update users set email = '${email}' where practice_key = ${s.own.practice.read.practiceKey}`,
  )
  const own = await exported(s, s.own.practiceId)
  const foreign = await exported(s, s.foreign.practiceId)
  await using there = elsewhere()
  await imported(there, own.path)
  await imported(there, foreign.path)
  expect(there.store.identity.membersByEmail(email)).toHaveLength(2)
})
