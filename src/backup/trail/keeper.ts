import { existsSync } from 'node:fs'
import { Cron } from 'croner'
import type { Logger } from 'pino'
import { auditKeyText } from '../../../db/audit-key.ts'
import { serviceAct } from '../../domain/act.ts'
import { endOf } from '../../process-end.ts'
import { commandLine, programName } from '../../program.ts'
import type { AuditTrail } from '../../store/audit/audit-trail.ts'
import { TrailKey } from '../../store/engine/chain/chain.ts'
import { spawnTogether } from '../ending-together.ts'
import { ownEnvironment } from '../litestream.ts'
import { headsOfBefore } from './files.ts'
import { keepHeads, readLocal } from './heads.ts'
import { type KeyPlace, keepKeyCopy, keepKeyFile } from './key.ts'

const everyHour = '7 * * * *'
/** At three by the machine's clock, when nobody works in the practice. The backup is verified later. */
const everyNight = '0 3 * * *'
/** How long a verification may take, in milliseconds. A verification that hangs would prevent all later ones. */
const verifyingMs = 2 * 3_600_000
/** How long after the start the heads are written again, in milliseconds. */
const soonMs = 5 * 60_000
/** How long the object store may take for the heads at a stop, in milliseconds. */
const farewellMs = 3_000
/** The pause for other requests between two transactions that close old rows, in milliseconds. */
const pauseMs = 10

export interface TrailKeeper {
  /** Verifies the whole trail in a separate process, and keeps the result. A timer runs this every night. */
  verify(): Promise<void>
  /** Writes the heads of the trail, for the last time. */
  stop(): Promise<void>
}

/**
 * Maintains the audit trail of a running server. The heads are written at the start, every hour and at the stop, and
 * the whole trail is verified every night. Rows that were kept long enough are closed, that is replaced by a signed
 * row. If the key has changed, a new part of the trail begins.
 */
export async function keepTrail(deps: {
  place: KeyPlace
  trail: AuditTrail
  secret: Uint8Array
  now: () => number
  log: Logger
}): Promise<TrailKeeper> {
  const { place, trail, secret, now, log } = deps
  const key = new TrailKey(secret)
  const say = (line: string) => log.warn(line)
  let verifying: Bun.Subprocess<'ignore', 'pipe', 'pipe'> | undefined
  const stopping = new AbortController()

  async function tend(): Promise<void> {
    keepKeyFile(place, secret, say)
    await keepKeyCopy(place, secret, say)
    await keepHeads(place, trail, key, { now: now(), say })
    await trail.closeOld(pauseMs, stopping.signal)
  }

  /**
   * If the trail was made with another key, begins a new part of the trail with this key, before any other row is
   * written. The object store is not asked, so that the start does not wait for it.
   */
  async function beginNewKeyIfNeeded(): Promise<void> {
    const before = readLocal(place.databasePath, key)?.outside.key ?? null
    const isAnother = before !== null && before !== key.id
    if (!isAnother && trail.isOfKey()) return
    // The key has not changed, so somebody else has written these rows. A verification finds all these rows.
    if (before === key.id)
      return log.error(
        `the newest rows of the audit trail do not fit its key, which has not changed: keep the file as it is, and type: ${programName} audit verify`,
      )
    const begun = await trail.beginNewKey(before)
    if (begun > 0)
      log.warn(
        { trails: begun, before, key: key.id },
        'the audit trail has another key than before, so a new part of it begins. Rows from before cannot be verified with this key. If that was not meant, put the old key back',
      )
  }

  /**
   * Adds a row to the trail when another state has replaced the database, and the heads from before were not compared
   * yet.
   */
  async function tellOfRestore(): Promise<void> {
    if (existsSync(headsOfBefore(place.databasePath)))
      await trail.append(null, serviceAct('restore'), [{ kind: 'export' }])
  }

  const fault = (error: unknown) => {
    // While the server stops, an error only means that the database was closed during a request to the object store.
    if (!stopping.signal.aborted)
      log.error({ err: error }, 'the audit trail could not be looked after: it is tried again in an hour')
  }

  /** The verification runs in a separate process. Reading every row in this process would hold up all answers. */
  async function verify(): Promise<void> {
    verifying = spawnTogether(commandLine('audit', 'verify', '--json'), {
      env: environmentFor(place),
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      timeout: verifyingMs,
      killSignal: 'SIGKILL',
    })
    const { code, printed, complaint } = await endOf(verifying)
    verifying = undefined
    if (stopping.signal.aborted) return
    const lines = (printed ?? '').trim().split('\n')
    const last = lines.at(-1)!
    if (code !== null && last !== '')
      await keepHeads(place, trail, key, {
        now: now(),
        say,
        verified: { at: now(), found: JSON.parse(last).findings },
      })
    if (code === 0) log.info('the audit trail was verified')
    else
      log.error(
        { code, findings: lines.slice(0, 10), complaint: complaint?.trim() },
        'the audit trail is not as it was written: read the findings, and keep the file as it is',
      )
  }

  await beginNewKeyIfNeeded().catch(fault)
  await tellOfRestore().catch(fault)
  void tend().catch(fault)
  // A new practice is set up in the first minutes, and the heads of its first rows must not wait for an hour.
  const soon = setTimeout(() => void tend().catch(fault), soonMs)
  const jobs = [
    new Cron(everyHour, { protect: true, catch: fault }, tend),
    new Cron(everyNight, { protect: true, catch: fault }, verify),
  ]
  return {
    verify,
    async stop() {
      stopping.abort()
      clearTimeout(soon)
      for (const job of jobs) job.stop()
      verifying?.kill('SIGKILL')
      keepKeyFile(place, secret, say)
      const written = keepHeads(place, trail, key, { now: now(), say, isLast: true }).catch(fault)
      await Promise.race([written, Bun.sleep(farewellMs)])
    },
  }
}

/** The settings that the command needs. */
const environmentFor = ({ databasePath, auditKey, replica }: KeyPlace): Record<string, string> => ({
  ...(replica && ownEnvironment(replica)),
  DATABASE_PATH: databasePath,
  ...(auditKey && { AUDIT_KEY: auditKeyText(auditKey) }),
})
