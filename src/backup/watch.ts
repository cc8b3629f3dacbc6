import { join } from 'node:path'
import { Cron } from 'croner'
import type { Logger } from 'pino'
import type { Replica } from '../config.ts'
import type { BackupState } from '../health/backup-state.ts'
import type { Pulse } from '../health/pulse.ts'
import type { Installation } from '../store/installation.ts'
import { newestStored, ownEnvironment } from './litestream.ts'
import type { Replication } from './replication.ts'
import { Stall } from './stall.ts'
import { kindOfProblem } from './verify.ts'

const everyMinute = '* * * * *'
/** By the machine's clock, when nobody works in the practice. */
const everyNight = '30 3 * * *'
/** A verification never takes so long. One that hangs is ended, or no other would ever begin. */
const verifyingMs = 4 * 3_600_000
const commandLine = join(import.meta.dir, '../cli.ts')
/** The first whole copy of a small database reaches the object store within this time. */
const firstCopyMs = 120_000
/** A slow line carries so many bytes in a millisecond. Starting anew would break a copy off that is under way. */
const slowestBytes = 100
/** The first verification begins so long after a start, in milliseconds. */
const soonMs = 5 * 60_000
const anHour = 3_600_000
/** A write reaches the object store within this time. */
const syncMs = 3_000

export interface BackupWatch {
  readonly state: () => BackupState
  /** Starts the timers. Until then nothing happens by itself. */
  readonly start: () => void
  /** Asks the object store how far it is behind. A timer runs this each minute. */
  readonly look: () => Promise<void>
  /** Restores the backup and checks it. A timer runs this each night. */
  readonly verify: () => Promise<void>
  /** Verifies a few minutes after the start, and an hour after a problem. A timer runs this each minute. */
  readonly verifyIfDue: () => Promise<void>
  readonly stop: () => void
}

/** Once started, asks each minute how far the object store is behind, and restores and checks the backup each night. */
export function watchBackups(deps: {
  replica: Replica
  installation: Installation
  pulse: Pulse
  stream: Pick<Replication, 'restart'>
  now: () => number
  log: Logger
}): BackupWatch {
  const { replica, installation, pulse, stream, now, log } = deps
  let storedAt: number | null = null
  let lagMs: number | null = null
  const startedAt = now()
  /** Since when Litestream may be sending a whole copy. */
  let copyingSince = startedAt
  const stall = new Stall()
  let verifying: Bun.Subprocess<'ignore', 'pipe', 'pipe'> | undefined
  let stopped = false
  /** When the last verification of this process began. */
  let verifiedAt: number | null = null

  async function look(): Promise<void> {
    await pulse.check(installation)
    const { committedAt } = pulse
    await Bun.sleep(syncMs)
    let answered = false
    let hadCopy = false
    try {
      const stored = await newestStored(replica)
      answered = true
      // Changes without a whole copy before them cannot be restored.
      hadCopy = storedAt !== null
      storedAt = stored?.hasCopy ? stored.at : null
    } catch (error) {
      log.warn(
        { err: error },
        'the object store did not answer: writes are safe on this disk, and the next look is in a minute',
      )
    }
    // The object store knows whole seconds only.
    lagMs = storedAt === null ? null : Math.max(0, committedAt - storedAt - 999)
    if (stopped) return
    if (answered && storedAt === null && (hadCopy || now() - copyingSince > copyMs())) {
      log.error('the object store holds no whole copy of the database: Litestream sends one now')
      copyingSince = now()
      return await stream.restart({ anew: true })
    }
    await follow(lagMs ?? now() - startedAt, answered && storedAt !== null)
  }

  /** How long a whole copy may take. */
  const copyMs = () => firstCopyMs + Bun.file(replica.databasePath).size / slowestBytes

  async function follow(lag: number, answered: boolean): Promise<void> {
    const news = stall.seen(lag, answered, now())
    const seconds = Math.round(lag / 1000)
    if (news === 'began')
      log.error({ seconds }, 'the object store is behind: what was written since is on this disk alone')
    if (news === 'ended') log.warn('the object store has caught up')
    if (news === 'restart' || news === 'restart anew') {
      log.error(
        { seconds },
        'the stream stands still although the object store answers: Litestream is started anew',
      )
      await stream.restart({ anew: news === 'restart anew' })
    }
  }

  /** Runs in a process of its own, which keeps the outcome. Reading every page here would hold up all answers. */
  async function verify(): Promise<void> {
    verifiedAt = now()
    verifying = Bun.spawn([process.execPath, commandLine, 'backup', 'verify', '--json'], {
      env: { ...ownEnvironment(replica), ...auditKeyIn(replica) },
      // A process group of its own, so that the programs it starts end with it.
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
    if (code === 0) return log.info(JSON.parse(printed), 'the backup was restored and found to be whole')
    if (stopped) return
    log.error({ code, complaint: complaint.trim() }, 'the backup cannot be relied on: read the complaint')
    if (installation.verification().problem === null)
      await installation.keepVerification(
        now(),
        'the verification stopped before its end: run `chairside backup verify`',
      )
  }

  const fault = (error: unknown) =>
    log.error({ err: error }, 'watching the backups failed: the next look is in a minute')
  /** A few minutes after the start, and an hour after a problem: it may have passed, or be mended. */
  async function verifyIfDue(): Promise<void> {
    const soon = verifiedAt === null && now() - startedAt >= soonMs
    const later =
      verifiedAt !== null && installation.verification().problem !== null && now() - verifiedAt >= anHour
    if (soon || later) await verify()
  }

  let jobs: Cron[] = []
  return {
    state() {
      const verification = installation.verification()
      return { storedAt, lagMs, ...verification, ...kindOfProblem(verification.problem) }
    },
    start() {
      jobs = [
        new Cron(everyMinute, { protect: true, catch: fault }, verifyIfDue),
        new Cron(everyMinute, { protect: true, catch: fault }, look),
        new Cron(everyNight, { protect: true, catch: fault }, verify),
      ]
    },
    look,
    verify,
    verifyIfDue,
    stop() {
      stopped = true
      for (const job of jobs) job.stop()
      if (verifying) endGroup(verifying.pid)
    },
  }
}

/** The command also writes the heads of the audit trail. */
const auditKeyIn = ({ environment: { AUDIT_KEY } }: Replica): Record<string, string> =>
  AUDIT_KEY === undefined ? {} : { AUDIT_KEY }

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has just ended by itself.
  }
}
