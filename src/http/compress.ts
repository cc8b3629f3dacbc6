/**
 * Compresses the JSON of answers (RULES §1.3). Both codings are fast: a day of the calendar with 65 KB takes some 40
 * µs, and becomes a tenth as long. So an answer is compressed in the event loop, and the time counts as work of its
 * request.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib'
import { type Coding, codingFor } from './coding.ts'
import { codedTag } from './conditions.ts'
import { countWork } from './exchange.ts'

/** Up to this length in bytes, an answer is not compressed. */
const mostPlain = 4_096

/** Most clients accept both codings. The first coding is faster, and its answers are shorter. */
const codings = ['zstd', 'gzip'] as const
type JsonCoding = (typeof codings)[number]

/** The media type of every answer of the API. */
export const json = 'application/json'

type Headers = Record<string, string | number>

const whole: Readonly<Record<JsonCoding, (text: string) => Uint8Array<ArrayBuffer>>> = {
  zstd: (text) => new Uint8Array(Bun.zstdCompressSync(text, { level: 1 })),
  gzip: (text) => Bun.gzipSync(text, { level: 1, library: 'libdeflate' }),
}

/** A JSON text as it is sent, plain or compressed. Sets the headers that name the coding, and `vary`. */
function compressed(request: Request, headers: Headers, text: string): string | Uint8Array<ArrayBuffer> {
  const { coding, always } = codingFor(request, codings)
  const isLong = isLongerThanPlain(text)
  if (isLong || always) varies(headers)
  if (coding === undefined || !(isLong || always)) return text
  isCoded(headers, coding)
  return countWork(request, () => whole[coding](text))
}

interface AnswerToSend {
  readonly request: Request
  readonly set: { readonly headers: Headers }
  readonly responseValue?: unknown
}

/**
 * The hook that compresses an answer after it was checked. A `Response` is complete already, so it is left unchanged.
 */
export function sendCompressed({ request, set, responseValue }: AnswerToSend) {
  if (responseValue instanceof Response) return undefined
  set.headers['content-type'] = json
  const text = typeof responseValue === 'string' ? responseValue : JSON.stringify(responseValue)
  return compressed(request, set.headers, text)
}

/** Turns a text that is sent in pieces into bytes. */
export interface PieceWriter {
  readonly piece: (text: string) => Uint8Array
  /** The bytes that follow the last piece. */
  readonly end: () => Uint8Array | undefined
}

/** Compresses a long text that is sent in pieces. A piece leaves the memory when it is sent. */
export function inCompressedPieces(request: Request, headers: Headers): PieceWriter {
  const { coding } = codingFor(request, codings)
  varies(headers)
  if (coding === undefined) return plainPieces()
  isCoded(headers, coding)
  return coding === 'zstd' ? zstdFrames : gzipBlocks()
}

const utf8 = new TextEncoder()

export const plainPieces = (): PieceWriter => ({ piece: (text) => utf8.encode(text), end: () => undefined })

/**
 * Writes each piece of an answer as a Zstandard frame. A reader joins the content of several frames to one text (RFC
 * 8878 §3).
 */
const zstdFrames: PieceWriter = { piece: whole.zstd, end: () => undefined }

/**
 * Writes all pieces of an answer as one gzip member (RFC 1952 §2.3), because browsers read only the first member. An
 * empty block at the end of each piece makes the piece end with a whole byte. After the last piece follow an empty last
 * block, the checksum and the length.
 */
function gzipBlocks(): PieceWriter {
  let [checksum, length] = [0, 0]
  return {
    piece(text) {
      const bytes = utf8.encode(text)
      const blocks = deflateRawSync(bytes, { level: 1, finishFlush: constants.Z_SYNC_FLUSH })
      const isFirst = length === 0
      checksum = crc32(bytes, checksum)
      length += bytes.length
      return isFirst ? Buffer.concat([gzipHeader, blocks]) : blocks
    },
    end() {
      const tail = Buffer.alloc(10)
      // The bits of an empty last block (RFC 1951 §3.2.6).
      tail.writeUInt16LE(3)
      tail.writeUInt32LE(checksum, 2)
      // The length counts modulo 2^32.
      tail.writeUInt32LE(length % 2 ** 32, 6)
      return tail
    },
  }
}

/** The header of a gzip member: deflate, without a name and a time, from an unknown system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

/** Counts bytes only when the length in UTF-16 code units does not decide: a code unit takes up to three bytes. */
const isLongerThanPlain = (text: string): boolean =>
  text.length > mostPlain || (text.length * 3 > mostPlain && Buffer.byteLength(text) > mostPlain)

/** Notes in `vary` that the answer depends on `Accept-Encoding`. It may also depend on the origin (`cors.ts`). */
export function varies(headers: Headers): void {
  headers.vary = headers.vary === undefined ? 'accept-encoding' : `${headers.vary}, accept-encoding`
}

/** Names the coding in the headers, also in the tag: a strong tag names the bytes of one coding (RFC 9110 §8.8.3.3). */
function isCoded(headers: Headers, coding: Coding): void {
  headers['content-encoding'] = coding
  if (headers.etag !== undefined) headers.etag = codedTag(String(headers.etag), coding)
}
