/**
 * Who owns the backup. One database is streamed to one place in the object store, by one machine at a time. The file
 * and the store both know who that is. Two machines that stream to one place would ruin the backup in silence.
 */

/**
 * Where the stream is under REPLICA_URL. A folder is named by its name there; null is REPLICA_URL itself, where each
 * backup begins. A damaged backup is replaced in a folder of its own, and the earlier one stays.
 */
export interface Folders {
  /** The folder that the owner streams to. */
  readonly folder: string | null
  /** The earlier folders, the oldest first, each with the moment of its last change in epoch milliseconds. */
  readonly earlier: readonly { readonly folder: string | null; readonly until: number }[]
}

/** What the object `owner.json` beside the backup says. Instants are epoch milliseconds. */
export interface BackupOwner extends Folders {
  /** The database that the backup belongs to. It stays the same through restores. */
  readonly databaseId: string
  /** Names one time of ownership: from a start of the server to its end. */
  readonly epoch: string
  /** The machine that owns the backup, in words for the operator. */
  readonly machine: string
  /** Names the time from the machine's start to its end. Null where the system does not give it. */
  readonly boot: string | null
  /**
   * The address that the owner serves, from its setting PUBLIC_URL. Null where it has none, or is from before addresses.
   * An empty disk does not name its clinic, so the address distinguishes one clinic from another.
   */
  readonly publicUrl: string | null
  /** Whether another machine may take over soon after the last renewal, by the setting FAILOVER. */
  readonly failover: boolean
  readonly renewedAt: number
  /** The owner has ended in order, and has sent everything. */
  readonly released: boolean
}

/** What one machine writes about itself into the store. */
export type Self = Pick<BackupOwner, 'machine' | 'boot' | 'publicUrl' | 'failover'>

/** How a claim is kept. All times are in milliseconds. */
export interface ClaimTimes {
  /** How often the owner renews its claim. */
  readonly renewMs: number
  /** An owner that is there renews its claim within this time, also when the store is slow. */
  readonly oneRenewalMs: number
  /**
   * After how long without a confirmation the owner sends nothing more. The claim may lapse before the next turn, which
   * itself may wait for the store. With failover, it also acknowledges nothing more.
   */
  readonly safeMs: number
  /** After how long without a renewal an owner counts as gone, or cannot reach the store. */
  readonly lapseMs: number
  /** How long the store may take to answer before it counts as away. */
  readonly answerMs: number
}

const usual: ClaimTimes = {
  renewMs: 60_000,
  oneRenewalMs: 90_000,
  safeMs: 90_000,
  lapseMs: 180_000,
  answerMs: 20_000,
}

/** A request that hangs must leave time for another one before `safeMs`. */
const quick: ClaimTimes = {
  renewMs: 5_000,
  oneRenewalMs: 7_500,
  safeMs: 10_000,
  lapseMs: 20_000,
  answerMs: 3_000,
}

/** The times of a claim: short ones for an owner with FAILOVER=yes. */
export const timesOf = ({ failover }: { readonly failover: boolean }): ClaimTimes =>
  failover ? quick : usual

/**
 * How long a machine that took over waits before it restores, in milliseconds. The owner before it has stopped by then,
 * even if the clock of the store were wrong by that much.
 */
export const takeOverMs = 10_000

/** A moment by two clocks, in milliseconds: the clock of the machine, and the one that only rises (`performance.now()`). */
interface Moment {
  readonly at: number
  readonly ran: number
}

/** Longer ago than any time. */
export const never: Moment = { at: Number.NEGATIVE_INFINITY, ran: Number.NEGATIVE_INFINITY }

export const momentNow = (now: () => number): Moment => ({ at: now(), ran: performance.now() })

/**
 * How long ago a moment was, in milliseconds. The clock of the machine may be set back, and the other one stands still while
 * the machine sleeps. So the clock that ran longer counts.
 */
export const msSince = ({ at, ran }: Moment, now: () => number): number =>
  Math.max(now() - at, performance.now() - ran)

/** An owner as the store shows it. */
export interface SeenOwner extends BackupOwner {
  /** How long ago it renewed its claim, in milliseconds. The clock of the store counts, not that of a machine. */
  readonly ageMs: number
}

export const isAlive = (owner: SeenOwner): boolean => !owner.released && owner.ageMs < timesOf(owner).lapseMs
