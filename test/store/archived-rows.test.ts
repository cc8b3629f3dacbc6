/**
 * When a record is deleted, all rows that belong to it move into the archive. For rows that stay, this file states the
 * reason.
 */
import type { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { type Column, getTableColumns, getTableName, is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { idOf, type StoredId } from '../../db/stored-id.ts'
import * as archive from '../../src/store/archive/archive.ts'
import { listArchived } from '../../src/store/archive/archive-list.ts'
import * as restoring from '../../src/store/archive/archive-restore.ts'
import { type SourceName, sources } from '../../src/store/archive/archived-rows.ts'
import { insertDayNote, removeDayNote } from '../../src/store/calendar/day-notes.ts'
import { clearPatient, removeEntry } from '../../src/store/calendar/entries.ts'
import { removeWaiting, removeWaitingOfPatient } from '../../src/store/calendar/waiting-list.ts'
import type { WriteScope } from '../../src/store/engine/scope.ts'
import { removeNote, removeNotesOfPatient } from '../../src/store/patients/notes.ts'
import { toggleTag, untagEverywhere, untagPatient } from '../../src/store/patients/patient-tags.ts'
import { findPatient, removePatient } from '../../src/store/patients/patients.ts'
import { removeRecallContactsOf } from '../../src/store/patients/recalls.ts'
import { removeTag } from '../../src/store/patients/tags.ts'
import { insertAbsence, removeAbsence } from '../../src/store/practice/absences.ts'
import { removeChair } from '../../src/store/practice/chairs.ts'
import { insertClosure, removeClosure } from '../../src/store/practice/closures.ts'
import { monday } from '../support/clinic.ts'
import { absenceRow, dayNoteRow, type Opened, openStore, times } from './records.ts'

const modules = [...new Bun.Glob('*.ts').scanSync('db/schema')].map(
  (file) => import(`../../db/schema/${file}`),
)
const tables: SQLiteTable[] = (await Promise.all(modules))
  .flatMap((module) => Object.values(module))
  .filter((value): value is SQLiteTable => is(value, SQLiteTable))

/** The tables that refer to a deletable record, but keep their rows when it is deleted. Each has the reason. */
const stays: Readonly<Record<string, string>> = {
  reminder_jobs: 'A notice outlives its entry and its patient. Reminders are planned anew.',
  past_reminders: 'A notice outlives its entry and its patient.',
  reminder_replans: 'It is a position.',
  audit: 'The trail is kept.',
  audit_patients: 'The trail is kept.',
  archive: 'It is the archive.',
  erasures: 'An erasure is for good.',
  changes: 'It says what happened to records, in order.',
  online_bookings: 'It ends by itself, and says nothing that its entry and its patient do not say.',
  merges: 'It says whose the trail of a merged patient is.',
  calendar_feeds: 'A feed of a chair that is deleted is empty, and comes back with the chair.',
  last_visits: 'Triggers make it of the entries, which come back.',
}

const deletable = ['patients', 'notes', 'tags', 'entries', 'chairs']
const idColumns = ['patient_id', 'note_id', 'tag_id', 'entry_id', 'chair_id']

/** Whether rows of a table belong to a record that can be deleted. */
function dependsOnDeletable(table: SQLiteTable): boolean {
  const { columns, foreignKeys } = getTableConfig(table)
  return (
    columns.some(({ name }) => idColumns.includes(name)) ||
    foreignKeys.some((key) => deletable.includes(getTableName(key.reference().foreignTable)))
  )
}

test('§15 When a record is deleted, the rows of every table that refers to it move along, or a test says why not.', () => {
  const names = tables.filter(dependsOnDeletable).map(getTableName)
  expect(names.length).toBeGreaterThan(8)
  const covered = [...Object.keys(sources), ...Object.keys(stays)]
  expect(names.filter((name) => !covered.includes(name))).toEqual([])
  expect(covered.filter((name) => !tables.some((table) => getTableName(table) === name))).toEqual([])
})

test('each table in the archive has its own number, and these numbers never change', () => {
  // Database files contain these numbers.
  expect(Object.entries(sources).map(([name, { place }]) => `${place} ${name}`)).toEqual([
    '1 chairs',
    '2 tags',
    '3 patients',
    '4 entries',
    '5 notes',
    '6 note_revisions',
    '7 patient_tags',
    '9 progress',
    '10 cancellations',
    '11 waiting_list',
    '12 closures',
    '28 absences',
    '26 recall_contacts',
    '27 day_notes',
  ])
})

/** Gives every empty column a value, so that the tests notice a column that the archive forgets. */
function fillIn(database: Database, name: SourceName): void {
  const columns = Object.values<Column>(getTableColumns(sources[name].table))
  for (const column of columns) {
    const isReference = idColumns.includes(column.name) || column.name === 'practice_key'
    const isDerived = ['email_key', 'phone_key'].includes(column.name)
    if (column.notNull || isReference || isDerived || column.primary) continue
    const filling = column.getSQLType() === 'integer' ? 7 : `'"${column.name}" \\ é 😀 - \u0007'`
    // These columns accept only certain values. For example, own fields must be JSON, and a practitioner must exist.
    const known: Record<string, string> = {
      practitioner_id: 'created_by',
      appointment_type_id: 'null',
      hold_until: 'null',
      own_fields: `'{"insurer":"é 😀"}'`,
    }
    const value = known[column.name] ?? filling
    database.run(`update ${name} set ${column.name} = coalesce(${column.name}, ${value})`)
  }
}

/** All rows of the tables, without the row ids, which never leave the store. */
const rowsOf = ({ database }: Opened) =>
  (Object.keys(sources) as SourceName[]).map((name) =>
    database
      .query<Record<string, unknown>, []>(`select * from ${name}`)
      .all()
      .map(({ row_id: _, version: __, ...row }) => JSON.stringify(row))
      .sort(),
  )

/**
 * For each kind of record, the function that deletes it and the function that restores it from an item of the archive.
 */
const kinds: Record<
  string,
  [(tx: WriteScope, s: Opened) => void, (tx: WriteScope, id: string, s: Opened) => void]
> = {
  patient: [
    (tx, { own: { patientId } }) => {
      archive.archivePatient(tx, patientId, monday)
      clearPatient(tx, patientId, monday)
      removeNotesOfPatient(tx, patientId)
      untagPatient(tx, patientId)
      removeWaitingOfPatient(tx, patientId)
      removeRecallContactsOf(tx, patientId)
      removePatient(tx, patientId)
    },
    (tx, id) => {
      const [item] = listArchived(tx, {}, null, 1)
      const names = { firstName: 'Zoé', lastName: 'Müller', status: 'new' }
      const left = restoring.restorePatient(tx, id, { id: item!.recordId, ...names }, monday)
      expect(left).toEqual({ links: 0, entries: 0 })
      expect(findPatient(tx, item!.recordId)?.tagIds).toHaveLength(1)
    },
  ],
  note: [
    (tx, { own: { noteId, patientId } }) => {
      archive.archiveNote(tx, { id: noteId, patientId }, monday)
      removeNote(tx, noteId)
    },
    restoring.restoreNote,
  ],
  entry: [
    (tx, { own: { entryId, patientId } }) => {
      archive.archiveEntry(tx, { id: entryId, patientId }, monday)
      removeEntry(tx, entryId)
    },
    restoring.restoreEntry,
  ],
  waiting: [
    (tx, { own: { waitingId, patientId } }) => {
      archive.archiveWaiting(tx, { id: waitingId, patientId }, monday)
      removeWaiting(tx, waitingId)
    },
    restoring.restoreWaiting,
  ],
  tag: [
    (tx, { own: { tagId } }) => {
      archive.archiveTag(tx, tagId, monday)
      untagEverywhere(tx, tagId)
      removeTag(tx, tagId)
    },
    (tx, id, { own: { tagId } }) => void restoring.restoreTag(tx, id, tagId, 'Recall'),
  ],
  'tag link': [
    (tx, { own: { patientId, tagId } }) => {
      archive.archiveTagLink(tx, patientId, tagId, monday)
      toggleTag(tx, patientId, tagId)
    },
    (tx, id, { own: { patientId } }) => restoring.restoreTagLink(tx, id, patientId),
  ],
  chair: [
    (tx, { own: { otherChairId } }) => {
      archive.archiveChair(tx, otherChairId, monday)
      removeChair(tx, otherChairId)
    },
    (tx, id) => restoring.restoreChair(tx, id, 'Chair 1'),
  ],
  closure: [
    (tx, { own: { tagId } }) => {
      archive.archiveClosure(tx, tagId, monday)
      removeClosure(tx, tagId)
    },
    restoring.restoreClosure,
  ],
  dayNote: [
    (tx, { own: { tagId } }) => {
      archive.archiveDayNote(tx, tagId, monday)
      removeDayNote(tx, tagId)
    },
    restoring.restoreDayNote,
  ],
  absence: [
    (tx, { own: { tagId } }) => {
      archive.archiveAbsence(tx, tagId, monday)
      removeAbsence(tx, tagId)
    },
    restoring.restoreAbsence,
  ],
}

test.each(Object.keys(kinds))(
  '§2.5 A deleted record moves to the archive (§15) with all its columns. Bringing the record back restores every value. %s',
  async (kind) => {
    await using s = await openStore()
    s.database.run('drop trigger note_revisions_unchanged')
    const closed = {
      name: 'Closed',
      fromDate: '2026-12-24',
      throughDate: '2027-01-02',
      yearly: true,
      chairIds: null,
    }
    await s.own.practice.write((tx) =>
      insertClosure(tx, { id: s.own.tagId, ...closed, startTime: null, endTime: null, ...times }),
    )
    await s.own.practice.write((tx) => insertAbsence(tx, absenceRow(s.own)))
    await s.own.practice.write((tx) => insertDayNote(tx, dayNoteRow(s.own)))
    for (const name of Object.keys(sources) as SourceName[]) fillIn(s.database, name)
    const before = rowsOf(s)
    const [remove, putBack] = kinds[kind]!
    await s.own.practice.write((tx) => remove(tx, s))
    expect(rowsOf(s)).not.toEqual(before)
    await s.own.practice.write((tx) => {
      const [item] = listArchived(tx, {}, null, 1)
      putBack(tx, item!.id, s)
      restoring.removeArchived(tx, item!.id)
    })
    expect(rowsOf(s)).toEqual(before)
    expect(s.database.query('select * from archive_rows').all()).toEqual([])
  },
)

test('an id that is not a UUID is the same text after its record was deleted and restored', async () => {
  await using s = await openStore()
  const ids = () =>
    s.database
      .query<{ id: StoredId }, []>('select id from tags order by id')
      .all()
      .map(({ id }) => idOf(id))
  const odd = '-a tag "of" its own'
  await s.own.practice.write((tx) => {
    untagEverywhere(tx, s.own.tagId)
    removeTag(tx, s.own.tagId)
  })
  s.database.run(
    `insert into tags (practice_key, id, name, name_key, created_at, updated_at) values (?, ?, 'x', 'x', 1, 1)`,
    [s.own.practice.read.practiceKey, odd],
  )
  const before = ids()
  expect(before).toContain(odd)
  await s.own.practice.write((tx) => {
    archive.archiveTag(tx, odd, monday)
    removeTag(tx, odd)
  })
  await s.own.practice.write(
    (tx) => void restoring.restoreTag(tx, listArchived(tx, {}, null, 1)[0]!.id, odd, 'x'),
  )
  expect(ids()).toEqual(before)
})
