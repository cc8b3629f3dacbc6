/** Reads a file while it arrives, so that no large file is ever in memory as a whole. */
import { invalid, Problem } from '../domain/problem.ts'
import { arrivalPatience, inTime } from './body.ts'
import { requireMediaType } from './media-type.ts'

/** How many bytes of a file must arrive in a second, after the first 30 seconds. */
const leastRate = 32 * 1024

/** A file that arrives. */
interface Upload {
  readonly body: AsyncIterable<Uint8Array>
  /** How many bytes may arrive at the most. */
  readonly bytes: number
}

/**
 * The file that a request has as its body. `clock`, in milliseconds, measures the waiting.
 * @throws `unsupported_media_type`; `payload_too_large` for a `Content-Length` that is too large; `validation_failed`
 * without a body. Reading throws `validation_failed` when nothing more arrives for 30 seconds, or when the file ends
 * before its length. It also throws when the file arrives more slowly than 32 KB a second after its first 30 seconds.
 */
export function uploadOf(
  request: Request,
  types: readonly string[],
  mostBytes: number,
  clock: () => number = () => performance.now(),
): Upload {
  const { headers, body } = request
  requireMediaType(request, types, `The body is not of a type that is read. Send ${types.join(' or ')}.`)
  const length = headers.get('content-length')
  if (Number(length ?? 0) > mostBytes)
    throw new Problem('payload_too_large', `The file is larger than ${mostBytes / 1024 ** 2} MB. Send less.`)
  if (body === null) throw invalid([{ path: '', message: 'is empty; send the file as the body' }])
  return { body: arriving(body, length, clock), bytes: length === null ? mostBytes : Number(length) }
}

async function* arriving(
  body: ReadableStream<Uint8Array>,
  length: string | null,
  clock: () => number,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  // Only the time that was spent waiting for the client counts.
  let [bytes, waited] = [0, 0]
  try {
    for (;;) {
      const left = arrivalPatience + (bytes / leastRate) * 1000 - waited
      if (left <= 0) throw notWhole()
      const began = clock()
      // When the client leaves meanwhile, its file is not whole.
      const next = reader.read().catch(() => Promise.reject(notWhole()))
      const { done, value } = await inTime(next, Math.min(arrivalPatience, left), notWhole)
      // The stream of a body that is not whole may end without an error.
      if (done && length !== null && bytes !== Number(length)) throw notWhole()
      if (done) return
      waited += clock() - began
      bytes += value.byteLength
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

const notWhole = () => invalid([{ path: '', message: 'did not arrive whole; send it again' }])
