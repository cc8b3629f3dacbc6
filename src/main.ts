/** The server: configuration, database, store, app, signals, and an ordered stop. */
import pino from 'pino'
import { DatabaseUnusable, openDatabase } from '../db/open.ts'
import packageJson from '../package.json' with { type: 'json' }
import { createApp } from './app.ts'
import { ConfigError, loadConfig } from './config.ts'
import { openDemo } from './demo/open.ts'
import { createStore } from './store/store.ts'

const demo = process.argv.includes('--demo')

/** How long requests that have begun may take to finish once we are told to stop. */
const patienceMs = 8_000

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
  const log = pino({ level: config.logLevel })
  const store = createStore(openDatabase(config.databasePath))
  const app = createApp({
    store,
    now: Date.now,
    reportFault: ({ requestId, error }) => log.error({ requestId, err: error }, 'a request met a fault'),
  })

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())

  const demoToken = demo ? await openDemo(store, Date.now()) : undefined
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
  const url = config.publicUrl ?? `http://localhost:${app.server?.port}`

  if (demo) console.log(welcome(url, demoToken))
  else log.info({ url, docs: `${url}/docs`, database: config.databasePath }, 'chairside is listening')
  if (store.identity.isEmpty())
    log.warn('there is no practice yet: make one with `npx bun run chairside practice create`')

  async function stop(): Promise<void> {
    await Promise.race([app.server?.stop(), Bun.sleep(patienceMs)])
    await app.server?.stop(true)
    await store.close()
    log.info('chairside has stopped')
    process.exit(0)
  }
}

function welcome(url: string, token: string | undefined): string {
  return `
chairside ${packageJson.version}${token === undefined ? '' : ' with a demo practice'}

  API            ${url}/api/v1
  Documentation  ${url}/docs   (press Authorize and paste a token)
  Token          ${token ?? 'none: this database holds a practice of its own. Make one with `chairside token create`'}
`
}
