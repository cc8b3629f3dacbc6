import { Rotation } from '../../domain/rotation.ts'
import type { WriteConnection } from './connection.ts'

/** Who makes a write. The writes of different practices take turns. */
export interface WriteOwner {
  readonly practiceId: string
  /** Called with the time of the write in milliseconds, how many bytes it added, and its part of the commit in milliseconds. */
  readonly worked?: ((ms: number, bytes: number, commitMs: number) => void) | undefined
}

/** A write that waits for its answer. */
export interface WaitingWrite {
  readonly run: (connection: WriteConnection) => unknown
  readonly owner: WriteOwner | undefined
  /** Whether the write is made and answered also while this server does not own its practices. */
  readonly unowned: boolean
  /** Whether the answer waits until the write is on disk. Without it, the answer waits for the commit only. */
  readonly synced: boolean
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: unknown) => void
}

export type Outcome = { readonly value: unknown; readonly changed: boolean } | { readonly error: unknown }

/** How long a transaction may work before it takes no further write, in milliseconds. */
const longestWorkMs = 20
/**
 * After this time, a transaction takes no further write either. Others who come in between may fill the loop, and must not
 * keep the writes from their answers, or another process from the lock. In milliseconds.
 */
const longestOpenMs = 60
/**
 * After this work, a transaction with writes of several practices takes no second write of any practice, in milliseconds.
 * So nobody waits for many writes of a neighbour. On a slow disk it may take twice as long as its last commit.
 */
const longestSharedMs = 4
/** How long a transaction may work before other requests come in between, in milliseconds. */
const pieceMs = 0.5

/** A write that ran in the transaction. What was undone added no bytes. */
interface Ran {
  readonly one: WaitingWrite
  readonly outcome: Outcome
  readonly ms: number
  readonly bytes: number
}

/** The writes of one transaction, and its clock. The clock stands still while others come in between. */
export class Batch {
  /** The writes in the order in which they run: the first one of each practice, then the second one of each. */
  readonly all: WaitingWrite[]
  readonly ran: Ran[] = []
  /** The practices that have a write in the transaction. The service itself counts as one. */
  readonly #practices: Set<string>
  /** The practices that have had a turn. */
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

  /** Whether there is one write. Then it needs no savepoint: the whole transaction is rolled back with it. */
  get isSingle(): boolean {
    return this.all.length === 1
  }

  /** The writes that did not run. */
  get rest(): readonly WaitingWrite[] {
    return this.all.slice(this.ran.length)
  }

  /** Whether any write left something in the transaction. */
  get keeps(): boolean {
    return this.ran.some(({ outcome }) => 'value' in outcome)
  }

  get changed(): boolean {
    return this.ran.some(({ outcome }) => 'value' in outcome && outcome.changed)
  }

  /**
   * Takes in the first waiting write of each practice that has none in the transaction. They run next. Answers the writes
   * that wait on.
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

  /** Notes how a write went. `bytes` is how much it gave to the database. */
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

  /** Whether others should come in between now. */
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

  /** Reports to each owner what their write took, with an equal part of the time that the writes have in common. */
  tellOwners(): void {
    const common = (this.#workedMs - this.ran.reduce((sum, { ms }) => sum + ms, 0)) / this.ran.length
    for (const { one, ms, bytes } of this.ran) one.owner?.worked?.(ms, bytes, common)
  }
}

/** The practice whose turn a write takes; '' for the service itself. */
const turnOf = ({ owner }: WaitingWrite): string => owner?.practiceId ?? ''
