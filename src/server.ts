/** The server as a value: everything that works on one database, from its start to its ordered stop. */
import type { Logger } from 'pino'
import { openDatabase } from '../db/open.ts'
import { writeAnew } from '../db/rewrite.ts'
import { howToEnd, unfinishedTransfers } from '../db/unfinished.ts'
import { type AppDeps, createApp } from './app.ts'
import { openErasures } from './backup/erasures/open.ts'
import { fileName } from './backup/file-name.ts'
import type { Replication } from './backup/replication.ts'
import { isOlderThanHeads } from './backup/trail/heads.ts'
import { keepTrail } from './backup/trail/keeper.ts'
import { auditKeyOf } from './backup/trail/key.ts'
import { type Config, requireServable } from './config.ts'
import { channelStatus, openChannels } from './delivery/channels.ts'
import { publicPost } from './delivery/public-post.ts'
import { webhookKeys } from './delivery/webhook-signature.ts'
import { Sites } from './domain/site.ts'
import { SetupLink } from './features/auth/setup-link.ts'
import { ImportFiles } from './features/imports/files.ts'
import { createImporter } from './features/imports/importer.ts'
import { changedWebhook } from './features/shared/account-mail.ts'
import { memberMail } from './features/shared/member-mail.ts'
import { Beats } from './health/beats.ts'
import { bounded } from './health/bounded.ts'
import { Checks } from './health/checks.ts'
import type { Metrics } from './health/metrics.ts'
import { Pulse } from './health/pulse.ts'
import type { Health } from './health/readiness.ts'
import { healthRoutes, operatorServer } from './health/routes.ts'
import { serviceHealth } from './health/service-health.ts'
import { isRefusal, type Refusal } from './http/problems.ts'
import { startImports } from './jobs/imports.ts'
import type { Loop } from './jobs/loop.ts'
import { usualPace } from './jobs/pace.ts'
import { startReminders } from './jobs/reminders.ts'
import { createUpkeep, startUpkeep } from './jobs/upkeep.ts'
import { startWebhooks } from './jobs/webhooks.ts'
import { listen, listeningOn } from './start/listen.ts'
import { answeredLines, isMinor } from './start/log.ts'
import { watchLogReaders } from './start/log-readers.ts'
import { tellOfProvider } from './start/provider-changes.ts'
import { stopInOrder } from './start/stop.ts'
import { warningsAbout, wereOpen } from './start/warnings.ts'
import { TrailKey } from './store/engine/chain/chain.ts'
import { Trail } from './store/engine/chain/trail.ts'
import { RoomGuard, roomBeside } from './store/engine/room.ts'
import { DatabaseGone } from './store/engine/trouble.ts'
import type { Watch } from './store/engine/writer.ts'
import { createStore, type Store } from './store/store.ts'
import { enrolmentUrl, setupUrl } from './webauthn/links.ts'

export interface Server {
  /** Where people reach the service, without a slash at the end. */
  readonly url: string
  /** The port of this machine on which the server listens. */
  readonly port: number
  /** The one-time link that creates the first practice. Undefined once there is a practice. */
  readonly setupUrl: string | undefined
  /** The token and the sign-in link of the demo practice. Undefined when the database has no demo practice. */
  readonly demo: { readonly token: string; readonly signInUrl: string | undefined } | undefined
  /**
   * Resolves with the reason when the server cannot go on, because its streamed database is lost.
   * End the process then, without a stop: the next start restores the database from the stream.
   */
  readonly ended: Promise<Error>
  /** Answers the requests that have begun, closes everything and resolves. A second call waits for the first. */
  stop(): Promise<void>
}

/**
 * How long a loop may have no tick before the service counts as not ready, in milliseconds. Ticks are seconds apart and
 * wait for nothing.
 */
const silenceMs = 120_000

/**
 * Opens the database and listens. With `demo`, an empty database is first filled with the demo practice.
 * @throws ConfigError when a setting cannot be used, DatabaseUnusable when the database cannot be opened.
 */
export async function startServer(config: Config, log: Logger, { demo = false } = {}): Promise<Server> {
  requireServable(config)
  // When a later step fails, everything that is open by then is closed again.
  await using opened = new AsyncDisposableStack()
  const kept = await open(config, log, opened)
  const service = compose(kept, await settle(kept, opened))
  const openDemo = demo ? (await import('./demo/open.ts')).openDemo : undefined
  const practice = await openDemo?.(kept.store, `${config.databasePath}.token`, kept.now())
  const running = run(kept, service, opened)
  await listenForCells(kept, opened)
  tellOperator(kept, service, demo)
  // In a cell, that is one of several servers, a new practice needs a host of its own. Only the command line can
  // reserve it.
  const isNew = kept.cell === undefined && kept.store.identity.isEmpty()
  const rest = opened.move()
  let stopped: Promise<void> | undefined
  return {
    url: service.sites.shared.origin,
    port: service.place.port,
    setupUrl: isNew ? setupUrl(service.sites.shared.origin, service.setupLink.open(kept.now())) : undefined,
    demo: practice && {
      token: practice.token,
      signInUrl:
        practice.link === undefined ? undefined : enrolmentUrl(service.sites.shared.origin, practice.link),
    },
    ended: kept.lost.then((reason) => {
      kept.replication?.kill()
      return reason
    }),
    stop() {
      stopped ??= close(service, running, rest).then(() => log.info('chairside has stopped'))
      return stopped
    },
  }
}

