import { readSync } from 'node:fs'
import { Damaged } from './damage.ts'
import { block, readTarHeader } from './tar-header.ts'

/** The most files of an archive. No export has as many. */
const mostFiles = 100

/** Where a file is in the archive, in bytes. */
export interface ByteSpan {
  readonly at: number
  readonly size: number
}

/**
 * The files of a tar archive of `length` bytes, by name. Only headers are read.
 * @throws Damaged for a file that is not in `names`, is there twice, or is longer than the rest of the archive.
 */
export function tarFiles(file: number, length: number, names: readonly string[]): Map<string, ByteSpan> {
  const found = new Map<string, ByteSpan>()
  const header = Buffer.alloc(block)
  for (let at = 0; ; ) {
    if (readFully(file, header, at) < block) throw new Damaged(null, 'It ends too early. Copy it again')
    if (header.every((byte) => byte === 0)) return found
    const entry = readTarHeader(header)
    if (entry === undefined || found.size === mostFiles)
      throw new Damaged(null, `It is no export of chairside: byte ${at} begins no file that an export has`)
    if (!names.includes(entry.name))
      throw new Damaged(null, `It is no export of this version: byte ${at} begins a file with another name`)
    if (found.has(entry.name)) throw new Damaged(entry.name, 'This file is there twice')
    const place = { at: at + block, size: entry.size }
    if (place.at + place.size > length)
      throw new Damaged(
        entry.name,
        'This file is longer than the rest of the archive. Copy the archive again',
      )
    found.set(entry.name, place)
    at = place.at + Math.ceil(place.size / block) * block
  }
}

/** Fills the buffer with the bytes from `position` on. Returns how many bytes were read. */
export function readFully(file: number, buffer: Buffer, position: number): number {
  let done = 0
  while (done < buffer.length) {
    const read = readSync(file, buffer, done, buffer.length - done, position + done)
    if (read === 0) break
    done += read
  }
  return done
}
