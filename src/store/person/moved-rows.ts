/**
 * The rows that move from one patient to another when the two are merged, table by table (RULES §25). The archive keeps
 * the id of each row that moved, so the same rows can move back. Each move is one statement, however many rows there
 * are.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { archiveCodes } from '../../../db/codes.ts'
import { isLive } from '../../../db/notice-sql.ts'
import { archive, archiveRows } from '../../../db/schema/archive.ts'
import { entries } from '../../../db/schema/calendar.ts'
import { waitingList } from '../../../db/schema/front-desk.ts'
import { notes } from '../../../db/schema/notes.ts'
import { pastReminders, reminderJobs } from '../../../db/schema/notices.ts'
import { onlineBookings } from '../../../db/schema/online-bookings.ts'
import { patients, patientTags } from '../../../db/schema/patients.ts'
import { recallContacts } from '../../../db/schema/recalls.ts'
import { cancellations } from '../../../db/schema/visits.ts'
import { textOfId } from '../../../db/stored-id.ts'
import { archived, placeSize, sources } from '../archive/archived-rows.ts'
import {
  type Change,
  insertFrom,
  ownPracticeKey,
  type PracticeTable,
  param,
  update,
} from '../engine/statement.ts'

type MovedTable = PracticeTable & { id: SQLiteColumn; patientId: SQLiteColumn }

/**
 * The order of these rows in an archive item, behind its deleted rows (`archived-rows.ts`). Files hold these numbers
 * and names.
 */
export const movedPlaces = {
  moved_notes: 13,
  moved_entries: 14,
  moved_cancellations: 15,
  moved_waiting_list: 16,
  moved_reminder_jobs: 17,
  moved_past_reminders: 18,
  moved_archive: 19,
  /** Only merges of older versions have these: links of deleted tags that were given to the kept patient. */
  moved_links: 20,
  moved_tags: 21,
  merge_filled: 22,
  moved_deleted_tags: 23,
  moved_online_bookings: 24,
  moved_recall_contacts: 25,
} as const
export type MovedSource = keyof typeof movedPlaces

/** The patient who loses the rows, and the patient who gets them. A merge and its undo use the same statements. */
const of = (column: SQLiteColumn): SQL => param('from', column)
const to = (column: SQLiteColumn): SQL => param('to', column)
export const inArchive = (id: SQL): SQL => sql`(select ${sql.raw(textOfId('p'))} from (select ${id} as p))`

export const namesOf = (names: readonly MovedSource[]): SQL =>
  sql.raw(names.map((name) => `'${name}'`).join())

/** An SQL expression for one column of the rows in an archive item that have one of these names. */
const keptIn = (column: SQLiteColumn, names: readonly MovedSource[]): SQL =>
  sql`(select ${archived(column)} from ${archiveRows} where ${archiveRows.practiceKey} = ${ownPracticeKey}
    and ${archiveRows.archiveId} = ${param('archiveId', archiveRows.archiveId)}
    and ${archiveRows.source} in (${namesOf(names)}))`

/** The ids in the rows of an archive item that have one of these names. */
const idsIn = (...names: readonly MovedSource[]): SQL => keptIn(archive.id, names)

/** The ids of the records that were already deleted at the time of the merge. */
const recordsOfItems = keptIn(archive.recordId, ['moved_archive'])

const placeIn = (name: MovedSource): SQL =>
  sql`${sql.raw(String(movedPlaces[name] * placeSize))} + row_number() over ()`

/** Keeps the ids of the rows of a table that meet `where`, in the item `archiveId`. */
const keepIds = (
  name: MovedSource,
  from: PracticeTable,
  id: SQLiteColumn,
  where: SQL,
  more: readonly SQLiteColumn[] = [],
): Change =>
  insertFrom(
    archiveRows,
    {
      archiveId: param('archiveId', archiveRows.archiveId),
      position: placeIn(name),
      source: sql.raw(`'${name}'`),
      row: sql.raw(
        `json_object('id', ${[id, ...more].map(({ name: column }, i) => `${i > 0 ? `'${column}', ` : ''}${textOfId(`"${column}"`)}`).join()})`,
      ),
    },
    { from, where },
  )

const give = <T extends MovedTable>(table: T, where: SQL): Change =>
  update(table, [], where, { patientId: to(table.patientId) } as never)

/** The statements that move the rows of one table, and move them back. They run in their order. */
interface Mover {
  readonly move: readonly Change[]
  /** Moves back the rows that the item names and that still belong to the other patient. */
  readonly putBack: readonly Change[]
  /**
   * Moves back records that were deleted at the time of the merge, and were brought back to the other patient since.
   */
  readonly putBackRestored?: Change
}

