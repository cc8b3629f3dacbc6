import type { BackupState } from '../../src/health/backup-state.ts'

/** A backup of which nothing is known yet. */
export const unknownBackup: BackupState = {
  storedAt: null,
  lagMs: null,
  behind: null,
  streams: false,
  confirmed: null,
  verifiedAt: null,
  fault: null,
  foreign: false,
  unchecked: false,
}

/** A backup that holds every change, and was verified at this moment (epoch milliseconds). */
export const wholeBackup = (verifiedAt: number): BackupState => ({
  ...unknownBackup,
  storedAt: verifiedAt,
  lagMs: 0,
  behind: 0,
  streams: true,
  confirmed: true,
  verifiedAt,
})
