import type { Ownership } from '../../../db/ownership.ts'
import type { Wins } from '../../config.ts'
import { type BackupOwner, isAlive, type SeenOwner, type Self, timesOf } from './owner.ts'

/** What a start knows about the disk and the store before it does anything. */
export interface StartState {
  /** The database on the disk; null when there is none. */
  readonly disk: {
    readonly ownership: Ownership
    /** The number of the newest change that Litestream has noted on this disk; null when it has noted none. */
    readonly noted: bigint | null
  } | null
  /** What the object store holds. */
  readonly store: {
    readonly owner: SeenOwner | null
    /** The folder that this was read in, which is the owner's unless only an earlier one holds a whole copy. */
    readonly folder: string | null
    /** The ownership that the newest backup itself names; null when it names none, or was not looked at. */
    readonly backup: Ownership | null
    /** The number of the newest change in the store; null when it holds no backup. */
    readonly newest: bigint | null
    /** Whether it holds a whole copy, without which nothing in it can be restored. */
    readonly hasCopy: boolean
  }
  readonly self: Self
  /** For how long this start has seen that the owner does not renew its claim, in milliseconds. */
  readonly watchedMs: number
  /**
   * What the operator has said is right. `back`: the disk was taken back on purpose to an earlier state of the backup,
   * which had this owner then; see `ownerName`. It counts only while the store still has that owner.
   */
  readonly wins: Wins | { readonly back: string; readonly otherwise: Wins }
}

export type Judgement =
  /** Serve what is on the disk. `anew`: Litestream begins its notes again, because they do not fit the store. */
  | { readonly do: 'serve disk'; readonly anew: boolean }
  /** Put aside what is on the disk, if anything, and restore the backup. */
  | { readonly do: 'restore' }
  /** Keep what the store holds beside the database, and then serve what is on the disk. */
  | { readonly do: 'serve disk, keep store' }
  /** Neither holds anything. */
  | { readonly do: 'begin' }
  /** Another machine owns the backup and may still run. Look again in a while. */
  | { readonly do: 'wait'; readonly for: SeenOwner }
  | { readonly do: 'refuse'; readonly why: string }

/** What to do at a start. Nothing is deleted: a database that does not win is kept under another name. */
export function judge(found: StartState): Judgement {
  const { disk, store, self } = found
  const { back, otherwise: wins } =
    typeof found.wins === 'string' || found.wins === null ? { back: null, otherwise: found.wins } : found.wins
  const { owner, newest } = store
  if (disk === null && owner !== null && wins !== 'store') {
    const why = objectionToEmpty(self, owner)
    if (why !== null) return { do: 'refuse', why }
  }
  if (owner !== null && isAlive(owner) && !isGone(owner, found)) return { do: 'wait', for: owner }
  if (disk === null) return newest === null ? { do: 'begin' } : { do: 'restore' }
  if (newest === null || back === ownerName(store)) return { do: 'serve disk', anew: true }
  const why = objection(disk, store, back !== null)
  // The operator's word answers a refusal. A setting that was left on must not decide where there is nothing to decide.
  if (why !== null) {
    if (wins === 'disk') return { do: 'serve disk, keep store' }
    return wins === 'store' && store.hasCopy ? { do: 'restore' } : { do: 'refuse', why }
  }
  return { do: 'serve disk', anew: disk.noted === null || !store.hasCopy }
}

/**
 * Whether the owner was an earlier process of this machine. Two machines may have one name, such as a copied one and its
 * original. The id of the boot distinguishes them. After another boot, what is on the disk shows that this machine may be
 * the owner. Then it waits for one renewal, which the owner would make if it was there. An empty disk shows nothing.
 *
 * With failover, a copied machine could acknowledge longer than one renewal takes. So there only the lock beside the same
 * disk shows that the owner is gone.
 */
function isGone(owner: BackupOwner, { self, disk, watchedMs }: StartState): boolean {
  if (owner.machine !== self.machine) return false
  if (owner.failover) return owner.boot === self.boot && disk !== null
  return owner.boot === self.boot || (disk !== null && watchedMs >= timesOf(owner).oneRenewalMs)
}

/**
 * The owner from which this start takes over: one with failover that has not ended in order, and that may have been another
 * machine. Null where there is none.
 */
export function takenFrom(found: StartState): BackupOwner | null {
  const { owner } = found.store
  return owner?.failover && !owner.released && !isGone(owner, found) ? owner : null
}

/** Why an empty disk may not take what the store holds, or null when it may. */
function objectionToEmpty(self: Self, owner: BackupOwner): string | null {
  if (owner.publicUrl === null || owner.publicUrl === self.publicUrl) return null
  const serves =
    self.publicUrl === null ? 'this machine has no PUBLIC_URL' : `this machine serves ${self.publicUrl}`
  return `the disk is empty. The backup in the object store belongs to ${owner.publicUrl}, and ${serves}. Check REPLICA_URL and PUBLIC_URL`
}

/** Why the disk and the store do not belong together, or null when they do. */
function objection(
  disk: NonNullable<StartState['disk']>,
  store: StartState['store'],
  wentBack: boolean,
): string | null {
  const { databaseId, epochs } = disk.ownership
  const known = knownOwner(store)
  if (known !== null && known.databaseId !== databaseId)
    return 'the backup in the object store belongs to another database. Check REPLICA_URL and DATABASE_PATH'
  if (known !== null && !epochs.includes(known.epoch))
    return wentBack
      ? 'another machine has continued the backup since `restore --in-place` prepared the state on this disk'
      : 'the backup in the object store was continued by another machine, which knows more than this disk'
  if (disk.noted !== null && store.newest! > disk.noted)
    return 'the object store holds newer changes than this disk: the disk was set back to an earlier state'
  // A backup from before owners names none. Litestream's notes show that it belongs to the disk.
  const bothFromBefore = store.backup !== null && databaseId === null
  if (disk.noted === null && known === null && !bothFromBefore)
    return 'nothing shows that the backup in the object store belongs to this disk'
  return null
}

/** One word for the database and the epoch that the store names as its last. It changes when another start takes it. */
export function ownerName(store: StartState['store']): string {
  const known = knownOwner(store)
  return known === null ? 'nobody' : `${known.databaseId} ${known.epoch}`
}

const knownOwner = (store: StartState['store']) => store.owner ?? lastOwner(store.backup)

/** Who continued a backup last, as the backup itself names it; null in one from before owners. */
function lastOwner(backup: Ownership | null): Pick<BackupOwner, 'databaseId' | 'epoch'> | null {
  const { databaseId = null, epochs: [epoch] = [] } = backup ?? {}
  return databaseId === null || epoch === undefined ? null : { databaseId, epoch }
}
