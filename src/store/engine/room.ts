import type { Database } from 'bun:sqlite'
import { statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** How much room of the disk must always stay free, in bytes. */
const leastFree = 64 << 20
/** How long the measured room of the disk is used again, in milliseconds. */
const freshMs = 1_000
/** Merging a large write-ahead log takes seconds. So this is tried at most once in this time, in milliseconds. */
const mergeEveryMs = 60_000

/** How much room the disk has for more writes, in bytes. */
export interface DiskRoom {
  readonly free: number
  /** While less is free, writes are refused. */
  readonly needed: number
  /**
   * The room for a verification. It restores the backup beside the database, with files of Litestream's own. An
   * upgrade, which copies the database, needs the same room.
   */
  readonly neededToVerify: number
}

/** Whether the disk has room for writes. */
export const isEnough = ({ free, needed }: DiskRoom): boolean => free >= needed

/** Converts bytes to whole megabytes, which people read on the page, in messages and in findings. */
export const inMegabytes = (bytes: number): number => Math.round(bytes / 1_000_000)

/** Whether the disk should get more room soon, although writes are taken. */
export const isLow = ({ free, needed, neededToVerify }: DiskRoom): boolean =>
  free < Math.max(2 * needed, neededToVerify)

/**
 * Keeps a database that Litestream copies from filling its disk. The write-ahead log can be merged into the database
 * only while there is room for that. If the log fills the disk, this never becomes possible, and the server cannot even
 * start.
 */
export class RoomGuard {
  readonly #database: Database
  readonly #streams: () => boolean
  readonly #told: (room: DiskRoom, enough: boolean) => void
  #enough = true
  #askedAt = Number.NEGATIVE_INFINITY
  #mergedAt = Number.NEGATIVE_INFINITY

  /**
   * `streams` returns whether Litestream copies the log at this moment. If so, only Litestream merges the log. `told`
   * is called when the room runs out, and when there is enough again.
   */
  constructor(
    database: Database,
    { streams, told }: { streams: () => boolean; told: (room: DiskRoom, enough: boolean) => void },
  ) {
    this.#database = database
    this.#streams = streams
    this.#told = told
  }

  /** Whether the disk has room for writes, as of a second ago at most. */
  hasRoom(): boolean {
    const now = performance.now()
    if (now - this.#askedAt < freshMs) return this.#enough
    this.#askedAt = now
    let room: DiskRoom
    try {
      room = this.#room(now)
    } catch {
      // The room of the disk cannot be read. The write itself will fail with an error that names the cause.
      return this.#enough
    }
    const enough = isEnough(room)
    if (enough !== this.#enough) this.#told(room, enough)
    this.#enough = enough
    return enough
  }

  /**
   * Returns the room of the disk, after merging the log if that was needed. While writes are refused, Litestream does
   * not begin, because its beginning needs a write. Then nobody else would merge the log, however much room there is.
   */
  #room(now: number): DiskRoom {
    const path = this.#database.filename
    const room = roomBeside(path)
    if (isEnough(room) || this.#streams() || now - this.#mergedAt < mergeEveryMs) return room
    if (sizeOf(`${path}-wal`) === 0 || growthOf(this.#database) > room.free) return room
    this.#mergedAt = now
    this.#database.run('PRAGMA wal_checkpoint(TRUNCATE)')
    return roomBeside(path)
  }
}

/** The room on the disk of a database, and how much of it must stay free: the size of the log, 64 MB at least. */
export function roomBeside(path: string): DiskRoom {
  const { bavail, bsize } = statfsSync(dirname(path))
  return {
    free: bavail * bsize,
    needed: Math.max(leastFree, sizeOf(`${path}-wal`)),
    neededToVerify: 2 * sizeOf(path),
  }
}

/** By how many bytes the file grows when the log is merged into it. */
function growthOf(database: Database): number {
  const { bytes } = database
    .query<{ bytes: number }, []>(
      'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
    )
    .get()!
  return bytes - statSync(database.filename).size
}

/** The size of a file in bytes; 0 when there is no such file. */
export const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
