import { formatInstant } from '../domain/time.ts'
import type { Beats } from './beats.ts'

/** What is known about the backups. Instants are epoch milliseconds. Null means: not known yet. */
export interface BackupState {
  /** When the newest data in the object store was written. */
  readonly storedAt: number | null
  /** How far the object store was behind the newest write at the last look, in milliseconds. */
  readonly lagMs: number | null
  /** When a backup was last restored and found to be whole. */
  readonly verifiedAt: number | null
  /** What the last verification found wrong. Null when it found nothing. */
  readonly problem: string | null
}

export interface Readiness {
  /** `degraded` means: every request is answered, but the backups have a problem. Treat it as an alert. */
  readonly status: 'ready' | 'degraded' | 'unavailable'
  readonly database: { readonly writable: boolean }
  readonly loops: { readonly late: readonly string[] }
  readonly replica?: { readonly newestAt: string | null; readonly lagSeconds: number | null }
  readonly backup?: { readonly verifiedAt: string | null; readonly problem: string | null }
}

/** Litestream sends every second, so a longer lag is not explained by a slow object store. */
const tolerableLagMs = 120_000
/** Verifications run each night. This allows for one that was missed. */
const tolerableUnverifiedMs = 50 * 3_600_000

export interface Health {
  readonly now: () => number
  readonly startedAt: number
  readonly beats: Beats
  readonly writable: () => Promise<boolean>
  /** Undefined where the database is not streamed. */
  readonly backups: (() => BackupState) | undefined
}

/** `unavailable` means that requests fail. A problem with the backups only degrades: the clinic can go on working. */
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
