import { type Act, serviceAct } from '../../domain/act.ts'
import type { PracticeHosts } from '../../domain/site.ts'
import { readHosts } from '../access/hosts.ts'
import { keepOrigins, lastSeq, type TrailPart } from '../audit/trail-parts.ts'
import { type QuietWrite, quietly } from '../changes/change-log.ts'
import { appendAudit } from '../engine/chain/append.ts'
import type { WriteConnection } from '../engine/connection.ts'
import { withWriteScope } from '../engine/scope.ts'
import type { Writer } from '../engine/writer.ts'
import { eraseAgain } from '../person/erasure.ts'
import { addLinkKey } from '../practice/link-key.ts'
import { addMove, type CellMove } from './cell-moves.ts'
import { Unfit } from './fields.ts'
import { countRows, giveUp, hide, type Moving, movingOf, show, timeToWork } from './moving.ts'
import { nameOf } from './read.ts'
import { removalOf } from './removal.ts'
import { addLateValue, addRow, keyForNew, type ReadRow } from './take.ts'

/** The facts about an arriving practice, besides its rows. */
export interface Incoming {
  readonly practiceId: string
  /**
   * SHA-256 of the manifest of the archive. It identifies the archive, also for a process that continues the import.
   */
  readonly archive: string
  /** Whether tokens and passkeys are imported unchanged. */
  readonly keepsAccess: boolean
  /** How many rows the archive has. */
  readonly rows: number
  readonly trail: readonly TrailPart[]
  /**
   * Who was erased here before, and when, in epoch milliseconds. These persons are erased again before anybody can see
   * them.
   */
  readonly erased: readonly { readonly patientId: string; readonly at: number }[]
  /** The facts that the installation's trail gets about the import, such as the digest of the file. */
  readonly detail: Readonly<Record<string, string | number>>
  /** Throws when the practice may not have its host beside the hosts of the other practices. */
  readonly requireHost: (hosts: PracticeHosts | null) => void
  /** The move, when the practice comes from another cell. */
  readonly cellMove?: CellMove
}

/** Another process continues this import, or its rows were marked for removal. */
export class Overtaken extends Error {}

/** A row that the database refuses. `index` is its index among the rows that were passed to the method. */
export class RowUnfit extends Unfit {
  readonly index: number

  constructor(index: number, message: string) {
    super(message)
    this.index = index
  }
}

/**
 * `begun`: the rows may be added. `here`: the practice already exists here. `leaving`: the practice is being removed.
 * `other`: an import of another archive, or with another `keepsAccess`, has begun. `givenUp`: the rows of an earlier
 * import must be removed first.
 */
export type Begun = 'begun' | 'here' | 'leaving' | 'other' | 'givenUp'

/**
 * Imports a practice in short transactions. Before the last transaction, nobody sees the practice. When a process dies,
 * the rows that it added stay, and another process continues with the row after them.
 */
export class Arrival {
  readonly #write: QuietWrite
  readonly #incoming: Incoming
  #moving: Moving | null = null

  constructor(writer: Writer, incoming: Incoming) {
    this.#write = quietly(writer)
    this.#incoming = incoming
  }

  /** How many rows of the archive were added so far. */
  get rows(): number {
    return Math.min(this.#moving?.rows ?? 0, this.#incoming.rows)
  }

  /**
   * Adds the row of the practice itself, or finds the rows that an earlier process has added.
   * @throws RowUnfit, and what `requireHost` throws.
   */
  async begin(practice: ReadRow): Promise<Begun> {
    const { practiceId, archive, keepsAccess } = this.#incoming
    return this.#write((connection): Begun => {
      const moving = movingOf(connection, practiceId)
      if (moving === null) {
        if (nameOf(connection, practiceId) !== null) return 'here'
        this.#incoming.requireHost(readHosts(connection))
        const first = { practiceKey: keyForNew(connection, practiceId), archive, keepsAccess, rows: 1 }
        this.#add(connection, first.practiceKey, practice, 0)
        hide(connection, first)
        if (this.#incoming.cellMove) addMove(connection, this.#incoming.cellMove)
        this.#moving = first
        return 'begun'
      }
      if (moving.archive === null) return removalOf(connection, practiceId) ? 'leaving' : 'givenUp'
      if (moving.archive !== archive || moving.keepsAccess !== keepsAccess) return 'other'
      this.#moving = moving
      return 'begun'
    })
  }

