import { awayPause, longestPause } from '../domain/reminders/retry.ts'
import { Rest } from './rest.ts'

/**
 * After the provider has refused this number of different messages in a row, the practice rests. Refusals of an address
 * do not count.
 */
const mishaps = 3

interface Unwelcome {
  /** The notices that were refused, until the practice rests. */
  readonly refused: Set<string>
  /** How long the next rest is, in milliseconds. */
  restMs: number
  rest: Rest | null
  /** The notice in delivery that shows whether the provider takes messages again. */
  probe: string | null
}

/**
 * Knows which practices send nothing by a channel for now, because the provider refuses their messages. After a rest,
 * one message is sent as a probe, and the others wait for its outcome. Rests double from ten minutes to two hours. The
 * rests are kept in memory.
 *
 * Each practice rests by itself: a provider may refuse the words of one practice, and take those of another one.
 */
export class PracticeRests {
  readonly #now: () => number
  readonly #unwelcome = new Map<string, Unwelcome>()

  /** `now` is the clock, in epoch milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** The ids of the practices that send nothing now. */
  resting(): string[] {
    const now = this.#now()
    return [...this.#unwelcome]
      .filter(([, { rest, probe }]) => rest !== null && (probe !== null || rest.lasts(now)))
      .map(([practiceId]) => practiceId)
  }

  /**
   * Notes that a notice of a practice was claimed, when the practice did not rest. The first notice after a rest is
   * the probe.
   */
  begun(practiceId: string, noticeId: string): void {
    const one = this.#unwelcome.get(practiceId)
    if (one !== undefined && one.rest !== null) one.probe = noticeId
  }

  /** Notes that the provider accepted a message of the practice. */
  welcome(practiceId: string): void {
    this.#unwelcome.delete(practiceId)
  }

  /** Notes that the provider refused a message of the practice, for example for its words, and not for its address. */
  refused(practiceId: string, noticeId: string): void {
    const one = this.#unwelcome.get(practiceId) ?? {
      refused: new Set(),
      restMs: awayPause,
      rest: null,
      probe: null,
    }
    this.#unwelcome.set(practiceId, one)
    if (one.rest === null) one.refused.add(noticeId)
    // A message that was in delivery when the rest began proves nothing new.
    const isNews = one.rest === null ? one.refused.size >= mishaps : one.probe === noticeId
    if (!isNews) return
    this.#rest(one, one.restMs)
    one.restMs = Math.min(longestPause, 2 * one.restMs)
  }

  /**
   * Notes that a delivery ended. A probe may show nothing, for example when there was no connection. Then the practice
   * rests again before the next probe.
   */
  ended(practiceId: string, noticeId: string): void {
    const one = this.#unwelcome.get(practiceId)
    if (one?.probe === noticeId) this.#rest(one, awayPause)
  }

  #rest(one: Unwelcome, ms: number): void {
    one.rest = new Rest(ms)
    one.rest.begin(this.#now())
    one.probe = null
  }
}
