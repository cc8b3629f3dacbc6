import { join } from 'node:path'
import { Cron } from 'croner'
import type { Logger } from 'pino'
import type { Replica } from '../config.ts'
import type { Pulse } from '../health/pulse.ts'
import type { BackupState } from '../health/readiness.ts'
import type { Installation } from '../store/installation.ts'
import { newestStoredAt, ownEnvironment } from './litestream.ts'

const everyMinute = '* * * * *'
/** By the machine's clock: when nobody is in the practice. */
const everyNight = '30 3 * * *'
/** Far longer than a restore and a reading take; a verification that hangs would be the last one. */
const verifyingMs = 4 * 3_600_000
const commandLine = join(import.meta.dir, '../cli.ts')
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
  installation: Installation
  pulse: Pulse
  now: () => number
  log: Logger
}): BackupWatch {
  const { replica, installation, pulse, now, log } = deps
  let storedAt: number | null = null
  let lagMs: number | null = null
  let verifying: Bun.Subprocess<'ignore', 'pipe', 'pipe'> | undefined
  let stopped = false

  async function look(): Promise<void> {
    await pulse.check(installation)
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

  /** In a process of its own, which keeps what it found: reading every page would hold up every answer. */
  async function verify(): Promise<void> {
    verifying = Bun.spawn([process.execPath, commandLine, 'backup', 'verify', '--json'], {
      env: ownEnvironment(replica),
      // A group of its own, so that what it has started ends with it.
      detached: true,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      timeout: verifyingMs,
      killSignal: 'SIGKILL',
    })
    const { exited, stdout, stderr } = verifying
    const [code, printed, complaint] = await Promise.all([
      exited,
      new Response(stdout).text(),
      new Response(stderr).text(),
    ])
    verifying = undefined
    if (code === 0) return log.info(JSON.parse(printed), 'the backup was restored and is whole')
    if (stopped) return
    log.error({ code, complaint: complaint.trim() }, 'the backup cannot be relied on')
    if (installation.verification().problem === null)
      await installation.keepVerification(now(), 'the verification broke off')
  }

  const fault = (error: unknown) => log.error({ err: error }, 'looking after the backups met a fault')
  const jobs = [
    new Cron(everyMinute, { protect: true, catch: fault }, look),
    new Cron(everyNight, { protect: true, catch: fault }, verify),
  ]
  return {
    state: () => ({ storedAt, lagMs, ...installation.verification() }),
    look,
    verify,
    stop() {
      stopped = true
      for (const job of jobs) job.stop()
      if (verifying) endGroup(verifying.pid)
    },
  }
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has just ended by itself.
  }
}
