/**
 * `bun run start`: one server in this process, until a signal stops it. With REPLICA_URL, it streams its database to
 * the object store. With `--replicated`, it refuses to start without an object store. With `--demo`, it opens the demo
 * practice.
 */
import { DatabaseUnusable } from '../db/unusable.ts'
import { BackupError } from './backup/litestream.ts'
import { ConfigError, loadConfig } from './config.ts'
import { type Server, startServer } from './server.ts'
import { openLog } from './start/log.ts'
import { firstStart, welcome } from './start/words.ts'

/** How long a stop may take before the process ends, in milliseconds. Every answered write is on the disk by then. */
const stopMs = 15_000
/**
 * How much longer a stop may take with an object store, in milliseconds. In this time, Litestream sends the rest of the
 * write-ahead log, and the server gives up its claim on the store.
 */
const lastSyncMs = 7_000

// No other user of this machine may read the database and the files beside it.
process.umask(0o077)

const demo = process.argv.slice(2).some((word) => word === '--demo' || word === 'demo')
try {
  const config = loadConfig({ databasePath: demo ? './data/demo.db' : './data/chairside.db' })
  if (process.argv.includes('--replicated') && config.replica === undefined)
    throw new ConfigError('REPLICA_URL is not set: it must name the object store to stream to')
  const log = openLog(config.logLevel)
  const starting = startServer(config, log, { demo })
  // A signal may arrive twice: from the terminal, and passed on by `bun run`.
  const patience = stopMs + (config.replica ? lastSyncMs : 0)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(starting, patience))
  const server = await starting
  void server.ended.then((reason) => {
    log.fatal(`${reason.message}: the process ends`)
    process.exit(1)
  })
  const { url, port } = server
  if (!demo)
    log.info({ url, port, docs: `${url}/docs`, database: config.databasePath }, 'chairside is listening')
  // The lines below are not part of the log. They must follow the log lines of the start.
  log.flush()
  if (demo) console.log(welcome(server))
  if (server.setupUrl !== undefined) console.log(firstStart(server.setupUrl))
} catch (error) {
  const expected = [ConfigError, DatabaseUnusable, BackupError].some((kind) => error instanceof kind)
  console.error('chairside does not start:', expected ? (error as Error).message : error)
  process.exit(1)
}

async function stop(starting: Promise<Server>, patience: number): Promise<void> {
  setTimeout(() => process.exit(0), patience)
  // A start that fails ends the process by itself.
  const server = await starting.catch(() => undefined)
  await server?.stop()
  if (server) process.exit(0)
}
