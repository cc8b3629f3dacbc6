/**
 * An archive item holds the rows of one deleted record, also its links to other records. A link cannot be restored
 * while the record at its other end is still deleted. Then the link moves to the item of that other record. So the
 * order in which two records are restored does not matter.
 */
import { type SQL, sql } from 'drizzle-orm'
import { archiveCodes } from '../../../db/codes.ts'
import { archive, archiveRows } from '../../../db/schema/archive.ts'
import { entries } from '../../../db/schema/calendar.ts'
import { patientTags } from '../../../db/schema/patients.ts'
import { textOfId } from '../../../db/stored-id.ts'
import type { ArchiveKind } from '../../domain/archive.ts'
import type { WriteScope } from '../engine/scope.ts'
import { ownPracticeKey, param, update } from '../engine/statement.ts'
import { archived, entryPatientRows, rowsOf } from './archived-rows.ts'

/**
 * The record at the other end of a link: a deleted patient, a patient who was merged into another, or a deleted tag.
 */
type OtherSide = 'patient' | 'merge' | 'tag'

/** An SQL expression for the id of a deleted record's item; null when there is none. */
const itemOf = (kind: ArchiveKind, recordId: SQL): SQL =>
  sql`(select ${archive.id} from ${archive} where ${archive.practiceKey} = ${ownPracticeKey}
    and ${archive.recordId} = ${recordId} and ${archive.kind} = ${sql.raw(String(archiveCodes[kind]))}
    and ${archive.keepUntil} > 0)`

const moveLinks = (kind: OtherSide, recordId: SQL) =>
  update(archiveRows, [], sql`${rowsOf('patient_tags')} and ${itemOf(kind, recordId)} is not null`, {
    archiveId: itemOf(kind, recordId),
    position: sql`(select max(taken.position) + 1 from ${archiveRows} taken
      where taken.practice_key = ${ownPracticeKey} and taken.archive_id = ${itemOf(kind, recordId)})`,
  })
const links = {
  patient: moveLinks('patient', archived(patientTags.patientId)),
  merge: moveLinks('merge', archived(patientTags.patientId)),
  tag: moveLinks('tag', archived(patientTags.tagId)),
}

/** The items of the deleted entries that named the patient of the item `archiveId`. */
const lostEntries = sql`select ${itemOf('appointment', archived(entries.id))} from ${archiveRows}
  where ${archiveRows.practiceKey} = ${ownPracticeKey} and ${entryPatientRows}`
const patientId = sql`${param('patientId', archive.patientId)}`
const metadata = sql`${archiveRows.row} ->> '$.metadata'`
const answer = sql`(select named.row -> '$.answer' from ${archiveRows} named
  where named.practice_key = ${ownPracticeKey} and named.archive_id = ${param('archiveId', archiveRows.archiveId)}
    and named.source = 'entry_patients' and named.row ->> '$.answer' is not null
    and named.row ->> '$.id' = ${archiveRows.row} ->> '$.id'
    and named.row ->> '$.start_at' = ${archiveRows.row} ->> '$.start_at')`
const giveEntryPatient = update(
  archiveRows,
  [],
  sql`${archiveRows.archiveId} in (${lostEntries}) and ${archiveRows.row} ->> '$.patient_id' is null`,
  {
    row: sql`json_set(${archiveRows.row}, '$.patient_id', (select ${sql.raw(textOfId('given'))} from (select ${patientId} as given)),
      '$.metadata', iif(${answer} is null, ${metadata}, json_set(${metadata}, '$.patientAnswer', json(${answer})) || ''))`,
  },
)
const giveItemPatient = update(
  archive,
  ['patientId'],
  sql`${archive.id} in (${lostEntries}) and +${archive.patientId} is null`,
)

/** Moves the links that are left in an item to the items of the records at their other end. */
export const handOverLinks = (tx: WriteScope, otherSide: OtherSide, archiveId: string): void =>
  void tx.run(links[otherSide], { archiveId })

/** Writes the restored patient into the deleted entries that named this patient, if they have no other patient. */
export function handOverEntries(tx: WriteScope, archiveId: string, patientId: string): void {
  tx.run(giveEntryPatient, { archiveId, patientId })
  tx.run(giveItemPatient, { archiveId, patientId })
}
