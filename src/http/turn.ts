import type { FairShare } from './fair-share.ts'
import type { PracticeShare, RequestOwner } from './practice-share.ts'
import type { WriteShare } from './write-share.ts'

/** The limits of what each credential and each practice may ask and write. */
export interface Shares {
  readonly credentials: FairShare
  readonly practices: PracticeShare
  readonly writes: WriteShare
}

/** A request's place among the requests of its credential. `end` may be called more than once, and without `begin`. */
export class Turn {
  readonly #shares: Shares
  readonly #owner: RequestOwner
  #freeMs: number
  #entered = false
  #keptOpen = false
  #isCounting = false

  constructor(shares: Shares, owner: RequestOwner) {
    this.#shares = shares
    this.#owner = owner
    this.#freeMs = shares.credentials.freeMs
  }

  /** Waits until the request may be worked on; undefined means at once. @throws `rate_limited`. */
  begin(): Promise<void> | undefined {
    if (this.#entered) return undefined
    const waiting = this.#shares.practices.enter(this.#owner)
    this.#entered = true
    return waiting
  }

  /** Waits until the request may begin its work; undefined means at once. `bytes` is the length of a large body. */
  step(bytes?: number): Promise<void> | undefined {
    return this.#shares.practices.step(this.#owner, bytes)
  }

  /** Waits until the request may make the next piece of a long answer. Requests of other callers run in between. */
  nextStep(): Promise<void> {
    return this.#shares.practices.nextStep(this.#owner)
  }

  /**
   * Does a piece of the request's work, and counts its time. A piece inside another piece is counted with the outer
   * one.
   */
  count<T>(work: () => T): T {
    if (this.#isCounting) return work()
    const began = performance.now()
    this.#isCounting = true
    try {
      return work()
    } finally {
      this.#isCounting = false
      this.worked(performance.now() - began)
    }
  }

  /** @throws `rate_limited` when the credential or the practice has written as much as it may. */
  requireRoom(): void {
    this.#shares.writes.requireRoom(this.#owner)
  }

  /**
   * Counts work in milliseconds, and the bytes that were written. The request paid for the first milliseconds when it
   * arrived. `commonMs` is its part of the time that the writes of a transaction have in common, such as the commit. It
   * counts only for the practice: it blocks the event loop, but is not the work of this request.
   */
  readonly worked = (ms: number, bytes = 0, commonMs = 0): void => {
    this.#shares.writes.wrote(this.#owner, bytes)
    const { practiceId, credential } = this.#owner
    this.#shares.practices.charge(practiceId, ms + commonMs)
    this.#shares.credentials.charge(credential, ms - this.#freeMs)
    this.#freeMs = Math.max(0, this.#freeMs - ms)
  }

  /** Lets `end` wait for an answer that is still being sent. The answer calls the returned function at its end. */
  keepOpen(): () => void {
    this.#keptOpen = true
    return () => {
      this.#keptOpen = false
      this.end()
    }
  }

  end(): void {
    if (!this.#entered || this.#keptOpen) return
    this.#entered = false
    this.#shares.practices.leave(this.#owner)
  }
}
