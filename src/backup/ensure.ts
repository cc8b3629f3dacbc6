import { existsSync, renameSync, statSync } from 'node:fs'
import { inspect } from '../../db/inspect.ts'
import type { Replica } from '../config.ts'
import { BackupError, layAside, removeDatabase, restore, type Say } from './litestream.ts'

/**
 * Makes sure that there is a whole database before the server starts. On an empty disk, it restores the backup from
 * the object store. Answers where the database came from.
 *
 * A mistyped bucket looks like an empty one, and the clinic would start without its records. So a start without any
 * data needs `firstBoot`. An object store that does not answer is always refused, because it may hold a backup.
 * @throws BackupError when there is no whole database.
 */
export async function ensureDatabase(
  replica: Replica,
  { firstBoot, now, say }: { firstBoot: boolean; now: () => number; say: Say },
): Promise<'disk' | 'replica' | 'new'> {
  const path = replica.databasePath
  if (existsSync(path) && statSync(path).size > 0) {
    requireWhole(
      path,
      `the database ${path}`,
      `Move ${path}, ${path}-wal and ${path}-shm to another folder and start again to restore the newest backup. Keep these files: the log (-wal) may hold records that no backup has.`,
    )
    return 'disk'
  }
  if (layAside(path, now()))
    say(`there is no database at ${path}: the files that belonged to it are kept as *.lost-…`)
  const restored = `${path}.restored`
  removeDatabase(restored)
  if (await restore(replica, restored, { say })) {
    requireWhole(
      restored,
      'the backup in the object store',
      'Restore an earlier state with `chairside restore --at`.',
    )
    renameSync(restored, path)
    removeDatabase(restored)
    return 'replica'
  }
  if (!firstBoot)
    throw new BackupError(
      `there is no database at ${path}, and the object store holds none. For the very first start, set FIRST_BOOT=yes. Otherwise check REPLICA_URL`,
    )
  return 'new'
}

function requireWhole(path: string, what: string, advice: string): void {
  try {
    inspect(path)
  } catch (error) {
    throw new BackupError(`${what} is damaged: ${(error as Error).message}. ${advice}`)
  }
}
