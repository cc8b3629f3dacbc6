import { writeSync } from 'node:fs'
import { block, tarHeader } from './tar-header.ts'

/** How many bytes are collected before they are written. */
const bufferSize = 1 << 20

/** The size and the digest of one file that was written. */
export interface Written {
  readonly bytes: number
  /** In hexadecimal digits. */
  readonly sha256: string
}

/** Writes a tar archive into an open file, piece by piece. The length of a file need not be known before its end. */
export class TarWriter {
  readonly #file: number
  readonly #buffer = Buffer.alloc(bufferSize)
  #filled = 0
  /** The position in the file at which the bytes of the buffer will be written. */
  #position = 0

  constructor(file: number) {
    this.#file = file
  }

  /** Adds a file of these pieces of text. @throws when the disk is full. */
  add(name: string, pieces: Iterable<string>): Written {
    const headerAt = this.#position
    this.#position += block
    const hash = new Bun.CryptoHasher('sha256')
    let bytes = 0
    for (const piece of pieces) {
      const encoded = Buffer.from(piece)
      hash.update(encoded)
      bytes += encoded.length
      this.#append(encoded)
    }
    this.#append(Buffer.alloc(-bytes & (block - 1)))
    this.#flush()
    this.#write(tarHeader(name, bytes), headerAt)
    return { bytes, sha256: hash.digest('hex') }
  }

  /** Ends the archive with two empty blocks. */
  end(): void {
    this.#append(Buffer.alloc(2 * block))
    this.#flush()
  }

  #append(bytes: Buffer): void {
    for (let done = 0; done < bytes.length; ) {
      const copied = bytes.copy(this.#buffer, this.#filled, done)
      done += copied
      this.#filled += copied
      if (this.#filled === bufferSize) this.#flush()
    }
  }

  #flush(): void {
    this.#write(this.#buffer.subarray(0, this.#filled), this.#position)
    this.#position += this.#filled
    this.#filled = 0
  }

  #write(bytes: Uint8Array, position: number): void {
    for (let done = 0; done < bytes.length; )
      done += writeSync(this.#file, bytes, done, bytes.length - done, position + done)
  }
}
