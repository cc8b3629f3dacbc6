import type { NoticeChannel } from '../domain/reminders/notice.ts'

/** A provider went away or is back. `error` is one word, such as `unreachable`. */
export type ProviderNews = { readonly channel: NoticeChannel } & (
  | { readonly is: 'away'; readonly error: string }
  | { readonly is: 'back'; readonly awayMs: number }
)

/** So many tries in a row that find the provider away are no mishap of one message. */
const mishaps = 3
/** When nothing got through for so long, in milliseconds, one such try is enough. */
const quietMs = 60_000

/**
 * Knows whether the provider of a channel is away. It tells of it once when the provider goes away, and once when it is
 * back. `now` is the clock, in epoch milliseconds.
 */
export class ProviderWatch {
  readonly #channel: NoticeChannel
  readonly #now: () => number
  readonly #tell: (news: ProviderNews) => void
  #answeredAt = Number.NEGATIVE_INFINITY
  #inARow = 0
  #since = 0
  #away = false

  constructor(channel: NoticeChannel, now: () => number, tell: (news: ProviderNews) => void) {
    this.#channel = channel
    this.#now = now
    this.#tell = tell
  }

  /** For how long the provider has been away, in milliseconds. 0 while it is there. */
  get awayMs(): number {
    return this.#away ? Math.max(0, this.#now() - this.#since) : 0
  }

  /** The provider took a message, or refused it for what is in it. */
  answered(): void {
    const { awayMs } = this
    this.#answeredAt = this.#now()
    this.#inARow = 0
    if (!this.#away) return
    this.#away = false
    this.#tell({ channel: this.#channel, is: 'back', awayMs })
  }

  /** The provider was not there, or did not let us in. */
  wasAway(error: string): void {
    const now = this.#now()
    if (this.#inARow++ === 0) this.#since = now
    if (this.#away || (this.#inARow < mishaps && now - this.#answeredAt < quietMs)) return
    this.#away = true
    this.#tell({ channel: this.#channel, is: 'away', error })
  }
}
