import { existsSync, renameSync, statSync } from 'node:fs'
import { inspect } from '../../db/inspect.ts'
import type { Replica } from '../config.ts'
import { BackupError, removeDatabase, restore } from './litestream.ts'

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
  firstBoot: boolean,
): Promise<'disk' | 'replica' | 'new'> {
  const path = replica.databasePath
  if (existsSync(path) && statSync(path).size > 0) {
    requireWhole(
      path,
      `the database ${path}`,
      'Move it away and start again: then the last backup is restored.',
    )
    return 'disk'
  }
  // A log without its database belongs to none that will ever be there.
  removeDatabase(path)
  const restored = `${path}.restored`
  removeDatabase(restored)
  if (await restore(replica, restored)) {
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
