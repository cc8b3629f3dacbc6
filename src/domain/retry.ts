/**
 * Requests that clients may repeat with the same idempotency key, and the answers that are kept for them (RULES §17).
 */

/** How long an answer is kept, in milliseconds. */
export const keptFor = 24 * 3_600_000

/** How many answers of one credential are kept. When there are more, the oldest are removed. */
export const mostKeptAnswers = 100_000

/** The stored answer of a successful request: its status, and its body in encrypted form. */
export interface KeptAnswer {
  readonly status: number
  readonly answer: Buffer
}

/** The status that replaces an answer which showed a person who was erased later. */
export const shownNoLonger = 404

/** The stored data of a key. `done` is null when the request was carried out, but its answer is not known yet. */
export interface KeptRequest {
  /** SHA-256 of the first request. */
  readonly digest: Buffer
  /** The id of the first request, without its prefix. */
  readonly requestId: string
  readonly done: KeptAnswer | null
}

/** A request that came with an `Idempotency-Key`. The first write of its act stores the answer, or at least the key. */
export interface Retry {
  readonly practiceId: string
  /** The session or API token that the request came with. Keys of different credentials are independent. */
  readonly credentialId: string
  readonly key: string
  /** SHA-256 of the request. */
  readonly digest: Buffer
  /** The id of the request, without its prefix. */
  readonly requestId: string
  /** When the request arrived, in epoch milliseconds. */
  readonly at: number
  /** Called with the time that storing the answer took, like `Act.worked`. */
  readonly worked?: ((ms: number, bytes?: number, commonMs?: number) => void) | undefined
  /** Whether a write has stored the key. Only the first write of an act stores it. */
  isTaken: boolean
  /**
   * Called inside the transaction with the result of the write. Returns the answer to store, or null when the answer is
   * not known before the transaction ends.
   */
  readonly answerTo: (result: unknown) => KeptAnswer | null
}

/** Thrown instead of a write that was carried out before under the same key. */
export class Repeated extends Error {
  readonly kept: KeptRequest

  constructor(kept: KeptRequest) {
    super('the request was carried out before')
    this.kept = kept
  }
}
