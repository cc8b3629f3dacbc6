/** The tables of a practice: which data of each table an export contains, and which tables it leaves out. */
import { getTableName } from 'drizzle-orm'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { stateCodes } from '../../../db/codes.ts'
import { absences } from '../../../db/schema/absences.ts'
import { appointmentTypes } from '../../../db/schema/appointment-types.ts'
import { archive, archiveRows } from '../../../db/schema/archive.ts'
import { audit, auditClosings, auditPatients, auditValues } from '../../../db/schema/audit.ts'
import { chairs, entries } from '../../../db/schema/calendar.ts'
import { calendarFeeds } from '../../../db/schema/calendar-feeds.ts'
import { changeEpochs, changes } from '../../../db/schema/changes.ts'
import { closures } from '../../../db/schema/closures.ts'
import { dayNotes } from '../../../db/schema/day-notes.ts'
import { erasures } from '../../../db/schema/erasures.ts'
import { inboxCalls, inboxMarks, waitingList } from '../../../db/schema/front-desk.ts'
import { externalIds, importProgress, importRows, imports } from '../../../db/schema/imports.ts'
import { users } from '../../../db/schema/members.ts'
import { merges } from '../../../db/schema/merges.ts'
import { noteRevisions, notes } from '../../../db/schema/notes.ts'
import {
  linkKeys,
  pastReminders,
  reminderJobs,
  reminderReplans,
  reminderSettings,
} from '../../../db/schema/notices.ts'
import { onlineBookings, onlineCodes } from '../../../db/schema/online-bookings.ts'
import { patients, patientTags, tags } from '../../../db/schema/patients.ts'
import { packStatuses, practiceAliases, practices } from '../../../db/schema/practice.ts'
import { recallContacts } from '../../../db/schema/recalls.ts'
import { retries } from '../../../db/schema/retries.ts'
import { apiTokens, enrolmentLinks, passkeys, sessions } from '../../../db/schema/sign-in.ts'
import { cancellations, progress } from '../../../db/schema/visits.ts'
import { webhookDeliveries, webhookPlaces, webhooks } from '../../../db/schema/webhooks.ts'
import { nameKey } from '../../domain/name-key.ts'
import { type Findable, searchKeys } from '../../domain/search.ts'
import { type Field, fieldsOf } from './fields.ts'

/** A row in the form of an exported file. */
export type ExportedRow = Readonly<Record<string, unknown>>

/** A table that an export contains. */
export interface TransferTable {
  /** The name of the table in the database. The file in the archive is named after it. */
  readonly name: string
  readonly fields: readonly Field[]
  /** The statement that adds a row. It takes the key of the practice, the fields, and the values of `madeColumns`. */
  readonly insertion: string
  /** The statement that deletes a row. It takes the key of the practice, and the values of `keyFields`. */
  readonly deletion: string
  /** The fields that identify a row among the rows of its practice. */
  readonly keyFields: readonly string[]
  /** The columns by which the rows are sorted, as SQL. Both installations have the same order. */
  readonly orderBy: string
  /** The SQL condition for the rows of the practice. A plus keeps SQLite from using an index in another order. */
  readonly ownRows: string
  /** The value of a column in the export, as SQL, when it differs from the value in the file. */
  readonly saysInstead: Readonly<Record<string, string>>
  /** Columns that are made here and not imported, because this version may make them in another way. */
  readonly madeColumns: readonly string[]
  readonly make: (row: ExportedRow) => readonly (string | Uint8Array | null)[]
  /** A column that is null until all rows are there. With its value, the database would refuse some older rows. */
  readonly lateColumn: string | undefined
  /** A row that must exist, although the database itself does not require this. */
  readonly needs: Other | undefined
  /** A row that must not exist, although the database itself does not refuse this. */
  readonly excludes: Other | undefined
}

/** A row of another table, in which this column has the value of this field. */
export interface Other {
  readonly table: string
  readonly column: string
  readonly field: string
}

interface Special {
  readonly left?: readonly string[]
  readonly keyFields?: readonly string[]
  /** The SQL for a new row when the database has already made such a row by itself. */
  readonly onConflict?: string
  readonly orderBy?: string
  readonly ownRows?: string
  readonly saysInstead?: Readonly<Record<string, string>>
  readonly madeColumns?: readonly string[]
  readonly make?: (row: ExportedRow) => readonly (string | Uint8Array | null)[]
  readonly lateColumn?: string
  readonly needs?: Other
  readonly excludes?: Other
}

