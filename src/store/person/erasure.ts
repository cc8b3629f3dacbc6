/**
 * Removes a person from the database file (RULES §16). Each table that holds data of patients has its statements here.
 * A table without statements holds no such data, and `test/store/erasure.test.ts` gives the reason.
 */
import { sql } from 'drizzle-orm'
import { archive, archiveRows } from '../../../db/schema/archive.ts'
import { audit, auditValues } from '../../../db/schema/audit.ts'
import { entries } from '../../../db/schema/calendar.ts'
import { erasures } from '../../../db/schema/erasures.ts'
import { waitingList } from '../../../db/schema/front-desk.ts'
import { externalIds, importRows } from '../../../db/schema/imports.ts'
import { noteRevisions, notes } from '../../../db/schema/notes.ts'
import { pastReminders, reminderJobs } from '../../../db/schema/notices.ts'
import { onlineBookings } from '../../../db/schema/online-bookings.ts'
import { patients, patientTags } from '../../../db/schema/patients.ts'
import { practices } from '../../../db/schema/practice.ts'
import { recallContacts } from '../../../db/schema/recalls.ts'
import { cancellations, progress } from '../../../db/schema/visits.ts'
import { idOfText, textOfId } from '../../../db/stored-id.ts'
import type { RecordKind } from '../../domain/audit.ts'
import { nothingNoted } from '../../domain/progress.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { type Change, equals, remove, select, update } from '../engine/statement.ts'
import {
  archivedItems,
  archivedRecord,
  entriesOfPerson,
  isTheirs,
  noticesOfPerson,
  own,
  paramsOf,
  person,
  persons,
  personsInArchive,
  recordIds,
  trailOfPerson,
} from '../patients/person-sql.ts'
import { emptyAnswers, forgetAnswersOf } from '../service/retries.ts'
import { listMerged } from './merged.ts'
import { partFromKept } from './merging.ts'

const notesOfPerson = sql`select id from notes where ${own('notes')} and notes.patient_id in ${persons}`

/** The records of a person that an import can have brought. */
const importedRecords = sql`select id from notes where ${own('notes')} and notes.patient_id in ${persons}
  union all select id from entries where ${own('entries')} and ${entriesOfPerson}
  union all select id from cancellations where ${own('cancellations')} and ${isTheirs('cancellations')}
  union all select id from ${persons}
  union all ${recordIds}`

/** The changes of each table, in this order. Rows by which other rows are found are removed last. */
export const erasers: Readonly<Record<string, readonly Change[]>> = {
  // These changes search for the person's records, so they come first. `before` is the record before an import changed
  // it.
  import_rows: [
    update(importRows, [], sql`${importRows.recordId} in (${importedRecords})`, { before: sql`null` }),
  ],
  external_ids: [remove(externalIds, sql`${externalIds.recordId} in (${importedRecords})`)],
  progress: [
    remove(
      progress,
      sql`${progress.id} in (select id from cancellations where ${own('cancellations')} and ${isTheirs('cancellations')})`,
    ),
    // The entries stay, so their rows here stay, too. A new row would begin with a version that was used before.
    update(
      progress,
      ['updatedAt'],
      sql`${progress.id} in (select id from entries where ${own('entries')} and ${entriesOfPerson})`,
      Object.fromEntries(Object.keys(nothingNoted).map((column) => [column, sql`null`])),
    ),
  ],
  cancellations: [remove(cancellations, isTheirs('cancellations'))],
  waiting_list: [remove(waitingList, sql`${waitingList.patientId} in ${persons}`)],
  recall_contacts: [remove(recallContacts, sql`${recallContacts.patientId} in ${persons}`)],
  entries: [
    // The time of a request is free again at once.
    remove(
      entries,
      sql`${entries.holdUntil} is not null and ${entries.id} in (select id from online_bookings
        where ${own('online_bookings')} and patient_id in ${persons})`,
    ),
    update(entries, ['updatedAt'], entriesOfPerson, {
      patientId: sql`null`,
      title: sql`null`,
      color: sql`null`,
      serviceRef: sql`null`,
      notes: sql`null`,
      appointmentTypeId: sql`null`,
      metadata: sql`'{}'`,
    }),
  ],
  online_bookings: [remove(onlineBookings, sql`${onlineBookings.patientId} in ${persons}`)],
  archive_rows: [
    remove(archiveRows, sql`${archiveRows.archiveId} in (${archivedItems})`),
    // The archive item of a deleted tag holds the links to its patients.
    remove(
      archiveRows,
      sql`${archiveRows.source} = 'patient_tags' and ${archiveRows.row} ->> '$.patient_id' in ${personsInArchive}`,
    ),
  ],
  archive: [remove(archive, sql`${archive.id} in (${archivedItems})`)],
  audit_values: [
    remove(
      auditValues,
      sql`${auditValues.seq} in (${trailOfPerson} union
        select seq from audit where ${own('audit')} and record_id in (${recordIds}))`,
    ),
  ],
  retries: [
    // The trail shows which requests were about the person.
    forgetAnswersOf(
      sql`select request_id from audit where ${own('audit')} and (seq in (${trailOfPerson}) or record_id in (${recordIds}))`,
    ),
    emptyAnswers,
  ],
  note_revisions: [remove(noteRevisions, sql`${noteRevisions.noteId} in (${notesOfPerson})`)],
  notes: [remove(notes, sql`${notes.patientId} in ${persons}`)],
  patient_tags: [remove(patientTags, sql`${patientTags.patientId} in ${persons}`)],
  reminder_jobs: [remove(reminderJobs, noticesOfPerson('reminder_jobs'))],
  past_reminders: [remove(pastReminders, noticesOfPerson('past_reminders'))],
  // A trigger removes the patient's words from the search index.
  patients: [remove(patients, sql`${patients.id} in ${persons}`)],
}

