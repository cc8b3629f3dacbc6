/** How many requests a window still allows, and for how long. */
export interface Taken {
  /** How many more requests the window allows. Below 0 when there were too many requests. */
  readonly left: number
  /** The time until the window ends. */
  readonly seconds: number
}

const minute = 60_000
/**
 * The most windows in memory. Requests from ever new networks must not fill it, so the oldest windows are forgotten.
 */
const mostRemembered = 50_000

/**
 * Counts requests by key, each in windows that begin with its first request. A window lasts a minute unless `windowMs`
 * says otherwise.
 */
export class Windows {
  readonly quota: number
  readonly #now: () => number
  readonly #windowMs: number
  /** The windows by key, in the order in which they began. They end in the same order. */
  readonly #windows = new Map<string, { taken: number; readonly endsAt: number }>()

  constructor(quota: number, now: () => number, windowMs = minute) {
    this.quota = quota
    this.#now = now
    this.#windowMs = windowMs
  }

  get remembered(): number {
    return this.#windows.size
  }

  take(key: string, amount = 1): Taken {
    const now = this.#now()
    let window = this.#windows.get(key)
    if (window === undefined || window.endsAt <= now) {
      this.#windows.delete(key)
      this.#forget(now)
      window = { taken: 0, endsAt: now + this.#windowMs }
      this.#windows.set(key, window)
    }
    window.taken += amount
    return this.look(key)
  }

  /** Returns how much is left, without counting anything. */
  look(key: string): Taken {
    const now = this.#now()
    const { taken, endsAt } = this.#windows.get(key) ?? { taken: 0, endsAt: now }
    if (endsAt <= now) return { left: this.quota, seconds: 0 }
    return { left: this.quota - taken, seconds: Math.ceil((endsAt - now) / 1000) }
  }

  #forget(now: number): void {
    for (const [key, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size < mostRemembered) return
      this.#windows.delete(key)
    }
  }
}