function transferred(table: SQLiteTable, special: Special = {}): TransferTable {
  const { left = [], madeColumns = [], make = () => [], saysInstead = {}, needs, excludes } = special
  const name = getTableName(table)
  const fields = fieldsOf(table, ['practiceKey', 'rowId', ...left])
  const keyColumn = name === 'practices' ? 'key' : 'practice_key'
  const columns = [keyColumn, ...fields.map(({ column }) => column), ...madeColumns]
  const keyFields = special.keyFields ?? keyFieldsOf(table, fields)
  const isRow = keyFields.map((key, i) => `"${fields.find(({ name }) => name === key)!.column}" = ?${i + 2}`)
  return {
    name,
    fields,
    insertion: `insert into ${name} (${columns.map((column) => `"${column}"`)}) values (${columns.map((_, i) => `?${i + 1}`)}) ${special.onConflict ?? ''}`,
    deletion: `delete from ${name} where ${[`${keyColumn} = ?1`, ...isRow].join(' and ')}`,
    keyFields,
    orderBy: special.orderBy ?? keyOf(table),
    ownRows: special.ownRows ?? 'practice_key = ?1',
    saysInstead,
    madeColumns,
    make,
    lateColumn: special.lateColumn,
    needs,
    excludes,
  }
}

/** The columns of the table's primary key, without `practice_key`. */
const keyOf = (table: SQLiteTable): string =>
  getTableConfig(table)
    .primaryKeys.flatMap(({ columns }) => columns.map(({ name }) => `"${name}"`))
    .filter((name) => name !== '"practice_key"')
    .join(', ')

/** The fields of the table's primary key that an export contains. */
const keyFieldsOf = (table: SQLiteTable, fields: readonly Field[]): string[] => {
  const { primaryKeys, columns } = getTableConfig(table)
  const names = [
    ...primaryKeys.flatMap((key) => key.columns),
    ...columns.filter(({ primary }) => primary),
  ].map(({ name }) => name)
  return fields.filter(({ column }) => names.includes(column)).map(({ name }) => name)
}

const nameKeyOf = (row: ExportedRow) => [nameKey(row.name as string)]
const ofSeq = { table: 'audit', column: 'seq', field: 'seq' }

/** Every table of an export, in the order in which rows may be added: each row after the rows that it refers to. */
export const transferTables: readonly TransferTable[] = [
  transferred(practices, {
    orderBy: 'id',
    ownRows: 'key = ?1',
    // Entries from before the setting may overlap.
    lateColumn: 'practitioners_once',
  }),
  transferred(practiceAliases),
  transferred(packStatuses),
  transferred(users),
  transferred(passkeys),
  transferred(apiTokens),
  transferred(chairs, { left: ['nameKey'], madeColumns: ['name_key'], make: nameKeyOf }),
  transferred(appointmentTypes, { left: ['nameKey'], madeColumns: ['name_key'], make: nameKeyOf }),
  transferred(tags, { left: ['nameKey'], madeColumns: ['name_key'], make: nameKeyOf }),
  transferred(patients, {
    keyFields: ['id'],
    left: ['firstNameKey', 'lastNameKey', 'spelledKey', 'emailKey', 'phoneKey'],
    orderBy: 'id',
    madeColumns: ['first_name_key', 'last_name_key', 'spelled_key', 'email_key', 'phone_key'],
    make(row) {
      const keys = searchKeys(row as unknown as Findable)
      return [keys.firstNameKey, keys.lastNameKey, keys.spelledKey, keys.emailKey, keys.phoneKey]
    },
  }),
  // A patient's tags are in the order in which they were added.
  transferred(patientTags, { keyFields: ['patientId', 'tagId'], orderBy: 'patient_id, row_id' }),
  transferred(notes),
  transferred(noteRevisions),
  transferred(entries),
  transferred(onlineBookings),
  transferred(progress),
  transferred(cancellations),
  transferred(closures),
  transferred(absences),
  transferred(dayNotes),
  transferred(waitingList),
  transferred(recallContacts),
  transferred(inboxMarks),
  transferred(inboxCalls),
  transferred(reminderJobs, {
    // A running delivery belongs to this installation. In the other installation, its reminder is scheduled again.
    left: ['lease', 'leaseUntil'],
    saysInstead: {
      state: `iif(state = ${stateCodes.running}, ${stateCodes.scheduled}, state)`,
      // A message that was being sent may have reached the patient.
      uncertain_at: 'iif(lease is null, uncertain_at, coalesce(uncertain_at, updated_at))',
    },
    orderBy: 'id',
    ownRows: '+practice_key = ?1',
  }),
  // A notice in both tables could never be retired.
  transferred(pastReminders, { excludes: { table: 'reminder_jobs', column: 'id', field: 'id' } }),
  transferred(reminderSettings, { orderBy: 'practice_key' }),
  transferred(reminderReplans, { orderBy: 'practice_key' }),
  transferred(linkKeys),
  transferred(archive, { ownRows: '+practice_key = ?1' }),
  transferred(archiveRows, { needs: { table: 'archive', column: 'id', field: 'archiveId' } }),
  transferred(merges),
  transferred(erasures),
  // With these ids, a later import in the other installation updates the same records.
  transferred(externalIds),
  transferred(audit),
  transferred(auditValues, { needs: ofSeq }),
  transferred(auditPatients, { needs: ofSeq }),
  transferred(auditClosings),
]

