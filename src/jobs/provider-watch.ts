import type { NoticeChannel } from '../domain/reminders/notice.ts'
import { PracticeRests } from './practice-rests.ts'

/** A provider went away or is back. `error` is one word, such as `unreachable`. */
export type ProviderChange = { readonly channel: NoticeChannel } & (
  | { readonly is: 'away'; readonly error: string }
  | { readonly is: 'back'; readonly awayMs: number }
)

/** How many different notices in a row must find the provider away. Then it is no mishap of one of them. */
const mishaps = 3
/** When nothing went out for this time, one failed connection or sign-in shows that the provider is away. In milliseconds. */
const quietMs = 60_000
/** Errors that speak of the provider itself, whatever the message. Any other may speak of one recipient's domain. */
const ofProvider =
  /^(timeout|unreachable|tls_failed|no_tls|smtp_(421|530|534|535|538)|http_(401|402|403|407|429|5\d\d))$/

/**
 * Knows whether the provider of a channel is away. It reports once that the provider goes away, and once that it is back.
 * `now` is the clock, in epoch milliseconds.
 */
export class ProviderWatch {
  /** The practices that send nothing for now, because the provider refuses what they send. */
  readonly rests: PracticeRests
  readonly #channel: NoticeChannel
  readonly #now: () => number
  readonly #tell: (change: ProviderChange) => void
  #answeredAt = Number.NEGATIVE_INFINITY
  readonly #inARow = new Set<string>()
  #since = 0
  #away = false

  constructor(channel: NoticeChannel, now: () => number, tell: (change: ProviderChange) => void) {
    this.#channel = channel
    this.#now = now
    this.#tell = tell
    this.rests = new PracticeRests(now)
  }

  /** For how long the provider has been away, in milliseconds. 0 while it is there. */
  get awayMs(): number {
    return this.#away ? Math.max(0, this.#now() - this.#since) : 0
  }

  /** The provider took a message, or refused it for what is in it. */
  answered(): void {
    const { awayMs } = this
    this.#answeredAt = this.#now()
    this.#inARow.clear()
    if (!this.#away) return
    this.#away = false
    this.#tell({ channel: this.#channel, is: 'back', awayMs })
  }

  /** The provider was not there, or did not let us in, when this notice was tried. */
  wasAway(error: string, noticeId: string): void {
    const now = this.#now()
    if (this.#inARow.size === 0) this.#since = now
    if (this.#inARow.size < mishaps) this.#inARow.add(noticeId)
    const isQuiet = now - this.#answeredAt >= quietMs
    if (this.#away || (this.#inARow.size < mishaps && !(isQuiet && ofProvider.test(error)))) return
    this.#away = true
    this.#tell({ channel: this.#channel, is: 'away', error })
  }
}
