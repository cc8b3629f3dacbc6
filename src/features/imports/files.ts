/**
 * The files of imports. They are in a folder beside the database, which no backup copies, and only the service can read
 * them. The name of a file is the id of its import.
 */
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Encoding, encodingOf, sampleBytes, unreadableSign } from '../../domain/import/text.ts'
import { othersTurn } from '../../store/engine/writer.ts'

/** How many bytes are read at a time. */
const pieceBytes = 16 * 1024

/** A file that has arrived. */
interface ArrivedFile {
  readonly bytes: number
  readonly encoding: Encoding
}

/** The uploaded file has more bytes than are allowed. */
export class TooManyBytes extends Error {}

export class ImportFiles {
  readonly #folder: string

  /** @param folder where the files are. The folder is made when the first file arrives. */
  constructor(folder: string) {
    this.#folder = folder
  }

  /**
   * Writes the uploaded file to the disk, and finds out its encoding. A file that does not arrive completely is
   * removed. The file is not synced to the disk, because a sync would delay all other requests. So a power cut can lose
   * the file, but the owner still has it.
   * @throws TooManyBytes, and what reading and writing throw.
   */
  async keep(id: string, body: AsyncIterable<Uint8Array>, mostBytes: number): Promise<ArrivedFile> {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const file = openSync(this.#path(id), 'wx', 0o600)
    const utf8 = new TextDecoder('utf-8', { fatal: true })
    let isUtf8 = true
    let bytes = 0
    try {
      for await (const chunk of body) {
        bytes += chunk.byteLength
        if (bytes > mostBytes) throw new TooManyBytes()
        for (let at = 0; at < chunk.byteLength; ) at += writeSync(file, chunk, at)
        isUtf8 &&= fits(utf8, chunk, true)
      }
      isUtf8 &&= fits(utf8, new Uint8Array(), false)
      const encoding = encodingOf(this.firstBytes(id), isUtf8)
      const isBroken = encoding === 'windows-1252' && (await this.#isMostlyUtf8(id))
      return { bytes, encoding: isBroken ? 'utf-8' : encoding }
    } catch (error) {
      this.remove(id)
      throw error
    } finally {
      closeSync(file)
    }
  }

  /** The first bytes of a file. @throws when the file is gone. */
  firstBytes(id: string): Uint8Array {
    const file = openSync(this.#path(id), 'r')
    try {
      const bytes = new Uint8Array(sampleBytes)
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0))
    } finally {
      closeSync(file)
    }
  }

  /**
   * Whether a file that is not valid UTF-8 is UTF-8 with a few broken bytes. Most of its characters beyond ASCII are
   * then valid. In a file of an older encoding, hardly any of them are valid.
   */
  async #isMostlyUtf8(id: string): Promise<boolean> {
    let [whole, broken] = [0, 0]
    for (const piece of this.text(id, 'utf-8')!) {
      for (const [sign] of piece.matchAll(/[^\p{ASCII}]/gu))
        if (sign === unreadableSign) broken++
        else whole++
      await othersTurn()
    }
    return whole > broken
  }

  /** The text of a file, piece by piece, from its beginning. Null when the file is gone. */
  text(id: string, encoding: Encoding): Generator<string> | null {
    let file: number
    try {
      file = openSync(this.#path(id), 'r')
    } catch {
      return null
    }
    return piecesOf(file, encoding)
  }

  /** The beginning of the text of a file; empty when the file is gone. */
  head(id: string, encoding: Encoding): string {
    const pieces = this.text(id, encoding)
    if (pieces === null) return ''
    let text = ''
    for (const piece of pieces) {
      text += piece
      if (text.length >= sampleBytes) break
    }
    return text
  }

  /** How many bytes a file has; null when the file is gone. */
  size(id: string): number | null {
    return statSync(this.#path(id), { throwIfNoEntry: false })?.size ?? null
  }

  remove(id: string): void {
    rmSync(this.#path(id), { force: true })
  }

  /** Removes files that were last written before `until` (epoch milliseconds), also files of imports that are gone. */
  removeOld(until: number): void {
    for (const name of readdirSyncOrNone(this.#folder)) {
      const path = join(this.#folder, name)
      const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs
      if (written !== undefined && written < until) rmSync(path, { force: true })
    }
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.csv`)
  }
}

function readdirSyncOrNone(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function fits(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): boolean {
  try {
    decoder.decode(bytes, { stream })
    return true
  } catch {
    return false
  }
}

function* piecesOf(file: number, encoding: Encoding): Generator<string> {
  try {
    const decoder = new TextDecoder(encoding)
    const bytes = new Uint8Array(pieceBytes)
    const { size } = fstatSync(file)
    for (let at = 0; at < size; ) {
      const read = readSync(file, bytes, 0, bytes.length, at)
      if (read === 0) break
      at += read
      const text = decoder.decode(bytes.subarray(0, read), { stream: true })
      if (text !== '') yield text
    }
    const rest = decoder.decode()
    if (rest !== '') yield rest
  } finally {
    closeSync(file)
  }
}
