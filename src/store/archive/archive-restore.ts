/**
 * Puts deleted records back, under their old ids and with their old times (RULES §15). The caller has checked that they
 * fit.
 */
import { and, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { archive, archiveRows } from '../../../db/schema/archive.ts'
import { chairs, entries } from '../../../db/schema/calendar.ts'
import { patients, patientTags, tags } from '../../../db/schema/patients.ts'
import { cancellations as cancelledEntries } from '../../../db/schema/visits.ts'
import { nameKey } from '../../domain/name-key.ts'
import { type Findable, searchKeys } from '../../domain/search.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import {
  columnsOf,
  equals,
  ownPracticeKey,
  type PracticeTable,
  param,
  remove,
  select,
  update,
} from '../engine/statement.ts'
import { renewPatient, renewPatientsOfTag } from '../patients/patient-tags.ts'
import { foundById } from '../patients/person-sql.ts'
import { handOverEntries, handOverLinks } from './archive-hand-over.ts'
import { archived, entryPatientRows, putBackRows } from './archived-rows.ts'

/** An SQL condition: `table` holds the record with this id, to which an archived row refers. */
const isThere = (table: PracticeTable & { id: SQLiteColumn }, id: SQL): SQL =>
  sql`exists (select 1 from ${table} where ${table.practiceKey} = ${ownPracticeKey} and ${table.id} = ${id})`

const patientBack = putBackRows('patients', {
  status: param('status', patients.status),
  statusChangedAt: sql`iif(${archived(patients.status)} = ${param('status', patients.status)},
    ${archived(patients.statusChangedAt)}, ${param('now')})`,
  firstNameKey: param('firstNameKey', patients.firstNameKey),
  lastNameKey: param('lastNameKey', patients.lastNameKey),
  spelledKey: param('spelledKey', patients.spelledKey),
  emailKey: param('emailKey', patients.emailKey),
  phoneKey: param('phoneKey', patients.phoneKey),
})
const note = putBackRows('notes')
const revisions = putBackRows('note_revisions')
const entry = putBackRows('entries')
const progress = putBackRows('progress')
const cancellations = putBackRows('cancellations')
const waiting = putBackRows('waiting_list')
const recallContacts = putBackRows('recall_contacts')
const tag = putBackRows('tags', { nameKey: param('nameKey', tags.nameKey) })
const chair = putBackRows('chairs', { nameKey: param('nameKey', chairs.nameKey) })
const closure = putBackRows('closures')
const absence = putBackRows('absences')
const dayNote = putBackRows('day_notes')
const links = putBackRows(
  'patient_tags',
  {},
  and(isThere(patients, archived(patientTags.patientId)), isThere(tags, archived(patientTags.tagId)))!,
)

const ofItem = equals(archiveRows.archiveId, 'archiveId')
const hasAnswer = sql`${archiveRows.row} ->> '$.answer' is not null`

/**
 * Makes the statements that write a restored patient into the entries that lost this patient. `table` holds either the
 * entries in the calendar, or the entries that were cancelled since.
 */
function patientOf(table: typeof entries | typeof cancelledEntries, byId: SQL) {
  const { id, patientId, startAt, metadata } = columnsOf<typeof entries | typeof cancelledEntries>(table)
  const named = (more: SQL) =>
    sql`${id} in (select ${archived(id)} from ${archiveRows}
      where ${archiveRows.practiceKey} = ${ownPracticeKey} and ${entryPatientRows} and ${more})`
  const answer = sql`select ${archiveRows.row} -> '$.answer' from ${archiveRows}
    where ${archiveRows.practiceKey} = ${ownPracticeKey} and ${entryPatientRows} and ${hasAnswer}
      and ${archived(id)} = ${id} and ${archived(startAt)} = ${startAt}`
  /** The plus keeps SQLite from reading all entries that have no patient. The entries are found by their ids. */
  const hasNoPatient = sql`+${patientId} is null`
  return {
    /** A patient's answer applies to one start time. It is restored only if the entry still has that start time. */
    withAnswer: update<typeof entries | typeof cancelledEntries>(
      table,
      [],
      and(hasNoPatient, byId, named(hasAnswer), sql`exists (${answer})`)!,
      { metadata: sql`json_set(${metadata}, '$.patientAnswer', json((${answer})))` },
    ),
    withPatient: update<typeof entries | typeof cancelledEntries>(
      table,
      ['patientId', 'updatedAt'],
      and(hasNoPatient, byId, named(sql`true`))!,
    ),
  }
}
const standing = patientOf(entries, sql`true`)
const cancelled = patientOf(cancelledEntries, foundById)

