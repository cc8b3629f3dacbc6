import { type StoredId, storedId } from '../../../db/stored-id.ts'
import type { WriteConnection } from '../engine/connection.ts'
import { unscoped } from '../engine/unscoped.ts'
import type { Writer } from '../engine/writer.ts'
import { noteTouched, standing } from './touched.ts'

/**
 * Writes rows about the records that each write changes (RULES §28), and wakes the listeners that wait for them. The
 * writer calls it. Only changes that this process writes wake a listener.
 */
export class ChangeLog {
  readonly #listeners = new Map<string, Set<() => void>>()
  /** The practices that the present transaction has changed. */
  readonly #changed = new Set<string>()

  /**
   * Makes the connection note the records that its writes touch, in a temporary table. The table is lost when
   * `db/rewrite.ts` moves the temporary tables of the connection to the disk.
   */
  begin(connection: WriteConnection): void {
    if (isNoting.get(connection) === null) connection.database.run(noteTouched)
  }

  /** Appends a row for each record that the write has touched. It must run inside the write's own savepoint. */
  append(connection: WriteConnection): void {
    const by = connection.memberId
    const appended = appendTouched.all(connection, connection.trail.now(), by === null ? null : storedId(by))
    if (appended.length === 0) return
    forgetTouched.run(connection)
    for (const { practiceKey } of appended) this.#changed.add(connection.practices.idOf(practiceKey))
  }

  /** Called once the transaction is safely on disk. */
  committed(): void {
    for (const practiceId of this.#changed) for (const wake of this.#listeners.get(practiceId) ?? []) wake()
    this.#changed.clear()
  }

  /** Calls `wake` after each commit that changed something of the practice. Call the returned function to end this. */
  listen(practiceId: string, wake: () => void): () => void {
    const listeners = this.#listeners.getOrInsertComputed(practiceId, () => new Set())
    listeners.add(wake)
    return () => {
      listeners.delete(wake)
      if (listeners.size === 0) this.#listeners.delete(practiceId)
    }
  }
}

/** Forgets the touched records, so that no changes are written. It is for a whole practice that arrives or leaves. */
export const leaveNoChanges = (connection: WriteConnection): void => void forgetTouched.run(connection)

/** Runs a write about which no changes are written. `quietly` makes this function. */
export type QuietWrite = ReturnType<typeof quietly>

/**
 * Makes a function for the writes of an arriving practice. Clients read everything again once the practice is there.
 */
export const quietly =
  (writer: Writer) =>
  <T>(fn: (connection: WriteConnection) => T): Promise<T> =>
    writer.write((connection) => {
      const result = fn(connection)
      leaveNoChanges(connection)
      return result as never
    }) as Promise<T>

const isNoting = unscoped<[], unknown>("select 1 from temp.sqlite_master where name = 'touched'")

/** The numbers continue from the newest row of the practice, which is never removed. */
const appendTouched = unscoped<[at: number, by: StoredId | null], { practiceKey: number }>(`
  insert into changes (practice_key, seq, at, kind, id, version, gone, patient_id, by_member)
  select practice_key,
    n + coalesce((select max(seq) from changes c where c.practice_key = t.practice_key), 0),
    ?1, kind, id, nullif(stands, 0), stands is null, patient_id, ?2
  from (select n, practice_key, kind, id, patient_id, ${standing} as stands from temp.touched) t
  where practice_key in (select key from practices)
  order by n
  returning practice_key as practiceKey`)

const forgetTouched = unscoped<[]>('delete from temp.touched')
