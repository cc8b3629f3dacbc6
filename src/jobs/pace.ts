/** The times of a sender, in milliseconds of real time. */
export interface Pace {
  /** The longest time that one delivery may take. It never goes on after the start of the appointment. */
  readonly deliveryMs: number
  /** A delivery that takes longer than this leaves its place to another one, and goes on. */
  readonly slowAfterMs: number
  /** How long a lease lasts. When a process dies, another one takes its deliveries over after this time. */
  readonly leaseMs: number
  /** How often the lease of a delivery in progress is renewed. */
  readonly renewEveryMs: number
  /** How long deliveries in progress may go on when the sender stops. Then they are broken off. */
  readonly graceMs: number
  /** How long a delivery that was broken off has to say what came of it. */
  readonly partingMs: number
  /** The pause before an outcome is written again that the database did not take. */
  readonly rewriteMs: number
}

/**
 * The times that the running service uses. A mail server may take ten minutes after the last byte of a message (RFC 5321
 * §4.5.3.2), and some minutes more for the steps before. The steps have limits of their own; half an hour bounds them
 * together.
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
