import type { BackupState } from '../../src/health/backup-state.ts'
import { Beats } from '../../src/health/beats.ts'
import { serviceHealth } from '../../src/health/service-health.ts'
import { wholeBackup } from './backup-states.ts'
import { type Clinic, clinic, freshDatabasePath, monday } from './clinic.ts'

type ClinicOptions = NonNullable<Parameters<typeof clinic>[0]>

export interface WatchedClinic extends Clinic {
  readonly beats: Beats
  /** The facts from which the service's health is computed. A test changes them. */
  readonly state: {
    backup: BackupState | undefined
    writable: boolean
    databasePath: string
    leavesAlone: boolean
  }
}

/** A clinic that started a minute ago. A test controls its health. At first, the clinic is healthy. */
export async function watchedClinic(options: ClinicOptions = {}): Promise<WatchedClinic> {
  const path = freshDatabasePath()
  const now = () => opened?.clock.now ?? monday
  const beats = new Beats(now)
  const state: WatchedClinic['state'] = {
    backup: { ...wholeBackup(monday), verifiedAt: monday - 3_600_000 },
    writable: true,
    databasePath: path,
    leavesAlone: false,
  }
  let opened: Clinic | undefined
  opened = await clinic({
    ...options,
    path,
    health: () =>
      serviceHealth(
        {
          now,
          startedAt: monday - 60_000,
          beats,
          writable: async () => state.writable,
          backups: state.backup && (() => state.backup!),
        },
        state.databasePath,
        state,
      ),
  })
  return { ...opened, beats, state }
}
