/** The times of a sender, in milliseconds of real time. */
export interface Pace {
  /** The longest time that one delivery may take. A delivery never goes on after the start of the appointment. */
  readonly deliveryMs: number
  /** After this time, a delivery counts as slow. It goes on, and another delivery may begin. */
  readonly slowAfterMs: number
  /** How long a lease lasts. When a process dies, another process takes over its deliveries after this time. */
  readonly leaseMs: number
  /** How often the lease of a delivery in progress is renewed. */
  readonly renewEveryMs: number
  /**
   * How long deliveries in progress may go on when the sender stops. After this time, the deliveries are broken off.
   */
  readonly graceMs: number
  /** How long a delivery that was broken off may take to report its outcome. */
  readonly partingMs: number
  /** The pause before an outcome is written again after the database refused the write. */
  readonly rewriteMs: number
}

/**
 * The times that the running service uses. A mail server may take ten minutes after the last byte of a message (RFC
 * 5321 §4.5.3.2), and some minutes more for the steps before. Each step has a limit of its own, and half an hour is
 * the limit for all steps together.
 */
export const usualPace: Pace = {
  deliveryMs: 30 * 60_000,
  slowAfterMs: 30_000,
  leaseMs: 60_000,
  renewEveryMs: 20_000,
  graceMs: 10_000,
  partingMs: 2_000,
  rewriteMs: 1_000,
}
