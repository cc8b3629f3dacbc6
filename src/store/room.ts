import { statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** So much of the disk stays free in any case, in bytes. */
const leastFree = 64 << 20
/** How long an answer of the disk holds, in milliseconds. */
const freshMs = 1_000

/** How much room the disk has for more writes, in bytes. */
export interface Room {
  readonly free: number
  /** While less is free, writes are refused. */
  readonly needed: number
  /** A verification restores the backup beside the database, with files of Litestream's own. An upgrade copies it. */
  readonly neededToVerify: number
}

/** Whether the disk should get more room soon, although writes are taken. */
export const isLow = ({ free, needed, neededToVerify }: Room): boolean =>
  free < Math.max(2 * needed, neededToVerify)

/**
 * Keeps a streamed database from filling its disk. Its log can be merged into the database only while there is room
 * for that. On a disk that the log has filled, it would never end, and the server could not even start any more.
 */
export class RoomGuard {
  readonly #path: string
  readonly #told: (room: Room, enough: boolean) => void
  #enough = true
  #askedAt = Number.NEGATIVE_INFINITY

  /** `told` hears when the room runs out, and when there is enough again. */
  constructor(path: string, told: (room: Room, enough: boolean) => void) {
    this.#path = path
    this.#told = told
  }

  /** Whether the disk has room for writes, as of a second ago at most. */
  hasRoom(): boolean {
    const now = performance.now()
    if (now - this.#askedAt < freshMs) return this.#enough
    this.#askedAt = now
    let room: Room
    try {
      room = roomBeside(this.#path)
    } catch {
      // The disk does not answer. The write itself finds out why, and says it better.
      return this.#enough
    }
    const enough = room.free >= room.needed
    if (enough !== this.#enough) this.#told(room, enough)
    this.#enough = enough
    return enough
  }
}

/** The room on the disk of a database, and how much of it must stay free: the size of the log, 64 MB at least. */
export function roomBeside(path: string): Room {
  const { bavail, bsize } = statfsSync(dirname(path))
  return {
    free: bavail * bsize,
    needed: Math.max(leastFree, sizeOf(`${path}-wal`)),
    neededToVerify: 2 * sizeOf(path),
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
