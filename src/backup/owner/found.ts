import { existsSync, statSync } from 'node:fs'
import { ownershipOf } from '../../../db/ownership.ts'
import type { Replica } from '../../config.ts'
import { newestStored, removeDatabase, restore } from '../litestream.ts'
import { newestNoted } from '../progress.ts'
import { requireRoomToRestore } from '../room-to-restore.ts'
import type { Claim } from './claim.ts'
import { foldersIn, inFolder } from './folders.ts'
import type { StartState } from './judge.ts'
import type { BackupOwner } from './owner.ts'

/** The database on the disk. Null when there is no database, or an empty file. */
export function diskOf({ databasePath }: Replica): StartState['disk'] {
  if (!existsSync(databasePath) || statSync(databasePath).size === 0) return null
  return { ownership: ownershipOf(databasePath), noted: newestNoted(databasePath) }
}

/**
 * The content of the object store. If the store has no object about its owner, the newest backup is restored beside
 * the database and read. A backup names its own epochs.
 * @throws StoreAway and BackupError when the store does not answer.
 * @throws BackupError when the disk has no room to restore this backup.
 */
export async function storeOf(
  replica: Replica,
  claim: Claim | null,
  disk: StartState['disk'],
): Promise<StartState['store']> {
  const owner = (await claim?.look()) ?? null
  const { folder, stored } = await newestIn(replica, owner, disk === null)
  const newest = stored?.number ?? null
  const hasCopy = stored?.hasCopy ?? false
  const askBackup = owner === null && hasCopy && disk !== null
  return { owner, folder, newest, hasCopy, backup: askBackup ? await ownershipOfBackup(replica) : null }
}

/**
 * The newest change in the store. A stream in a new folder may have no whole copy yet. In this case, a machine with an
 * empty disk uses the newest earlier folder with a whole copy.
 */
async function newestIn(replica: Replica, owner: BackupOwner | null, isEmpty: boolean) {
  const { folder, earlier } = foldersIn(owner ?? {})
  const at = async (folder: string | null) => ({
    folder,
    stored: await newestStored(inFolder(replica, folder)),
  })
  const found = await at(folder)
  if (found.stored?.hasCopy || !isEmpty) return found
  for (const before of earlier.toReversed()) {
    const other = await at(before.folder)
    if (other.stored?.hasCopy) return other
  }
  return found
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
