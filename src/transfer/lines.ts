import { Damaged } from './damage.ts'
import { type ByteSpan, readFully } from './tar-reader.ts'

/** How many bytes are read at once. */
const atOnce = 1 << 20
/**
 * The longest line in bytes. A row of the service is shorter: the longest row has an answer of 1 MiB in hexadecimal
 * digits.
 */
export const longestLine = 3 * atOnce

const newline = 0x0a

/** A line of a file, with its number from 1 on. */
export interface Line {
  readonly text: string
  readonly number: number
}

/**
 * The lines of a file inside an archive. At the end of the file, `sha256` must be the digest of all its bytes.
 * @throws Damaged when the digest is a different one. Also for a line that is too long, does not end, or is no UTF-8.
 */
export function* linesOf(file: number, name: string, place: ByteSpan, sha256: string): Generator<Line> {
  const hash = new Bun.CryptoHasher('sha256')
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const buffer = Buffer.alloc(atOnce)
  let number = 0
  /** The first parts of a line, until the rest of the line is read. */
  let begun: Buffer[] = []
  let begunLength = 0
  const tooLong = (line: number) => new Damaged(name, 'This line is longer than 3 MiB', line)
  const decoded = (end: Buffer): string => {
    number++
    if (begunLength + end.length > longestLine) throw tooLong(number)
    const bytes = begun.length === 0 ? end : Buffer.concat([...begun, end])
    begun = []
    begunLength = 0
    try {
      return decoder.decode(bytes)
    } catch {
      throw new Damaged(name, 'This line is no UTF-8', number)
    }
  }
  for (let done = 0; done < place.size; ) {
    const part = buffer.subarray(0, Math.min(atOnce, place.size - done))
    if (readFully(file, part, place.at + done) < part.length)
      throw new Damaged(name, 'The archive became shorter while it was read')
    done += part.length
    hash.update(part)
    let from = 0
    for (let to = part.indexOf(newline); to !== -1; to = part.indexOf(newline, from)) {
      yield { text: decoded(part.subarray(from, to)), number }
      from = to + 1
    }
    begunLength += part.length - from
    if (begunLength > longestLine) throw tooLong(number + 1)
    if (from < part.length) begun.push(Buffer.from(part.subarray(from)))
  }
  if (begunLength > 0) throw new Damaged(name, 'The last line does not end', number + 1)
  if (hash.digest('hex') !== sha256)
    throw new Damaged(name, 'Its digest is not the one in manifest.json: the file was changed')
}
