import { Database } from 'bun:sqlite'
import { whereBlock } from '../../db/entry-sql.ts'
import { inspect } from '../../db/inspect.ts'
import { idOf, type StoredId } from '../../db/stored-id.ts'
import { until } from '../support/until.ts'

interface Entry {
  /** The last acknowledged value of the record. Null after a deletion. */
  readonly value: string | null
  /** The moment of the answer, by `performance.now()`. */
  readonly at: number
  /** True when a later change of the record was sent but never answered. Then the change may be in the file or not. */
  uncertain: boolean
}

/**
 * The changes that a server acknowledged to the clients of a drill, record by record. The drill looks for these changes
 * afterwards.
 */
export class Ledger {
  readonly #entries = new Map<string, Entry>()
  acknowledged = 0

  keep(key: string, value: string | null): void {
    this.#entries.set(key, { value, at: performance.now(), uncertain: false })
    this.acknowledged++
  }

  /** Resolves when this many more writes are acknowledged. */
  async grownBy(writes: number): Promise<void> {
    const enough = this.acknowledged + writes
    await until(`${writes} more writes were acknowledged`, () => this.acknowledged >= enough)
  }

  doubt(key: string): void {
    const entry = this.#entries.get(key)
    if (entry) entry.uncertain = true
  }

  /** How many records the file holds with their acknowledged values. Deleted records do not count. */
  presentIn(records: ReadonlyMap<string, string>): number {
    return [...this.#entries].filter(([key, { value }]) => value !== null && records.get(key) === value)
      .length
  }

  /** For each acknowledged change that the file lacks, the moment of its acknowledgement. */
  missingIn(records: ReadonlyMap<string, string>): number[] {
    return [...this.#entries]
      .filter(([key, { value, uncertain }]) => !uncertain && (records.get(key) ?? null) !== value)
      .map(([, { at }]) => at)
  }
}

/**
 * Reads and checks a file that no server has open. Returns its records in the form of a ledger.
 * @throws when the file is not whole, or two entries on a chair overlap.
 */
export function recordsIn(path: string): Map<string, string> {
  inspect(path)
  const database = new Database(path, { readonly: true })
  try {
    const blocks = database
      .query<{ chairId: string; startAt: number; endAt: number }, []>(
        `select hex(chair_id) as chairId, start_at as startAt, end_at as endAt from entries
         where ${whereBlock} and chair_id is not null order by practice_key, chair_id, start_at`,
      )
      .all()
    for (const [i, block] of blocks.entries()) {
      const next = blocks[i + 1]
      if (next?.chairId === block.chairId && next.startAt < block.endAt) throw new Error('two blocks overlap')
    }
    const rows = database
      .query<{ key: StoredId; value: string }, []>(
        `select id as key, last_name as value from patients
         union all select id, body from notes
         union all select id, start_at || ' ' || end_at from entries`,
      )
      .all()
    return new Map(rows.map(({ key, value }) => [idOf(key), value]))
  } finally {
    database.close()
  }
}
