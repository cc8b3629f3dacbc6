import { type StoredId, storedId } from '../../../db/stored-id.ts'
import type { Act } from '../../domain/act.ts'
import { appendAudit, headOf } from '../engine/chain/append.ts'
import type { Connection, WriteConnection } from '../engine/connection.ts'
import { unscoped } from '../engine/unscoped.ts'
import { hide, movingOf, show, timeToWork } from './moving.ts'
import { leftOut, transferTables } from './tables.ts'

/** How many rows of a table one statement deletes. The transaction looks at the clock after each statement. */
const atOnce = 20

/** A removal of a practice, and its progress. */
export interface Removal {
  readonly practiceKey: number
  /** How many rows were deleted so far. */
  readonly rows: number
  /** The number of the last row that the practice's audit trail had. */
  readonly headSeq: number
  /** The `mac` of that row. */
  readonly headMac: Uint8Array
}

/**
 * The tables in the order in which their rows are deleted: each row before the rows that it refers to. Deleting a
 * patient also deletes the patient's words in the search index. The trail is deleted last.
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

/** The removal of this practice that has begun and not ended; null when there is none. */
export const removalOf = (connection: Connection, practiceId: string): Removal | null =>
  underWay.get(connection, storedId(practiceId))

/**
 * Begins the removal of a practice. From then on nobody sees the practice, its callers are refused, and nothing is sent
 * for it. It must run in a transaction. `now` is in epoch milliseconds.
 */
export function beginRemoval(connection: WriteConnection, practiceId: string, act: Act, now: number): void {
  const practiceKey = connection.practices.keyOf(practiceId)
  const { seq, mac } = headOf(connection, practiceKey)
  begin.run(connection, practiceKey, storedId(practiceId), now, seq, mac)
  hide(connection, { practiceKey, archive: null, keepsAccess: false, rows: 0 })
  const record = { kind: 'practice', id: practiceId } as const
  const detail = { begun: true, ...headDetail({ headSeq: seq, headMac: mac }) }
  appendAudit(connection, null, act, [{ kind: 'export', record, detail }], now)
}

/**
 * Deletes the next rows of a practice that leaves, and at the end the practice itself. Returns how many rows were
 * deleted, and whether nothing is left. It must run in a transaction, which it keeps short.
 */
export function removeSome(
  connection: WriteConnection,
  practiceId: string,
): { rows: number; isGone: boolean } {
  const moving = movingOf(connection, practiceId)
  if (moving === null || moving.archive !== null) return { rows: 0, isGone: moving === null }
  const key = moving.practiceKey
  const mayGoOn = timeToWork()
  let rows = 0
  let isGone = true
  for (const table of leaving) {
    let deleted: number
    do {
      deleted = connection.run(deleteSome(connection, table), [key])
      rows += deleted
    } while (deleted === atOnce && mayGoOn())
    // An empty table never stops the transaction. So the last transaction also reaches the end on a slow machine.
    isGone = deleted === 0 || mayGoOn()
    if (!isGone) break
  }
  if (isGone) {
    rows += deletePractice.run(connection, key)
    show(connection, key)
  }
  countRows.run(connection, key, rows)
  return { rows, isGone }
}

/** Notes that a removal has ended. It must run in the transaction that deleted the last row. */
export function endRemoval(connection: WriteConnection, practiceId: string, act: Act, now: number): Removal {
  const removal = removalOf(connection, practiceId)!
  end.run(connection, removal.practiceKey, now)
  const record = { kind: 'practice', id: practiceId } as const
  const detail = { rows: removal.rows, ...headDetail(removal) }
  appendAudit(connection, null, act, [{ kind: 'export', record, detail }], now)
  return removal
}

const headDetail = ({ headSeq, headMac }: Pick<Removal, 'headSeq' | 'headMac'>) => ({
  headSeq,
  headMac: Buffer.from(headMac).toString('hex'),
})

const statements = new Map<string, string>()

/** A statement that deletes some rows of a practice. */
const deleteSome = (connection: Connection, table: string): string =>
  statements.getOrInsertComputed(table, () => {
    const columns = keyOfRowless.all(connection, table).map(({ name }) => `"${name}"`)
    const [key, names] = columns.length === 0 ? ['rowid', 'rowid'] : [`(${columns})`, String(columns)]
    return `delete from "${table}" where ${key} in (
      select ${names} from "${table}" where practice_key = ?1 limit ${atOnce})`
  })

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
  'update removed_practices set rows = rows + ?2 where practice_key = ?1 and ended_at is null',
)
const end = unscoped<[key: number, now: number]>(
  'update removed_practices set ended_at = ?2 where practice_key = ?1',
)
const deletePractice = unscoped<[key: number]>('delete from practices where key = ?1')
