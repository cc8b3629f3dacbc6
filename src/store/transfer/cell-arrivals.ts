/**
 * Updates and completes a practice that comes from another cell, after its first copy (`arrival.ts`). Nobody sees it
 * yet.
 */
import { type StoredId, storedId } from '../../../db/stored-id.ts'
import type { Act } from '../../domain/act.ts'
import { newId } from '../../domain/id.ts'
import { keepOrigins, lastSeq, type TrailPart } from '../audit/trail-parts.ts'
import { type QuietWrite, quietly } from '../changes/change-log.ts'
import { appendAudit, appendMoved } from '../engine/chain/append.ts'
import type { Value } from '../engine/chain/canonical.ts'
import type { ReadConnection, WriteConnection } from '../engine/connection.ts'
import { unscoped } from '../engine/unscoped.ts'
import type { Writer } from '../engine/writer.ts'
import {
  forgetMove,
  moveOf,
  readyOf,
  type SharedLinkKey,
  setReady,
  setStage,
  setTrailSeq,
} from './cell-moves.ts'
import { Unfit } from './fields.ts'
import { giveUp, type Moving, movingOf, noteState, show } from './moving.ts'
import type { ExportedRow } from './tables.ts'
import { addLateValue, addRow, type ReadRow, removeRow, replacePractice, valueIn } from './take.ts'

/** The difference between two states of a practice. Each state is identified by its archive. */
interface Difference {
  readonly from: string
  readonly to: string
  /** How many rows the new state has. */
  readonly rows: number
  /** The row of the practice itself in the new state. */
  readonly practice: ReadRow
  /** Without the row of the practice. In the order of the tables: each row follows the rows that it refers to. */
  readonly removed: readonly ReadRow[]
  readonly added: readonly ReadRow[]
}

/** The practices that arrive from other cells. */
export class CellArrivals {
  readonly #connection: ReadConnection
  readonly #write: QuietWrite

  constructor(connection: ReadConnection, writer: Writer) {
    this.#connection = connection
    this.#write = quietly(writer)
  }

  /** Which state of the practice is here, and how many of its rows; null when the practice is not arriving. */
  state(practiceId: string): Pick<Moving, 'archive' | 'rows'> | null {
    return movingOf(this.#connection, practiceId)
  }

  /** Sets the column of the practice that had to stay null until all rows of the first copy were there. */
  complete(practiceId: string, practice: ReadRow): Promise<void> {
    return this.#write((connection): void => {
      addLateValue(connection, this.#key(connection, practiceId), practice)
    })
  }