// Only some installations need the object store, mail, metrics or the demo. So their code is loaded when it is needed.

/** Opens the stream of the database, which may restore the database first. Then it opens the database and the store. */
async function open(config: Config, log: Logger, opened: AsyncDisposableStack) {
  const now = Date.now
  const say = (line: string) => log.warn(line)
  const { promise: lost, resolve: lose } = Promise.withResolvers<Error>()
  const beats = new Beats(now)
  const pulse = new Pulse(now)
  // Metrics cost time at each request and at the start. So metrics are made only when somebody can read them.
  const metrics =
    config.metrics && (await import('./health/metrics.ts')).createMetrics(config.databasePath, beats)
  const { replica, firstBoot, wins } = config
  const replication =
    replica &&
    (await (
      await import('./backup/replication.ts')
    ).Replication.open(replica, {
      firstBoot,
      wins,
      now,
      say,
      lost: lose,
    }))
  if (replication) opened.defer(() => replication.end())
  const database = openDatabase(config.databasePath, {
    replicated: replica !== undefined,
    starting: true,
    closed: (files) => log.warn({ files }, wereOpen),
    // `say` writes warnings: a line of a lower level would be written only after the upgrade.
    say,
  })
  opened.defer(() => database.close())
  const watch: Watch = (transaction) => {
    pulse.watch(transaction)
    metrics?.watch(transaction)
    const { cause } = (transaction.error ?? {}) as Error
    if (replica && cause instanceof DatabaseGone) lose(cause)
  }
  const auditKey = await auditKeyOf(config, say)
  const guard = replication && roomGuard(database, replication, log)
  // No request is served before `listens` is true, so a start may write without a claim on the object store.
  const serving = { listens: false }
  const owns = replica?.failover ? () => !serving.listens || replication!.owns : undefined
  const beforeAnswer = owns && (await import('./http/acknowledging.ts')).acknowledging(owns)
  const reportLate = (error: unknown) =>
    log.error(
      { err: error },
      'the audit trail could not note who was shown what: it is tried again every second',
    )
  const store = createStore(database, watch, guard, new Trail(() => auditKey, now), reportLate, owns)
  opened.defer(() => store.close())
  const cell = await openCell(config, store, log, replication?.tookOver)
  if (cell) opened.defer(() => cell.stop())
  const mail = config.mail && (await openMail(config.mail, log, owns))
  return {
    config,
    log,
    now,
    say,
    lost,
    beats,
    pulse,
    metrics,
    replication,
    database,
    auditKey,
    store,
    mail,
    serving,
    owns,
    beforeAnswer,
    cell,
  }
}

/** This server as a cell, that is, one of several servers. Undefined when it is the only server. */
async function openCell(
  { cells, databasePath }: Config,
  { elsewhere }: Store,
  log: Logger,
  tookOver: boolean | undefined,
) {
  if (cells?.name === undefined) return undefined
  const { Cell } = await import('./cells/cell.ts')
  return Cell.open({ cells: { ...cells, name: cells.name }, elsewhere, databasePath, tookOver, log })
}

/** Lets other cells move practices here, and ends moves that were interrupted. */
async function listenForCells(
  { config: { cells, replica }, log }: Kept,
  opened: AsyncDisposableStack,
): Promise<void> {
  if (cells?.listen === undefined || replica === undefined) return
  const beside = (await import('./move/beside.ts')).listenBeside(replica, log)
  opened.defer(() => beside.stop())
}

/** The function that sends mail, and the sender's address. */
async function openMail(mail: NonNullable<Config['mail']>, log: Logger, owns?: () => boolean) {
  const { addressIn, smtpMailer } = await import('./delivery/smtp.ts')
  return { mailer: smtpMailer(mail, (advice) => log.error(advice), owns), address: addressIn(mail.from) }
}

type Kept = Awaited<ReturnType<typeof open>>

/**
 * Puts the database in order when its file has another state than before, or after a command. Nothing is served or
 * streamed before.
 */
