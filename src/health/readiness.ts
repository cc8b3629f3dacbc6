import { formatInstant } from '../domain/time.ts'
import { type BackupState, worriesAbout } from './backup-state.ts'
import type { Beats } from './beats.ts'
import type { CellState } from './cell-state.ts'

interface Readiness {
  /** `degraded` means: every request is answered, but the backups have a problem. Treat it as an alert. */
  readonly status: 'ready' | 'degraded' | 'unavailable'
  readonly database: { readonly writable: boolean }
  readonly loops: { readonly late: readonly string[] }
  readonly replica?: { readonly newestAt: string | null; readonly lagSeconds: number | null }
  readonly backup?: { readonly verifiedAt: string | null; readonly problem: string | null }
  readonly cell?: CellState
}

export interface Health {
  readonly now: () => number
  readonly startedAt: number
  readonly beats: Beats
  readonly writable: () => Promise<boolean>
  /** Undefined when the database is not streamed. */
  readonly backups: (() => BackupState) | undefined
  /** Undefined when this server is the only one. */
  readonly cell?: (() => CellState) | undefined
  /** Whether this server owns its practices at this moment. Undefined when no other machine may take over. */
  readonly owns?: (() => boolean) | undefined
}

/**
 * The readiness of the service. `unavailable` means that requests fail. A problem with the backups or with the
 * directory of the cells means only `degraded`: the clinic can go on working.
 */
export async function readiness(health: Health): Promise<Readiness> {
  const writable = await health.writable()
  const late = health.beats.late()
  const state = health.backups?.()
  const cell = health.cell?.()
  return {
    status:
      !writable || late.length > 0
        ? 'unavailable'
        : (state && worriesAbout(state, health).length > 0) || cell?.uncertain
          ? 'degraded'
          : 'ready',
    database: { writable },
    loops: { late },
    ...(state && {
      replica: {
        newestAt: instant(state.storedAt),
        lagSeconds: state.lagMs === null ? null : state.lagMs / 1000,
      },
      backup: { verifiedAt: instant(state.verifiedAt), problem: state.fault },
    }),
    ...(cell && { cell }),
  }
}

const instant = (at: number | null) => (at === null ? null : formatInstant(at))
