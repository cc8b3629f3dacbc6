import type { HealthFinding } from '../domain/service-health.ts'

/** What is known about the backups. Instants are epoch milliseconds. Null means: not known yet. */
export interface BackupState {
  /** Writes up to this moment are in the object store. */
  readonly storedAt: number | null
  /** How far the object store was behind the newest write at the last check, in milliseconds. */
  readonly lagMs: number | null
  /** How many changes Litestream had read from the log and not sent yet at the last check. */
  readonly behind: number | null
  /** Whether Litestream runs at this moment. */
  readonly streams: boolean
  /**
   * Whether the object store has confirmed lately that this machine owns the backup. Null when the object store cannot
   * record an owner.
   */
  readonly confirmed: boolean | null
  /** When a backup was last restored and found to be whole. */
  readonly verifiedAt: number | null
  /** The fault that the last verification found. Null when it found no fault. */
  readonly fault: string | null
  /** Whether the fault is that somebody else writes to the place of the backup. */
  readonly foreign: boolean
  /** Whether the fault is only that the backup could not be verified, as without room on the disk. */
  readonly unchecked: boolean
}

/** A longer lag is a problem: Litestream sends every second, and an object store is not that slow. In milliseconds. */
export const tolerableLagMs = 120_000
/**
 * With a longer lag, the stream does not repair itself. It was restarted after 5 minutes, and began with a whole copy
 * after 10. In milliseconds.
 */
const healingMs = 15 * 60_000
/** Verifications run each night. This time allows for a missed verification. In milliseconds. */
const tolerableUnverifiedMs = 50 * 3_600_000

/**
 * The reasons why a backup cannot be relied on. Until the lag or a verification is known, the time since the start
 * counts.
 */
export function worriesAbout(
  {
    lagMs,
    verifiedAt,
    fault,
    foreign,
    unchecked,
  }: Pick<BackupState, 'lagMs' | 'verifiedAt' | 'fault' | 'foreign' | 'unchecked'>,
  { now, startedAt }: { readonly now: () => number; readonly startedAt: number },
): HealthFinding[] {
  const worries: HealthFinding[] = []
  if (fault !== null && !unchecked) worries.push(foreign ? 'foreign_writer' : 'backup_failed')
  const behindMs = lagMs ?? now() - startedAt
  if (behindMs > tolerableLagMs) worries.push(behindMs > healingMs ? 'backup_stopped' : 'backup_behind')
  if (unchecked || now() - (verifiedAt ?? startedAt) > tolerableUnverifiedMs)
    worries.push('backup_not_verified')
  return worries
}