async function settle(kept: Kept, opened: AsyncDisposableStack) {
  const { config, log, now, replication, database, auditKey, store, pulse } = kept
  const { databasePath, replica } = config
  const erasures = await openErasures({
    databasePath,
    replica,
    replication,
    store,
    log,
    writeAnew: (mostBytes) => writeAnew(database, databasePath, mostBytes),
  })
  opened.use(erasures.watch)
  await replication?.begin(store.installation)
  // This happens before this server sends any message.
  if (replication?.tookOver) await store.dueNotices.suspectSent(now())
  const isOlder = isOlderThanHeads(databasePath, store.auditTrail, new TrailKey(auditKey))
  if (await store.installation.noteFile(fileName(databasePath), isOlder, now()))
    log.info('this file was not served before, so clients read everything again')
  const trail = await keepTrail({ place: config, trail: store.auditTrail, secret: auditKey, now, log })
  opened.defer(() => trail.stop())
  // At a stop, this runs before the heads of the trail are written for the last time. So the heads cover these rows.
  opened.defer(async () => {
    store.refusals.endMinute()
    await store.reads.flush().catch(() => undefined)
  })
  const { installation } = store
  const backups =
    replica &&
    replication &&
    (await import('./backup/watch.ts')).watchBackups({
      replica,
      installation,
      pulse,
      stream: replication,
      now,
      log,
    })
  if (backups) {
    backups.start()
    opened.defer(() => backups.stop())
  }
  return { erasures: erasures.memory, backups }
}

/** Makes the app, and the parts that work in the background. None of them runs yet. */
function compose(kept: Kept, { erasures, backups }: Awaited<ReturnType<typeof settle>>) {
  const { config, log, now, store, pulse, beats, metrics, owns, cell } = kept
  const { databasePath, publicUrl, sessionTimes, allowedOrigins, strictReads } = config
  const writable = () => pulse.check(store.installation)
  const cellState = cell && (() => cell.state())
  const health: Health = {
    now,
    startedAt: now(),
    beats,
    writable,
    backups: backups?.state,
    cell: cellState,
    owns,
  }
  const upkeep = createUpkeep({ store, now, report: reporting(log, upkeepFailed) })
  /** The port is known once the app listens. */
  const place = { port: config.port }
  const origin = () => publicUrl ?? `http://localhost:${place.port}`
  const sites = new Sites({
    shared: origin,
    hosts: (asSeen) => store.identity.hosts(asSeen),
    now,
    cells: cell,
  })
  const mailer = kept.mail?.mailer
  const note = (facts: object, message: string) => log.info(facts, message)
  const channels = openChannels({ mailer, sms: config.sms }, now, note, owns)
  const webhooks = {
    post: publicPost({ networks: config.webhookNetworks, ...(owns && { owns }) }),
    keys: webhookKeys(kept.auditKey),
  }
  const reportFault: AppDeps['reportFault'] = ({ requestId, error }) =>
    log.error({ requestId, err: error }, 'a request failed through a fault in chairside: please report it')
  const files = new ImportFiles(`${databasePath}-imports`)
  const importer = createImporter({
    practices: store.practices,
    due: store.dueImports,
    files,
    now,
    report: reporting(log, importsFailed),
  })
  const imports = { files, room: () => roomBeside(databasePath), wake: importer.wake }
  const stopping = new AbortController()
  const setupLink = new SetupLink()
  const checks = new Checks()
  let openStreams = () => 0
  const addressHeader = config.clientAddressHeader ?? undefined
  const app = createApp({
    store,
    now,
    sites,
    setupLink,
    erasures,
    mailer,
    channels,
    addressHeader,
    hostHeader: config.clientHostHeader,
    sessionTimes,
    allowedOrigins,
    strictReads,
    ceilings: config.dailyLimits,
    beforeAnswer: kept.beforeAnswer,
    health: () => serviceHealth(health, databasePath, upkeep),
    https: publicUrl?.startsWith('https:') ?? false,
    rateLimit: config.rateLimit ? { perMinute: 60 } : undefined,
    reportFault,
    webhooks,
    imports,
    ...seenBy(log, metrics),
    isStopping: () => stopping.signal.aborted,
    streams: {
      stopping: stopping.signal,
      counted: (open) => {
        openStreams = open
      },
    },
  }).use(healthRoutes(health, addressHeader, checks))
  const mail = memberMail({ practices: store.practices, mailer, now, reportFault })
  return {
    app,
    place,
    sites,
    setupLink,
    channels,
    webhooks,
    importer,
    mail,
    health,
    upkeep,
    backups,
    stopping,
    checks,
    openStreams,
  }
}

type Service = ReturnType<typeof compose>

