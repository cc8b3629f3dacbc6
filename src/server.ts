/** The server as a value: everything that runs over one database, from its start to its ordered stop. */
import type { Logger } from 'pino'
import { openDatabase } from '../db/open.ts'
import { writeAnew } from '../db/rewrite.ts'
import { howToEnd, unfinishedTransfers } from '../db/unfinished.ts'
import { createApp } from './app.ts'
import { openErasures } from './backup/erasures/open.ts'
import { fileName } from './backup/file-name.ts'
import { Replication } from './backup/replication.ts'
import { isOlderThanHeads } from './backup/trail/heads.ts'
import { keepTrail } from './backup/trail/keeper.ts'
import { auditKeyOf } from './backup/trail/key.ts'
import { watchBackups } from './backup/watch.ts'
import { type Config, requireServable } from './config.ts'
import { channelStatus, openChannels } from './delivery/channels.ts'
import { addressIn, smtpMailer } from './delivery/smtp.ts'
import { openDemo } from './demo/open.ts'
import { SetupLink } from './features/auth/setup-link.ts'
import { Beats } from './health/beats.ts'
import { bounded } from './health/bounded.ts'
import { Pulse } from './health/pulse.ts'
import { healthRoutes, operatorServer } from './health/routes.ts'
import { serviceHealth } from './health/service-health.ts'
import { isRefusal, type Refusal } from './http/problems.ts'
import { usualPace } from './jobs/pace.ts'
import { startReminders } from './jobs/reminders.ts'
import type { SenderDeps } from './jobs/sender-deps.ts'
import { startUpkeep } from './jobs/upkeep.ts'
import { listen, listeningOn } from './start/listen.ts'
import { isAsset } from './start/log.ts'
import { watchLogReaders } from './start/log-readers.ts'
import { tellOfProvider } from './start/provider-news.ts'
import { stopInOrder } from './start/stop.ts'
import { warningsAbout, wereOpen } from './start/warnings.ts'
import { TrailKey } from './store/engine/chain/chain.ts'
import { Trail } from './store/engine/chain/trail.ts'
import { RoomGuard } from './store/engine/room.ts'
import { DatabaseGone } from './store/engine/trouble.ts'
import type { Watch } from './store/engine/writer.ts'
import { createStore } from './store/store.ts'
import { enrolmentUrl, setupUrl } from './webauthn/site.ts'

export interface Server {
  /** Where people reach the service, without a slash at the end. */
  readonly url: string
  /** The port of this machine that it listens on. */
  readonly port: number
  /** The one-time link that creates the first practice. Undefined once there is a practice. */
  readonly setupUrl: string | undefined
  /** The ways into the demo practice. Undefined where the database holds no demo practice. */
  readonly demo: { readonly token: string; readonly signInUrl: string | undefined } | undefined
  /**
   * Resolves with the reason when the server cannot go on, because its streamed database is lost.
   * End the process then, without a stop: the next start restores what was streamed.
   */
  readonly ended: Promise<Error>
  /** Answers what has begun, closes everything and resolves. A second call waits for the first. */
  stop(): Promise<void>
}

/** The service counts as not ready when a loop does not tick for so long. Ticks are seconds apart and wait for nobody. */
const silenceMs = 120_000

/**
 * Opens the database and listens. With `demo`, an empty database is first filled with the demo practice.
 * @throws ConfigError when a setting cannot be used, DatabaseUnusable when the database cannot be opened.
 */
