import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from './error.ts'

/**
 * Requires that the folder exists: a mistyped folder would silently start an empty practice. Only the folder of the
 * default path is made. @throws ConfigError.
 */
export function requireFolder(databasePath: string): void {
  const folder = dirname(databasePath)
  if (existsSync(folder)) return
  const quoted = /^[\w./-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", String.raw`'\''`)}'`
  throw new ConfigError(
    `the folder of DATABASE_PATH does not exist. To make it, type: mkdir -p -m 700 ${quoted}`,
  )
}
