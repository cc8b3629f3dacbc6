import type { Database } from 'bun:sqlite'
import { openToRead } from '../../db/open.ts'
import type { Act } from '../domain/act.ts'
import { Identity } from './access/identity.ts'
import { ArchiveUpkeep } from './archive/archive-upkeep.ts'
import { AuditTrail } from './audit/audit-trail.ts'
import { LateRows } from './audit/late-rows.ts'
import { ReadTrail } from './audit/read-trail.ts'
import { RefusalTrail } from './audit/refusal-trail.ts'
import { ChangeLog } from './changes/change-log.ts'
import { ChangeUpkeep } from './changes/change-upkeep.ts'
import type { Trail } from './engine/chain/trail.ts'
import { ReadConnection, WriteConnection } from './engine/connection.ts'
import type { RoomGuard } from './engine/room.ts'
import { Scope, type WriteScope, withWriteScope } from './engine/scope.ts'
import { type NoPromise, type Watch, Writer } from './engine/writer.ts'
import { DueImports } from './imports/due-imports.ts'
import { DueNotices } from './notices/due-notices.ts'
import { HoldUpkeep } from './notices/hold-upkeep.ts'
import { NoticeUpkeep } from './notices/notice-upkeep.ts'
import { Installation } from './service/installation.ts'
import { Keys } from './service/keys.ts'
import { once, Retries, scopeOfAnswer } from './service/retries.ts'
import { RetryUpkeep } from './service/retry-upkeep.ts'
import { CellArrivals } from './transfer/cell-arrivals.ts'
import { CellMoves } from './transfer/cell-moves.ts'
import { Elsewhere } from './transfer/moving.ts'
import { Transfer } from './transfer/transfer.ts'
import { DueWebhooks } from './webhooks/due-webhooks.ts'

/** One practice, whose records can only be read. */
export interface ReadablePractice {
  readonly read: Scope
}

/** One practice in one act. All its records can be read. They can be changed only inside `write`. */
export interface Practice extends ReadablePractice {
  /**
   * Runs `fn` as one transaction and resolves with its result when the write is safely on disk. `fn` must not wait
   * for anything.
   * @throws what `fn` throws, after all changes of `fn` are undone; DatabaseUnavailable when the database takes no
   * writes.
   * @throws Repeated when the act has a retry, and an earlier request with its key was carried out.
   */
  write<T>(fn: (tx: WriteScope) => NoPromise<T>): Promise<NoPromise<T>>
}

/** The only way to a practice's records. Nothing here reads or writes two practices at once. */
export interface Practices {
  of(practiceId: string): ReadablePractice
  /** `act` says who writes, and by which request. */
  of(practiceId: string, act: Act): Practice
}

/** Everything the service keeps. `practices` holds the records; the other parts look across practices. */
export interface Store {
  readonly practices: Practices
  /**
   * Runs `fn`. Until `fn` first waits for something, all its reads see one and the same state of the database file.
   * @throws what `fn` throws.
   */
  readonly reading: <T>(fn: () => T) => T
  readonly identity: Identity
  readonly dueNotices: DueNotices
  readonly dueWebhooks: DueWebhooks
  readonly dueImports: DueImports
  readonly noticeUpkeep: NoticeUpkeep
  readonly holdUpkeep: HoldUpkeep
  readonly retries: Retries
  readonly retryUpkeep: RetryUpkeep
  readonly archiveUpkeep: ArchiveUpkeep
  readonly changeUpkeep: ChangeUpkeep
  /** Calls the functions that wait for changes of a practice. */
  readonly changeLog: Pick<ChangeLog, 'listen'>
  readonly keys: Keys
  readonly installation: Installation
  /** Writes into the audit trail which patients each caller has seen. */
  readonly reads: ReadTrail
  /** Writes into the audit trail who was refused. */
  readonly refusals: RefusalTrail
  readonly transfer: Transfer
  /** Which practices of the file another cell serves. */
  readonly elsewhere: Elsewhere
  readonly cellMoves: CellMoves
  readonly cellArrivals: CellArrivals
  readonly auditTrail: AuditTrail
  /**
   * Finishes the waiting writes, then closes the file. The last process that closes the file merges its write-ahead log
   * into it.
   */
  close(): Promise<void>
}

/**
 * Makes the store over a database that `db/open.ts` has opened and upgraded. The store writes with that connection, and
 * reads with another connection. `watch` is called for every transaction. `guard` refuses writes while the disk is
 * nearly full. `trail` holds the key and the clock of the audit trail. `reportLate` is called when the audit rows about
 * shown records and refusals cannot be written for now. `owns` returns whether this server owns its practices at this
 * moment. While it returns false, no write is acknowledged.
 */
export function createStore(
  database: Database,
  watch?: Watch,
  guard?: RoomGuard,
  trail?: Trail,
  reportLate: (error: unknown) => void = () => {},
  owns?: () => boolean,
): Store {
  const connection = new ReadConnection(openToRead(database.filename), trail)
  const writing = new WriteConnection(database, connection)
  const changeLog = new ChangeLog()
  const writer = new Writer(writing, watch, guard, changeLog, owns)
  const lateRows = new LateRows(connection.trail, writer, reportLate)
  const refusals = new RefusalTrail(lateRows)
  return {
    practices: {
      of: (practiceId: string, act?: Act): Practice => ({
        get read() {
          return scopeOfAnswer(act?.retry) ?? Scope.of(connection, practiceId)
        },
        write: (fn) =>
          writer.write(
            (own) => {
              const run = () => withWriteScope(own, practiceId, act!, fn)
              const { retry } = act!
              return retry === undefined || retry.isTaken ? run() : once(own, retry, run)
            },
            { practiceId, worked: act!.worked },
          ),
      }),
    },
    reading: (fn) => connection.snapshot(fn),
    identity: new Identity(connection, writing),
    dueNotices: new DueNotices(connection, writer),
    dueWebhooks: new DueWebhooks(connection),
    dueImports: new DueImports(connection),
    noticeUpkeep: new NoticeUpkeep(connection, writer),
    holdUpkeep: new HoldUpkeep(connection, writer),
    retries: new Retries(connection, writer),
    retryUpkeep: new RetryUpkeep(connection, writer),
    archiveUpkeep: new ArchiveUpkeep(connection, writer),
    changeUpkeep: new ChangeUpkeep(connection, writer),
    changeLog,
    keys: new Keys(connection, writer),
    installation: new Installation(connection, writer),
    reads: new ReadTrail(lateRows, () => connection.trail.now()),
    refusals,
    transfer: new Transfer(connection, writer),
    elsewhere: new Elsewhere(connection, writer),
    cellMoves: new CellMoves(connection, writer),
    cellArrivals: new CellArrivals(connection, writer),
    auditTrail: new AuditTrail(connection, writer),
    async close() {
      refusals.endMinute()
      await lateRows.end()
      await writer.idle()
      connection.close()
      writing.close()
    },
  }
}
