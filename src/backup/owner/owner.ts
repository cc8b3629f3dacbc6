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
  readonly renewedAt: number
  /** The owner has ended in order, and has sent everything. */
  readonly released: boolean
}

/** What one machine writes about itself into the store. */
export type Self = Pick<BackupOwner, 'machine' | 'boot' | 'publicUrl'>

/** After how long without a renewal an owner counts as gone, or cannot reach the store. In milliseconds. */
export const claimMs = 180_000
/** How often the owner renews its claim, in milliseconds. */
export const renewMs = 60_000
/** An owner that is there renews its claim within this time, also when the store is slow. In milliseconds. */
export const oneRenewalMs = 1.5 * renewMs

/** An owner as the store shows it. */
export interface SeenOwner extends BackupOwner {
  /** How long ago it renewed its claim, in milliseconds. The clock of the store counts, not that of a machine. */
  readonly ageMs: number
}

export const isAlive = ({ released, ageMs }: SeenOwner): boolean => !released && ageMs < claimMs
