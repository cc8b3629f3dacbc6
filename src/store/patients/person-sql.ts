/** SQL for all data that belong to a person. Code that reads or removes all of them uses it, with `paramsOf`. */

import { type SQL, sql } from 'drizzle-orm'
import { segmentsOf } from '../../../db/audit-segment.ts'
import { archiveCodes, recordCodes } from '../../../db/codes.ts'
import { whereNotPlanned } from '../../../db/notice-sql.ts'
import { patients } from '../../../db/schema/patients.ts'
import { practices } from '../../../db/schema/practice.ts'
import { textOfId } from '../../../db/stored-id.ts'
import type { Scope } from '../engine/scope.ts'
import { ownPracticeKey, param, select } from '../engine/statement.ts'

/** The id of the patient. */
export const person = param('person', patients.id)
/** The ids of the patient, and of all patients who were merged into this patient, also by several merges. */
export const persons = sql`(with recursive merged(id) as (
    select ${person} union select merges.patient_id from merges join merged on merges.kept_id = merged.id
    where merges.practice_key = ${ownPracticeKey})
  select id from merged)`
/** An SQL condition: the row of this table belongs to the practice. */
export const own = (table: string): SQL => sql`${sql.raw(table)}.practice_key = ${ownPracticeKey}`

/** The ids in `persons`, in the form in which the archive holds ids (`textOfId`). */
export const personsInArchive = sql`(select ${sql.raw(textOfId('id'))} from ${persons})`
const storedIdOf = (text: string) => sql.raw(`iif(${text} like '-%', substr(${text}, 2), unhex(${text}))`)

/** The ids of the archive items with deleted records of the patient. */
export const archivedOfPerson = sql`select id from archive where ${own('archive')} and archive.patient_id in ${persons}`
/** The segments of the practice's trail. `segmentsOf` writes a mark for the trail, which a parameter replaces here. */
const segmentsOfPractice = sql.join(
  segmentsOf('§')
    .split('§')
    .map((text) => sql.raw(text)),
  ownPracticeKey,
)

/** The numbers of the rows of the trail that concern the patient. */
export const trailOfPerson = sql`select seq from audit_patients
  where ${own('audit_patients')} and audit_patients.patient_id in ${persons}
    and audit_patients.segment in (${segmentsOfPractice})`

const code = (number: number): SQL => sql.raw(String(number))
/** Planned notices are left out. They belong to entries of the patient, and the trail shows these entries, too. */
const endedNotices = sql.raw(whereNotPlanned)

/**
 * The ids of the entries that belong, or once belonged, to the patient. When a patient is deleted, the entries stay
 * without a patient. The messages, the archive and the trail still show which entries these are.
 */
const recordsEver = select({
  fields: {
    ids: sql<string>`(select json_group_array(${sql.raw(textOfId('id'))}) from (
      select id from entries where ${own('entries')} and patient_id in ${persons}
      union all select id from cancellations where ${own('cancellations')} and patient_id in ${persons}
      union all select entry_id from reminder_jobs where ${own('reminder_jobs')} and patient_id in ${persons} and ${endedNotices}
      union all select entry_id from past_reminders where ${own('past_reminders')} and patient_id in ${persons}
      union all select record_id from audit where ${own('audit')} and seq in (${trailOfPerson})
        and record_kind = ${code(recordCodes.appointment)}
      union all select ${storedIdOf("json_extract(row, '$.id')")} from archive_rows
        where ${own('archive_rows')} and source in ('entries', 'entry_patients', 'cancellations') and archive_id in (${archivedOfPerson})
    ))`,
    recordIds: sql<string>`(select json_group_array(${sql.raw(textOfId('id'))}) from (
      select id from notes where ${own('notes')} and patient_id in ${persons}
      union all select id from waiting_list where ${own('waiting_list')} and patient_id in ${persons}
      union all select id from recall_contacts where ${own('recall_contacts')} and patient_id in ${persons}
      union all select ${storedIdOf("json_extract(row, '$.id')")} from archive_rows
        where ${own('archive_rows')} and source in ('notes', 'waiting_list', 'recall_contacts') and archive_id in (${archivedOfPerson})
    ))`,
  },
  from: practices,
})

/**
 * The parameters of the SQL in this file: the person, the entries that are or once were the person's, and other
 * records. Other records are, for example, notes and items of the waiting list.
 */
export const paramsOf = (scope: Scope, patientId: string) => {
  const { ids, recordIds } = scope.get(recordsEver, { person: patientId }) ?? { ids: '[]', recordIds: '[]' }
  return { person: patientId, entryIds: ids, recordIds }
}

/** The ids in the parameter of this name. */
export const idsIn = (name: string): SQL =>
  sql`select ${storedIdOf('value')} from json_each(${param(name, patients.lastName)})`
/** The ids of the entries in the parameter `entryIds`. */
export const entryIds = idsIn('entryIds')
/**
 * The ids of the records whose values are removed from the trail. While a patient was merged, the trail names the
 * patient's records as records of the kept patient. So the trail is searched by the ids of the records, too.
 */
export const recordIds = sql`${entryIds} union all ${idsIn('recordIds')}`

/** An SQL condition: no other patient has the row now. Otherwise its texts are the other patient's. */
export const isFreeOfOthers = (table: string): SQL =>
  sql`(${sql.raw(table)}.patient_id is null or ${sql.raw(table)}.patient_id in ${persons})`

/**
 * An SQL condition that is always true. It makes SQLite find cancellations by their ids, because no index holds the
 * column. Otherwise SQLite would read the whole index by patient, which holds all other columns of the query.
 */
export const foundById = sql`cancellations.cancelled_at is not null`

/** The rows of entries with texts that may be about the person. */
export const isTheirs = (table: 'entries' | 'cancellations'): SQL =>
  sql`${sql.raw(table)}.id in (${entryIds}) and ${isFreeOfOthers(table)}${
    table === 'cancellations' ? sql` and ${foundById}` : sql``
  }`
export const entriesOfPerson = isTheirs('entries')

/** The notices to the person about entries that belong, or once belonged, to the person. */
export const noticesOfPerson = (table: 'reminder_jobs' | 'past_reminders'): SQL =>
  sql`${sql.raw(table)}.entry_id in (${entryIds}) and ${sql.raw(table)}.patient_id in ${persons}`

/** The ids of everything in the archive that may be about the person. */
export const archivedItems = sql`${archivedOfPerson}
  union select id from archive where ${own('archive')} and archive.kind = ${code(archiveCodes.appointment)}
    and ${isFreeOfOthers('archive')} and archive.record_id in (${entryIds})
  union select id from archive where ${own('archive')} and archive.kind = ${code(archiveCodes.merge)}
    and archive.record_id in ${persons}`

/** The row of a deleted patient in the archive, as JSON; null when there is no such patient. */
export const archivedRecord = sql<string | null>`(select row from archive_rows
  where ${own('archive_rows')} and source = 'patients' and archive_id in (
    ${archivedOfPerson} and archive.record_id = ${person} and archive.kind = ${code(archiveCodes.patient)}) limit 1)`
