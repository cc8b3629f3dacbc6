import { DeliveryFailure } from '../delivery/delivery.ts'

/**
 * Ends a delivery early: when its time is over, when the service stops, or when another process took its notice over.
 */
export class BreakOff implements Disposable {
  readonly #controller = new AbortController()
  readonly #halt: AbortSignal
  readonly #timer: ReturnType<typeof setTimeout>

  /** `ms` is the longest time that the delivery may take. `halt` is aborted when the service stops. */
  constructor(ms: number, halt: AbortSignal) {
    this.#halt = halt
    this.#timer = setTimeout(this.now, ms)
    halt.addEventListener('abort', this.#stop)
    if (halt.aborted) this.#stop()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Whether the delivery was broken off because the service stops. */
  get isStop(): boolean {
    return this.signal.reason === stopped
  }

  readonly now = (): void => this.#controller.abort()

  readonly #stop = (): void => this.#controller.abort(stopped)

  /**
   * Waits for the delivery. After a break-off, the delivery has `partingMs` milliseconds to report its outcome. After
   * that time, nobody waits for the delivery.
   * @throws the error of the delivery, or DeliveryFailure with the verdict `unknown` when the delivery reports
   * nothing.
   */
  async outcomeOf(sending: Promise<void>, partingMs: number): Promise<void> {
    const { promise: silence, reject } = Promise.withResolvers<never>()
    let parting: ReturnType<typeof setTimeout> | undefined
    const part = () => {
      const failure = new DeliveryFailure({ error: 'timeout', verdict: 'unknown' })
      parting = setTimeout(() => reject(failure), partingMs)
    }
    if (this.signal.aborted) part()
    else this.signal.addEventListener('abort', part, { once: true })
    try {
      await Promise.race([sending, silence])
    } finally {
      this.signal.removeEventListener('abort', part)
      clearTimeout(parting)
    }
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
    this.#halt.removeEventListener('abort', this.#stop)
  }
}

const stopped = 'the service stops'
