/** Requests that may come again with the same key, and the answers that are kept for them (RULES §17). */

/** How long an answer is kept, in milliseconds. */
export const keptFor = 24 * 3_600_000

/** How many answers of one credential are kept. Beyond that the oldest leave. */
export const mostKeptAnswers = 100_000

/** A kept answer of a success: its status, and its body in encrypted form. */
export interface KeptAnswer {
  readonly status: number
  readonly answer: Buffer
}

/** The status of an answer that is kept no longer, because it showed a person who was erased since. */
export const shownNoLonger = 404

/** What is kept under a key. `done` is null while the request was carried out and its answer is not known yet. */
export interface KeptRequest {
  /** SHA-256 of the first request. */
  readonly digest: Buffer
  /** The id of the first request, without its prefix. */
  readonly requestId: string
  readonly done: KeptAnswer | null
}

/** A request that came with an `Idempotency-Key`. The first write of its act keeps its answer, or at least its key. */
export interface Retry {
  readonly practiceId: string
  /** The session or API token that the request came with. A key is this credential's own. */
  readonly credentialId: string
  readonly key: string
  /** SHA-256 of the request. */
  readonly digest: Buffer
  /** The id of the request, without its prefix. */
  readonly requestId: string
  /** When the request came, in epoch milliseconds. */
  readonly at: number
  /** Called with the time of keeping the answer, as `Act.worked`. */
  readonly worked?: ((ms: number, bytes?: number, commitMs?: number) => void) | undefined
  /** Whether a write has kept it. Only the first write of an act does. */
  isTaken: boolean
  /**
   * Called inside the transaction with what the write returned. Answers what to keep, or null where the answer is not
   * known before the transaction ends.
   */
  readonly answerTo: (result: unknown) => KeptAnswer | null
}

/** Thrown in the place of a write that was carried out before, under the same key. */
export class Repeated extends Error {
  readonly kept: KeptRequest

  constructor(kept: KeptRequest) {
    super('the request was carried out before')
    this.kept = kept
  }
}
