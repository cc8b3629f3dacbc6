import { formatInstant } from '../domain/time.ts'
import type { Beats } from './beats.ts'

/** What is known of the backups; instants in epoch milliseconds, null while it is not known. */
export interface BackupState {
  /** The newest that lies in the object store. */
  readonly storedAt: number | null
  /** By how much the newest write was newer than that, when last looked at. */
  readonly lagMs: number | null
  /** When a backup was last restored and found whole. */
  readonly verifiedAt: number | null
  /** What the last verification found wrong. */
  readonly problem: string | null
}

export interface Readiness {
  /** `degraded`: everything is answered, but somebody should look. */
  readonly status: 'ready' | 'degraded' | 'unavailable'
  readonly database: { readonly writable: boolean }
  readonly loops: { readonly late: readonly string[] }
  readonly replica?: { readonly newestAt: string | null; readonly lagSeconds: number | null }
  readonly backup?: { readonly verifiedAt: string | null; readonly problem: string | null }
}

/** A lag that a sync a second explains, with room for a slow object store. */
const tolerableLagMs = 120_000
/** A nightly verification that was missed once. */
const tolerableUnverifiedMs = 50 * 3_600_000

export interface Health {
  readonly now: () => number
  readonly startedAt: number
  readonly beats: Beats
  readonly writable: () => Promise<boolean>
  /** Undefined where the database is not streamed anywhere. */
  readonly backups: (() => BackupState) | undefined
}

/** Unavailable means that requests fail; a backup that lags or fails degrades, for the clinic's day goes on. */
export async function readiness(health: Health): Promise<Readiness> {
  const writable = await health.writable()
  const late = health.beats.late()
  const state = health.backups?.()
  return {
    status:
      !writable || late.length > 0
        ? 'unavailable'
        : state && isWorrying(state, health)
          ? 'degraded'
          : 'ready',
    database: { writable },
    loops: { late },
    ...(state && {
      replica: {
        newestAt: instant(state.storedAt),
        lagSeconds: state.lagMs === null ? null : state.lagMs / 1000,
      },
      backup: { verifiedAt: instant(state.verifiedAt), problem: state.problem },
    }),
  }
}

const instant = (at: number | null) => (at === null ? null : formatInstant(at))

const isWorrying = ({ lagMs, verifiedAt, problem }: BackupState, { now, startedAt }: Health): boolean =>
  problem !== null ||
  (lagMs !== null ? lagMs > tolerableLagMs : now() - startedAt > tolerableLagMs) ||
  now() - (verifiedAt ?? startedAt) > tolerableUnverifiedMs
