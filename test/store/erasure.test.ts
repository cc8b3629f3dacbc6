import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { segmentOf } from '../../db/audit-segment.ts'
import { writeAnew } from '../../db/rewrite.ts'
import { archive, archiveRows } from '../../db/schema/archive.ts'
import { audit, auditPatients, auditValues } from '../../db/schema/audit.ts'
import { waitingList } from '../../db/schema/front-desk.ts'
import { pastReminders } from '../../db/schema/notices.ts'
import { recallContacts } from '../../db/schema/recalls.ts'
import { newId } from '../../src/domain/id.ts'
import { nothingNoted } from '../../src/domain/progress.ts'
import { archivePatient } from '../../src/store/archive/archive.ts'
import { insertCancellation, removeCancellationsOfPatient } from '../../src/store/calendar/cancellations.ts'
import {
  clearPatient,
  findEntry,
  insertEntry,
  removeEntry,
  updateEntry,
} from '../../src/store/calendar/entries.ts'
import { insertProgress } from '../../src/store/calendar/progress.ts'
import { removeWaitingOfPatient } from '../../src/store/calendar/waiting-list.ts'
import type { WriteScope } from '../../src/store/engine/scope.ts'
import { cancelNoticesOfPatient } from '../../src/store/notices/notices.ts'
import { insertNote, insertRevision, removeNotesOfPatient } from '../../src/store/patients/notes.ts'
import { untagPatient } from '../../src/store/patients/patient-tags.ts'
import {
  findPatient,
  insertPatient,
  removePatient,
  updatePatient,
} from '../../src/store/patients/patients.ts'
import { removeRecallContactsOf } from '../../src/store/patients/recalls.ts'
import { erasePatient, erasers, findPerson, isErased, keepers } from '../../src/store/person/erasure.ts'
import { monday } from '../support/clinic.ts'
import { mark, marksIn } from '../support/marks.ts'
import { entryRow, hour, noticeRow, type Opened, openStore, patientRow, type Records } from './records.ts'

/** Tables that contain nothing about a patient, not even an id, each with its content. */
const without: Readonly<Record<string, string>> = {
  __drizzle_migrations: 'which migrations ran',
  api_tokens: 'the tokens of members',
  calendar_feeds: 'calendars that members subscribe to',
  imports: 'which files came in, and their columns',
  import_progress: 'how far imports are',
  webhooks: 'addresses of other programs',
  webhook_places: 'places in the changes',
  webhook_deliveries: 'what became of events, which name nobody',
  audit_closings: 'sums of the trail',
  online_codes: 'digests and networks of a day',
  change_epochs: 'a number for each practice',
  chairs: 'the chairs of a practice',
  closures: 'when a practice is closed',
  absences: 'when a member is away',
  day_notes: 'what the team must know on a day',
  enrolment_links: 'the links of members',
  inbox_marks: 'which records somebody has seen to, by random ids',
  inbox_calls: 'about which records somebody called, by random ids',
  installation: 'the backup',
  link_keys: 'keys',
  practice_aliases: 'the hosts of practices',
  pack_statuses: 'the statuses that patients can have',
  passkeys: 'the passkeys of members',
  last_visits: 'the last visits, which triggers keep like the table `entries`',
  patient_words: 'the search index, which a trigger keeps like the table `patients`',
  practices: 'the settings of practices',
  reminder_replans: 'how far a change of settings is',
  audit_origins: 'which rows of a trail another installation has chained',
  reminder_settings: 'the words of a practice',
  removed_practices: 'the practices that have left',
  moving_practices: 'the practices that come in or leave',
  elsewhere_practices: 'the practices that another cell serves',
  cell_moves: 'the practices that move to another cell',
  sessions: 'the sessions of members',
  signing_keys: 'keys',
  tags: 'the names of tags',
  appointment_types: 'kinds of appointments',
  users: 'the members',
}