/** Lets the app listen, and starts the loops. @throws ConfigError when the app cannot listen. */
function run(kept: Kept, service: Service, opened: AsyncDisposableStack): Loop {
  const { config, log, now, store, metrics, beats } = kept
  const { app, place, sites, channels, webhooks, importer, mail, health, upkeep, backups } = service
  kept.serving.listens = true
  listen(app, config)
  place.port = app.server!.port!
  opened.defer(() => app.server?.stop(true))
  const { metrics: address } = config
  const operator =
    address && metrics && listeningOn(address, 'METRICS_PORT', () => operatorServer(address, health, metrics))
  if (operator) opened.defer(() => operator.stop(true))
  const alive = (loop: string) => beats.beat(loop, silenceMs)
  const reminders = startReminders(
    {
      store,
      channels,
      sites,
      now,
      ceilings: config.dailyLimits,
      pace: usualPace,
      mailAddress: kept.mail?.address,
      chance: Math.random,
      report: reporting(log, remindersFailed),
      count: (channel, outcome) => metrics?.reminded(channel, outcome),
      tell: tellOfProvider(log),
    },
    alive,
  )
  metrics?.readFrom({
    channels: () => reminders.channels,
    late: (channel) => store.dueNotices.late(channel, now()),
    backups: backups?.state,
    cell: health.cell,
  })
  kept.cell?.startReports({ now, streams: service.openStreams, lagMs: () => backups?.state().lagMs ?? null })
  const deliveries = startWebhooks(
    {
      store,
      now,
      post: webhooks.post,
      sign: webhooks.keys.sign,
      chance: Math.random,
      report: reporting(log, webhooksFailed),
      tellStopped: (practiceId, url) =>
        mail.tellOwners(null, practiceId, changedWebhook('switched off', url)),
    },
    alive,
  )
  const imports = startImports(importer, reporting(log, importsFailed), alive)
  const loops = [reminders, deliveries, imports, startUpkeep(upkeep, reporting(log, upkeepFailed), alive)]
  loops.push(watchLogReaders(config.databasePath, log))
  const stop = async () => void (await Promise.all(loops.map((loop) => loop.stop())))
  opened.defer(stop)
  return { stop }
}

/** Answers the requests that have begun, ends the loops, and closes everything in the reverse order of its opening. */
function close(
  { app, stopping, checks, backups }: Service,
  loops: Loop,
  rest: AsyncDisposable,
): Promise<void> {
  stopping.abort()
  // A verification runs in a process of its own, which must not run longer than this process.
  backups?.stop()
  return stopInOrder({ app, loops, rest, isChecked: checks.areRegular })
}

/** Writes to the log what the operator should know once the service runs. */
function tellOperator({ config, log }: Kept, { channels }: Service, demo: boolean): void {
  log.info(channelStatus(channels), 'how reminders leave, by channel')
  for (const one of unfinishedTransfers(config.databasePath))
    log.warn(
      one,
      `the ${one.what} of a practice has not ended, so nobody sees the practice. ${howToEnd(one)}`,
    )
  for (const warning of warningsAbout(config, { demo })) log.warn(warning)
}

const remindersFailed = 'work on reminders failed: it is tried again within seconds'
const webhooksFailed = 'work on webhooks failed: it is tried again within seconds'
const importsFailed = 'work on an import failed: it is tried again within half a minute'
const upkeepFailed = 'the upkeep of the database failed: the error says of what, and when it is tried again'

const reporting = (log: Logger, what: string) => (error: unknown) => log.error({ err: error }, what)

/** Refuses writes while the disk is nearly full, because Litestream would lose its position in the log. */
const roomGuard = (database: ReturnType<typeof openDatabase>, replication: Replication, log: Logger) =>
  new RoomGuard(database, {
    streams: () => replication.streams,
    told: (room, enough) =>
      enough
        ? log.warn(room, 'the disk has room again: writes are taken')
        : log.error(room, 'the disk is nearly full, so writes are refused: free some space on it'),
  })

/** The functions that note each request in the log and in the metrics. */
function seenBy(log: Logger, metrics: Metrics | undefined): Pick<AppDeps, 'observe' | 'reportRefusal'> {
  const noteRefusal = bounded<Refusal>({
    perSecond: 20,
    // Strangers can cause many lines with unknown tokens, but no lines with the id of a token that they do not have.
    kindOf: ({ kind, credentialId, reason }) => `${kind} ${credentialId} ${reason !== undefined}`,
    write: (refusal) => log.warn(refusal, 'refused'),
    sum: (more) => log.warn({ more }, 'more requests were refused in this second than are listed'),
  })
  const answered = answeredLines(log)
  return {
    reportRefusal(refusal) {
      metrics?.refused(refusal.kind)
      noteRefusal(refusal)
    },
    observe(seen) {
      metrics?.observe(seen)
      // A refused request has its line in the log already.
      if (isRefusal(seen.status)) return
      if (isMinor(seen.route)) log.debug(seen, 'answered')
      else answered(seen)
    },
  }
}
