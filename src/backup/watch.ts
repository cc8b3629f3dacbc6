import { Cron } from 'croner'
import type { Logger } from 'pino'
import type { Replica } from '../config.ts'
import type { BackupState } from '../health/backup-state.ts'
import type { Pulse } from '../health/pulse.ts'
import { endOf } from '../process-end.ts'
import { commandLine } from '../program.ts'
import type { Installation } from '../store/service/installation.ts'
import { answerAsked, isAskedToBeginAnew } from './begin-anew.ts'
import { spawnTogether } from './ending-together.ts'
import { ownEnvironment } from './litestream.ts'
import { type StreamProgress, streamProgressOf } from './progress.ts'
import type { Replication } from './replication.ts'
import { Stall } from './stall.ts'
import { begunAnew, isDamaged, kindOfFault, unproven } from './verify.ts'

const everyMinute = '* * * * *'
/** Every night by the machine's clock, when nobody works in the practice. */
const everyNight = '30 3 * * *'
/**
 * A verification that hangs is ended after this time, before the next night, so that the next one can begin. In
 * milliseconds.
 */
const verifyingMs = 23 * 3_600_000
/** The first whole copy of a small database reaches the object store within this time, in milliseconds. */
const firstCopyMs = 120_000
/**
 * How many bytes a slow network carries in a millisecond. A whole copy gets the time that it needs at this speed,
 * because a restart would break it off.
 */
const slowestBytes = 100
/** How long after a start the first verification begins, in milliseconds. */
const soonMs = 5 * 60_000
const anHour = 3_600_000
/** The shortest time between two replacements of a damaged backup, because each replacement sends a whole copy. */
const aDay = 24 * anHour
/** A write reaches the object store within this time, in milliseconds. */
const syncMs = 3_000

export interface BackupWatch {
  readonly state: () => BackupState
  /** Starts the timers. Until then nothing happens by itself. */
  readonly start: () => void
  /** Asks the object store how far it is behind. A timer runs this every minute. */
  readonly look: () => Promise<void>
  /** Restores the backup and checks it. A timer runs this every night. */
  readonly verify: () => Promise<void>
  /** Verifies a few minutes after the start, and an hour after a fault. A timer runs this every minute. */
  readonly verifyIfDue: () => Promise<void>
  readonly stop: () => void
}

