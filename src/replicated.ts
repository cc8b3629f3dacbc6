/**
 * `bun run start:replicated`, and the image's entrypoint: sees to a whole database, then becomes Litestream, which
 * starts the server, passes signals on to it, ends when it ends, and sends the last of the log after it.
 */
import { ensureDatabase } from './backup/ensure.ts'
import { BackupError, litestreamConfig, locate } from './backup/litestream.ts'
import { ConfigError, loadConfig } from './config.ts'

process.umask(0o077)

const say = (line: string) => console.error(line)

try {
  const { replica, firstBoot } = loadConfig({ databasePath: './data/chairside.db' })
  if (replica === undefined) throw new ConfigError('REPLICA_URL must name the object store to stream to')
  const program = locate(replica)
  const from = await ensureDatabase(replica, { firstBoot, now: Date.now, say })
  say(`chairside starts with ${{ disk: 'the database', replica: 'the backup', new: 'nothing' }[from]}`)

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
