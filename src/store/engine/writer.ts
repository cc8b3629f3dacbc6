import { isBusy, isMachineTrouble } from '../../../db/trouble.ts'
import { Batch, type Outcome, type WaitingWrite, type WriteOwner } from './batch.ts'
import type { WriteConnection } from './connection.ts'
import type { RoomGuard } from './room.ts'
import { DatabaseGone, DiskNearlyFull, NotOwner, troubleOf, WriteInDoubt } from './trouble.ts'

/**
 * The type of a transaction's result: anything except a promise. Later steps of a promise would run after the commit.
 */
export type NoPromise<T> = T extends PromiseLike<unknown> ? never : T

/**
 * Called after every transaction with its number of writes. `error` is set when the transaction failed. `changed`
 * is true when any row changed. A transaction that changed nothing does not use the disk, so it does not show that the
 * disk works.
 */
export type Watch = (transaction: {
  readonly writes: number
  readonly changed: boolean
  readonly error?: unknown
}) => void

/**
 * The writer calls `begin` before each transaction, and `committed` after each commit that changed something. It calls
 * `append` at the end of each write that changed something, still in the savepoint of the write, if it has one.
 */
interface Follower {
  begin(connection: WriteConnection): void
  append(connection: WriteConnection): void
  committed(): void
}

/** How long a write waits for the lock of another process before it fails as unavailable, in milliseconds. */
const patienceMs = 5_000
const retryMs = 15

/**
 * Runs every write of the process, one after another. Many writes share a commit.
 *
 * The waiting writes run inside one `BEGIN IMMEDIATE`, for about 20 ms. The practices take turns. Further writes wait
 * for the next transaction. Writes are answered only after the COMMIT has been synced to disk. When a write fails, only
 * this write is rolled back. When the COMMIT fails, all writes of the transaction fail.
 *
 * Between two writes, the writer at times lets the event loop run other work, while the transaction is open. Other
 * requests then read with a separate connection. They see only what was committed before the transaction. The writer
 * also lets other work run between many answers.
 */
export class Writer {
  readonly #connection: WriteConnection
  readonly #watch: Watch
  readonly #guard: Pick<RoomGuard, 'hasRoom'> | undefined
  readonly #follower: Follower | undefined
  readonly #owns: () => boolean
  #waiting: WaitingWrite[] = []
  /** Whether a transaction is planned or is open. */
  #isBusy = false
  #lockedSince: number | undefined
  #commitMs = 0
  #idle: (() => void)[] = []

  /**
   * `guard` is called before each transaction and returns whether the disk has room for it. `follower` appends rows
   * about the changes. `owns` returns whether this server owns its practices. It is called before each transaction and
   * again before each answer.
   */
  constructor(
    connection: WriteConnection,
    watch: Watch = () => {},
    guard?: Pick<RoomGuard, 'hasRoom'>,
    follower?: Follower,
    owns: () => boolean = () => true,
  ) {
    this.#connection = connection
    this.#watch = watch
    this.#guard = guard
    this.#follower = follower
    this.#owns = owns
  }

  /**
   * Runs `fn` in a transaction, and resolves with its result when the write is safely on disk. `fn` must read and write
   * with the connection that it gets. The service's own writes have no `owner`. An `unowned` write also runs when this
   * server does not own its practices.
   * @throws what `fn` throws, after undoing all that `fn` did.
   * @throws DatabaseUnavailable when another process holds the lock for too long, the disk is full or failing, or the
   * file is gone. Also when this server cannot be sure any more that it owns its practices.
   */
  write<T>(
    fn: (connection: WriteConnection) => NoPromise<T>,
    owner?: WriteOwner,
    { unowned = false } = {},
  ): Promise<NoPromise<T>> {
    return new Promise<NoPromise<T>>((resolve, reject) => {
      this.#waiting.push({ run: fn, owner, unowned, resolve: resolve as WaitingWrite['resolve'], reject })
      this.#schedule()
    })
  }

