/**
 * Notes which records the statements of a write touch. Temporary triggers of the connection insert each touched record
 * into a temporary table. This table is rolled back with the write.
 */
import { type Codes, changeCodes, stateCodes } from '../../../db/codes.ts'
import { kindIs } from '../../../db/notice-sql.ts'
import type { ChangeKind } from '../../domain/record-change.ts'

interface Watched {
  readonly table: string
  /** The column that holds the id of the record. */
  readonly id?: string
  readonly key?: string
  /** Which new rows count, as a condition on `NEW`; all when left out. */
  readonly inserts?: string
  /** Which updates count; all when left out. */
  readonly updates?: { readonly of: string; readonly when: string }
  /** Whether deleted rows count. Deleted rows count when this is left out. */
  readonly deletes?: false
}

const { running } = stateCodes
/** The start of a delivery does not count, because it changes nothing that anybody sees. */
const noticeChanged = `NEW.state <> ${running} and (NEW.state <> OLD.state or NEW.reason is not OLD.reason or NEW.due_at <> OLD.due_at)`
const isRecall = `NEW.${kindIs('recall')}`

/**
 * The first table of each kind holds the record itself. There, `stands` is an SQL expression for the version of the
 * record. It is null when the record is gone.
 */
const watched: Readonly<Record<ChangeKind, readonly [Watched & { readonly stands?: string }, ...Watched[]]>> =
  {
    appointment: [
      { table: 'entries' },
      {
        // An appointment is shown with the state of its messages. So a message counts as a change of the
        // appointment.
        table: 'reminder_jobs',
        id: 'entry_id',
        inserts: `not ${isRecall}`,
        updates: { of: 'state, reason, due_at', when: `not ${isRecall} and ${noticeChanged}` },
        deletes: false,
      },
    ],
    recall: [
      { table: 'recall_contacts', stands: '0' },
      {
        // A message that tells a patient to come again changes what its contact shows.
        table: 'reminder_jobs',
        id: 'entry_id',
        inserts: isRecall,
        updates: { of: 'state, reason, due_at', when: `${isRecall} and ${noticeChanged}` },
        deletes: false,
      },
    ],
    patient: [{ table: 'patients' }],
    note: [{ table: 'notes' }],
    cancellation: [{ table: 'cancellations' }],
    tag: [{ table: 'tags' }],
    chair: [{ table: 'chairs' }],
    practice: [{ table: 'practices', key: 'key' }],
    member: [{ table: 'users' }],
    // Callers see the first kept row as the second version (`progressVersion`).
    progress: [{ table: 'progress', stands: 'version + 1' }],
    closure: [{ table: 'closures' }],
    absence: [{ table: 'absences' }],
    appointmentType: [{ table: 'appointment_types' }],
    waiting: [{ table: 'waiting_list' }],
    inboxMark: [{ table: 'inbox_marks', stands: '0' }],
    dayNote: [{ table: 'day_notes' }],
    inboxCall: [{ table: 'inbox_calls', stands: '0' }],
    archive: [
      {
        table: 'archive',
        // An item with a `keep_until` of 0 is no longer found.
        stands: 'nullif(keep_until <> 0, 0) - 1',
        updates: {
          of: 'keep_until, patient_id',
          when: 'NEW.keep_until = 0 or NEW.patient_id is not OLD.patient_id',
        },
      },
    ],
  }

/** The tables whose touched rows are noted. A test compares them with all tables. */
export const watchedTables: readonly string[] = Object.values(watched).flatMap((tables) =>
  tables.map(({ table }) => table),
)

const kinds = Object.entries(changeCodes as Codes<ChangeKind>) as [ChangeKind, number][]

/** The statements that a connection runs once, so that it notes which records its writes touch. */
export const noteTouched: string = [
  `create temp table touched (
    n integer primary key, practice_key integer not null, kind integer not null, id blob not null, patient_id blob,
    unique (practice_key, kind, id))`,
  ...kinds.flatMap(([kind, code]) => watched[kind].flatMap((one) => triggersOf(one, kind, code))),
].join(';\n')

function triggersOf(
  { table, id = 'id', key = 'practice_key', inserts, updates, deletes }: Watched,
  kind: ChangeKind,
  code: number,
): string[] {
  const note = (row: 'NEW' | 'OLD') => {
    const patient = kind === 'note' ? `${row}.patient_id` : 'null'
    return `begin
      insert into touched (practice_key, kind, id, patient_id) values (${row}.${key}, ${code}, ${row}.${id}, ${patient})
      on conflict do nothing; end`
  }
  const trigger = (act: string, rest: string) =>
    `create temp trigger touched_${kind}_${table}_${act} after ${rest}`
  return [
    trigger('insert', `insert on main.${table} ${inserts ? `when ${inserts}` : ''} ${note('NEW')}`),
    trigger(
      'update',
      `update ${updates ? `of ${updates.of}` : ''} on main.${table} ${updates ? `when ${updates.when}` : ''} ${note('NEW')}`,
    ),
    ...(deletes === false ? [] : [trigger('delete', `delete on main.${table} ${note('OLD')}`)]),
  ]
}

/** An SQL expression for the version of a touched record: 0 when it has no version, and null when it is gone. */
export const standing: string = `case kind
  ${kinds
    .map(([kind, code]) => {
      const [{ table, key = 'practice_key', stands = 'version' }] = watched[kind]
      return `when ${code} then (select ${stands} from main.${table} r where r.${key} = touched.practice_key and r.id = touched.id)`
    })
    .join('\n  ')}
  end`
