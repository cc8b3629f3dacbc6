import { keepChangesMs } from '../../domain/record-change.ts'
import type { ReadConnection } from '../engine/connection.ts'
import { mayChange } from '../engine/here.ts'
import { isNotAside, noneAside, onPractice } from '../engine/practice-fault.ts'
import { unscoped } from '../engine/unscoped.ts'
import type { Writer } from '../engine/writer.ts'

/** How many changes one transaction removes at most. */
const removedAtOnce = 1_000
/** How far in the future a change may be before it counts as old, in milliseconds. */
const slightlyAhead = 86_400_000

/** Removes changes that were kept long enough. Each call is one short transaction. */
export class ChangeUpkeep {
  readonly #connection: ReadConnection
  readonly #writer: Writer

  constructor(connection: ReadConnection, writer: Writer) {
    this.#connection = connection
    this.#writer = writer
  }

  /**
   * Removes the next old changes of the first practice that has some. A change that was written while the clock was
   * days ahead counts as old. The newest change of a practice stays. Resolves with whether anything was removed.
   * Practices that are set aside are skipped. @throws PracticeFault.
   */
  async removeNext(now: number, aside = noneAside): Promise<boolean> {
    const old = [now - keepChangesMs, now + slightlyAhead] as const
    const next = practiceWithOld.get(this.#connection, ...old, aside)
    if (next === null) return false
    const removed = await this.#writer.write((connection) =>
      onPractice(connection, next.practiceKey, () =>
        removeOld.run(connection, ...old, next.practiceKey, removedAtOnce),
      ),
    )
    return removed > 0
  }
}

/** Looks at the oldest two changes of each practice. */
const practiceWithOld = unscoped<[before: number, ahead: number, aside: string], { practiceKey: number }>(`
  select key as practiceKey from practices
  where ${mayChange('key')}
    and (select at <= ?1 or at > ?2 from changes where practice_key = key order by seq limit 1)
    and (select seq from changes where practice_key = key order by seq limit 1 offset 1) is not null
    and ${isNotAside('key', '?3')}
  limit 1`)

const removeOld = unscoped<[before: number, ahead: number, practiceKey: number, most: number]>(`
  delete from changes where practice_key = ?3
    and seq < (select max(seq) from changes where practice_key = ?3)
    and seq < coalesce(
      (select min(seq) from (select seq, at from changes where practice_key = ?3 order by seq limit ?4)
        where at > ?1 and at <= ?2),
      (select max(seq) + 1 from (select seq from changes where practice_key = ?3 order by seq limit ?4)))`)
