import type { Channels } from '../delivery/delivery.ts'
import type { Store } from '../store/store.ts'

/** What a sender of notices works with. */
export interface SenderDeps {
  readonly store: Pick<Store, 'practices' | 'dueNotices' | 'keys'>
  readonly channels: Channels
  /** The address where patients reach the service, without a slash at the end. */
  readonly origin: () => string
  /** The clock, in epoch milliseconds. */
  readonly now: () => number
  /** A random number, at least 0 and below 1. */
  readonly chance: () => number
  /** Takes errors of the service itself. Failed deliveries do not go there. */
  readonly report: (error: unknown) => void
  /** The longest time that a delivery may take, in milliseconds. */
  readonly deliveryMs: number
}
