import { inMegabytes } from '../store/engine/room.ts'
import type { Transfer } from '../store/transfer/transfer.ts'
import { TransferError } from './transfer-error.ts'

/** The rows of an archive take less than this multiple of its size: in the database with its indexes, and in the log. */
const timesTheArchive = 3
/** A server beside refuses writes below what must stay free. An import leaves this multiple of it. */
const reserve = 2
/** How often an import asks the disk, in milliseconds. */
const lookEveryMs = 1_000

/**
 * `bytes` is how long the archive is, and `left` the part of its rows that is not there yet, 1 for all.
 * @throws TransferError where the disk of the database has no room for them.
 */
export function requireRoom(
  { free, needed }: ReturnType<Transfer['room']>,
  bytes: number,
  left: number,
): void {
  const wanted = reserve * needed + timesTheArchive * bytes * left
  if (free >= wanted) return
  const state = left === 1 ? 'Nothing was taken in' : 'What came in before stays'
  throw new TransferError(
    `the disk of the database has ${inMegabytes(free)} MB left, and this import needs ${inMegabytes(wanted)} MB. Free some space on it. ${state}`,
  )
}

/** Stops an import before the disk is so full that the server refuses writes. */
export class RoomWatch {
  readonly #transfer: Pick<Transfer, 'room'>
  readonly #now: () => number
  #lookAt = 0

  constructor(transfer: Pick<Transfer, 'room'>, now: () => number) {
    this.#transfer = transfer
    this.#now = now
  }

  /** @throws TransferError. What came in stays, and the same command goes on with it. */
  look(): void {
    const now = this.#now()
    if (now < this.#lookAt) return
    this.#lookAt = now + lookEveryMs
    const { free, needed } = this.#transfer.room()
    if (free >= reserve * needed) return
    throw new TransferError(
      `the disk of the database is nearly full: ${inMegabytes(free)} MB are left. Free some space on it. Then type the same command again: it goes on where it stopped`,
    )
  }
}
