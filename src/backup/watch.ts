import { Cron } from 'croner'
import type { Logger } from 'pino'
import type { Replica } from '../config.ts'
import type { Pulse } from '../health/pulse.ts'
import type { BackupState } from '../health/readiness.ts'
import type { Vitals } from '../store/vitals.ts'
import { newestStoredAt } from './litestream.ts'
import { verifyBackup } from './verify.ts'

const everyMinute = '* * * * *'
/** By the machine's clock: when nobody is in the practice. */
const everyNight = '30 3 * * *'
/** Long enough for a write to reach the object store. */
const syncMs = 3_000

export interface BackupWatch {
  readonly state: () => BackupState
  /** What the timers run: one look at the object store, and one restore of what lies there. */
  readonly look: () => Promise<void>
  readonly verify: () => Promise<void>
  readonly stop: () => void
}

/** Looks each minute at how far the object store is behind, and each night restores what lies there. */
export function watchBackups(deps: {
  replica: Replica
  vitals: Vitals
  pulse: Pulse
  now: () => number
  log: Logger
}): BackupWatch {
  const { replica, vitals, pulse, now, log } = deps
  let storedAt: number | null = null
  let lagMs: number | null = null

  async function look(): Promise<void> {
    await pulse.check(vitals)
    const { committedAt } = pulse
    await Bun.sleep(syncMs)
    try {
      storedAt = (await newestStoredAt(replica)) ?? storedAt
    } catch (error) {
      log.warn({ err: error }, 'the object store did not answer')
    }
    // The store tells whole seconds.
    if (storedAt !== null) lagMs = Math.max(0, committedAt - storedAt - 999)
  }

  async function verify(): Promise<void> {
    try {
      log.info(await verifyBackup(replica, vitals, now), 'the backup was restored and is whole')
    } catch (error) {
      log.error({ err: error }, 'the backup cannot be relied on')
    }
  }

  const fault = (error: unknown) => log.error({ err: error }, 'looking after the backups met a fault')
  const jobs = [
    new Cron(everyMinute, { protect: true, catch: fault }, look),
    new Cron(everyNight, { protect: true, catch: fault }, verify),
  ]
  return {
    state: () => ({ storedAt, lagMs, ...vitals.verification() }),
    look,
    verify,
    stop() {
      for (const job of jobs) job.stop()
    },
  }
}
