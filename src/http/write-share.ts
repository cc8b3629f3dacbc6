import { Problem } from '../domain/problem.ts'
import type { RequestOwner } from './practice-share.ts'
import { Windows } from './windows.ts'

/** How many bytes may be written in an hour. */
export interface HourlyBytes {
  readonly ofCredential: number
  readonly ofPractice: number
}

/** The bytes of each credential and of each practice (RULES §8). */
export const hourlyBytes: HourlyBytes = { ofCredential: 20 * 1024 ** 2, ofPractice: 100 * 1024 ** 2 }

const hour = 3_600_000

/** Counts what requests add to the database, in hours that begin with the first write. A restart resets the counts. */
export class WriteShare {
  readonly #byCredential: Windows
  readonly #byPractice: Windows

  /** @param now a clock in milliseconds that never runs backwards */
  constructor(now: () => number, { ofCredential, ofPractice } = hourlyBytes) {
    this.#byCredential = new Windows(ofCredential, now, hour)
    this.#byPractice = new Windows(ofPractice, now, hour)
  }

  /** @throws `rate_limited` when as much was written as is allowed. The problem says when the hour ends. */
  requireRoom({ practiceId, credential }: RequestOwner): void {
    const own = this.#byCredential.look(credential)
    if (own.left <= 0) throw tooMuch('credential', this.#byCredential.quota, own.seconds)
    const ofAll = this.#byPractice.look(practiceId)
    if (ofAll.left <= 0) throw tooMuch('practice', this.#byPractice.quota, ofAll.seconds)
  }

  wrote({ practiceId, credential }: RequestOwner, bytes: number): void {
    if (bytes === 0) return
    this.#byCredential.take(credential, bytes)
    this.#byPractice.take(practiceId, bytes)
  }
}

const tooMuch = (of: 'credential' | 'practice', quota: number, seconds: number) =>
  new Problem(
    'rate_limited',
    `This ${of} has written ${quota / 1024 ** 2} MiB within an hour, and can write no more. Wait until the hour is over.`,
    undefined,
    undefined,
    seconds,
  )