/** `alsoIn` names rows of other tables that may be in this table now, such as a cancellation that is an entry again. */
const mover = (name: MovedSource, table: MovedTable, alsoIn: readonly MovedSource[] = []): Mover => ({
  move: [keepIds(name, table, table.id, byPatient(table)), give(table, byPatient(table))],
  putBack: [give(table, and(byPatient(table), sql`${table.id} in ${idsIn(name, ...alsoIn)}`)!)],
  putBackRestored: give(table, and(byPatient(table), sql`${table.id} in ${recordsOfItems}`)!),
})

/** Only the notices of entries that move are moved. A notice of an entry that a third patient has now does not move. */
function noticeMover(
  names: readonly [MovedSource, ...MovedSource[]],
  table: typeof reminderJobs | typeof pastReminders,
  moves: SQL = sql`true`,
): Mover {
  const where = and(noticesOf(table), moves)!
  const isKept = sql`${table.entryId} in ${keptIn(reminderJobs.entryId, names)} and ${table.id} in ${idsIn(...names)}`
  return {
    move: [keepIds(names[0], table, table.id, where, [table.entryId]), give(table, where)],
    putBack: [give(table, and(isKept, byPatient(table), moves)!)],
  }
}

const byPatient = (table: MovedTable): SQL => eq(table.patientId, of(table.patientId))

/**
 * The ids of the records by which the patient's notices are found. These records belong to the other patient by now.
 */
const leads = sql`(select ${entries.id} from ${entries}
    where ${entries.practiceKey} = ${ownPracticeKey} and ${entries.patientId} = ${to(entries.patientId)}
  union all select ${cancellations.id} from ${cancellations}
    where ${cancellations.practiceKey} = ${ownPracticeKey} and ${cancellations.patientId} = ${to(cancellations.patientId)}
  union all select ${recallContacts.id} from ${recallContacts}
    where ${recallContacts.practiceKey} = ${ownPracticeKey} and ${recallContacts.patientId} = ${to(recallContacts.patientId)}
  union all select ${archive.recordId} from ${archive}
    where ${archive.practiceKey} = ${ownPracticeKey} and ${archive.patientId} = ${to(archive.patientId)}
      and +${archive.kind} = ${sql.raw(String(archiveCodes.appointment))})`

const live = (table: string): SQL => sql.raw(isLive.replace('state', `${table}.state`))
/**
 * An SQL condition: the other patient has the same notice already. Then the notice does not move, because two notices
 * would be about one appointment, or two would be live.
 */
const isDouble = sql`exists (select 1 from reminder_jobs other
  where other.practice_key = ${reminderJobs.practiceKey} and other.entry_id = ${reminderJobs.entryId}
    and ${live('other')} in (0, 1) and +other.patient_id = ${to(reminderJobs.patientId)}
    and other.channel = ${reminderJobs.channel} and other.kind = ${reminderJobs.kind}
    and other.slot = ${reminderJobs.slot}
    and (other.start_at = ${reminderJobs.startAt} or (${live('other')} and ${live('reminder_jobs')})))`

const noticesOf = (table: typeof reminderJobs | typeof pastReminders): SQL =>
  sql`${table.entryId} in ${leads} and ${table.patientId} = ${of(table.patientId)}`

const patientInRow = sql`${archiveRows.row} ->> '$.patient_id'`
/**
 * An SQL condition: rows of this source name a patient. Other rows, such as revisions of notes, may be many and long.
 */
const namesPatient = sql`${archiveRows.source} in (${sql.raw(
  Object.entries(sources)
    .flatMap(([name, { table }]) => ('patientId' in table ? [`'${name}'`] : []))
    .join(),
)})`
/** Writes the patient who gets the rows into the archived rows of these items. */
const withPatient = (items: SQL): Change =>
  update(
    archiveRows,
    [],
    sql`${archiveRows.archiveId} in ${items} and ${namesPatient} and ${patientInRow} = ${inArchive(of(patients.id))}`,
    { row: sql`json_set(${archiveRows.row}, '$.patient_id', ${inArchive(to(patients.id))})` },
  )
const itemsOfOther = sql`(select ${archive.id} from ${archive}
  where ${archive.practiceKey} = ${ownPracticeKey} and ${archive.patientId} = ${to(archive.patientId)})`
const items = archive as unknown as MovedTable
/**
 * Gives back the archive items of records that moved and were deleted since. A restore then uses their first patient.
 */
const giveDeleted = give(
  items,
  sql`${byPatient(items)} and ${archive.kind} in (${sql.raw([archiveCodes.note, archiveCodes.appointment, archiveCodes.waiting].join())})
    and (${archive.recordId} in ${idsIn('moved_notes', 'moved_entries', 'moved_cancellations', 'moved_waiting_list')}
      or ${archive.recordId} in ${recordsOfItems})`,
)

/**
 * The links to tags that were deleted while the patient had them. The links are in the archived items of these tags.
 */
export const linksOfDeletedTags = (patient: SQL): SQL =>
  sql`${archiveRows.source} = 'patient_tags' and ${patientInRow} = ${inArchive(patient)}
    and exists (select 1 from ${archive} where ${archive.practiceKey} = ${ownPracticeKey}
      and ${archive.id} = ${archiveRows.archiveId} and ${archive.kind} = ${sql.raw(String(archiveCodes.tag))})`
