/** The server: configuration, database, store, app, signals, and an ordered stop. */
import pino from 'pino'
import { DatabaseUnusable, openDatabase } from '../db/open.ts'
import packageJson from '../package.json' with { type: 'json' }
import { createApp } from './app.ts'
import { watchBackups } from './backup/watch.ts'
import { ConfigError, loadConfig } from './config.ts'
import { channelStatus, openChannels } from './delivery/channels.ts'
import { smtpMailer } from './delivery/smtp.ts'
import { type Demo, openDemo } from './demo/open.ts'
import { SetupLink } from './features/auth/setup-link.ts'
import { Beats } from './health/beats.ts'
import { createMetrics } from './health/metrics.ts'
import { Pulse } from './health/pulse.ts'
import { healthRoutes, operatorServer } from './health/routes.ts'
import type { Loop } from './jobs/loop.ts'
import { startReminders } from './jobs/reminders.ts'
import { createStore } from './store/store.ts'
import { DatabaseGone } from './store/trouble.ts'
import { enrolmentUrl, type Site, setupUrl } from './webauthn/site.ts'

const demo = process.argv.includes('--demo')

/** Once we are told to stop: how long those who keep a connection open are told to hang up … */
const farewellMs = 500
/** … how long requests that have begun may take to finish … */
const patienceMs = 7_000
/** … and when it is over, whatever still hangs. What was answered is on disk. */
const lastMs = 9_000
/** How long a reminder's delivery may take. One that is cut short by a stop is tried again, under the same key. */
const deliveryMs = 15_000
/** How long a loop may begin no round, a long one running, before the service counts as not ready. */
const silenceMs = 1_800_000

// The database and what is written beside it is for nobody else's eyes.
process.umask(0o077)

try {
  await serve()
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof DatabaseUnusable
  console.error('chairside does not start:', expected ? error.message : error)
  process.exit(1)
}

async function serve(): Promise<void> {
  const config = loadConfig({ databasePath: demo ? './data/demo.db' : './data/chairside.db' })
  if (config.replica && !config.underLitestream)
    throw new ConfigError(
      'REPLICA_URL is set, so start with `bun run start:replicated`, or nothing is streamed',
    )
  const log = pino({ level: config.logLevel })
  const now = Date.now
  const beats = new Beats(now)
  const pulse = new Pulse(now)
  const metrics = createMetrics({
    databasePath: config.databasePath,
    installation: () => store.installation,
    beats,
    backups: config.replica && (() => backups!.state()),
  })
  const database = openDatabase(config.databasePath, { replicated: config.replica !== undefined })
  const store = createStore(database, (transaction) => {
    pulse.watch(transaction)
    metrics.watch(transaction)
    if (config.replica && transaction.error instanceof DatabaseGone) {
      // Whoever restarts us restores what was streamed.
      log.fatal(transaction.error.message)
      process.exit(1)
    }
  })
  const backups =
    config.replica &&
    watchBackups({ replica: config.replica, installation: store.installation, pulse, now, log })
  const health = {
    now,
    startedAt: now(),
    beats,
    writable: () => pulse.check(store.installation),
    backups: backups?.state,
  }
  const setupLink = new SetupLink()
  const site = { origin: () => config.publicUrl ?? `http://localhost:${app.server?.port}` }
  const channels = openChannels(config, Date.now, (facts, message) => log.info(facts, message))
  let stopping = false
  const app = createApp({
    store,
    now,
    ...site,
    setupLink,
    mailer: config.mail && smtpMailer(config.mail),
    rateLimit: config.rateLimit ? { perMinute: 60, addressHeader: config.clientAddressHeader } : undefined,
    reportFault: ({ requestId, error }) => log.error({ requestId, err: error }, 'a request met a fault'),
    reportRefusal: (refusal) => log.warn(refusal, 'a link or a passkey was not accepted'),
    channelStatus: channelStatus(channels),
    observe(seen) {
      metrics.observe(seen)
      log.info(seen, 'answered')
    },
    isStopping: () => stopping,
  }).use(healthRoutes(health, config.clientAddressHeader))
  let reminders: Loop | undefined

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())

  const opened = demo ? await openDemo(store, Date.now()) : undefined
  try {
    app.listen({
      hostname: config.host,
      port: config.port,
      // Two servers on one port would each get half the requests.
      reusePort: false,
      development: false,
      // The limit is ours (http/body.ts): it answers in the envelope and reads no further. Bun's answers bare.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    })
  } catch (error) {
    throw new ConfigError(`it cannot listen on ${config.host}:${config.port}: ${(error as Error).message}`)
  }
  const operator = config.metrics && listenForOperator(config.metrics, health, metrics)
  const url = site.origin()
  const beat = (loop: string) => beats.beat(loop, silenceMs)
  reminders = startReminders(
    {
      store,
      channels,
      ...site,
      now,
      chance: Math.random,
      report: (error) => log.error({ err: error }, 'the reminders met a fault'),
      deliveryMs,
    },
    beat,
  )

  if (demo) console.log(welcome(site, opened))
  else {
    const port = app.server?.port
    log.info({ url, port, docs: `${url}/docs`, database: config.databasePath }, 'chairside is listening')
  }
  if (store.identity.isEmpty()) console.log(invitation(setupUrl(site, setupLink.open(Date.now()))))
  log.info(channelStatus(channels), 'reminders by these channels')
  if (channels.logOnly && !demo)
    log.warn(
      'no delivery is set up (SMTP_URL, TWILIO_… or SMS_WEBHOOK_…): reminders are only noted in the log',
    )
  if (!channels.logOnly && config.publicUrl === undefined)
    log.warn('PUBLIC_URL is not set: the links in messages lead to this machine and open nowhere else')
  if (url.startsWith('https:') && config.rateLimit && config.clientAddressHeader === undefined)
    log.warn('CLIENT_ADDRESS_HEADER is not set: whoever comes through a proxy shares one limit on signing in')

  /** A second signal, such as one that Litestream passes on after the terminal's, changes nothing. */
  async function stop(): Promise<void> {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(0), lastMs)
    backups?.stop()
    const remindersStopped = reminders?.stop()
    await Bun.sleep(farewellMs)
    await Promise.race([Promise.all([app.server?.stop(), remindersStopped]), Bun.sleep(patienceMs)])
    await Promise.all([app.server?.stop(true), operator?.stop(true)])
    await store.close()
    log.info('chairside has stopped')
    process.exit(0)
  }
}

function listenForOperator(...[address, health, metrics]: Parameters<typeof operatorServer>) {
  try {
    return operatorServer(address, health, metrics)
  } catch (error) {
    throw new ConfigError(`it cannot listen on ${address.host}:${address.port}: ${(error as Error).message}`)
  }
}

/** Printed whatever the log level: without it nobody comes in. */
function invitation(address: string): string {
  return `
There is no practice yet. Open this address within 15 minutes to set one up (a restart prints another):

  ${address}
`
}

function welcome(site: Pick<Site, 'origin'>, opened: Demo | undefined): string {
  const url = site.origin()
  const signIn = opened?.link === undefined ? `${url}/sign-in` : enrolmentUrl(site, opened.link)
  return `
chairside ${packageJson.version}${opened === undefined ? '' : ' with a demo practice'}

  API            ${url}/api/v1
  Documentation  ${url}/docs   (press Authorize and paste a token)
  Token          ${opened?.token ?? 'none: this database holds a practice of its own. Make one with `chairside token create`'}
  Sign in        ${signIn}
`
}
