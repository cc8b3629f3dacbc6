import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs'
import type { Replica } from '../config.ts'
import { newestStored, noteFolder, type Stored } from './litestream.ts'

/** How much of the database is in the object store. */
export interface StreamProgress {
  /** Writes up to this moment are in the object store, in epoch milliseconds. Null when the store has no whole copy. */
  readonly storedAt: number | null
  /**
   * How many changes Litestream has read from the log and not sent yet. Null when Litestream has noted no change on
   * this disk.
   */
  readonly behind: number | null
  /** Whether the object store holds nothing at all. */
  readonly empty: boolean
}

/**
 * Asks the object store how much of the database it holds. `place` is where Litestream streams to.
 * @throws BackupError when the store does not answer.
 */
export async function streamProgressOf(place: Replica): Promise<StreamProgress> {
  const stored = await newestStored(place)
  const newest = newestNoted(place.databasePath)
  return {
    // Changes without a whole copy before them cannot be restored.
    storedAt: stored?.hasCopy ? storedUntil(place.databasePath, stored) : null,
    behind: newest === null ? null : Math.max(0, Number(newest - (stored?.number ?? 0n))),
    empty: stored === null,
  }
}

/**
 * A store gives the time when a change was sent, which may be long after the change was written. So the time is read
 * from Litestream's own file of this change on the disk, or of the first change that was not sent. Without these
 * files, no change waits to be sent.
 */
function storedUntil(databasePath: string, { number, sentAt }: Stored): number {
  const file = notesOf(databasePath).find((note) => note.number >= number)?.file
  return (file === undefined ? null : writtenAt(file)) ?? sentAt
}

/** The number of the newest change that Litestream has noted on this disk. Null when Litestream has noted no change. */
export const newestNoted = (databasePath: string): bigint | null =>
  notesOf(databasePath).at(-1)?.number ?? null

/** Litestream's own files on the disk, of the changes that it has read from the log, the oldest first. */
function notesOf(databasePath: string): { number: bigint; file: string }[] {
  const folder = `${noteFolder(databasePath)}/ltx/0`
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const last = /^[0-9a-f]{16}-([0-9a-f]{16})\.ltx$/.exec(name)?.[1]
      return last === undefined ? [] : [{ number: BigInt(`0x${last}`), file: `${folder}/${name}` }]
    })
}

/**
 * The header of an LTX file (https://github.com/superfly/ltx): its first four characters, and the offset of its time
 * in bytes.
 */
const magic = 'LTX1'
const timeAt = 32

/** When Litestream read this change from the log, in epoch milliseconds. Null when the file is gone or damaged. */
function writtenAt(file: string): number | null {
  const header = Buffer.alloc(timeAt + 8)
  try {
    const opened = openSync(file, 'r')
    const read = readSync(opened, header)
    closeSync(opened)
    return read === header.length && header.toString('latin1', 0, 4) === magic
      ? Number(header.readBigInt64BE(timeAt))
      : null
  } catch {
    // Litestream may have removed the file, because it removes its older files.
    return null
  }
}