/** Tables that keep the random id of an erased person, and nothing else about the person. */
export const keepers = ['audit', 'audit_patients', 'changes', 'erasures', 'merges'] as const

/** The records about which the trail loses values, in rows that do not name the person. */
const recordsWithValues = select({
  fields: {
    records: sql<string>`(select json_group_array(json_array(record_kind, ${sql.raw(textOfId('record_id'))})) from (
      select distinct record_kind, record_id from audit where ${own('audit')} and record_id in (${recordIds})
        and digest is not null and seq not in (${trailOfPerson})))`,
  },
  from: practices,
})

/**
 * Removes everything about a person, whether the person is there, was deleted, or came back with an old backup. All
 * patients who were merged into this person are erased, too, also under their own ids. The entries of all of them stay
 * in the calendar, without patient and texts.
 */
export function erasePatient(tx: WriteScope, patientId: string, now: number): void {
  const params = { ...paramsOf(tx, patientId), updatedAt: now }
  // Without these rows, a verification would think that somebody removed the values in secret.
  for (const [kind, id] of JSON.parse(tx.get(recordsWithValues, params)!.records)) {
    const record = { kind: audit.recordKind.mapFromDriverValue(kind) as RecordKind, id: idOfText(id) }
    tx.record({ kind: 'erasure', record, patientId })
  }
  const merged = listMerged(tx, patientId)
  for (const id of merged) tx.record({ kind: 'erasure', record: { kind: 'patient', id }, patientId: id })
  for (const change of Object.values(erasers).flat()) tx.run(change, params)
  for (const id of [patientId, ...merged])
    if (!isErased(tx, id)) tx.insert(erasures, { patientId: id, erasedAt: now })
}

/**
 * Erases a person again who was erased before and came back with an older state of the practice. If this file has
 * erased the person already, nothing happens. In the older state, the person may be merged into another patient who
 * stays. Then this merge is undone first.
 */
export function eraseAgain(tx: WriteScope, patientId: string, at: number): void {
  if (isErased(tx, patientId)) return
  partFromKept(tx, patientId, at)
  erasePatient(tx, patientId, at)
  tx.record({ kind: 'erasure', record: { kind: 'patient', id: patientId }, patientId })
}

const erasedById = select({
  fields: { erasedAt: erasures.erasedAt },
  from: erasures,
  where: equals(erasures.patientId, 'patientId'),
})

/** Whether the person was erased from this very file. */
export const isErased = (scope: Scope, patientId: string): boolean =>
  scope.get(erasedById, { patientId }) !== null

const allErased = select({
  fields: { patientId: erasures.patientId, erasedAt: erasures.erasedAt },
  from: erasures,
  orderBy: [erasures.erasedAt, erasures.patientId],
})

/** The persons who were erased from this file, and when they were erased, in epoch milliseconds. */
export const listErased = (scope: Scope) => scope.all(allErased)

const field = (name: string) =>
  sql<string | null>`coalesce(
    (select ${sql.raw(name)} from patients where ${own('patients')} and patients.id = ${person}),
    json_extract(${archivedRecord}, ${sql.raw(`'$.${name}'`)}))`

const known = select({
  fields: {
    firstName: field('first_name'),
    lastName: field('last_name'),
    email: field('email'),
    phoneMobile: field('phone_mobile'),
  },
  from: practices,
})

/**
 * The name, e-mail address and phone number of a patient, even of a deleted patient. Null when this practice has no
 * such patient.
 */
export function findPerson(scope: Scope, patientId: string) {
  const found = scope.get(known, { person: patientId })
  return found?.lastName == null ? null : found
}

const treated = select({
  fields: {
    at: sql<number | null>`(select max(at) from (
      select max(end_at) as at from entries where ${own('entries')} and ${entriesOfPerson}
      union all select max(updated_at) from notes where ${own('notes')} and notes.patient_id in ${persons}
      union all select max(json_extract(row, iif(source = 'notes', '$.updated_at', '$.end_at'))) from archive_rows
        where ${own('archive_rows')} and source in ('notes', 'entries') and archive_id in (${archivedItems})))`,
  },
  from: practices,
})

/**
 * When a person was last treated, in epoch milliseconds: the end of the last entry, or the time of the last note. Null
 * when the person was never treated.
 */
export const lastTreatment = (scope: Scope, patientId: string): number | null =>
  scope.get(treated, paramsOf(scope, patientId))!.at
