/** Sends requests as a client with a bad connection does. */
import type { Outcome } from './models.ts'

export interface Tally {
  requests: number
  /** Connections that the client cut before the answer arrived. */
  cut: number
  /** Requests that failed because their server was killed. */
  broken: number
  /** Answers that arrived and that the client ignored. */
  ignored: number
  /** Repeated answers for an idempotency key. */
  replayed: number
  /** Repeated requests that arrived while the first request was still running. */
  running: number
  /** Answers with a status 5xx. */
  faults: number
  /** Operations without an answer that the client did not repeat. */
  abandoned: number
  /** Servers that were killed during an open transaction. */
  inTransaction: number
}

export const noTally = (): Tally => ({
  requests: 0,
  cut: 0,
  broken: 0,
  ignored: 0,
  replayed: 0,
  running: 0,
  faults: 0,
  abandoned: 0,
  inTransaction: 0,
})

/** Random numbers from a seed (mulberry32), so that a run can be repeated with the same requests. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Waits a little after a request that failed with its connection. @throws every other error. */
export async function afterKill(error: unknown, tally: Tally): Promise<void> {
  const { code } = error as { code?: string }
  if (!['ConnectionRefused', 'ECONNREFUSED', 'ConnectionClosed', 'ECONNRESET'].includes(code ?? ''))
    throw error
  tally.broken++
  await Bun.sleep(20)
}

/** The result of one operation. */
export interface Result {
  readonly called: number
  readonly returned: number
  // biome-ignore lint/suspicious/noExplicitAny: payloads of every shape
  readonly outcome: Outcome<any>
  /**
   * True when an attempt was refused after an earlier attempt whose answer was lost. A refusal is not kept for its key,
   * and the lost attempt may not have reached the other process yet. So the operation may happen after its refusal.
   */
  readonly mayFollow: boolean
  /** The moment at which the answered attempt was sent. */
  readonly sent: number
}

interface Send {
  readonly urls: readonly string[]
  readonly token: string
  readonly random: () => number
  readonly tally: Tally
}

/**
 * Carries one operation out under one key. Some attempts are cut off, some answers are thrown away. Each further attempt
 * goes to any of the servers. A few operations are given up without an answer.
 * @throws when a repeated success differs in a byte from the first one.
 */
export async function carryOut(
  { urls, token, random, tally }: Send,
  method: string,
  path: string,
  body?: unknown,
): Promise<Result> {
  const key = crypto.randomUUID()
  const called = performance.now()
  let [lost, first]: [boolean, string | undefined] = [false, undefined]
  const givesUp = random() < 0.01
  for (;;) {
    const dice = random()
    const fate = givesUp || dice < 0.12 ? 'cut' : dice < 0.24 ? 'ignored' : 'taken'
    const abort = new AbortController()
    if (fate === 'cut') setTimeout(() => abort.abort(), random() * 8)
    const sent = performance.now()
    tally.requests++
    let answer: { status: number; text: string; replayed: boolean }
    try {
      const response = await fetch(urls[Math.floor(random() * urls.length)]! + path, {
        method,
        signal: abort.signal,
        headers: {
          authorization: `Bearer ${token}`,
          'idempotency-key': key,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const replayed = response.headers.has('idempotency-replayed')
      answer = { status: response.status, text: await response.text(), replayed }
    } catch (error) {
      lost = true
      if (!abort.signal.aborted) {
        await afterKill(error, tally)
        continue
      }
      tally.cut++
      if (givesUp) {
        tally.abandoned++
        return { called, sent, returned: Number.POSITIVE_INFINITY, outcome: 'unknown', mayFollow: false }
      }
      continue
    }
    const { status, text, replayed } = answer
    if (status >= 500 || (status === 409 && text.includes('Idempotency-Key'))) {
      if (status >= 500) tally.faults++
      else tally.running++
      lost ||= status >= 500
      await Bun.sleep(1 + random() * 10)
      continue
    }
    if (replayed) tally.replayed++
    if (status < 300) {
      if (first !== undefined && (first !== text || !replayed))
        throw new Error(`a repeated answer differs: ${first} and ${text}`)
      first = text
    }
    if (fate === 'ignored') {
      tally.ignored++
      continue
    }
    // When a record was deleted, a kept successful answer about this record is not shown any more.
    const isGone = status === 404 && method !== 'DELETE'
    const outcome = isGone && first !== undefined ? outcomeOf(200, first) : outcomeOf(status, text)
    const refused = typeof outcome === 'string'
    if (refused && first !== undefined) throw new Error(`a success was refused afterwards: ${text}`)
    return { called, sent, returned: performance.now(), outcome, mayFollow: refused && lost }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: payloads of every shape
function outcomeOf(status: number, text: string): Outcome<any> {
  if (status === 409) return 'conflict'
  if (status === 404) return 'missing'
  if (status >= 300) throw new Error(`unexpected answer ${status}: ${text}`)
  return { done: JSON.parse(text).data }
}
