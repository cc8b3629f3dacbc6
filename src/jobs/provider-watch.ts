import type { NoticeChannel } from '../domain/reminders/notice.ts'
import { PracticeRests } from './practice-rests.ts'

/** A provider went away (see `ProviderWatch`), or is back. `error` is one word, such as `unreachable`. */
export type ProviderChange = { readonly channel: NoticeChannel } & (
  | { readonly is: 'away'; readonly error: string }
  | { readonly is: 'back'; readonly awayMs: number }
)

/**
 * The provider counts as away when this number of different notices in a row found it away. A single failure may be
 * caused by the notice itself.
 */
const mishaps = 3
/**
 * After this time without an answer of the provider, in milliseconds, one failed connection or sign-in shows that the
 * provider is away.
 */
const quietMs = 60_000
/**
 * Errors of the provider itself, which every message would get. Any other error may concern only one recipient's
 * domain.
 */
const ofProvider =
  /^(timeout|unreachable|tls_failed|no_tls|smtp_(421|530|534|535|538)|http_(401|402|403|407|429|5\d\d))$/

/**
 * Knows whether the provider of a channel is away: it cannot be reached, or refuses the service. Reports once when the
 * provider goes away, and once when it is back. `now` is the clock, in epoch milliseconds.
 */
export class ProviderWatch {
  /** The practices that send nothing for now, because the provider refuses their messages. */
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

  /** For how long the provider has been away, in milliseconds. 0 while it is not away. */
  get awayMs(): number {
    return this.#away ? Math.max(0, this.#now() - this.#since) : 0
  }

  /** Notes that the provider accepted a message, or refused it because of the message itself. */
  answered(): void {
    const { awayMs } = this
    this.#answeredAt = this.#now()
    this.#inARow.clear()
    if (!this.#away) return
    this.#away = false
    this.#tell({ channel: this.#channel, is: 'back', awayMs })
  }

  /** Notes that the provider could not be reached, or refused the service, when this notice was tried. */
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
