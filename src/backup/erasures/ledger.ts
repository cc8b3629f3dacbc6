import { existsSync, readFileSync } from 'node:fs'
import { lockBeside } from '../../../db/lock.ts'
import { writeWholeFile } from '../../../db/whole-file.ts'
import type { Replica } from '../../config.ts'
import { BackupError } from '../litestream.ts'
import { objectIn } from '../owner/place.ts'
import type { SmallObject } from '../owner/small-object.ts'
import { StoreAway } from '../owner/store-away.ts'
import {
  type Erasure,
  joined,
  type KeptErasure,
  marked,
  readLedger,
  without,
  writeLedger,
} from './ledger-text.ts'

/** The name of the ledger in the object store, beside `owner.json`. */
const objectName = 'erasures.json'
/** How long a change of the ledger waits for another process that changes it, in milliseconds. */
const patienceMs = 10_000
/** How often a change is tried again because another machine has changed the object meanwhile. */
const tries = 10

/** Where the ledger is on the disk. */
export const ledgerFile = (databasePath: string): string => `${databasePath}-erasures.json`

/**
 * Who was erased, kept outside the database, so that no restore brings them back.
 * It is a file beside the database. With an object store, a copy there outlives the disk. It holds only ids and times.
 */
export class ErasureLedger {
  readonly #databasePath: string
  readonly #object: SmallObject | null

  constructor(databasePath: string, object: SmallObject | null) {
    this.#databasePath = databasePath
    this.#object = object
  }

  /** The ledger of a database, with the object store that it is streamed to. */
  static of(databasePath: string, replica: Replica | undefined): ErasureLedger {
    return new ErasureLedger(databasePath, replica === undefined ? null : objectIn(replica, objectName))
  }

  /** Reads the ledger on the disk. @throws BackupError when the file cannot be read. */
  read(): readonly KeptErasure[] {
    const path = ledgerFile(this.#databasePath)
    return existsSync(path) ? readLedger(readFileSync(path, 'utf8'), path) : []
  }

  /**
   * Keeps that a person is to be erased. Resolves when the object store and the disk have it.
   * @throws StoreAway, BackupError; the erasure must not begin then.
   */
  async remember(erasure: Erasure): Promise<void> {
    await this.#changing(async () => {
      const here = this.read()
      await this.#changeObject((there) => joined(there, [erasure]))
      this.#write(joined(here, [erasure]))
    })
  }

  /** Forgets an erasure that was refused. @throws StoreAway, BackupError. */
  async forget(erasure: Erasure): Promise<void> {
    await this.#changing(async () => {
      this.#write(without(this.read(), erasure))
      await this.#changeObject((there) => without(there, erasure))
    })
  }

  /**
   * Joins the erasures that the disk, the object store and `known` hold, and saves the result in both places. Answers
   * the result. While the store does not answer, it goes on without the store, and calls `away`.
   * @throws BackupError when one of them cannot be read.
   */
  async join(known: readonly Erasure[], away: (reason: StoreAway) => void): Promise<readonly Erasure[]> {
    return this.#changing(async () => {
      const before = this.read()
      const here = joined(before, known)
      const stored = await this.#changeObject((there) => joined(there, here)).catch((error) => {
        if (!(error instanceof StoreAway)) throw error
        away(error)
        return []
      })
      const all = joined(here, stored)
      if (all.length > before.length) this.#write(all)
      return all
    })
  }

  /** Keeps whether the file was rewritten since these erasures. @throws BackupError. */
  async keepCleaned(these: readonly Erasure[], state: Pick<KeptErasure, 'cleaned'>): Promise<void> {
    await this.#changing(async () => this.#write(marked(this.read(), these, state)))
  }

  /** Writes a copy beside another database, such as one that was just restored. @throws BackupError, StoreAway. */
  async copyTo(databasePath: string): Promise<void> {
    const found = (await this.#object?.read()) ?? null
    const stored = found === null ? [] : readLedger(found.text, this.#inStore)
    const all = joined(this.read(), stored).map((one) => ({ ...one, cleaned: false }))
    if (all.length > 0) writeWholeFile(ledgerFile(databasePath), writeLedger(all))
  }

  get #inStore(): string {
    return `${objectName} in the object store`
  }

  #write(erasures: readonly KeptErasure[]): void {
    writeWholeFile(ledgerFile(this.#databasePath), writeLedger(erasures))
  }

  /** Changes the object in the store, and answers its new content. Without a store, the answer is empty. */
  async #changeObject(
    change: (there: readonly KeptErasure[]) => readonly KeptErasure[],
  ): Promise<readonly KeptErasure[]> {
    if (this.#object === null) return []
    for (let i = 0; i < tries; i++) {
      const found = await this.#object.read()
      const there = found === null ? [] : readLedger(found.text, this.#inStore)
      const changed = change(there)
      if (changed.length === there.length) return there
      const text = writeLedger(marked(changed, changed, { cleaned: false }))
      if ((await this.#object.write(text, found?.tag ?? null)) !== null) return changed
    }
    throw new BackupError(`another machine keeps changing ${this.#inStore}: only one may run`)
  }

  /** One process at a time changes the ledger, such as the server or the command line. */
  async #changing<T>(work: () => Promise<T>): Promise<T> {
    using _ = await this.#lock()
    return await work()
  }

  async #lock(): Promise<Disposable> {
    for (const end = performance.now() + patienceMs; ; await Bun.sleep(20)) {
      const lock = lockBeside(`${this.#databasePath}-erasures`)
      if (lock !== null) return lock
      if (performance.now() > end)
        throw new BackupError('another process is changing the ledger of erased persons: try again')
    }
  }
}
