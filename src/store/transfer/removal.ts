import { stateIs } from '../../../db/notice-sql.ts'
import { type StoredId, storedId } from '../../../db/stored-id.ts'
import type { Act } from '../../domain/act.ts'
import { appendAudit, headOf } from '../audit/append.ts'
import type { Connection } from '../connection.ts'
import { unscoped } from '../unscoped.ts'
import { leftOut, transferTables } from './tables.ts'

/** A transaction of a removal deletes so many rows of a table at most, so that others need not wait for long. */
const atOnce = 1_000

/** Messages that are due so soon leave first, so that none goes out while the other rows leave. In milliseconds. */
const dueSoon = 3_600_000

/** The removal of a practice, as far as it has come. */
export interface Removal {
  readonly practiceKey: number
  /** How many rows have left. */
  readonly rows: number
  /** The place of the last row that the practice's audit trail had. */
  readonly headSeq: number
  /** The `mac` of that row. */
  readonly headMac: Uint8Array
}

/**
 * The tables in the order in which their rows leave: a row goes before those that it refers to. A patient takes their
 * words along. The trail goes last.
 */
const leaving: readonly string[] = [
  ...Object.keys(leftOut).filter((name) => !isLate(name)),
  ...transferTables
    .map(({ name }) => name)
    .filter((name) => name !== 'practices' && !isLate(name))
    .reverse(),
  ...[...Object.keys(leftOut), ...transferTables.map(({ name }) => name)].filter(isLate),
]

function isLate(name: string): boolean {
  return name === 'patient_words' || name.startsWith('audit')
}

/** The removal of this practice that has begun and not ended; null where there is none. */
export const removalOf = (connection: Connection, practiceId: string): Removal | null =>
  underWay.get(connection, storedId(practiceId))

/**
 * Shuts everybody out of the practice, and begins its removal. Sessions, tokens, passkeys and links leave, its members
 * become inactive, and nothing goes out any more. It must run in a transaction. `now` is in epoch milliseconds.
 */
export function beginRemoval(connection: Connection, practiceId: string, act: Act, now: number): void {
  const key = connection.practices.keyOf(practiceId)
  const { seq, mac } = headOf(connection, key)
  begin.run(connection, key, storedId(practiceId), now, seq, mac)
  let rows = 0
  for (const table of [
    'sessions',
    'enrolment_links',
    'retries',
    'api_tokens',
    'passkeys',
    'reminder_replans',
  ])
    rows += connection.run(`delete from "${table}" where practice_key = ?1`, [key])
  rows += deleteDue.run(connection, key, now + dueSoon)
  shutOut.run(connection, key)
  countRows.run(connection, key, rows)
  const record = { kind: 'practice', id: practiceId } as const
  const detail = { begun: true, ...headDetail({ headSeq: seq, headMac: mac }) }
  appendAudit(connection, null, act, [{ kind: 'export', record, detail }], now)
}

/** Deletes the next rows of a practice whose removal has begun, and answers how many. It must run in a transaction. */
export function removeSome(connection: Connection, { practiceKey }: Removal): number {
  keepHead(connection, practiceKey)
  for (const table of leaving) {
    const rows = connection.run(deleteSome(connection, table), [practiceKey])
    if (rows === 0) continue
    countRows.run(connection, practiceKey, rows)
    return rows
  }
  return 0
}

/** A request that was under way when the removal began may still have added a row to the trail. */
function keepHead(connection: Connection, practiceKey: number): void {
  const { seq, mac } = headOf(connection, practiceKey)
  laterHead.run(connection, practiceKey, seq, mac)
}

/** Deletes the practice itself, when nothing else of it is left. It must run in a transaction. */
export function endRemoval(connection: Connection, practiceId: string, act: Act, now: number): Removal {
  const { practiceKey } = removalOf(connection, practiceId)!
  countRows.run(connection, practiceKey, deletePractice.run(connection, practiceKey))
  const removal = removalOf(connection, practiceId)!
  end.run(connection, practiceKey, now)
  const record = { kind: 'practice', id: practiceId } as const
  const detail = { rows: removal.rows, ...headDetail(removal) }
  appendAudit(connection, null, act, [{ kind: 'export', record, detail }], now)
  return removal
}

const headDetail = ({ headSeq, headMac }: Pick<Removal, 'headSeq' | 'headMac'>) => ({
  headSeq,
  headMac: Buffer.from(headMac).toString('hex'),
})

/** A statement that deletes some rows of a practice. */
function deleteSome(connection: Connection, table: string): string {
  const columns = keyOfRowless.all(connection, table).map(({ name }) => `"${name}"`)
  const [key, names] = columns.length === 0 ? ['rowid', 'rowid'] : [`(${columns})`, String(columns)]
  return `delete from "${table}" where ${key} in (
    select ${names} from "${table}" where practice_key = ?1 limit ${atOnce})`
}

/** The columns of the key of a table that has no row ids. */
const keyOfRowless = unscoped<[table: string], { name: string }>(`
  select name from pragma_table_info(?1)
  where pk > 0 and (select wr from pragma_table_list where name = ?1 and schema = 'main') = 1 order by pk`)

const begin = unscoped<[key: number, id: StoredId, now: number, headSeq: number, headMac: Uint8Array]>(`
  insert into removed_practices (practice_key, id, begun_at, ended_at, rows, head_seq, head_mac)
  values (?1, ?2, ?3, null, 0, ?4, ?5)
  on conflict (practice_key) do update set
    begun_at = excluded.begun_at, ended_at = null, rows = 0,
    head_seq = excluded.head_seq, head_mac = excluded.head_mac`)

const underWay = unscoped<[id: StoredId], Removal>(`
  select practice_key as practiceKey, rows, head_seq as headSeq, head_mac as headMac
  from removed_practices where id = ?1 and ended_at is null`)

const countRows = unscoped<[key: number, rows: number]>(
  'update removed_practices set rows = rows + ?2 where practice_key = ?1',
)
const laterHead = unscoped<[key: number, seq: number, mac: Uint8Array]>(
  'update removed_practices set head_seq = ?2, head_mac = ?3 where practice_key = ?1 and head_seq < ?2',
)
const end = unscoped<[key: number, now: number]>(
  'update removed_practices set ended_at = ?2 where practice_key = ?1',
)
const shutOut = unscoped<[key: number]>('update users set active = 0 where practice_key = ?1')
const deleteDue = unscoped<[key: number, before: number]>(`
  delete from reminder_jobs
  where practice_key = ?1 and ${stateIs('scheduled', 'running')} and next_attempt_at < ?2`)
const deletePractice = unscoped<[key: number]>('delete from practices where key = ?1')