  /**
   * Brings the practice from one state into the next, in one transaction. Resolves with false when another state is
   * here.
   * @throws Unfit for a row that the database refuses.
   */
  apply(practiceId: string, { from, to, rows, practice, removed, added }: Difference): Promise<boolean> {
    return this.#write((connection): boolean => {
      const moving = movingOf(connection, practiceId)
      if (moving?.archive !== from) return false
      const { practiceKey } = moving
      const sql = (text: string) => void connection.prepared(text).run()
      // A changed row is deleted before its new state is added, and other rows refer to it meanwhile.
      sql('pragma defer_foreign_keys = on')
      try {
        // The late column of the practice stays null until the end.
        replacePractice(connection, practiceKey, practice)
        const closings = added.filter(({ table }) => table.name === 'audit_closings')
        // A row of the trail can be deleted only when a closing covers it.
        for (const row of closings) addRow(connection, practiceKey, row)
        for (const row of removed.toReversed())
          if (!removeRow(connection, practiceKey, row)) throw new Unfit('A row that leaves is not there')
        for (const row of added) if (!closings.includes(row)) addRow(connection, practiceKey, row)
        addLateValue(connection, practiceKey, practice)
        noteState(connection, practiceKey, to, rows)
      } finally {
        sql('pragma defer_foreign_keys = off')
      }
      return true
    })
  }

  /** The data that the practice needs when it becomes visible; null when `keepReady` has not stored them. */
  ready(practiceId: string): string | null {
    return readyOf(this.#connection, practiceId)
  }

  /** Whether the practice has arrived completely, by the move that gave it this generation or by a later move. */
  hasCome(practiceId: string, generation: number): boolean {
    if (movingOf(this.#connection, practiceId) !== null) return false
    return (generationOf.get(this.#connection, storedId(practiceId))?.generation ?? 0) >= generation
  }

  /**
   * Stores the data that the practice needs when it becomes visible, and its webhook secrets in the form of this cell.
   */
  keepReady(
    practiceId: string,
    ready: string,
    secrets: readonly {
      readonly id: string
      readonly nonce: Uint8Array
      readonly formerNonce: Uint8Array | null
    }[],
  ): Promise<void> {
    return this.#write((connection): void => {
      const key = this.#key(connection, practiceId)
      for (const { id, nonce, formerNonce } of secrets)
        setSecret.run(connection, key, storedId(id), nonce, formerNonce)
      setReady(connection, practiceId, ready)
    })
  }

  /** Makes the practice visible. The directory of the cells already names this cell for the practice. */
  come(
    practiceId: string,
    {
      trail,
      detail,
      linkKeys,
    }: {
      readonly trail: readonly TrailPart[]
      readonly detail: ExportedRow
      readonly linkKeys: readonly SharedLinkKey[]
    },
    act: Act,
    now: number,
  ): Promise<void> {
    return this.#write((connection): void => {
      const move = moveOf(connection, practiceId)
      if (move?.stage !== 'arrives') return
      const key = this.#key(connection, practiceId)
      if (lastSeq(connection, key) !== (trail.at(-1)?.throughSeq ?? 0))
        throw new Unfit('The parts of the audit trail are not those of its rows')
      keepOrigins(connection, key, trail)
      setGeneration.run(connection, key, move.generation)
      for (const one of linkKeys)
        addKey.run(
          connection,
          key,
          storedId(newId(now)),
          one.key,
          one.createdAt,
          one.replacedAt,
          one.neededUntil,
        )
      show(connection, key)
      setStage(connection, practiceId, 'came', now)
      setReady(connection, practiceId, null)
      setTrailSeq(connection, practiceId, lastSeq(connection, key))
      const record = { kind: 'practice', id: practiceId } as const
      appendAudit(connection, null, act, [{ kind: 'export', record, detail: detail as never }], now)
    })
  }

  /**
   * Appends rows of the trail that the old cell wrote after the last copy, behind its row `after`. Nothing happens when
   * these rows are here already. Resolves with the number of the old cell's last row that is here.
   */
  appendTrail(practiceId: string, after: number, rows: readonly ReadRow[]): Promise<number> {
    return this.#write((connection): number => {
      const move = moveOf(connection, practiceId)
      if (move?.stage !== 'came') throw new Unfit('The practice has not come')
      if (move.trailSeq !== after || rows.length === 0) return move.trailSeq
      const trail = connection.practices.keyOf(practiceId)
      appendMoved(
        connection,
        trail,
        rows.map(({ values }) => values as Value[]),
      )
      const last = valueIn(rows.at(-1)!, 'seq') as number
      setTrailSeq(connection, practiceId, last)
      return last
    })
  }

  /**
   * Marks the rows that came with this move for removal. `Transfer.removeSome` removes them. Resolves with whether
   * there are such rows.
   */
  giveUp(practiceId: string, move: string): Promise<boolean> {
    return this.#write((connection): boolean => {
      const [moving, known] = [movingOf(connection, practiceId), moveOf(connection, practiceId)]
      if (moving === null || known?.stage !== 'arrives' || known.move !== move) return false
      giveUp(connection, moving.practiceKey)
      forgetMove(connection, practiceId)
      return true
    })
  }

  #key(connection: WriteConnection, practiceId: string): number {
    return movingOf(connection, practiceId)!.practiceKey
  }
}

const generationOf = unscoped<[id: StoredId], { generation: number }>(
  'select generation from practices where id = ?1',
)
const setGeneration = unscoped<[key: number, generation: number]>(
  'update practices set generation = ?2 where key = ?1',
)
const addKey = unscoped<
  [key: number, id: StoredId, linkKey: Uint8Array, createdAt: number, replacedAt: number, neededUntil: number]
>(
  `insert into link_keys (practice_key, id, key, created_at, replaced_at, needed_until) values (?1, ?2, ?3, ?4, ?5, ?6)`,
)
const setSecret = unscoped<[key: number, id: StoredId, nonce: Uint8Array, formerNonce: Uint8Array | null]>(
  'update webhooks set nonce = ?3, former_nonce = ?4 where practice_key = ?1 and id = ?2',
)