/** Once started, asks every minute how far the object store is behind, and verifies the backup every night. */
export function watchBackups(deps: {
  replica: Replica
  installation: Installation
  pulse: Pulse
  stream: Pick<
    Replication,
    'restart' | 'place' | 'beginAnew' | 'begunAnewAt' | 'streams' | 'confirmed' | 'isUnproven'
  >
  now: () => number
  log: Logger
}): BackupWatch {
  const { replica, installation, pulse, stream, now, log } = deps
  let storedAt: number | null = null
  let lagMs: number | null = null
  let behind: number | null = null
  const startedAt = now()
  /** The moment from which Litestream may be sending a whole copy, in epoch milliseconds. */
  let copyingSince = startedAt
  const stall = new Stall()
  let verifying: Bun.Subprocess<'ignore', 'pipe', 'pipe'> | undefined
  let stopped = false
  /** When the last verification of this process began. */
  let verifiedAt: number | null = null
  /** Whether the backup must be verified as soon as the store holds a whole copy. */
  let toProve = false

  async function look(): Promise<void> {
    if (isAskedToBeginAnew(replica.databasePath)) {
      await beginAnew()
      answerAsked(replica.databasePath)
    }
    await pulse.check(installation)
    const { committedAt } = pulse
    await Bun.sleep(syncMs)
    const { place } = stream
    let progress: StreamProgress | undefined
    let hadCopy = false
    try {
      progress = await streamProgressOf(place)
      // If the backup was replaced meanwhile, this answer is about the earlier backup.
      if (place.environment.REPLICA_URL !== stream.place.environment.REPLICA_URL) return
      hadCopy = storedAt !== null
      storedAt = progress.storedAt
      behind = progress.behind
    } catch (error) {
      log.warn(
        { err: error },
        'the object store did not answer: writes are safe on this disk, and the next check is in a minute',
      )
    }
    lagMs = storedAt === null ? null : Math.max(0, committedAt - storedAt)
    if (stopped) return
    if (progress && storedAt === null && (hadCopy || now() - copyingSince > copyMs())) {
      copyingSince = now()
      // If the backup holds later changes, Litestream would go on after these changes and send no whole copy.
      if (!progress.empty && (await cure('the object store holds changes, and no whole copy before them')))
        return
      log.error('the object store holds no whole copy of the database: Litestream sends one now')
      return await stream.restart({ anew: true })
    }
    await follow(lagMs ?? now() - startedAt, progress !== undefined && storedAt !== null)
  }

  /**
   * Replaces a damaged backup, unless it was already replaced within a day. Returns whether the backup was replaced
   * now.
   */
  async function cure(why: string): Promise<boolean> {
    const last = stream.begunAnewAt
    if (last !== null && now() - last < aDay) {
      log.error(
        { begunAnewAt: new Date(last) },
        `${why}, although the backup was replaced within a day. Look at the disk and at the store. To replace it once more, type: chairside backup begin-anew`,
      )
      return false
    }
    log.error(`${why}: the backup is replaced`)
    return beginAnew()
  }

  /** Replaces the backup. Returns false when the object store did not allow it. */
  async function beginAnew(): Promise<boolean> {
    try {
      await stream.beginAnew()
    } catch (error) {
      log.error({ err: error }, 'the backup could not be replaced')
      return false
    }
    storedAt = null
    lagMs = null
    copyingSince = now()
    toProve = true
    await installation.keepVerification(now(), begunAnew)
    return true
  }

  /** How long a whole copy may take, in milliseconds. */
  const copyMs = () => firstCopyMs + Bun.file(replica.databasePath).size / slowestBytes

  async function follow(lag: number, answered: boolean): Promise<void> {
    const change = stall.seen(lag, answered, storedAt, now())
    const seconds = Math.round(lag / 1000)
    if (change === 'began')
      log.error({ seconds }, 'the object store is behind: what was written since is only on this disk')
    if (change === 'ended') log.warn('the object store has caught up')
    if (change === 'restart' || change === 'restart anew') {
      log.error(
        { seconds },
        'the stream stands still although the object store answers: Litestream is restarted',
      )
      await stream.restart({ anew: change === 'restart anew' })
    }
  }

  /**
   * The verification runs in its own process, which keeps the outcome. Reading every page in this process would hold
   * up all answers.
   */
  async function verify(): Promise<void> {
    verifiedAt = now()
    verifying = spawnTogether(commandLine('backup', 'verify', '--json'), {
      env: { ...ownEnvironment(replica), ...auditKeyIn(replica) },
      // The process has its own group, so that the programs that it starts end with it.
      detached: true,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      timeout: verifyingMs,
      killSignal: 'SIGKILL',
    })
    const { code, printed, complaint } = await endOf(verifying)
    verifying = undefined
    if (code === 0)
      return log.info(JSON.parse(printed ?? '{}'), 'the backup was restored and found to be whole')
    if (stopped) return
    log.error({ code, complaint: complaint?.trim() }, 'the backup cannot be relied on: read the complaint')
    if (installation.verification().fault === null)
      await installation.keepVerification(
        now(),
        'the verification stopped before its end: run `chairside backup verify`',
      )
    if (isDamaged(installation.verification().fault)) await cure('the backup is damaged')
  }

  const fault = (error: unknown) =>
    log.error({ err: error }, 'watching the backups failed: the next check is in a minute')
  /**
   * Verifies the backup a few minutes after the start. Verifies the backup again an hour after a fault, which may be
   * over by then. Also verifies a new whole copy as soon as the store holds it.
   */
  async function verifyIfDue(): Promise<void> {
    const soon = verifiedAt === null && now() - startedAt >= soonMs
    const later =
      verifiedAt !== null && installation.verification().fault !== null && now() - verifiedAt >= anHour
    const arrived = toProve && storedAt !== null
    if (arrived) toProve = false
    if ((soon || later || arrived) && verifying === undefined) await verify()
  }

  /**
   * Verifies the backup after a server that did not end in order. The service is not ready until the verification has
   * ended well. A fault of an earlier verification still counts.
   */
  async function prove(): Promise<void> {
    toProve = true
    if (installation.verification().fault === null) await installation.keepVerification(now(), unproven)
    log.warn(unproven)
    await look()
    await verifyIfDue()
  }

  let jobs: Cron[] = []
  return {
    state() {
      const verification = installation.verification()
      const { streams, confirmed } = stream
      return {
        storedAt,
        lagMs,
        behind,
        streams,
        confirmed,
        ...verification,
        ...kindOfFault(verification.fault),
      }
    },
    start() {
      jobs = [
        new Cron(everyMinute, { protect: true, catch: fault }, verifyIfDue),
        new Cron(everyMinute, { protect: true, catch: fault }, look),
        new Cron(everyNight, { protect: true, catch: fault }, verify),
      ]
      // If an earlier server stopped before it had verified the backup, this server verifies it.
      if (stream.isUnproven || installation.verification().fault === unproven) void prove().catch(fault)
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

/** The command needs the key, because it also writes the heads of the audit trail. */
const auditKeyIn = ({ environment: { AUDIT_KEY } }: Replica): Record<string, string> =>
  AUDIT_KEY === undefined ? {} : { AUDIT_KEY }

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process has just ended by itself.
  }
}
