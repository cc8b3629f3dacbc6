/** How well the service and its backup are: what every owner may know. It is of the whole server, and of no record. */

/** From best to worst. `attention`: everything works, and something needs care soon. `trouble`: act now. */
export const healthLevels = ['good', 'attention', 'trouble'] as const
type HealthLevel = (typeof healthLevels)[number]

/** What can be found, with its level. The worst come first. */
export const healthFindings = {
  /** Writes do not reach the disk. */
  not_saving: 'trouble',
  /** The disk has less room than writes need. */
  disk_full: 'trouble',
  /** A loop, such as the sending of reminders, shows no sign of life. */
  standing_still: 'trouble',
  /** The place of the backup is also written by another machine, or for another database. */
  foreign_writer: 'trouble',
  /** The last verification found another problem. */
  backup_failed: 'trouble',
  /** The stream is behind for longer than it takes to heal by itself. */
  backup_stopped: 'trouble',
  backup_behind: 'attention',
  /** The last verification of the backup, or the moment at which the first one was due, is too long ago. */
  backup_not_verified: 'attention',
  /** The first verification is still to come. */
  backup_new: 'attention',
  /** The database is not streamed. */
  no_backup: 'attention',
  /** The upkeep leaves out a practice, because it fails for that practice again and again. */
  upkeep_failing: 'attention',
  /** The disk has room for writes, but not for much longer, or not for a verification or an upgrade. */
  disk_low: 'attention',
  /** The practice of the owner who asks moves to another server. */
  practice_moves: 'attention',
} as const satisfies Readonly<Record<string, HealthLevel>>

export type HealthFinding = keyof typeof healthFindings

/** What passes by itself, so that nobody has to act. */
export const passesByItself: readonly HealthFinding[] = ['backup_behind', 'backup_new', 'practice_moves']

export interface ServiceHealth {
  /** The worst first. Empty when all is well. */
  readonly findings: readonly HealthFinding[]
  /** Null where the database is not streamed. */
  readonly backup: {
    /** When it was last verified and found whole, in epoch milliseconds. Null before the first time. */
    readonly verifiedAt: number | null
    /** How far it was behind the newest write at the last check, in milliseconds. Null when that is not known. */
    readonly lagMs: number | null
  } | null
  /** How much room the disk of the database has, in bytes. Null when the disk does not answer. */
  readonly freeBytes: number | null
}

/** The level of the worst finding. */
export const levelOf = (findings: readonly HealthFinding[]): HealthLevel =>
  healthLevels.findLast((level) => findings.some((finding) => healthFindings[finding] === level)) ?? 'good'
