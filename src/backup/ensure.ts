import { existsSync, renameSync, statSync } from 'node:fs'
import { inspect } from '../../db/inspect.ts'
import type { Replica } from '../config.ts'
import { BackupError, layAside, removeDatabase, restore, type Say } from './litestream.ts'

/**
 * Sees to it that there is a whole database before anything is served: the one on the disk, or, on an empty disk, the
 * one in the object store. Answers where it came from.
 *
 * A mistyped bucket looks like an empty one, and would start an empty clinic: that there is nothing yet must be said
 * with `firstBoot`. Even then a store that cannot be reached is refused, since nobody knows what lies in it.
 * @throws BackupError.
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
      `Move ${path}, ${path}-wal and ${path}-shm away together and start again: then the last backup is restored. Keep them: the log (-wal) may hold what no backup does.`,
    )
    return 'disk'
  }
  if (layAside(path, now()))
    say(`there is no database at ${path}: what lay beside its name is kept as *.lost-…`)
  const restored = `${path}.restored`
  removeDatabase(restored)
  if (await restore(replica, restored, { say })) {
    requireWhole(
      restored,
      'the backup in the object store',
      'Restore an earlier one: chairside restore --at.',
    )
    renameSync(restored, path)
    removeDatabase(restored)
    return 'replica'
  }
  if (!firstBoot)
    throw new BackupError(
      `there is no database at ${path}, and the object store holds none. If this is the first start ever, say FIRST_BOOT=yes; if not, look at REPLICA_URL`,
    )
  return 'new'
}

function requireWhole(path: string, what: string, advice: string): void {
  try {
    inspect(path)
  } catch (error) {
    throw new BackupError(`${what} is not whole: ${(error as Error).message}. ${advice}`)
  }
}
