/**
 * The health of the service and its backup, which every owner may know. The health is about the whole server, not about
 * records.
 */

/**
 * The levels, from best to worst. With `attention`, everything works, but something needs care soon. With `trouble`,
 * somebody must act now.
 */
export const healthLevels = ['good', 'attention', 'trouble'] as const
type HealthLevel = (typeof healthLevels)[number]

/** The findings that are possible, each with its level. The worst are first. */
export const healthFindings = {
  /** Writes do not reach the disk. */
  not_saving: 'trouble',
  /** The disk has less room than writes need. */
  disk_full: 'trouble',
  /** A loop of the service, such as the sending of reminders, has not reported for too long that it runs. */
  standing_still: 'trouble',
  /** The storage of the backup is also written by another machine, or for another database. */
  foreign_writer: 'trouble',
  /** The last verification found another problem. */
  backup_failed: 'trouble',
  /** The stream of changes to the backup is behind for longer than it takes to recover by itself. */
  backup_stopped: 'trouble',
  backup_behind: 'attention',
  /** The last verification of the backup, or the moment at which the first one was due, is too long ago. */
  backup_not_verified: 'attention',
  /** The first verification is still to come. */
  backup_new: 'attention',
  /** The database is not streamed to a backup. */
  no_backup: 'attention',
  /** The upkeep leaves out a practice, because it fails for that practice again and again. */
  upkeep_failing: 'attention',
  /** The disk has room for writes, but not for much longer, or not for a verification or an upgrade. */
  disk_low: 'attention',
  /** The practice of the owner who asks moves to another server. */
  practice_moves: 'attention',
} as const satisfies Readonly<Record<string, HealthLevel>>

export type HealthFinding = keyof typeof healthFindings

/** The findings that pass by themselves, so that nobody has to act. */
export const passesByItself: readonly HealthFinding[] = ['backup_behind', 'backup_new', 'practice_moves']

export interface ServiceHealth {
  /** The findings, the worst first. Empty when all is well. */
  readonly findings: readonly HealthFinding[]
  /** Null when the database is not streamed to a backup. */
  readonly backup: {
    /**
     * When the backup was last verified and found complete, in epoch milliseconds. Null before the first verification.
     */
    readonly verifiedAt: number | null
    /**
     * How far the backup was behind the newest write at the last check, in milliseconds. Null when this is not known.
     */
    readonly lagMs: number | null
  } | null
  /** How much room the disk of the database has, in bytes. Null when the disk does not answer. */
  readonly freeBytes: number | null
}

/** The level of the worst finding. */
export const levelOf = (findings: readonly HealthFinding[]): HealthLevel =>
  healthLevels.findLast((level) => findings.some((finding) => healthFindings[finding] === level)) ?? 'good'
