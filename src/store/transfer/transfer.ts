import { type Act, serviceAct } from '../../domain/act.ts'
import { appendAudit, headOf } from '../audit/append.ts'
import { leaveNoChanges } from '../change-log.ts'
import type { Connection } from '../connection.ts'
import { eraseAgain } from '../erasure.ts'
import { withWriteScope } from '../scope.ts'
import type { Writer } from '../writer.ts'
import { Unfit } from './fields.ts'
import { nameOf, readSnapshot, type Snapshot } from './read.ts'
import { beginRemoval, endRemoval, type Removal, removalOf, removeSome } from './removal.ts'
import { transferTables } from './tables.ts'
import { keyForNew, Taker } from './take.ts'
import { keepOrigins, lastSeq, type TrailPart } from './trail-parts.ts'

/** What comes in besides the rows. */
export interface Incoming {
  readonly practiceId: string
  readonly trail: readonly TrailPart[]
  /** Who was erased here before, and when, in epoch milliseconds. They are erased again before anybody can see them. */
  readonly erased: readonly { readonly patientId: string; readonly at: number }[]
  /** What the installation's trail says of it, such as the digest of the file. */
  readonly detail: Readonly<Record<string, string | number>>
}

/** Adds one row, told as in an export, to a table. @throws Unfit. */
export type Add = (table: string, row: unknown) => void

/** The names of the tables of an export, in the order in which their rows are added. */
export const exportedTables: readonly string[] = transferTables.map(({ name }) => name)

/** An import notes no changes. What it touches is forgotten after so many rows, so that it takes no memory. */
const touchedAtOnce = 1_000

/** Whole practices that leave this installation or come into it. The installation's own trail tells of each. */
export class Transfer {
  readonly #connection: Connection
  readonly #writer: Writer

  constructor(connection: Connection, writer: Writer) {
    this.#connection = connection
    this.#writer = writer
  }

  /**
   * Runs `fn` on one state of a practice, whatever others write meanwhile. `fn` must not wait for anything. Null where
   * there is no such practice, or where it is being removed.
   * @throws CannotTell for a row that no export can tell; what `fn` throws.
   */
  snapshot<T>(practiceId: string, fn: (snapshot: Snapshot) => T): T | null {
    if (this.removal(practiceId) !== null) return null
    return readSnapshot(this.#connection, practiceId, () => this.#connection.trail.key.id, fn)
  }

  /**
   * Takes a practice in, in one transaction. `fn` adds the rows, table by table in the order of `exportedTables`.
   * Resolves with false where the practice is here already. `now` is in epoch milliseconds.
   * @throws Unfit for parts of the trail that are not those of its rows, and what `fn` throws. Then nothing is taken in.
   */
  take(incoming: Incoming, act: Act, now: number, fn: (add: Add) => void): Promise<boolean> {
    const { practiceId, trail, erased, detail } = incoming
    return this.#writer.write((): boolean => {
      const key = keyForNew(this.#connection, practiceId)
      if (key === null) return false
      const takers = new Map(
        transferTables.map((table) => [table.name, new Taker(this.#connection, table, key)]),
      )
      let rows = 0
      fn((table, row) => {
        takers.get(table)!.add(row)
        if (++rows % touchedAtOnce === 0) leaveNoChanges(this.#connection)
      })
      for (const taker of takers.values()) taker.end()
      if (lastSeq(this.#connection, key) !== (trail.at(-1)?.throughSeq ?? 0))
        throw new Unfit('The parts of the audit trail are not those of its rows')
      keepOrigins(this.#connection, key, trail)
      if (erased.length > 0)
        withWriteScope(this.#connection, practiceId, serviceAct('replayErasure'), (tx) => {
          for (const { patientId, at } of erased) eraseAgain(tx, patientId, at)
        })
      const record = { kind: 'practice', id: practiceId } as const
      appendAudit(this.#connection, null, act, [{ kind: 'export', record, detail }], now)
      leaveNoChanges(this.#connection)
      return true
    })
  }

  /** The name of a practice, also of one whose removal has begun; null where there is no such practice. */
  nameOf(practiceId: string): string | null {
    return nameOf(this.#connection, practiceId)
  }

  /** The removal of this practice that has begun and not ended; null where there is none. */
  removal(practiceId: string): Removal | null {
    return removalOf(this.#connection, practiceId)
  }

  /**
   * Shuts everybody out of a practice and begins its removal. `throughSeq` is the last row of its audit trail that the
   * caller knows of; null for any. Resolves with false where the trail went on since, or the practice is gone. `now` is in epoch milliseconds.
   */
  beginRemoval(practiceId: string, throughSeq: number | null, act: Act, now: number): Promise<boolean> {
    return this.#writer.write((): boolean => {
      // Another process may have begun, or even ended, meanwhile.
      if (this.removal(practiceId) !== null) return true
      if (this.nameOf(practiceId) === null) return false
      const key = this.#connection.practices.keyOf(practiceId)
      if (throughSeq !== null && headOf(this.#connection, key).seq !== throughSeq) return false
      beginRemoval(this.#connection, practiceId, act, now)
      leaveNoChanges(this.#connection)
      return true
    })
  }

  /** Deletes the next rows of a practice whose removal has begun. Resolves with their number. */
  removeSome(removal: Removal): Promise<number> {
    return this.#writer.write((): number => {
      const rows = removeSome(this.#connection, removal)
      leaveNoChanges(this.#connection)
      return rows
    })
  }

  /**
   * Deletes the practice itself and what was written since the last `removeSome`. Resolves with null where another process
   * has done so. `now` is in epoch milliseconds.
   */
  endRemoval(practiceId: string, act: Act, now: number): Promise<Removal | null> {
    return this.#writer.write((): Removal | null => {
      const removal = this.removal(practiceId)
      if (removal === null) return null
      while (removeSome(this.#connection, removal) > 0);
      const ended = endRemoval(this.#connection, practiceId, act, now)
      leaveNoChanges(this.#connection)
      return ended
    })
  }
}
