/**
 * `bun run start:replicated`, and the image's entrypoint. First it makes sure that there is a whole database.
 * Then this process becomes Litestream, which starts the server and passes signals on to it.
 * When the server has ended, Litestream sends the rest of the log and ends, too.
 */
import { ensureDatabase } from './backup/ensure.ts'
import { BackupError, litestreamConfig, locate } from './backup/litestream.ts'
import { ConfigError, loadConfig } from './config.ts'

// Nobody else on this machine may read the database and the files beside it.
process.umask(0o077)

const origins = {
  disk: 'the database on the disk',
  replica: 'the backup from the object store',
  new: 'a new, empty database',
}

const say = (line: string) => console.error(line)

try {
  const { replica, firstBoot } = loadConfig({ databasePath: './data/chairside.db' })
  if (replica === undefined)
    throw new ConfigError('REPLICA_URL is not set: it must name the object store to stream to')
  const program = locate(replica)
  const from = await ensureDatabase(replica, { firstBoot, now: Date.now, say })
  say(`chairside starts with ${origins[from]}`)

  const server = [process.execPath, `${import.meta.dir}/main.ts`].map((word) => `'${word}'`).join(' ')
  process.execve!(program, ['litestream', 'replicate', '-config', litestreamConfig, '-exec', server], {
    ...replica.environment,
    UNDER_LITESTREAM: 'yes',
  })
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof BackupError
  console.error('chairside does not start:', expected ? error.message : error)
  process.exit(1)
}
