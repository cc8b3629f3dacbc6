import { readAuditKey, writeAuditKey } from '../../../../db/audit-key.ts'
import { TrailKey } from './chain.ts'

/** The key and the clock with which the audit trail is written. */
export class Trail {
  readonly #read: () => Uint8Array
  #key: TrailKey | undefined
  /** Returns the present time, in epoch milliseconds. */
  readonly now: () => number

  /** `read` returns the 32 bytes of the key. It is called once, when the key is first needed. */
  constructor(read: () => Uint8Array, now: () => number) {
    this.#read = read
    this.now = now
  }

  /** The trail with the key in the file beside the database. The file is made when there is none. */
  static beside(databasePath: string, now: () => number = Date.now): Trail {
    return new Trail(() => readAuditKey(databasePath) ?? writeAuditKey(databasePath), now)
  }

  get key(): TrailKey {
    this.#key ??= new TrailKey(this.#read())
    return this.#key
  }
}