const counted = select({
  fields: {
    links: sql<number>`count(*) filter (where ${archiveRows.source} = 'patient_tags')`,
    entries: sql<number>`count(*) filter (where ${archiveRows.source} = 'entry_patients')`,
  },
  from: archiveRows,
  where: ofItem,
})
const removeRows = remove(archiveRows, ofItem)

/** How many links and entries of an item were not restored. They are gone, or belong to another patient by now. */
export interface LeftOut {
  readonly links: number
  readonly entries: number
}

/** Puts a patient back with all records of the patient. `status` must be a patient status of the practice's pack. */
export function restorePatient(
  tx: WriteScope,
  archiveId: string,
  patient: Findable & { readonly id: string; readonly status: string },
  now: number,
): LeftOut {
  const { id: patientId, status } = patient
  tx.run(patientBack, { archiveId, status, now, ...searchKeys(patient) })
  tx.run(note, { archiveId })
  tx.run(revisions, { archiveId })
  tx.run(cancellations, { archiveId })
  tx.run(progress, { archiveId })
  tx.run(waiting, { archiveId })
  tx.run(recallContacts, { archiveId })
  let named = 0
  for (const { withAnswer, withPatient } of [standing, cancelled]) {
    tx.run(withAnswer, { archiveId })
    named += tx.run(withPatient, { archiveId, patientId, updatedAt: now })
  }
  const left = leftOut(tx, archiveId, tx.run(links, { archiveId }), named)
  if (left.links > 0) handOverLinks(tx, 'tag', archiveId)
  if (left.entries > 0) handOverEntries(tx, archiveId, patientId)
  return left
}

/** Puts a note back with its revisions. */
export function restoreNote(tx: WriteScope, archiveId: string): void {
  tx.run(note, { archiveId })
  tx.run(revisions, { archiveId })
}

/**
 * Puts an entry of the calendar back, with the progress of its visit. The database refuses an entry that overlaps a
 * block on its chair.
 */
export function restoreEntry(tx: WriteScope, archiveId: string): void {
  tx.run(entry, { archiveId })
  tx.run(progress, { archiveId })
}

/** Puts a tag back on its patients. The database refuses a name that another tag has. */
export function restoreTag(tx: WriteScope, archiveId: string, tagId: string, name: string): LeftOut {
  tx.run(tag, { archiveId, nameKey: nameKey(name) })
  const back = tx.run(links, { archiveId })
  // The merged patient has the tag again when the merge is undone. Until then, the kept patient has it.
  handOverLinks(tx, 'merge', archiveId)
  const left = leftOut(tx, archiveId, back, 0)
  renewPatientsOfTag(tx, tagId)
  if (left.links > 0) handOverLinks(tx, 'patient', archiveId)
  return left
}

/** Puts a tag back on a patient. */
export function restoreTagLink(tx: WriteScope, archiveId: string, patientId: string): void {
  tx.run(links, { archiveId })
  renewPatient(tx, patientId)
}

/** Puts a chair back. The database refuses a name that another chair has. */
export const restoreChair = (tx: WriteScope, archiveId: string, name: string): void =>
  void tx.run(chair, { archiveId, nameKey: nameKey(name) })

/** Puts an item of the waiting list back. */
export const restoreWaiting = (tx: WriteScope, archiveId: string): void => void tx.run(waiting, { archiveId })
/** Puts a closure back. */
export const restoreClosure = (tx: WriteScope, archiveId: string): void => void tx.run(closure, { archiveId })

/** Puts a note on a day back. */
export const restoreDayNote = (tx: WriteScope, archiveId: string): void => void tx.run(dayNote, { archiveId })

/** Puts an absence back. */
export const restoreAbsence = (tx: WriteScope, archiveId: string): void => void tx.run(absence, { archiveId })

/** Removes the archive item of a record that is back, with its rows. */
export function removeArchived(tx: WriteScope, archiveId: string): void {
  tx.run(removeRows, { archiveId })
  tx.remove(archive, archiveId)
}

function leftOut(scope: Scope, archiveId: string, links: number, entries: number): LeftOut {
  const kept = scope.get(counted, { archiveId })!
  return { links: kept.links - links, entries: kept.entries - entries }
}
