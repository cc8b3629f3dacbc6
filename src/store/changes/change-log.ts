import { type StoredId, storedId } from '../../../db/stored-id.ts'
import type { WriteConnection } from '../engine/connection.ts'
import { unscoped } from '../engine/unscoped.ts'
import type { Writer } from '../engine/writer.ts'
import { noteTouched, standing } from './touched.ts'

/**
 * Writes the changes of each write (RULES §28), and wakes those who wait for them. The writer calls it. Only the changes
 * that this process writes wake somebody.
 */
export class ChangeLog {
  readonly #listeners = new Map<string, Set<() => void>>()
  /** The practices that the present transaction has changed. */
  readonly #changed = new Set<string>()

  /** Lets the connection note what its writes touch. It forgets that when `db/rewrite.ts` moves its temporary tables to the disk. */
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

  /** Calls `wake` after each commit that changed something of the practice. Call the answer to end that. */
  listen(practiceId: string, wake: () => void): () => void {
    const listeners = this.#listeners.getOrInsertComputed(practiceId, () => new Set())
    listeners.add(wake)
    return () => {
      listeners.delete(wake)
      if (listeners.size === 0) this.#listeners.delete(practiceId)
    }
  }
}

/** Leaves no changes of what was touched so far: a whole practice came, or is leaving. */
export const leaveNoChanges = (connection: WriteConnection): void => void forgetTouched.run(connection)

/** Writes that leave no changes. `quietly` makes it. */
export type QuietWrite = ReturnType<typeof quietly>

/** Makes the function that writes of a practice that comes in. Clients read everything again once it is there. */
export const quietly =
  (writer: Writer) =>
  <T>(fn: (connection: WriteConnection) => T): Promise<T> =>
    writer.write((connection) => {
      const result = fn(connection)
      leaveNoChanges(connection)
      return result as never
    }) as Promise<T>

const isNoting = unscoped<[], unknown>("select 1 from temp.sqlite_master where name = 'touched'")

/** Numbers go on from the newest row, which is never removed. */
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