  /** Resolves when no write waits or runs. */
  idle(): Promise<void> {
    if (!this.#isBusy) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  #schedule(delayMs = 0): void {
    if (this.#isBusy) return
    this.#isBusy = true
    const next = () => void this.#commitWaiting()
    if (delayMs > 0) setTimeout(next, delayMs)
    else setImmediate(next)
  }

  async #commitWaiting(): Promise<void> {
    const beganAt = performance.now()
    try {
      this.#connection.atWork(() => this.#begin())
    } catch (error) {
      this.#waitOrFail(error)
      return
    }
    this.#lockedSince = undefined
    const batch = new Batch(this.#take(), beganAt, this.#commitMs)
    try {
      while (this.#connection.atWork(() => this.#runPiece(batch))) {
        batch.pause()
        await othersTurn()
        batch.resume()
        this.#waiting = batch.admit(this.#waiting)
      }
      this.#connection.atWork(() => this.#commit(batch))
      const { changed } = batch
      this.#watch({ writes: batch.ran.length, changed })
      if (changed) this.#follower?.committed()
      this.#waiting.unshift(...batch.rest)
    } catch (error) {
      this.#fail(batch.all, error)
      this.#connection.atWork(() => this.#rollBack())
    }
    batch.pause()
    batch.tellOwners()
    await settleAll(batch, this.#owns)
    this.#afterBatch()
  }

  #begin(): void {
    if (!this.#owns() && !this.#waiting.some(({ unowned }) => unowned)) throw new NotOwner()
    if (this.#guard?.hasRoom() === false) throw new DiskNearlyFull()
    this.#follower?.begin(this.#connection)
    this.#connection.begin()
  }

  /** While another process holds the lock, tries again some milliseconds later, without blocking the thread. */
  #waitOrFail(error: unknown): void {
    this.#lockedSince ??= performance.now()
    if (isBusy(error) && performance.now() - this.#lockedSince < patienceMs) {
      this.#isBusy = false
      this.#schedule(retryMs * (0.5 + Math.random()))
      return
    }
    this.#lockedSince = undefined
    this.#fail(this.#take(), error)
    this.#afterBatch()
  }

  /**
   * Runs writes for about half a millisecond. Returns whether more writes of the batch must run after a pause for other
   * work. A write that fails leaves nothing in the transaction. When it is the only write, the whole transaction is
   * rolled back later.
   * @throws only when the whole transaction is lost, for example on a full disk.
   */
  #runPiece(batch: Batch): boolean {
    for (const one of batch.rest) {
      this.#run(one, batch)
      if (!batch.hasTime) return false
      if (batch.isPieceOver) return batch.rest.length > 0
    }
    return false
  }

  #run(one: WaitingWrite, batch: Batch): void {
    const bytesBefore = this.#connection.writtenBytes
    // A savepoint still exists after a rollback to it. So the write after a failed write needs no new savepoint.
    const before = batch.ran.at(-1)
    const stands = before !== undefined && 'error' in before.outcome
    if (!stands && !batch.isSingle) this.#sql('savepoint one')
    const outcome = this.#outcomeOf(one)
    if (!batch.isSingle) this.#sql('error' in outcome ? 'rollback to one' : 'release one')
    batch.note(one, outcome, this.#connection.writtenBytes - bytesBefore)
  }

  #outcomeOf({ run }: WaitingWrite): Outcome {
    try {
      // The connection also counts rows that are rolled back later. So each write's rows are counted separately.
      const before = this.#connection.changedRows
      this.#connection.memberId = null
      const value = run(this.#connection)
      if (isThenable(value))
        throw new TypeError(
          'The write returned a promise. Let it return a plain value: a transaction cannot wait.',
        )
      const changed = this.#connection.changedRows !== before
      if (changed) this.#follower?.append(this.#connection)
      return { value, changed }
    } catch (error) {
      if (!this.#connection.database.inTransaction || isMachineTrouble(error)) throw error
      return { error }
    }
  }

  /** @throws when the writes may not be on disk. */
  #commit(batch: Batch): void {
    const began = performance.now()
    this.#sql(batch.keeps ? 'commit' : 'rollback')
    this.#commitMs = performance.now() - began
    this.#connection.ended()
    if (batch.keeps) this.#requireInPlace()
  }

  #rollBack(): void {
    // A failing disk may have ended the transaction.
    if (this.#connection.database.inTransaction) this.#sql('rollback')
    this.#connection.ended()
  }

  /** @throws WriteInDoubt when the file is no longer there, or when this cannot be read from the disk. */
  #requireInPlace(): void {
    let inPlace: boolean
    try {
      inPlace = this.#connection.isInPlace()
    } catch (error) {
      throw new WriteInDoubt(error)
    }
    if (!inPlace) throw new WriteInDoubt(this.#gone())
  }

  #gone(): DatabaseGone {
    try {
      this.#connection.rescueLog()
      return new DatabaseGone()
    } catch (cause) {
      return new DatabaseGone({ cause })
    }
  }

  #take(): WaitingWrite[] {
    const batch = this.#waiting
    this.#waiting = []
    return batch
  }

  #afterBatch(): void {
    this.#isBusy = false
    if (this.#waiting.length > 0) {
      this.#schedule()
      return
    }
    for (const resolve of this.#idle) resolve()
    this.#idle = []
  }

  #fail(batch: readonly WaitingWrite[], error: unknown): void {
    const reason = troubleOf(error) ?? error
    for (const one of batch) one.reject(reason)
    this.#watch({ writes: batch.length, changed: false, error: reason })
  }

  #sql(text: string): void {
    this.#connection.prepared(text).run()
  }
}

/** Lets the event loop run once, so that other requests are worked on. */
export const othersTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * After this number of answers, the event loop runs other work. Making and sending an answer takes about a tenth of a
 * millisecond.
 */
const answersAtOnce = 6

/**
 * Answers the writes that ran. When the transaction failed, its writes have their answers already. After each commit,
 * the process may have been frozen. So this function checks that the server still owns its practices.
 */
async function settleAll({ ran }: Batch, owns: () => boolean): Promise<void> {
  for (const [i, { one, outcome }] of ran.entries()) {
    if (i > 0 && i % answersAtOnce === 0) await othersTurn()
    if ('error' in outcome) one.reject(outcome.error)
    else if (!one.unowned && !owns()) one.reject(new WriteInDoubt(new NotOwner()))
    else one.resolve(outcome.value)
  }
}

const isThenable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
