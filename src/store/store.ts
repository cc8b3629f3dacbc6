import type { Database } from 'bun:sqlite'
import { Connection } from './connection.ts'
import { DueNotices } from './due-notices.ts'
import { Identity } from './identity.ts'
import { Keys } from './keys.ts'
import { Scope, type WriteScope, withWriteScope } from './scope.ts'
import { Vitals } from './vitals.ts'
import { type Settled, type Watch, Writer } from './writer.ts'

/** One practice, as an action is handed it: everything in it can be read, and changed only inside `write`. */
export interface Practice {
  readonly read: Scope
  /**
   * Runs `fn` as one transaction and resolves when it is safely on disk.
   * `fn` must not wait for anything; what it throws undoes all it did.
   */
  write<T>(fn: (tx: WriteScope) => Settled<T>): Promise<Settled<T>>
}

/** The way to a practice's records. There is no other: nothing here reads or writes two practices at once. */
export interface Practices {
  of(practiceId: string): Practice
}

export interface Store {
  readonly practices: Practices
  readonly identity: Identity
  readonly dueNotices: DueNotices
  readonly keys: Keys
  readonly vitals: Vitals
  /** Lets waiting writes finish, then closes the file; whoever closes it last puts the log into the database. */
  close(): Promise<void>
}

/** The store over an open, migrated database (`db/open.ts`). */
export function createStore(database: Database, watch?: Watch): Store {
  const connection = new Connection(database)
  const writer = new Writer(connection, watch)
  return {
    practices: {
      of: (practiceId) => ({
        read: new Scope(connection, practiceId),
        write: (fn) => writer.write(() => withWriteScope(connection, practiceId, fn)),
      }),
    },
    identity: new Identity(connection),
    dueNotices: new DueNotices(connection, writer),
    keys: new Keys(connection, writer),
    vitals: new Vitals(connection, writer),
    async close() {
      await writer.idle()
      connection.close()
    },
  }
}