export async function startServer(config: Config, log: Logger, { demo = false } = {}): Promise<Server> {
  requireServable(config)
  // Whatever is open when a later step fails is closed again.
  await using opened = new AsyncDisposableStack()
  const { promise: ended, resolve: end } = Promise.withResolvers<Error>()
  const now = Date.now
  const beats = new Beats(now)
  const pulse = new Pulse(now)
  // Counting costs time at each request, and loading it costs time at the start. So it is done only where it is read.
  const metrics =
    config.metrics &&
    (await import('./health/metrics.ts')).createMetrics({
      databasePath: config.databasePath,
      channels: () => sending.channels,
      late: (channel) => store.dueNotices.late(channel, now()),
      beats,
      backups: config.replica && (() => backups!.state()),
    })
  const replication =
    config.replica &&
    (await Replication.open(config.replica, {
      firstBoot: config.firstBoot,
      wins: config.wins,
      now,
      say: (line) => log.warn(line),
      lost: end,
    }))
  if (replication) opened.defer(() => replication.end())
  const database = openDatabase(config.databasePath, {
    replicated: config.replica !== undefined,
    starting: true,
    closed: (files) => log.warn({ files }, wereOpen),
    // A line of a lower level would wait until the upgrade is over.
    say: (line) => log.warn(line),
  })
  const guard =
    config.replica &&
    new RoomGuard(database, {
      streams: () => replication!.streams,
      told: (room, enough) =>
        enough
          ? log.warn(room, 'the disk has room again: writes are taken')
          : log.error(room, 'the disk is nearly full, so writes are refused: free some space on it'),
    })
  const watch: Watch = (transaction) => {
    pulse.watch(transaction)
    metrics?.watch(transaction)
    const { cause } = (transaction.error ?? {}) as Error
    if (config.replica && cause instanceof DatabaseGone) end(cause)
  }
  const auditKey = await auditKeyOf(config, (line) => log.warn(line))
  const store = createStore(database, watch, guard, new Trail(() => auditKey, now), (error) =>
    log.error(
      { err: error },
      'the audit trail could not be told who was shown what: it is tried again every second',
    ),
  )
  opened.defer(() => store.close())
  const erasures = await openErasures({
    ...{ databasePath: config.databasePath, replica: config.replica, replication, store, log },
    writeAnew: (mostBytes) => writeAnew(database, config.databasePath, mostBytes),
  })
  opened.use(erasures.watch)
  await replication?.begin(store.installation)
  const isOlder = isOlderThanHeads(config.databasePath, store.auditTrail, new TrailKey(auditKey))
  if (await store.installation.noteFile(fileName(config.databasePath), isOlder, now()))
    log.info('this file was not served before, so clients read everything anew')
  const trail = await keepTrail({ place: config, trail: store.auditTrail, secret: auditKey, now, log })
  opened.defer(() => trail.stop())
  // Before the heads of the trail are written for the last time, so that they cover these rows.
  opened.defer(async () => {
    store.refusals.endMinute()
    await store.reads.flush().catch(() => undefined)
  })
  const backups =
    config.replica &&
    watchBackups({
      replica: config.replica,
      installation: store.installation,
      pulse,
      stream: replication!,
      now,
      log,
    })
  if (backups) {
    backups.start()
    opened.defer(() => backups.stop())
  }
  const health = {
    now,
    startedAt: now(),
    beats,
    writable: () => pulse.check(store.installation),
    backups: backups?.state,
  }
  const setupLink = new SetupLink()
  const addressHeader = config.clientAddressHeader ?? undefined
  const site = { origin: () => config.publicUrl ?? `http://localhost:${app.server?.port}` }
  const mailer = config.mail && smtpMailer(config.mail, (advice) => log.error(advice))
  const channels = openChannels({ mailer, sms: config.sms }, now, (facts, message) =>
    log.info(facts, message),
  )
  const noteRefusal = bounded<Refusal>({
    perSecond: 20,
    // Strangers can flood the log with bad tokens. They cannot flood it in the name of a token that they do not have.
    kindOf: ({ kind, credentialId, reason }) => `${kind} ${credentialId} ${reason !== undefined}`,
    write: (refusal) => log.warn(refusal, 'refused'),
    sum: (more) => log.warn({ more }, 'more requests were refused in this second than are listed'),
  })
  const stopping = new AbortController()
  const app = createApp({
    store,
    now,
    ...site,
    setupLink,
    erasures: erasures.memory,
    health: () => serviceHealth(health, config.databasePath, upkeep),
    sessionTimes: config.sessionTimes,
    mailer,
    https: config.publicUrl?.startsWith('https:') ?? false,
    addressHeader,
    allowedOrigins: config.allowedOrigins,
    rateLimit: config.rateLimit ? { perMinute: 60 } : undefined,
    reportFault: ({ requestId, error }) =>
      log.error({ requestId, err: error }, 'a request failed through a fault in chairside: please report it'),
    reportRefusal(refusal) {
      metrics?.refused(refusal.kind)
      noteRefusal(refusal)
    },
    channels,
    ceilings: config.dailyLimits,
    observe(seen) {
      metrics?.observe(seen)
      // A refused request has its line already.
      if (!isRefusal(seen.status)) log[isAsset(seen.route) ? 'debug' : 'info'](seen, 'answered')
    },
    isStopping: () => stopping.signal.aborted,
    streams: { stopping: stopping.signal },
    strictReads: config.strictReads,
  }).use(healthRoutes(health, addressHeader))

  const practice = demo ? await openDemo(store, `${config.databasePath}.token`, now()) : undefined
  listen(app, config)
  opened.defer(() => app.server?.stop(true))
  const { metrics: address } = config
  const operator =
    address && metrics && listeningOn(address, 'METRICS_PORT', () => operatorServer(address, health, metrics))
  if (operator) opened.defer(() => operator.stop(true))
  const report = (error: unknown) =>
    log.error({ err: error }, 'work on reminders failed: it is tried again within seconds')
  const deps: SenderDeps = {
    store,
    channels,
    ...site,
    mailAddress: config.mail && addressIn(config.mail.from),
    now,
    chance: Math.random,
    report,
    count: (channel, outcome) => metrics?.reminded(channel, outcome),
    tell: tellOfProvider(log),
    ceilings: config.dailyLimits,
    pace: usualPace,
  }
  const alive = (loop: string) => beats.beat(loop, silenceMs)
  const sending = startReminders(deps, alive)
  const reportUpkeep = (error: unknown) =>
    log.error(
      { err: error },
      'the upkeep of the database failed: the error says of what, and when it is tried again',
    )
  const upkeep = startUpkeep({ store, now, report: reportUpkeep }, alive)
  const readers = watchLogReaders(config.databasePath, log)
  const loops = {
    stop: async () => void (await Promise.all([sending.stop(), upkeep.stop(), readers.stop()])),
  }

  const url = site.origin()
  log.info(channelStatus(channels), 'how reminders leave, by channel')
  for (const warning of warningsAbout(config, { demo })) log.warn(warning)
  for (const one of unfinishedTransfers(config.databasePath))
    log.warn(
      one,
      `the ${one.what} of a practice has not ended, so nobody sees the practice. ${howToEnd(one)}`,
    )
  const rest = opened.move()
  let stopped: Promise<void> | undefined
  return {
    url,
    port: app.server!.port!,
    setupUrl: store.identity.isEmpty() ? setupUrl(site, setupLink.open(now())) : undefined,
    demo: practice && {
      token: practice.token,
      signInUrl: practice.link === undefined ? undefined : enrolmentUrl(site, practice.link),
    },
    ended: ended.then((reason) => {
      replication?.kill()
      return reason
    }),
    stop() {
      stopping.abort()
      // A verification in a process of its own must not outlive this one.
      backups?.stop()
      stopped ??= stopInOrder({ app, loops, rest }).then(() => log.info('chairside has stopped'))
      return stopped
    },
  }
}