test('§16 An erasure removes the person from every table, except tables that hold nothing about patients but a random id.', async () => {
  await using s = await openStore()
  const tables = s.database
    .query<{ name: string }, []>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .all()
    .map(({ name }) => name)
  const decided = [...Object.keys(erasers), ...keepers, ...Object.keys(without)]
  expect(tables.sort()).toEqual(decided.sort())
  const columnsOf = (table: string) =>
    s.database
      .query<{ name: string }, [string]>('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map(({ name }) => name)
  const withPatient = tables.filter((table) =>
    columnsOf(table).some((column) => /patient_(row_)?id|note_id/.test(column)),
  )
  expect(withPatient.filter((table) => table in without)).toEqual(['last_visits', 'patient_words'])
})

const hex = (id: string) => id.replaceAll('-', '').toUpperCase()
const nothing = { credentialKind: null, credentialId: null, address: null, requestId: null, patients: null }

interface Lived {
  readonly lostEntryId: string
  readonly movedEntryId: string
}

/** Writes marks (random texts that can be found in the file) into all rows and columns for data of the patient. */
function live(tx: WriteScope, r: Records): Lived {
  const { patientId, userId, noteId, entryId, tagId } = r
  const [lostEntryId, movedEntryId, archived] = [newId(monday), newId(monday), newId(monday)]
  updatePatient(tx, findPatient(tx, patientId)!, {
    firstName: mark(9),
    lastName: `${mark(12)} ${mark(5)}`,
    email: `${mark(8)}@example.org`,
    phoneMobile: mark(10),
    address: mark(300),
    metadata: { from: mark(20) },
  })
  insertNote(tx, {
    id: archived,
    patientId,
    title: mark(8),
    body: mark(5_000),
    isNext: false,
    createdBy: userId,
    updatedBy: userId,
    createdAt: monday,
    updatedAt: monday,
  })
  for (const id of [noteId, archived])
    insertRevision(tx, {
      noteId: id,
      version: 9,
      title: mark(4),
      body: mark(3_000),
      isNext: false,
      savedAt: monday,
      savedBy: userId,
    })
  const texts = { title: mark(9), notes: mark(400), serviceRef: mark(6), color: mark(4) }
  updateEntry(tx, entryId, { ...texts, metadata: { patientAnswer: { answer: 'confirmed', at: mark(4) } } })
  const at = (hours: number) => ({ startAt: monday + hours * hour, endAt: monday + (hours + 1) * hour })
  // This entry has no patient any more, as after a deletion of the patient. The archive names the patient.
  insertEntry(tx, entryRow(r, { id: lostEntryId, ...texts, ...at(30), patientId: null }))
  // This entry has no patient any more because of a change. A message names the patient.
  insertEntry(tx, entryRow(r, { id: movedEntryId, ...texts, ...at(32), patientId: null }))
  tx.insert(pastReminders, past(r, movedEntryId))
  missed(tx, entryId)
  missed(tx, lostEntryId)
  // Two cancelled appointments have the patient. A third one had already lost the patient when it was cancelled.
  for (const [i, of] of [patientId, null, patientId].entries()) {
    const id = newId(monday)
    insertEntry(tx, entryRow(r, { id, ...texts, ...at(40 + 2 * i), patientId: of }))
    const cancelled = {
      cancelledAt: monday,
      cancelledBy: userId,
      wishOf: 'patient',
      shortNotice: true,
    } as const
    insertCancellation(tx, id, { ...cancelled, reason: mark(20), note: mark(60) })
    removeEntry(tx, id)
    missed(tx, id)
    if (of === null) tx.insert(pastReminders, past(r, id))
  }
  tx.insert(waitingList, {
    id: newId(monday),
    patientId,
    durationMinutes: 30,
    chairIds: null,
    weekdays: null,
    startTime: null,
    endTime: null,
    fromDate: null,
    throughDate: null,
    urgency: 'soon',
    note: mark(80),
    appointmentTypeId: null,
    createdBy: userId,
    createdAt: monday,
    updatedAt: monday,
  })
  const contact = { kind: 'later', askAgainOn: '2026-06-01', note: mark(70) } as const
  tx.insert(recallContacts, {
    id: newId(monday),
    patientId,
    ...contact,
    createdBy: userId,
    createdAt: monday,
  })
  const of = { deletedAt: monday, deletedBy: userId, keepUntil: monday }
  const rows = [
    ['patients', { id: hex(patientId), last_name: mark(9) }],
    ['notes', { id: hex(newId(monday)), body: mark(3_000) }],
    ['entry_patients', { id: hex(lostEntryId) }],
  ] as const
  tx.insert(archive, { id: archived, kind: 'patient', recordId: patientId, patientId, ...of })
  // An entry that was deleted after it had lost its patient.
  const item = newId(monday)
  tx.insert(archive, { id: item, kind: 'appointment', recordId: movedEntryId, patientId: null, ...of })
  tx.insert(archiveRows, {
    archiveId: item,
    position: 1,
    source: 'entries',
    row: JSON.stringify({ id: hex(movedEntryId), title: mark(40) }),
  })
  for (const [position, [source, row]] of rows.entries())
    tx.insert(archiveRows, { archiveId: archived, position, source, row: JSON.stringify(row) })
  // A tag that was deleted while the patient had it.
  const tagItem = newId(monday)
  tx.insert(archive, { id: tagItem, kind: 'tag', recordId: tagId, patientId: null, ...of })
  tx.insert(archiveRows, {
    archiveId: tagItem,
    position: 1,
    source: 'patient_tags',
    row: JSON.stringify({ patient_id: hex(patientId), tag_id: hex(tagId) }),
  })
  for (const [i, recordId] of [patientId, movedEntryId].entries()) {
    const seq = 1_000_000 + i
    tx.insert(audit, {
      seq,
      at: monday,
      actor: 'member',
      userId,
      role: 'owner',
      ...nothing,
      kind: 'write',
      action: 'updateAppointment',
      recordKind: i === 0 ? 'patient' : 'appointment',
      recordId,
      patientId: i === 0 ? patientId : null,
      times: 1,
      fields: ['title'],
      detail: null,
      digest: null,
      mac: Buffer.of(1),
    })
    if (i === 0) tx.insert(auditPatients, { segment: segmentOf(seq), patientId, seq })
    tx.insert(auditValues, { seq, salt: Buffer.of(1), before: mark(30), after: mark(30) })
  }
  return { lostEntryId, movedEntryId }
}

/** Notes that the patient did not come, and the reason. */
const missed = (tx: WriteScope, id: string) =>
  insertProgress(tx, {
    ...nothingNoted,
    id,
    noShowAt: monday,
    note: mark(50),
    createdAt: monday,
    updatedAt: monday,
  })

const past = ({ patientId }: Records, entryId: string) => {
  const { nextAttemptAt, lease, leaseUntil, uncertainAt, failingSince, countedOn, ...row } = noticeRow({
    entryId,
    patientId,
  })
  return row
}

/** The number of marks, or parts of marks, in the file and its write-ahead log. */
const marksLeft = (s: Opened) => marksIn(s.path, `${s.path}-wal`)

test("§16 An erasure leaves no byte of the person's data in the database file or its log.", async () => {
  await using s = await openStore()
  const lived = await s.own.practice.write((tx) => live(tx, s.own))
  expect(marksLeft(s)).toBeGreaterThan(3_000)
  await s.own.practice.write((tx) => erasePatient(tx, s.own.patientId, monday + 1))
  expect(writeAnew(s.database, s.path)).toBe(true)
  expect(marksLeft(s)).toBe(0)
  const { read } = s.own.practice
  expect(findPerson(read, s.own.patientId)).toBe(null)
  expect(isErased(read, s.own.patientId)).toBe(true)
  for (const id of [s.own.entryId, lived.lostEntryId, lived.movedEntryId])
    expect(findEntry(read, id)).toMatchObject({ patientId: null, title: null, notes: null, metadata: {} })
})

type ProgressColumns = Record<'practice_key' | 'id' | 'created_at' | 'updated_at' | 'version', unknown>

test('after the erasure of a deleted person, the archive contains nothing about their visits', async () => {
  await using s = await openStore()
  const { patientId } = s.own
  await s.own.practice.write((tx) => {
    live(tx, s.own)
    archivePatient(tx, patientId, monday)
    cancelNoticesOfPatient(tx, patientId, monday)
    clearPatient(tx, patientId, monday)
    removeNotesOfPatient(tx, patientId)
    untagPatient(tx, patientId)
    removeCancellationsOfPatient(tx, patientId)
    removeWaitingOfPatient(tx, patientId)
    removeRecallContactsOf(tx, patientId)
    removePatient(tx, patientId)
  })
  const archived = s.database
    .query<{ source: string; number: number }, []>(
      'SELECT source, count(*) AS number FROM archive_rows GROUP BY source',
    )
    .all()
  const numbers = Object.fromEntries(archived.map(({ source, number }) => [source, number]))
  expect(numbers).toMatchObject({ cancellations: 2, progress: 2, waiting_list: 2 })
  await s.own.practice.write((tx) => erasePatient(tx, patientId, monday + 1))
  expect(writeAnew(s.database, s.path)).toBe(true)
  expect(marksLeft(s)).toBe(0)
  const key = s.own.practice.read.practiceKey
  const rowsIn = (table: string) =>
    s.database.query(`SELECT id FROM ${table} WHERE practice_key = ?`).all(key)
  for (const table of ['cancellations', 'waiting_list']) expect(rowsIn(table)).toEqual([])
  // The progress of a remaining entry keeps its version, and no step.
  const steps = s.database.query<ProgressColumns, [number]>('SELECT * FROM progress WHERE practice_key = ?')
  for (const { practice_key, id, created_at, updated_at, version, ...step } of steps.all(key))
    expect(Object.values(step)).toEqual(Object.values(step).map(() => null))
})

test('after an erasure, only the tables that store ids name the person', async () => {
  await using s = await openStore()
  await s.own.practice.write((tx) => live(tx, s.own))
  await s.own.practice.write((tx) => erasePatient(tx, s.own.patientId, monday + 1))
  const id = hex(s.own.patientId)
  const holding = Object.keys(erasers).filter((table) =>
    s.database
      .query<Record<string, unknown>, []>(`SELECT * FROM ${table}`)
      .all()
      .some((row) =>
        Object.values(row).some((value) =>
          value instanceof Uint8Array
            ? Buffer.from(value).toString('hex') === id.toLowerCase()
            : String(value).includes(id),
        ),
      ),
  )
  expect(holding).toEqual([])
})

test('§16 An entry that belongs to another patient by now keeps its texts after an erasure.', async () => {
  await using s = await openStore()
  const other = newId(monday)
  await s.own.practice.write((tx) => {
    const { practiceId: _, tagIds: __, ...row } = findPatient(tx, s.own.patientId)!
    insertPatient(tx, { ...row, id: other })
    updateEntry(tx, s.own.entryId, { patientId: other, title: 'Check-up' })
  })
  await s.own.practice.write((tx) => erasePatient(tx, s.own.patientId, monday + 1))
  expect(findEntry(s.own.practice.read, s.own.entryId)).toMatchObject({ patientId: other, title: 'Check-up' })
})

test('§16 An erasure leaves the rows of the audit trail, and removes only their values.', async () => {
  await using s = await openStore()
  await s.own.practice.write((tx) => live(tx, s.own))
  const rows = () => s.database.query('SELECT * FROM audit ORDER BY practice_key, seq').all()
  const before = rows()
  await s.own.practice.write((tx) => erasePatient(tx, s.own.patientId, monday + 1))
  expect(rows()).toEqual(expect.arrayContaining(before))
  expect(before.length).toBeGreaterThan(1)
})

test('an erasure does not rewrite a file that is too large or that another process reads', async () => {
  await using s = await openStore()
  expect(writeAnew(s.database, s.path, 4_096)).toBe(false)
  const reader = new Database(s.path)
  reader.run('BEGIN')
  reader.query('SELECT count(*) FROM patients').get()
  await s.own.practice.write((tx) => erasePatient(tx, s.own.patientId, monday + 1))
  expect(writeAnew(s.database, s.path)).toBe(false)
  reader.run('COMMIT')
  reader.close()
  expect(writeAnew(s.database, s.path)).toBe(true)
})

test('an erasure leaves no byte of persons whose rows moved between pages', async () => {
  await using s = await openStore()
  const below = (n: number) => Math.floor(Math.random() * n)
  const isMarked = new Map<string, boolean>()
  const fields = (marked: boolean) => {
    const text = (letters: number) => (marked ? mark(letters) : 'b'.repeat(letters))
    return { firstName: text(3 + below(9)), lastName: text(9), address: text(3 + below(9)).repeat(below(40)) }
  }
  for (let round = 0; round < 150; round++)
    await s.own.practice.write((tx) => {
      for (let i = 0; i < 20; i++) {
        const id = [...isMarked.keys()][below(isMarked.size)]
        const marked = below(2) === 0
        if (id !== undefined && below(2) === 0) {
          updatePatient(tx, findPatient(tx, id)!, fields(marked))
          isMarked.set(id, marked)
        } else {
          const newest = newId(monday)
          const { firstName, lastName, address } = fields(marked)
          insertPatient(tx, patientRow(newest, firstName, lastName, { address }))
          isMarked.set(newest, marked)
        }
      }
    })
  await s.own.practice.write((tx) => {
    for (const [id, marked] of isMarked) if (marked) erasePatient(tx, id, monday)
  })
  expect(writeAnew(s.database, s.path)).toBe(true)
  expect(marksLeft(s)).toBe(0)
})
