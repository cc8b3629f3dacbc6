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
/** How long a change of the ledger waits while another process changes the ledger, in milliseconds. */
const patienceMs = 10_000
/** How often a change is tried when another machine changes the object at the same time. */
const tries = 10

/** The path of the ledger on the disk. */
export const ledgerFile = (databasePath: string): string => `${databasePath}-erasures.json`

/**
 * The ledger of erased persons. The ledger is kept outside the database, so that no restore brings an erased person
 * back. The ledger is a file beside the database. With an object store, a copy there outlives the disk. The ledger
 * holds only ids and times.
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
   * Notes that a person is to be erased. Resolves when the object store and the disk hold this erasure.
   * @throws StoreAway, BackupError. After such an error, the erasure must not begin.
   */
  async remember(erasure: Erasure): Promise<void> {
    await this.#changing(async () => {
      const here = this.read()
      await this.#changeObject((there) => joined(there, [erasure]))
      this.#write(joined(here, [erasure]))
    })
  }

  /** Removes an erasure that was refused. @throws StoreAway, BackupError. */
  async forget(erasure: Erasure): Promise<void> {
    await this.#changing(async () => {
      this.#write(without(this.read(), erasure))
      await this.#changeObject((there) => without(there, erasure))
    })
  }

  /**
   * Joins the erasures that the disk, the object store and `known` hold, and saves the result on the disk and in the
   * store. Returns the result. If the store does not answer, `join` calls `away`, and goes on without the store.
   * @throws BackupError when a ledger cannot be read.
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

  /** Notes whether the database file was rewritten after these erasures. @throws BackupError. */
  async keepCleaned(these: readonly Erasure[], state: Pick<KeptErasure, 'cleaned'>): Promise<void> {
    await this.#changing(async () => this.#write(marked(this.read(), these, state)))
  }

  /** Writes a copy of the ledger beside another database, such as a restored one. @throws BackupError, StoreAway. */
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

  /** Changes the object in the store, and returns its new content. Without a store, the result is empty. */
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

  /**
   * Calls `work` while no other process can change the ledger. The server and a command may want to change the ledger
   * at the same time.
   */
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
