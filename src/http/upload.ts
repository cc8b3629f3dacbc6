/** Takes in a file as it arrives, so that no large file is ever held in memory. */
import { invalid, Problem } from '../domain/problem.ts'
import { arrivalPatience, inTime } from './body.ts'
import { requireMediaType } from './media-type.ts'

/** How many bytes of a file arrive in a second at the least, after the patience with its beginning. */
const leastRate = 32 * 1024

/** A file that arrives. */
interface Upload {
  readonly body: AsyncIterable<Uint8Array>
  /** How many bytes come, at the most. */
  readonly bytes: number
}

/**
 * The file that a request brings as its body.
 * @throws `unsupported_media_type`; `payload_too_large` for a length that is said and too large; `validation_failed`
 * without a body. Reading throws `validation_failed` when nothing more arrives for 30 seconds, or when the file ends before
 * its length. It also throws when the file arrives more slowly than 32 KB a second after its first 30 seconds. `clock` (milliseconds) says how long it waited.
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
      // A client that leaves meanwhile breaks its file off.
      const next = reader.read().catch(() => Promise.reject(notWhole()))
      const { done, value } = await inTime(next, Math.min(arrivalPatience, left), notWhole)
      // A body that was broken off may end like a whole one.
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
