import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { lockHolder } from '../../db/lock.ts'
import { verificationIn } from '../../db/verification.ts'
import type { Replica } from '../config.ts'
import { BackupError, type Say } from './litestream.ts'
import { openClaim } from './owner/settle.ts'
import { begunAnew } from './verify.ts'

/**
 * A file of this name asks the server of the database to replace its backup. The server removes the file afterwards.
 */
const requestOf = (path: string): string => `${path}.begin-anew`

export const isAskedToBeginAnew = (path: string): boolean => existsSync(requestOf(path))

/** Removes the request, because the server has replaced the backup or could not replace it. */
export const answerAsked = (path: string): void => rmSync(requestOf(path), { force: true })

/** The message that a backup cannot be replaced, because the store cannot hold the object that names its owner. */
export const cannotBeginAnew =
  'the server cannot replace the backup over SFTP, or without the keys of the object store in its environment: set REPLICA_URL to a new folder and restart the service'

/** The pause between two checks whether the server has replaced the backup, in milliseconds. */
const lookMs = 500

/**
 * Asks the server to replace the backup from the disk. Waits until the whole copy has arrived and was verified. If no
 * server runs, the next start replaces the backup, and `folder` is null.
 * @throws BackupError when the server could not replace the backup, or when the new backup is not whole either.
 */
export async function askToBeginAnew(
  replica: Replica,
  { now, say }: { readonly now: () => number; readonly say: Say },
): Promise<{ folder: string | null }> {
  const path = replica.databasePath
  const claim = openClaim(replica, now)
  if (claim === null) throw new BackupError(cannotBeginAnew)
  await claim.look()
  const before = claim.folder
  writeFileSync(requestOf(path), '', { mode: 0o600 })
  const running = () => lockHolder(path) !== null
  if (!running()) {
    say('no server runs: the next start replaces the backup')
    return { folder: null }
  }
  say('the server is asked, which looks once a minute')
  while (isAskedToBeginAnew(path)) await pause(running)
  await claim.look()
  if (claim.folder === before)
    throw new BackupError('the server could not replace the backup: look at its log for the reason')
  say(`a whole copy is on its way to the folder ${claim.folder}, and is verified when it has arrived`)
  let { fault } = verificationIn(path)
  for (; fault === begunAnew; { fault } = verificationIn(path)) await pause(running)
  if (fault !== null) throw new BackupError(fault)
  return { folder: claim.folder }
}

async function pause(running: () => boolean): Promise<void> {
  if (!running())
    throw new BackupError('the server has ended before the backup was replaced and verified: start it again')
  await Bun.sleep(lookMs)
}
