import { isBusy, isMachineTrouble } from '../../db/trouble.ts'
import type { Connection } from './connection.ts'
import type { RoomGuard } from './room.ts'
import { DatabaseGone, DiskNearlyFull, troubleOf, WriteInDoubt } from './trouble.ts'

/** What a transaction may return: anything except a promise, whose later steps would run after the commit. */
export type Settled<T> = T extends PromiseLike<unknown> ? never : T

interface Waiting {
  readonly run: () => unknown
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Called after every transaction with its number of writes, and with the error when they are not on disk. `changed`
 * says whether any row changed. A transaction that changed nothing touches no disk, so it shows nothing about it.
 */
export type Watch = (transaction: {
  readonly writes: number
  readonly changed: boolean
  readonly error?: unknown
}) => void

/** Hears of each transaction before it begins, of each write before it ends, in its savepoint, and of each commit. */
export interface Follower {
  begin(): void
  append(): void
  committed(): void
}

type Outcome = { readonly value: unknown; readonly changed: boolean } | { readonly error: unknown }

/** How long a write waits for the lock of another process before it fails as unavailable, in milliseconds. */
const patienceMs = 5_000
const retryMs = 15

/**
 * Runs every write of the process, one after another, and lets many share a commit.
 *
 * All waiting writes run inside one `BEGIN IMMEDIATE`. They are answered only after the COMMIT has been synced to disk.
 * A write that fails is rolled back alone; when the COMMIT fails, all of them fail. Nothing is awaited between BEGIN
 * and COMMIT, so no reader in this process sees half a batch.
 */
export class Writer {
  readonly #connection: Connection
  readonly #watch: Watch
  readonly #guard: Pick<RoomGuard, 'hasRoom'> | undefined
  readonly #follower: Follower | undefined
  #waiting: Waiting[] = []
  #scheduled = false
  #lockedSince: number | undefined
  #idle: (() => void)[] = []

  /** `guard` is asked before each transaction whether the disk has room for it. `follower` appends what changed. */
  constructor(
    connection: Connection,
    watch: Watch = () => {},
    guard?: Pick<RoomGuard, 'hasRoom'>,
    follower?: Follower,
  ) {
    this.#connection = connection
    this.#watch = watch
    this.#guard = guard
    this.#follower = follower
  }

  /**
   * Runs `fn` in a transaction and resolves with its result once the write is safely on disk.
   * @throws what `fn` throws, after undoing all that `fn` did.
   * @throws DatabaseUnavailable when another process holds the lock for too long, the disk is full or failing, or the
   * file is gone.
   */
  write<T>(fn: () => Settled<T>): Promise<Settled<T>> {
    return new Promise<Settled<T>>((resolve, reject) => {
      this.#waiting.push({ run: fn, resolve: resolve as Waiting['resolve'], reject })
      this.#schedule()
    })
  }

  /** Resolves when no write is waiting. */
  idle(): Promise<void> {
    if (this.#waiting.length === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  #schedule(delayMs = 0): void {
    if (this.#scheduled) return
    this.#scheduled = true
    const next = () => {
      this.#scheduled = false
      this.#commitWaiting()
    }
    if (delayMs > 0) setTimeout(next, delayMs)
    else setImmediate(next)
  }

  #commitWaiting(): void {
    try {
      if (this.#guard?.hasRoom() === false) throw new DiskNearlyFull()
      this.#follower?.begin()
      this.#sql('begin immediate')
    } catch (error) {
      this.#waitOrFail(error)
      return
    }
    this.#lockedSince = undefined
    const batch = this.#take()
    try {
      const outcomes = this.#outcomesOf(batch)
      const keeps = outcomes.some((outcome) => 'value' in outcome)
      this.#sql(keeps ? 'commit' : 'rollback')
      if (keeps) this.#requireInPlace()
      for (const [i, one] of batch.entries()) settle(one, outcomes[i]!)
      const changed = outcomes.some((outcome) => 'value' in outcome && outcome.changed)
      this.#watch({ writes: batch.length, changed })
      if (changed) this.#follower?.committed()
    } catch (error) {
      this.#fail(batch, error)
      if (this.#connection.database.inTransaction) this.#sql('rollback')
    }
    this.#afterBatch()
  }

  /** Tries again a little later while another process holds the lock, without blocking the thread. */
  #waitOrFail(error: unknown): void {
    this.#lockedSince ??= performance.now()
    if (isBusy(error) && performance.now() - this.#lockedSince < patienceMs) {
      this.#schedule(retryMs * (0.5 + Math.random()))
      return
    }
    this.#lockedSince = undefined
    this.#fail(this.#take(), error)
    this.#afterBatch()
  }

  /**
   * Runs each write. One that fails leaves nothing in the transaction. Where it is the only one, the caller rolls the
   * whole transaction back.
   * @throws only when the whole transaction is lost, as on a full disk.
   */
  #outcomesOf(batch: readonly Waiting[]): Outcome[] {
    if (batch.length === 1) return [this.#outcomeOf(batch[0]!)]
    // A savepoint outlives the rollback to it, so the write after one that failed needs no new one.
    let stands = false
    return batch.map((one) => {
      if (!stands) this.#sql('savepoint one')
      const outcome = this.#outcomeOf(one)
      stands = 'error' in outcome
      this.#sql(stands ? 'rollback to one' : 'release one')
      return outcome
    })
  }

  #outcomeOf({ run }: Waiting): Outcome {
    try {
      // SQLite counts rows that are rolled back, too. So each write is counted alone.
      const before = this.#changes()
      const value = run()
      if (isThenable(value))
        throw new TypeError(
          'The write returned a promise. Let it return a plain value: a transaction cannot wait.',
        )
      const changed = this.#changes() !== before
      if (changed) this.#follower?.append()
      return { value, changed }
    } catch (error) {
      if (!this.#connection.database.inTransaction || isMachineTrouble(error)) throw error
      return { error }
    }
  }

  /** How many rows this connection has changed, also those of transactions that failed. */
  #changes(): number {
    return this.#connection.prepared<{ n: number }>('select total_changes() as n').get()!.n
  }

  /** @throws WriteInDoubt when the file is no longer there, or the disk does not say. */
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

  #take(): Waiting[] {
    const batch = this.#waiting
    this.#waiting = []
    return batch
  }

  #afterBatch(): void {
    if (this.#waiting.length > 0) {
      this.#schedule()
      return
    }
    for (const resolve of this.#idle) resolve()
    this.#idle = []
  }

  #fail(batch: Waiting[], error: unknown): void {
    const reason = troubleOf(error) ?? error
    for (const one of batch) one.reject(reason)
    this.#watch({ writes: batch.length, changed: false, error: reason })
  }

  #sql(text: string): void {
    this.#connection.prepared(text).run()
  }
}

function settle(one: Waiting, outcome: Outcome): void {
  if ('error' in outcome) one.reject(outcome.error)
  else one.resolve(outcome.value)
}

const isThenable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
