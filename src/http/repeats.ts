/**
 * Requests that come again with the same `Idempotency-Key` (RULES §17). The first one is carried out. Every further one
 * gets the answer of the first.
 */
import type { Caller } from '../domain/caller.ts'
import { conflict, invalid, Problem } from '../domain/problem.ts'
import { type Kept, type KeptAnswer, Repeated, type Retry } from '../domain/retry.ts'
import { exchangeOf } from './exchange.ts'
import { pathOf, queryOf } from './path.ts'
import { sealerOf } from './sealer.ts'

/** Where answers are kept between two requests with the same key. */
export interface KeptAnswers {
  find(retry: Retry): Kept | null
  keep(retry: Retry, answer: KeptAnswer): Promise<void>
}

/** A success that was just made, or one that is told again. */
export interface Told {
  readonly status: number
  readonly text: string
  readonly requestId: string
  readonly replayed: boolean
}

/** The status and the text of a success. */
export interface Answered {
  readonly status: number
  readonly text: string
}

/** What a request does. */
export interface Work {
  /** Resolves with what the answer is made of. Unless `afterwards` is set, its first write returns the same. */
  readonly carryOut: (retry: Retry) => unknown
  readonly answerTo: (result: unknown) => Answered
  /** The answer is not known before the last write has ended, or nothing is written. */
  readonly afterwards: boolean
}

/** The key of a request; null where there is none. @throws `validation_failed`. */
export function keyOf({ headers }: Request): string | null {
  const key = headers.get('idempotency-key')
  if (key !== null && !/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid([{ path: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' }])
  return key
}

/**
 * Carries out requests with a key, each once. It knows which are running in this process. Across processes the
 * transaction that keeps the answer decides.
 */
export class Repeats {
  readonly #answers: KeptAnswers
  readonly #now: () => number
  /** The digests of the requests that are running, by credential and key. */
  readonly #running = new Map<string, Buffer>()

  constructor(answers: KeptAnswers, now: () => number) {
    this.#answers = answers
    this.#now = now
  }

  /**
   * Carries out a request, or tells the answer of an earlier one with its key.
   * @param work does what the request asks for, and makes the answer of the result
   * @throws `idempotency_mismatch` when the earlier request was another one. `conflict` while it is running, and when its
   * answer was lost in a crash.
   */
  async answer(
    request: Request,
    caller: Caller,
    key: string,
    { carryOut, answerTo, afterwards }: Work,
  ): Promise<Told> {
    const { seal, open } = sealerOf(request, key)
    const requestId = exchangeOf(request).requestId.slice('req_'.length)
    const digest = digestOf(request)
    let made: Answered | undefined
    const retry: Retry = {
      practiceId: caller.practiceId,
      credentialId: caller.auth.id,
      key,
      digest,
      requestId,
      at: this.#now(),
      isTaken: false,
      answerTo(result) {
        if (afterwards) return null
        made = answerTo(result)
        return { status: made.status, answer: seal(made.text) }
      },
    }
    const tellAgain = (kept: Kept): Told => {
      requireSame(kept.digest, digest)
      if (kept.done === null) throw conflict(lost)
      const { status, answer } = kept.done
      return { status, text: open(answer), requestId: `req_${kept.requestId}`, replayed: true }
    }
    const place = `${caller.auth.id} ${key}`
    const running = this.#running.get(place)
    if (running !== undefined) {
      requireSame(running, digest)
      throw conflict(stillRunning)
    }
    const kept = this.#answers.find(retry)
    if (kept !== null) return tellAgain(kept)
    this.#running.set(place, digest)
    try {
      const result = await carryOut(retry)
      if (made === undefined) {
        made = answerTo(result)
        await this.#answers.keep(retry, { status: made.status, answer: seal(made.text) })
      }
      return { ...made, requestId: `req_${requestId}`, replayed: false }
    } catch (error) {
      if (error instanceof Repeated) return tellAgain(error.kept)
      throw error
    } finally {
      this.#running.delete(place)
    }
  }
}

const stillRunning =
  'The first request with this Idempotency-Key is still running. Wait a second, then send it again.'
const lost =
  'The first request with this Idempotency-Key was carried out, but its answer was lost. Look at what the request changed before you send it with another key.'

function requireSame(first: Buffer, digest: Buffer): void {
  if (!first.equals(digest)) throw mismatch()
}

/** Another request came under a key that is in use. */
export const mismatch = () =>
  new Problem(
    'idempotency_mismatch',
    'A different request was sent with this Idempotency-Key before. Use a new key for each new request.',
  )

/** SHA-256 of a request: its method, its path with ids in lower case, its query, and its body as it was sent. */
function digestOf(request: Request): Buffer {
  const { method } = request
  // No route has a capital letter, so only ids change.
  const line = `${method} ${pathOf(request).toLowerCase()}?${queryOf(request)}\n`
  return new Bun.CryptoHasher('sha256')
    .update(line)
    .update(exchangeOf(request).sent ?? '')
    .digest()
}
