/**
 * The owner of the backup. One database is streamed to one place in the object store, by one machine at a time. The
 * database file and the store both name this machine. Two machines that stream to one place would damage the backup
 * without an error.
 */

/**
 * The folders of the stream under REPLICA_URL, by their names. Null means REPLICA_URL itself, where each backup
 * begins. A damaged backup is replaced in a new folder, and the earlier folder stays.
 */
export interface Folders {
  /** The folder that the owner streams to. */
  readonly folder: string | null
  /** The earlier folders, the oldest first. `until` is the time of a folder's last change, in epoch milliseconds. */
  readonly earlier: readonly { readonly folder: string | null; readonly until: number }[]
}

/** The content of the object `owner.json` beside the backup. Times are in epoch milliseconds. */
export interface BackupOwner extends Folders {
  /** The database that the backup belongs to. The id of a database stays the same through restores. */
  readonly databaseId: string
  /** The id of one period of ownership, from a start of the server to its end. */
  readonly epoch: string
  /** The machine that owns the backup, in words for the operator. */
  readonly machine: string
  /** The id of the machine's boot. Null when the system does not provide one. */
  readonly boot: string | null
  /**
   * The address that the owner serves, from its setting PUBLIC_URL. Null when the owner has no such setting, or when
   * its version did not write the address. An empty disk does not show which clinic it belongs to, so the address
   * distinguishes one clinic from another.
   */
  readonly publicUrl: string | null
  /** The setting FAILOVER: whether another machine may take over soon after the last renewal. */
  readonly failover: boolean
  readonly renewedAt: number
  /** The owner has ended in order, and has sent everything. */
  readonly released: boolean
}

/** The facts that a machine writes about itself into the store. */
export type Self = Pick<BackupOwner, 'machine' | 'boot' | 'publicUrl' | 'failover'>

/** The times for the renewal of a claim. All times are in milliseconds. */
export interface ClaimTimes {
  /** How often the owner renews its claim. */
  readonly renewMs: number
  /** A running owner renews its claim within this time, even when the store is slow. */
  readonly oneRenewalMs: number
  /**
   * After this time without a confirmation, the owner sends nothing more. The claim may lapse before the next renewal,
   * because a renewal may wait for the store. With failover, the owner also acknowledges no more changes.
   */
  readonly safeMs: number
  /** After this time without a renewal, an owner counts as gone, or cannot reach the store. */
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

/** The times with failover. A request that hangs must leave time for another request before `safeMs`. */
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
 * How long a machine that took over waits before it restores, in milliseconds. After this wait, the previous owner has
 * stopped, even if the clock of the store is wrong by as much as the wait.
 */
export const takeOverMs = 10_000

/**
 * A moment by two clocks, in milliseconds. `at` is the clock of the machine. `ran` is the monotonic clock
 * (`performance.now()`).
 */
interface Moment {
  readonly at: number
  readonly ran: number
}

/** A moment that is longer ago than any other moment. */
export const never: Moment = { at: Number.NEGATIVE_INFINITY, ran: Number.NEGATIVE_INFINITY }

export const momentNow = (now: () => number): Moment => ({ at: now(), ran: performance.now() })

/**
 * How long ago a moment was, in milliseconds. The clock of the machine may be set back, and the monotonic clock stops
 * while the machine sleeps. So the clock that ran longer counts.
 */
export const msSince = ({ at, ran }: Moment, now: () => number): number =>
  Math.max(now() - at, performance.now() - ran)

/** An owner as the store shows it, with the age of the last renewal. */
export interface SeenOwner extends BackupOwner {
  /**
   * How long ago the owner renewed its claim, in milliseconds. The clock of the store counts, not the clock of a
   * machine.
   */
  readonly ageMs: number
}

export const isAlive = (owner: SeenOwner): boolean => !owner.released && owner.ageMs < timesOf(owner).lapseMs