/**
 * The tables of a practice that moves to another cell, in the order in which rows may be added. They hold everything.
 * So members stay signed in, links keep working, and programs continue at their cursor in the changes.
 */
export const cellTables: readonly TransferTable[] = [
  ...transferTables,
  transferred(sessions),
  transferred(calendarFeeds),
  transferred(enrolmentLinks),
  transferred(onlineCodes),
  // The secrets are sent separately, because each cell stores them in a form of its own.
  transferred(webhooks, {
    left: ['nonce', 'formerNonce'],
    madeColumns: ['nonce'],
    make: () => [new Uint8Array()],
  }),
  // The lease belongs to a process of the old cell.
  transferred(webhookPlaces, {
    left: ['lease', 'leaseUntil'],
    // Older versions noted parts of a millisecond.
    saysInstead: { next_try_at: 'cast(next_try_at as integer)' },
  }),
  transferred(webhookDeliveries),
  transferred(imports),
  transferred(importProgress, { left: ['lease', 'leaseUntil'] }),
  transferred(importRows),
  transferred(retries),
  transferred(changes),
  transferred(changeEpochs, {
    orderBy: 'practice_key',
    onConflict: 'on conflict do update set epoch = excluded.epoch',
  }),
]

/**
 * The tables of a practice that no export contains, and why. When a practice is removed, their rows are deleted, too.
 */
export const leftOut: Readonly<Record<string, string>> = {
  sessions: 'A session belongs to a browser and an address. Members sign in again.',
  calendar_feeds: 'Its address leads to this installation. Members subscribe again elsewhere.',
  enrolment_links: 'A link leads to the address of this installation.',
  online_codes: 'It bounds for a day how many codes go out here.',
  imports: 'Its file is not in the archive, and it is undone where it came in.',
  import_progress: 'It is how far an import is here.',
  import_rows: 'It is what became of the rows of an import here.',
  webhooks: 'Its secret is made with the key of this installation, and its place is in the changes here.',
  webhook_places: 'It is the place of a webhook in the changes here.',
  webhook_deliveries: 'It says what became of deliveries from here.',
  retries: 'An answer is kept for a caller who asks again within a day.',
  patient_words: 'The search index is made of the names.',
  last_visits: 'Triggers make it of the entries and of what was noted as done.',
  changes: 'Its cursors belong to this installation. Clients read everything again elsewhere.',
  change_epochs: 'It distinguishes cursors of this installation from others.',
  audit_origins: 'The manifest says which key chained which part of the trail.',
}

/** Tables that name a practice and belong to the installation. Their rows stay when a practice is removed. */
export const ofInstallation: Readonly<Record<string, string>> = {
  removed_practices: 'It says which practices were removed.',
  moving_practices: 'It says which practices come in or leave at the moment.',
  elsewhere_practices: 'It says which practices another cell serves.',
  cell_moves: 'It says how far practices are on their way between this cell and others.',
}
