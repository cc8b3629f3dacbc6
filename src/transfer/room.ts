import { inMegabytes } from '../store/engine/room.ts'
import type { Transfer } from '../store/transfer/transfer.ts'
import { TransferError } from './transfer-error.ts'

/**
 * In the database with its indexes and in the write-ahead log, rows take less than this multiple of their archive's
 * size.
 */
const timesTheArchive = 3
/**
 * A running server refuses writes when the free room is below a limit. An import leaves this multiple of the limit
 * free.
 */
const reserve = 2
/** How often an import checks the free room on the disk, in milliseconds. */
const lookEveryMs = 1_000

/**
 * Requires room for an import. `bytes` is the length of the archive. `left` is the part of its rows that was not
 * imported yet, from 0 to 1.
 * @throws TransferError when the disk of the database has no room for these rows.
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

  /** @throws TransferError. The rows that were imported stay, and the same command continues after them. */
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
