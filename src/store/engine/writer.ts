import { isBusy, isMachineTrouble } from '../../../db/trouble.ts'
import { Rotation } from '../../domain/rotation.ts'
import type { Connection } from './connection.ts'
import type { RoomGuard } from './room.ts'
import { DatabaseGone, DiskNearlyFull, troubleOf, WriteInDoubt } from './trouble.ts'

/** What a transaction may return: anything except a promise: its later steps would run after the commit. */
export type NoPromise<T> = T extends PromiseLike<unknown> ? never : T

/** Who makes a write. The writes of different practices take turns. */
export interface WriteOwner {
  readonly practiceId: string
  /** Called with the time of the write in milliseconds, how many bytes it added, and its part of the commit in milliseconds. */
  readonly worked?: ((ms: number, bytes: number, commitMs: number) => void) | undefined
}

interface Waiting {
  readonly run: () => unknown
  readonly owner: WriteOwner | undefined
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

/** Called for each transaction before it begins, of each write before it ends, in its savepoint, and of each commit. */
export interface Follower {
  begin(): void
  append(): void
  committed(): void
}

type Outcome = { readonly value: unknown; readonly changed: boolean } | { readonly error: unknown }

/** After this time, a transaction takes no further write, so that requests are answered in between. */
const longestBatchMs = 20

/** How long a write waits for the lock of another process before it fails as unavailable, in milliseconds. */
const patienceMs = 5_000
const retryMs = 15

/**
 * Runs every write of the process, one after another, and lets many share a commit.
 *
 * The waiting writes run inside one `BEGIN IMMEDIATE`, practice by practice in turn, for about 20 ms. Further ones wait for
 * the next transaction. They are answered only after the COMMIT has been synced to disk. A write that fails is rolled back,
 * and no other; when the COMMIT fails, all of the transaction fail. Nothing is awaited between BEGIN and COMMIT, so no
 * reader in this process sees half a batch.
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
   * Runs `fn` in a transaction and resolves with its result once the write is safely on disk. The service's own writes
   * have no owner.
   * @throws what `fn` throws, after undoing all that `fn` did.
   * @throws DatabaseUnavailable when another process holds the lock for too long, the disk is full or failing, or the
   * file is gone.
   */
  write<T>(fn: () => NoPromise<T>, owner?: WriteOwner): Promise<NoPromise<T>> {
    return new Promise<NoPromise<T>>((resolve, reject) => {
      this.#waiting.push({ run: fn, owner, resolve: resolve as Waiting['resolve'], reject })
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
    const began = performance.now()
    try {
      if (this.#guard?.hasRoom() === false) throw new DiskNearlyFull()
      this.#follower?.begin()
      this.#sql('begin immediate')
    } catch (error) {
      this.#waitOrFail(error)
      return
    }
    this.#lockedSince = undefined
    const taken = inTurns(this.#take())
    const batch: Waiting[] = []
    const spent: Spent[] = []
    try {
      const outcomes = this.#outcomesOf(taken, batch, spent)
      const keeps = outcomes.some((outcome) => 'value' in outcome)
      this.#sql(keeps ? 'commit' : 'rollback')
      if (keeps) this.#requireInPlace()
      for (const [i, one] of batch.entries()) settle(one, outcomes[i]!)
      const changed = outcomes.some((outcome) => 'value' in outcome && outcome.changed)
      this.#watch({ writes: batch.length, changed })
      if (changed) this.#follower?.committed()
      this.#waiting.unshift(...taken.slice(batch.length))
    } catch (error) {
      this.#fail(taken, error)
      if (this.#connection.database.inTransaction) this.#sql('rollback')
    }
    tellOwners(batch, spent, performance.now() - began)
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
   * Runs the writes until the time of a transaction is over. Those that ran are added to `batch`, and what each took to
   * `spent`. One that fails leaves nothing in the transaction. Where it is the only one, the caller rolls the whole
   * transaction back.
   * @throws only when the whole transaction is lost, as on a full disk.
   */
  #outcomesOf(taken: readonly Waiting[], batch: Waiting[], spent: Spent[]): Outcome[] {
    const isOnly = taken.length === 1
    const outcomes: Outcome[] = []
    // A savepoint outlives the rollback to it, so the write after one that failed needs no new one.
    let stands = false
    const began = performance.now()
    let before = began
    for (const one of taken) {
      batch.push(one)
      const bytesBefore = this.#connection.writtenBytes
      if (!stands && !isOnly) this.#sql('savepoint one')
      const outcome = this.#outcomeOf(one)
      stands = 'error' in outcome
      if (!isOnly) this.#sql(stands ? 'rollback to one' : 'release one')
      outcomes.push(outcome)
      const now = performance.now()
      spent.push({ ms: now - before, bytes: stands ? 0 : this.#connection.writtenBytes - bytesBefore })
      before = now
      if (now - began >= longestBatchMs) break
    }
    return outcomes
  }

  #outcomeOf({ run }: Waiting): Outcome {
    try {
      // SQLite counts rows that are rolled back, too. So each write is counted by itself.
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

  #fail(batch: readonly Waiting[], error: unknown): void {
    const reason = troubleOf(error) ?? error
    for (const one of batch) one.reject(reason)
    this.#watch({ writes: batch.length, changed: false, error: reason })
  }

  #sql(text: string): void {
    this.#connection.prepared(text).run()
  }
}

/** The writes in the order in which they run: the first one of each practice, then the second one of each. */
function inTurns(waiting: readonly Waiting[]): readonly Waiting[] {
  const rotation = new Rotation<Waiting>()
  for (const one of waiting) rotation.add(one.owner?.practiceId ?? '', one)
  return waiting.map(() => rotation.next()!)
}

/** What a write took. What was undone added no bytes. */
interface Spent {
  readonly ms: number
  readonly bytes: number
}

/** Reports to each owner what their write took, with an equal part of the time that the writes have in common. */
function tellOwners(batch: readonly Waiting[], spent: readonly Spent[], allMs: number): void {
  const common = (allMs - spent.reduce((sum, { ms }) => sum + ms, 0)) / batch.length
  for (const [i, { owner }] of batch.entries()) {
    const { ms, bytes } = spent[i] ?? { ms: 0, bytes: 0 }
    owner?.worked?.(ms, bytes, common)
  }
}

function settle(one: Waiting, outcome: Outcome): void {
  if ('error' in outcome) one.reject(outcome.error)
  else one.resolve(outcome.value)
}

const isThenable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