  /**
   * Adds the next rows, in the order of the archive, until the transaction has lasted long enough. A null in `rows`
   * means a row that the import leaves out. Resolves with the number of `rows` that were handled, at least 1.
   * @throws RowUnfit, and Overtaken.
   */
  async take(rows: readonly (ReadRow | null)[]): Promise<number> {
    const moving = this.#moving!
    const taken = await this.#write((connection): number => {
      this.#requireOurs(connection)
      const mayGoOn = timeToWork()
      let count = 0
      do this.#add(connection, moving.practiceKey, rows[count]!, count)
      while (++count < rows.length && mayGoOn())
      countRows(connection, moving.practiceKey, moving.rows + count)
      return count
    })
    this.#moving = { ...moving, rows: moving.rows + taken }
    return taken
  }

  /**
   * Makes the practice visible, once all rows are there. Persons who were erased here before are erased again first.
   * `now` is in epoch milliseconds. @throws Unfit when the parts of the trail do not match its rows, and Overtaken.
   */
  async end(practice: ReadRow, act: Act, now: number): Promise<void> {
    const { practiceId, erased, detail, rows } = this.#incoming
    if (this.#moving!.rows === rows) await this.#complete(practice)
    for (const { patientId, at } of erased)
      await this.#write((connection): void => {
        this.#requireOurs(connection)
        withWriteScope(connection, practiceId, serviceAct('replayErasure'), (tx) =>
          eraseAgain(tx, patientId, at),
        )
      })
    await this.#write((connection): void => {
      const { practiceKey } = this.#moving!
      this.#requireOurs(connection)
      show(connection, practiceKey)
      addLinkKey(connection, practiceKey, now)
      const record = { kind: 'practice', id: practiceId } as const
      appendAudit(connection, null, act, [{ kind: 'export', record, detail }], now)
    })
  }

  /** Marks the added rows for removal. `Transfer.removeSome` removes them. @throws Overtaken. */
  giveUp(): Promise<void> {
    return this.#write((connection): void => {
      this.#requireOurs(connection)
      giveUp(connection, this.#moving!.practiceKey)
    })
  }

  async #complete(practice: ReadRow): Promise<void> {
    const { trail, rows } = this.#incoming
    const { practiceKey } = this.#moving!
    await this.#write((connection): void => {
      this.#requireOurs(connection)
      addLateValue(connection, practiceKey, practice)
      if (lastSeq(connection, practiceKey) !== (trail.at(-1)?.throughSeq ?? 0))
        throw new Unfit('The parts of the audit trail are not those of its rows')
      keepOrigins(connection, practiceKey, trail)
      countRows(connection, practiceKey, rows + 1)
    })
    this.#moving = { ...this.#moving!, rows: rows + 1 }
  }

  #add(connection: WriteConnection, practiceKey: number, row: ReadRow | null, index: number): void {
    try {
      if (row !== null) addRow(connection, practiceKey, row)
    } catch (error) {
      throw error instanceof Unfit ? new RowUnfit(index, error.message) : error
    }
  }

  /**
   * Another process may have continued the import of the same archive, or a removal may have begun. @throws Overtaken.
   */
  #requireOurs(connection: WriteConnection): void {
    const moving = movingOf(connection, this.#incoming.practiceId)
    if (moving?.archive !== this.#moving!.archive || moving.rows !== this.#moving!.rows) throw new Overtaken()
  }
}
