import type { Ownership } from '../../../db/ownership.ts'
import type { Wins } from '../../config.ts'
import { type BackupOwner, isAlive, type SeenOwner, type Self, timesOf } from './owner.ts'

/** The facts about the disk and the store that a start knows before it changes anything. */
export interface StartState {
  /** The database on the disk. Null when there is no database. */
  readonly disk: {
    readonly ownership: Ownership
    /**
     * The number of the newest change that Litestream has noted on this disk. Null when Litestream has noted no
     * change.
     */
    readonly noted: bigint | null
  } | null
  /** The content of the object store. */
  readonly store: {
    readonly owner: SeenOwner | null
    /** The folder that was read. It is the owner's folder, unless only an earlier folder holds a whole copy. */
    readonly folder: string | null
    /** The ownership in the newest backup itself. Null when the backup was not read. A backup of an earlier version names no owner. */
    readonly backup: Ownership | null
    /** The number of the newest change in the store. Null when the store holds no backup. */
    readonly newest: bigint | null
    /** Whether the store holds a whole copy. Without a whole copy, no backup can be restored. */
    readonly hasCopy: boolean
  }
  readonly self: Self
  /** For how long this start has seen that the owner does not renew its claim, in milliseconds. */
  readonly watchedMs: number
  /**
   * The side that the operator has declared right. `back`: the disk was taken back on purpose to an earlier state of
   * the backup. The value is the `ownerName` of the backup at that time. `back` counts only while the store still has
   * that owner.
   */
  readonly wins: Wins | { readonly back: string; readonly otherwise: Wins }
}

export type Judgement =
  /**
   * Serve the database on the disk. `anew`: Litestream's notes on the disk begin again, because they do not fit the
   * store.
   */
  | { readonly do: 'serve disk'; readonly anew: boolean }
  /** Rename the files on the disk, if there are any, and restore the backup. */
  | { readonly do: 'restore' }
  /** Restore the backup of the store beside the database, and keep it there. Then serve the database on the disk. */
  | { readonly do: 'serve disk, keep store' }
  /** Begin with an empty database, because the disk and the store are both empty. */
  | { readonly do: 'begin' }
  /** Another machine owns the backup and may still run. Check again after a pause. */
  | { readonly do: 'wait'; readonly for: SeenOwner }
  | { readonly do: 'refuse'; readonly why: string }

/** Decides what to do at a start. Nothing is deleted: the database that is not used is kept under another name. */
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
  // DISK_WINS and STORE_WINS decide only when the start would be refused. An operator may have left such a setting on.
  if (why !== null) {
    if (wins === 'disk') return { do: 'serve disk, keep store' }
    return wins === 'store' && store.hasCopy ? { do: 'restore' } : { do: 'refuse', why }
  }
  return { do: 'serve disk', anew: disk.noted === null || !store.hasCopy }
}

/**
 * Whether the owner was an earlier process of this machine. Two machines may have the same name, such as a copied
 * machine and its original. The id of the boot distinguishes them. After another boot, a database on the disk shows
 * that this machine may be the owner. In this case, the start waits for the time of one renewal, because a living
 * owner would renew its claim. An empty disk gives no such evidence.
 *
 * With failover, a copied machine could acknowledge changes for longer than one renewal takes. So with failover, only
 * the lock beside the same disk shows that the owner is gone.
 */
function isGone(owner: BackupOwner, { self, disk, watchedMs }: StartState): boolean {
  if (owner.machine !== self.machine) return false
  if (owner.failover) return owner.boot === self.boot && disk !== null
  return owner.boot === self.boot || (disk !== null && watchedMs >= timesOf(owner).oneRenewalMs)
}

/**
 * The owner from which this start takes over: an owner with failover that has not ended in order, and may have been
 * another machine. Null when there is no such owner.
 */
export function takenFrom(found: StartState): BackupOwner | null {
  const { owner } = found.store
  return owner?.failover && !owner.released && !isGone(owner, found) ? owner : null
}

/**
 * The reason why a machine with an empty disk may not take the backup of the store. Null when the machine may take it.
 */
function objectionToEmpty(self: Self, owner: BackupOwner): string | null {
  if (owner.publicUrl === null || owner.publicUrl === self.publicUrl) return null
  const serves =
    self.publicUrl === null ? 'this machine has no PUBLIC_URL' : `this machine serves ${self.publicUrl}`
  return `the disk is empty. The backup in the object store belongs to ${owner.publicUrl}, and ${serves}. Check REPLICA_URL and PUBLIC_URL`
}

/** The reason why the disk and the store do not belong together. Null when they do. */
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
  // An old version made backups that name no owner. For such a backup, Litestream's notes show that it belongs to the
  // disk.
  const bothFromBefore = store.backup !== null && databaseId === null
  if (disk.noted === null && known === null && !bothFromBefore)
    return 'nothing shows that the backup in the object store belongs to this disk'
  return null
}

/**
 * A text with the database and the last epoch that the store names. The text changes when another start takes the
 * backup.
 */
export function ownerName(store: StartState['store']): string {
  const known = knownOwner(store)
  return known === null ? 'nobody' : `${known.databaseId} ${known.epoch}`
}

const knownOwner = (store: StartState['store']) => store.owner ?? lastOwner(store.backup)

/**
 * The last owner of a backup, as the backup itself names it. Null in a backup of an old version, which names no owner.
 */
function lastOwner(backup: Ownership | null): Pick<BackupOwner, 'databaseId' | 'epoch'> | null {
  const { databaseId = null, epochs: [epoch] = [] } = backup ?? {}
  return databaseId === null || epoch === undefined ? null : { databaseId, epoch }
}