const deletedOfOneAlone = sql`${linksOfDeletedTags(of(patients.id))} and not exists (select 1 from archive_rows other
  where other.practice_key = ${archiveRows.practiceKey} and other.archive_id = ${archiveRows.archiveId}
    and other.source = 'patient_tags' and other.row ->> '$.patient_id' = ${inArchive(to(patients.id))})`
const nextPosition = sql`(select max(taken.position) + 1 from archive_rows taken
  where taken.practice_key = ${archiveRows.practiceKey} and taken.archive_id = ${archiveRows.archiveId})`
const giveLinks: Change = update(
  archiveRows,
  [],
  sql`${archiveRows.archiveId} in ${idsIn('moved_links')} and ${linksOfDeletedTags(of(patients.id))}`,
  { row: sql`json_set(${archiveRows.row}, '$.patient_id', ${inArchive(to(patients.id))})` },
)

const tagsOf = (patient: SQL): SQL =>
  sql`select ${patientTags.tagId} from ${patientTags}
    where ${patientTags.practiceKey} = ${ownPracticeKey} and ${patientTags.patientId} = ${patient}`
const tagsOfOneAlone = and(
  eq(patientTags.patientId, of(patientTags.patientId)),
  sql`${patientTags.tagId} not in (${tagsOf(to(patientTags.patientId))})`,
)!

/** Every table with rows that move, in the order of the moves. Notices move after their entries. */
export const movers: Readonly<Record<string, Mover>> = {
  notes: mover('moved_notes', notes),
  entries: mover('moved_entries', entries, ['moved_cancellations']),
  cancellations: mover('moved_cancellations', cancellations, ['moved_entries']),
  waiting_list: mover('moved_waiting_list', waitingList),
  online_bookings: mover('moved_online_bookings', onlineBookings),
  recall_contacts: mover('moved_recall_contacts', recallContacts),
  archive: {
    move: [
      keepIds('moved_archive', items, items.id, byPatient(items), [archive.recordId]),
      give(items, byPatient(items)),
    ],
    putBack: [give(items, and(byPatient(items), sql`${items.id} in ${idsIn('moved_archive')}`)!)],
  },
  archive_rows: {
    move: [withPatient(idsIn('moved_archive'))],
    putBack: [giveDeleted, withPatient(itemsOfOther), giveLinks],
  },
  reminder_jobs: noticeMover(['moved_reminder_jobs'], reminderJobs, sql`not ${isDouble}`),
  past_reminders: noticeMover(['moved_past_reminders', 'moved_reminder_jobs'], pastReminders),
  patient_tags: {
    // The caller archives and removes the links of the merged patient. Links to deleted tags stay, and the kept patient
    // gets links beside them. Tags that both patients have stay as they are.
    move: [
      keepIds('moved_tags', patientTags, patientTags.tagId, tagsOfOneAlone),
      insertFrom(
        patientTags,
        { patientId: to(patientTags.patientId), tagId: sql`${patientTags.tagId}` },
        { from: patientTags, where: tagsOfOneAlone, orderBy: sql`${patientTags.rowId}` },
      ),
      insertFrom(
        archiveRows,
        {
          archiveId: param('archiveId', archiveRows.archiveId),
          position: placeIn('moved_deleted_tags'),
          source: sql`'moved_deleted_tags'`,
          row: sql`json_object('id', ${archiveRows.row} ->> '$.tag_id')`,
        },
        { from: archiveRows, where: deletedOfOneAlone },
      ),
      insertFrom(
        archiveRows,
        {
          archiveId: sql`${archiveRows.archiveId}`,
          position: nextPosition,
          source: sql`'patient_tags'`,
          row: sql`json_set(${archiveRows.row}, '$.patient_id', ${inArchive(to(patients.id))})`,
        },
        { from: archiveRows, where: deletedOfOneAlone },
      ),
    ],
    // `merged-tags.ts` takes the links back when the merge is undone.
    putBack: [],
  },
}

/** The tables that name a patient and have no mover, with the reason. */
export const staysBehind: Readonly<Record<string, string>> = {
  patients: 'The record of the merged patient moves to the archive.',
  audit: 'The trail is kept as it was written. The table `merges` names its patient now.',
  audit_patients: 'The trail is kept as it was written. The table `merges` names its patient now.',
  changes: 'It says what happened to records, in order.',
  erasures: 'An erased patient cannot be merged.',
  merges: 'It says which patient was merged into which.',
  last_visits: 'Triggers make it of the entries, which move.',
}

/** The notices that did not move, although their entries moved. */
export const doublesLeft: SQL = noticesOf(reminderJobs)
/** The notices of the patient who has the entries now. */
export const noticesMoved: SQL = sql`${reminderJobs.entryId} in ${leads}
  and ${reminderJobs.patientId} = ${to(reminderJobs.patientId)}`
