import { existsSync, readdirSync, statSync } from 'node:fs'
import { ownershipOf } from '../../../db/ownership.ts'
import type { Replica } from '../../config.ts'
import { newestStored, noteFolder, removeDatabase, restore } from '../litestream.ts'
import { requireRoomToRestore } from '../room-to-restore.ts'
import type { Claim } from './claim.ts'
import type { Found } from './judge.ts'

/** What is on the disk; null when there is no database, or an empty file. */
export function diskOf({ databasePath }: Replica): Found['disk'] {
  if (!existsSync(databasePath) || statSync(databasePath).size === 0) return null
  return { ownership: ownershipOf(databasePath), noted: newestNoted(databasePath) }
}

/** The number of the newest change in Litestream's own folder; null when there is none. */
function newestNoted(databasePath: string): bigint | null {
  const folder = `${noteFolder(databasePath)}/ltx/0`
  if (!existsSync(folder)) return null
  const numbers = readdirSync(folder).flatMap(
    (name) => /^[0-9a-f]{16}-([0-9a-f]{16})\.ltx$/.exec(name)?.[1] ?? [],
  )
  return numbers.length === 0 ? null : BigInt(`0x${numbers.sort().at(-1)}`)
}

/**
 * What the object store holds. Where it has no object about its owner, the newest backup is restored beside the
 * database and read, because a backup tells its own epochs.
 * @throws StoreAway and BackupError when the store does not answer.
 * @throws BackupError when the disk has no room for the backup that is to be read.
 */
export async function storeOf(
  replica: Replica,
  claim: Claim | null,
  disk: Found['disk'],
): Promise<Found['store']> {
  const owner = (await claim?.look()) ?? null
  const stored = await newestStored(replica)
  const newest = stored?.number ?? null
  const hasCopy = stored?.hasCopy ?? false
  const askBackup = owner === null && hasCopy && disk !== null
  return { owner, newest, hasCopy, backup: askBackup ? await ownershipOfBackup(replica) : null }
}

async function ownershipOfBackup(replica: Replica) {
  const path = `${replica.databasePath}.looking`
  removeDatabase(path)
  requireRoomToRestore(replica.databasePath, 'to see who wrote it last')
  try {
    return (await restore(replica, path)) ? ownershipOf(path) : null
  } finally {
    removeDatabase(path)
  }
}
