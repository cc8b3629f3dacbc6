/**
 * Requests that are sent again with the same `Idempotency-Key` (RULES §17). The first request is carried out. Every
 * further request gets the answer to the first.
 */
import type { Caller } from '../domain/caller.ts'
import { isId } from '../domain/id.ts'
import { conflict, invalid, notFound, Problem } from '../domain/problem.ts'
import { type KeptAnswer, type KeptRequest, Repeated, type Retry, shownNoLonger } from '../domain/retry.ts'
import { countWork, exchangeOf } from './exchange.ts'
import { pathOf, queryOf } from './path.ts'
import { sealerOf } from './sealer.ts'

/** Where answers are kept between two requests with the same key. */
interface KeptAnswers {
  find(retry: Retry): KeptRequest | null
  keep(retry: Retry, answer: KeptAnswer): Promise<void>
  /** Whether one of these records no longer exists. */
  lacksAny(retry: Retry, ids: readonly string[]): boolean
  /** Returns those of the ids that belong to patients. */
  patientsAmong(retry: Retry, ids: readonly string[]): string[]
}

/** A success that was just made, or a success that is sent again. */
interface SentSuccess {
  readonly status: number
  readonly text: string
  readonly requestId: string
  readonly replayed: boolean
  /** The patients that a repeated answer shows. The audit trail has the patients of a first answer already. */
  readonly patients: readonly string[]
}

/** The status and the text of a success. */
interface Success {
  readonly status: number
  readonly text: string
}

/** How a request is carried out, and how its answer is made. */
interface Work {
  /**
   * Resolves with the result from which the answer is made. Unless `afterwards` is set, the first write returns the
   * same.
   */
  readonly carryOut: (retry: Retry) => unknown
  readonly answerTo: (result: unknown) => Success
  /** Whether the answer is known only after the last write has ended, or nothing is written. */
  readonly afterwards: boolean
  /**
   * The record with a secret that a success with this `data` made; null when it made no secret. The secret is shown
   * once.
   */
  readonly minted: (data: never) => Minted | null
}

/** The record of a secret, and the name of the field in `details` with its id. */
export interface Minted {
  readonly path: 'tokenId' | 'memberId' | 'webhookId' | 'feedId'
  readonly id: string
}

/** The key of a request; null when there is no key. @throws `validation_failed`. */
export function keyOf({ headers }: Request): string | null {
  const key = headers.get('idempotency-key')
  if (key !== null && !/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid([{ path: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' }])
  return key
}

/**
 * Carries out each request with a key only once. It knows which requests are running in this process. Across processes,
 * the transaction that keeps the answer decides which request is the first.
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
   * Carries out a request, or gives the answer to an earlier request with the same key.
   * @param work does what the request asks for, and makes the answer of the result
   * @throws `idempotency_mismatch` when the earlier request was a different one. `conflict` while the earlier request
   * is running, when its answer was lost in a crash, and when its answer contained a secret. `not_found` when its
   * answer showed a record that no longer exists.
   */
  async answer(
    request: Request,
    caller: Caller,
    key: string,
    { carryOut, answerTo, afterwards, minted }: Work,
  ): Promise<SentSuccess> {
    const { seal, open } = sealerOf(request, key)
    const requestId = exchangeOf(request).requestId.slice('req_'.length)
    const digest = digestOf(request)
    let made: Success | undefined
    const retry: Retry = {
      practiceId: caller.practiceId,
      credentialId: caller.auth.id,
      key,
      digest,
      requestId,
      at: this.#now(),
      isTaken: false,
      worked: exchangeOf(request).turn?.worked,
      answerTo(result) {
        if (afterwards) return null
        made = answerTo(result)
        return { status: made.status, answer: seal(made.text) }
      },
    }
    const tellAgain = (kept: KeptRequest): SentSuccess => {
      requireSame(kept.digest, digest)
      if (kept.done === null) throw conflict(lost)
      const { status, answer } = kept.done
      if (status === shownNoLonger) throw notFound()
      const text = open(answer)
      const { data } = JSON.parse(text)
      requireNothingMinted(minted(data as never))
      const shown = shownIn(data)
      // An answer that is kept afterwards contains no ids of records, but ids of browsers and devices.
      if (!afterwards && this.#answers.lacksAny(retry, shown)) throw notFound()
      const patients = this.#answers.patientsAmong(retry, shown)
      return { status, text, requestId: `req_${kept.requestId}`, replayed: true, patients }
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
        const answer = countWork(request, () => {
          made = answerTo(result)
          return seal(made.text)
        })
        await this.#answers.keep(retry, { status: made!.status, answer })
      }
      return { ...made!, requestId: `req_${requestId}`, replayed: false, patients: [] }
    } catch (error) {
      if (error instanceof Repeated) return countWork(request, () => tellAgain(error.kept))
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

/** A secret is shown to somebody who has just used their passkey, and never again. */
function requireNothingMinted(minted: Minted | null): void {
  if (minted === null) return
  const { path, id } = minted
  throw conflict(
    'The first request with this Idempotency-Key made a secret, which is shown only once. `details` names its record. If the secret is lost, make another one with a new key.',
    [{ path, message: 'names what the first request made', [path]: id }],
  )
}

function requireSame(first: Buffer, digest: Buffer): void {
  if (!first.equals(digest)) throw mismatch()
}

/** The problem of a different request with a key that was used before. */
export const mismatch = () =>
  new Problem(
    'idempotency_mismatch',
    'A different request was sent with this Idempotency-Key before. Use a new key for each new request.',
  )

/**
 * SHA-256 of a request: its method, its path with ids in lower case, its query, its conditions, and its body as it was
 * sent.
 */
function digestOf(request: Request): Buffer {
  const { method, headers } = request
  const conditions = ['if-match', 'if-none-match'].map((name) => {
    const value = headers.get(name)
    return value ? `${name}: ${value}\n` : ''
  })
  // No route has a capital letter, so only ids become different.
  const line = `${method} ${pathOf(request).toLowerCase()}?${queryOf(request)}\n${conditions.join('')}`
  return new Bun.CryptoHasher('sha256')
    .update(line)
    .update(exchangeOf(request).sent ?? '')
    .digest()
}

/**
 * The ids in the `data` of an answer, each once: of the records in the answer, and of the patients of these records.
 */
function shownIn(data: unknown): string[] {
  const shown = new Set<string>()
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value))
      if ((name === 'id' || name === 'patientId') && typeof inner === 'string' && isId(inner))
        shown.add(inner)
      // Metadata is free JSON from an import. The ids in it are not from this service.
      else if (name !== 'metadata') look(inner)
  }
  look(data)
  return [...shown]
}
