import type { Act } from '../../domain/act.ts'
import { fittingRows } from '../audit/close-old.ts'
import { Transfers } from '../audit/transfers.ts'
import { leaveNoChanges } from '../changes/change-log.ts'
import { headOf, installationTrail } from '../engine/chain/append.ts'
import type { ReadConnection } from '../engine/connection.ts'
import { type DiskRoom, roomBeside } from '../engine/room.ts'
import type { Writer } from '../engine/writer.ts'
import { Arrival, type Incoming } from './arrival.ts'
import { giveUp, type Moving, movingOf } from './moving.ts'
import { nameOf, readSnapshot, type Snapshot, trailLinesBehind } from './read.ts'
import { beginRemoval, endRemoval, type Removal, removalOf, removeSome } from './removal.ts'
import { cellTables, transferTables } from './tables.ts'

/** The names of the tables of an export, in the order in which their rows are added. */
export const exportedTables: readonly string[] = transferTables.map(({ name }) => name)

/** The names of the tables of a practice that moves to another cell, in the order in which their rows are added. */
export const movedTables: readonly string[] = cellTables.map(({ name }) => name)

/** Whole practices that leave this installation or arrive in it. The installation's own trail gets a row about each. */
export class Transfer {
  readonly #connection: ReadConnection
  readonly #writer: Writer

  constructor(connection: ReadConnection, writer: Writer) {
    this.#connection = connection
    this.#writer = writer
  }

  /** The room on the disk of the database. */
  room(): DiskRoom {
    return roomBeside(this.#connection.database.filename)
  }

  /**
   * Runs `fn` on one state of a practice, whatever others write meanwhile. `fn` must not wait for anything. Returns
   * null when there is no such practice, or when it is arriving or leaving.
   * @throws CannotTell for a row that no export can contain; what `fn` throws.
   */
  snapshot<T>(practiceId: string, fn: (snapshot: Snapshot) => T): T | null {
    if (this.moving(practiceId) !== null) return null
    return readSnapshot(this.#connection, practiceId, () => this.#connection.trail.key.id, fn)
  }

  /**
   * Like `snapshot`, but with all tables that move to another cell. A practice that comes from another cell is read,
   * too.
   * @throws CannotTell for a row that no export can contain; what `fn` throws.
   */
  wholeSnapshot<T>(practiceId: string, fn: (snapshot: Snapshot) => T): T | null {
    return readSnapshot(this.#connection, practiceId, () => this.#connection.trail.key.id, fn, cellTables)
  }

  /**
   * The rows of a practice's audit trail behind `afterSeq`, at most `most`, as an export writes them. @throws
   * CannotTell.
   */
  trailBehind(practiceId: string, afterSeq: number, most: number): string[] {
    const key = this.#connection.practices.keyOf(practiceId)
    return [...trailLinesBehind(this.#connection, key, afterSeq, most)]
  }

  /** The facts in the trail about a practice that was here before. The row about its import gets these facts. */
  knownBefore(practiceId: string): Incoming['detail'] {
    const transfers = new Transfers()
    for (const row of fittingRows(this.#connection, installationTrail)) transfers.see(row)
    return transfers.left(practiceId)?.detail ?? {}
  }

  /** Makes the object that imports a practice. Nothing is written yet. */
  arrival(incoming: Incoming): Arrival {
    return new Arrival(this.#writer, incoming)
  }

  /** The name of a practice, even if it is arriving or leaving; null when there is no such practice. */
  nameOf(practiceId: string): string | null {
    return nameOf(this.#connection, practiceId)
  }

  /** The practice with this id, if it is arriving or leaving. Null when it is visible here, or when there is none. */
  moving(practiceId: string): Moving | null {
    return movingOf(this.#connection, practiceId)
  }

  /** The removal of this practice that has begun and not ended; null when there is none. */
  removal(practiceId: string): Removal | null {
    return removalOf(this.#connection, practiceId)
  }

  /**
   * Hides a practice from everybody and begins its removal. `throughSeq` is the last row of its audit trail that the
   * caller knows; null for any. Resolves with false when the trail has newer rows, or when the practice is gone. The
   * rows of an unfinished import are marked for removal, too. `now` is in epoch milliseconds.
   */
  beginRemoval(practiceId: string, throughSeq: number | null, act: Act, now: number): Promise<boolean> {
    return this.#writer.write((connection): boolean => {
      const moving = movingOf(connection, practiceId)
      // Another process may have begun, or even ended, meanwhile.
      if (moving !== null) {
        giveUp(connection, moving.practiceKey)
        return true
      }
      if (nameOf(connection, practiceId) === null) return false
      const key = connection.practices.keyOf(practiceId)
      if (throughSeq !== null && headOf(connection, key).seq !== throughSeq) return false
      beginRemoval(connection, practiceId, act, now)
      leaveNoChanges(connection)
      return true
    })
  }

  /**
   * Deletes the next rows of a practice that leaves, in a short transaction. The last call deletes the practice itself,
   * and notes the end of its removal. Resolves with the number of rows, and whether nothing is left. `now` is in epoch
   * milliseconds.
   */
  removeSome(
    practiceId: string,
    act: Act,
    now: number,
  ): Promise<{ rows: number; ended: Removal | null; isGone: boolean }> {
    return this.#writer.write((connection) => {
      const { rows, isGone } = removeSome(connection, practiceId)
      const isOurs = isGone && rows > 0 && removalOf(connection, practiceId) !== null
      const ended = isOurs ? endRemoval(connection, practiceId, act, now) : null
      leaveNoChanges(connection)
      return { rows, ended, isGone }
    })
  }
}
