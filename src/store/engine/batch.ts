import { Rotation } from '../../domain/rotation.ts'
import type { WriteConnection } from './connection.ts'

/** The practice that a write belongs to. The writes of different practices take turns. */
export interface WriteOwner {
  readonly practiceId: string
  /**
   * Called with the time of the write, the number of bytes that it added, and its part of the transaction's common
   * time. Times are in milliseconds.
   */
  readonly worked?: ((ms: number, bytes: number, commonMs: number) => void) | undefined
}

/** A write whose caller waits for the result. */
export interface WaitingWrite {
  readonly run: (connection: WriteConnection) => unknown
  readonly owner: WriteOwner | undefined
  /** Whether the write runs and is answered even while this server does not own its practices. */
  readonly unowned: boolean
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: unknown) => void
}

export type Outcome = { readonly value: unknown; readonly changed: boolean } | { readonly error: unknown }

/** How long a transaction may work before it takes no further write, in milliseconds. */
const longestWorkMs = 20
/**
 * After this time in total, in milliseconds, a transaction also takes no further write. Other requests may fill the
 * event loop while the transaction is open. They must not delay the answers to the writes, or another process at the
 * lock.
 */
const longestOpenMs = 60
/**
 * After this time of work, in milliseconds, a transaction with several practices takes no second write of a practice.
 * So no practice waits for many writes of another. On a slow disk, the limit is twice the duration of the last commit.
 */
const longestSharedMs = 4
/** How long a transaction may work before the event loop runs other requests, in milliseconds. */
const pieceMs = 0.5

/** A write that ran in the transaction. `bytes` is 0 for a write that failed. */
interface Ran {
  readonly one: WaitingWrite
  readonly outcome: Outcome
  readonly ms: number
  readonly bytes: number
}

/** The writes of one transaction, and the time that they take. Time in which other requests run does not count. */
export class Batch {
  /** The writes in the order in which they run: the first one of each practice, then the second one of each. */
  readonly all: WaitingWrite[]
  readonly ran: Ran[] = []
  /** The practices that have a write in the transaction. The service itself counts as one. */
  readonly #practices: Set<string>
  /** The practices of which at least one write ran. */
  readonly #served = new Set<string>()
  readonly #longestSharedMs: number
  readonly #beganAt: number
  #resumedAt: number
  #writeAt: number
  #workedMs = 0

  /**
   * @param beganAt when the work on the transaction began, by the clock of `performance.now()`
   * @param commitMs how long the last commit took
   */
  constructor(waiting: readonly WaitingWrite[], beganAt: number, commitMs: number) {
    const rotation = new Rotation<WaitingWrite>()
    for (const one of waiting) rotation.add(turnOf(one), one)
    this.all = waiting.map(() => rotation.next()!)
    this.#practices = new Set(waiting.map(turnOf))
    this.#longestSharedMs = Math.max(longestSharedMs, 2 * commitMs)
    this.#beganAt = beganAt
    this.#resumedAt = beganAt
    this.#writeAt = performance.now()
  }

  /**
   * Whether there is only one write. This write needs no savepoint: if it fails, the whole transaction is rolled back.
   */
  get isSingle(): boolean {
    return this.all.length === 1
  }

  /** The writes that have not run yet. */
  get rest(): readonly WaitingWrite[] {
    return this.all.slice(this.ran.length)
  }

  /** Whether any write succeeded. */
  get keeps(): boolean {
    return this.ran.some(({ outcome }) => 'value' in outcome)
  }

  get changed(): boolean {
    return this.ran.some(({ outcome }) => 'value' in outcome && outcome.changed)
  }

  /**
   * Adds the first waiting write of each practice that has no write in the transaction. These writes run next. Returns
   * the writes that must wait for another transaction.
   */
  admit(waiting: readonly WaitingWrite[]): WaitingWrite[] {
    const come: WaitingWrite[] = []
    const stay: WaitingWrite[] = []
    for (const one of waiting) {
      const practiceId = one.owner?.practiceId
      const isNew = practiceId !== undefined && !this.#practices.has(practiceId)
      if (isNew) this.#practices.add(practiceId)
      ;(isNew ? come : stay).push(one)
    }
    this.all.splice(this.ran.length, 0, ...come)
    return stay
  }

  /** Notes the outcome of a write. `bytes` is the number of bytes that it gave to the database. */
  note(one: WaitingWrite, outcome: Outcome, bytes: number): void {
    const now = performance.now()
    this.ran.push({ one, outcome, ms: now - this.#writeAt, bytes: 'error' in outcome ? 0 : bytes })
    this.#writeAt = now
    this.#served.add(turnOf(one))
  }

  /** Whether the transaction may take another write. */
  get hasTime(): boolean {
    const now = performance.now()
    const isShared = this.#practices.size > 1 && this.#served.size === this.#practices.size
    const most = isShared ? Math.min(this.#longestSharedMs, longestWorkMs) : longestWorkMs
    return this.#workedMs + now - this.#resumedAt < most && now - this.#beganAt < longestOpenMs
  }

  /** Whether the event loop should run other requests now. */
  get isPieceOver(): boolean {
    return performance.now() - this.#resumedAt >= pieceMs
  }

  pause(): void {
    this.#workedMs += performance.now() - this.#resumedAt
  }

  resume(): void {
    this.#resumedAt = performance.now()
    this.#writeAt = this.#resumedAt
  }

  /** Reports to each owner the time of their write, and an equal part of the common time of the transaction. */
  tellOwners(): void {
    const common = (this.#workedMs - this.ran.reduce((sum, { ms }) => sum + ms, 0)) / this.ran.length
    for (const { one, ms, bytes } of this.ran) one.owner?.worked?.(ms, bytes, common)
  }
}

/** The id of the practice that a write belongs to; '' for the service itself. */
const turnOf = ({ owner }: WaitingWrite): string => owner?.practiceId ?? ''
