import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { inspect } from '../../db/inspect.ts'
import { isMachineTrouble } from '../../db/trouble.ts'
import type { Replica } from '../config.ts'
import { BackupError, layAside, noteFolder, removeDatabase, restore, type Say, stamp } from './litestream.ts'
import { inFolder } from './owner/folders.ts'
import type { StartDecision } from './owner/settle.ts'
import { setHeadsAside } from './trail/files.ts'

/**
 * Carries out the decision of `settle` on the disk, before the server opens the database. Files that are not used are
 * kept under another name.
 *
 * A mistyped bucket name looks like an empty bucket, and the clinic would start without its records. So a start
 * without any data needs `firstBoot`.
 * @throws BackupError when there is no whole database.
 */
export async function prepare(
  replica: Replica,
  settled: StartDecision,
  { firstBoot, now, say }: { firstBoot: boolean; now: () => number; say: Say },
): Promise<void> {
  const path = replica.databasePath
  if (settled.do === 'serve disk alone') return
  const stored = inFolder(replica, settled.folder)
  switch (settled.do) {
    case 'serve disk':
      if (settled.anew) beginNotesAnew(path, say)
      return say('chairside starts with the database on the disk')
    case 'serve disk, keep store':
      await keepStore(stored, now, say)
      setHeadsAside(path)
      beginNotesAnew(path, say)
      return say('chairside starts with the database on the disk, because of DISK_WINS=yes')
    case 'restore':
      await restoreWhole(stored, now, say)
      return say('chairside starts with the backup from the object store')
    case 'begin':
      if (layAside(path, now()))
        say(`there is no database at ${path}: the files beside it are kept as *.lost-…`)
      if (!firstBoot)
        throw new BackupError(
          `there is no database at ${path}, and the object store holds none. For the very first start, set FIRST_BOOT=yes. Otherwise check REPLICA_URL`,
        )
      return say('chairside starts with a new, empty database')
  }
}

/** The files on the disk are set aside only when a whole database is ready to replace them. */
async function restoreWhole(replica: Replica, now: () => number, say: Say): Promise<void> {
  const restored = `${replica.databasePath}.restored`
  removeDatabase(restored)
  if (!(await restore(replica, restored, { say })))
    throw new BackupError(
      'the object store no longer holds the backup that it held a moment ago: start again',
    )
  requireWhole(
    restored,
    'the backup in the object store',
    'Restore an earlier state with `chairside restore --at`.',
  )
  setHeadsAside(replica.databasePath)
  if (layAside(replica.databasePath, now())) say(`what was at ${replica.databasePath} is kept as *.lost-…`)
  renameSync(restored, replica.databasePath)
  removeDatabase(restored)
}

/** Restores the newest backup to a file beside the database. The file stays there. */
async function keepStore(replica: Replica, now: () => number, say: Say): Promise<void> {
  const kept = `${replica.databasePath}.store-${stamp(now())}`
  if (await restore(replica, kept, { say })) say(`what the object store held is kept as ${kept}`)
}

/**
 * Removes Litestream's notes, which say which changes the store has. With notes that do not fit the store, Litestream
 * would send nothing, or mix two histories. Without notes, Litestream goes on from the newest number in the store.
 * Litestream sends a whole copy if the store holds none, or if the newest change there does not fit the log.
 */
export function beginNotesAnew(path: string, say: Say): void {
  rmSync(noteFolder(path), { recursive: true, force: true })
  say('Litestream begins its notes on the disk again, because they do not fit the object store')
}

/** Reads the whole database on the disk, if there is one. @throws BackupError when the database is damaged. */
export function requireWholeDisk(path: string): void {
  if (!existsSync(path) || statSync(path).size === 0) return
  requireWhole(
    path,
    `the database ${path}`,
    `Move ${path}, ${path}-wal and ${path}-shm to another folder and start again to restore the newest backup. Keep these files: the log (-wal) may hold records that no backup has.`,
  )
}

function requireWhole(path: string, what: string, advice: string): void {
  try {
    inspect(path)
  } catch (error) {
    const { message } = error as Error
    if (isMachineTrouble(error))
      throw new BackupError(
        `${what} cannot be read now: ${message}. If the disk is full, free a few megabytes on it and start again. Otherwise look for errors of the disk`,
      )
    throw new BackupError(`${what} is damaged: ${message}. ${advice}`)
  }
}
