/** Takes in a file as it arrives, so that no large file is ever held in memory. */
import { invalid, Problem } from '../domain/problem.ts'
import { arrivalPatience } from './body.ts'

/** A file that arrives. */
export interface Upload {
  readonly body: AsyncIterable<Uint8Array>
  /** How many bytes come, at the most. */
  readonly bytes: number
}

/**
 * The file that a request brings as its body.
 * @throws `unsupported_media_type`; `payload_too_large` for a length that is said and too large; `validation_failed`
 * without a body. Reading throws `validation_failed` when nothing more arrives for 30 seconds.
 */
export function uploadOf({ headers, body }: Request, types: readonly string[], mostBytes: number): Upload {
  const type = (headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase()
  if (!types.includes(type))
    throw new Problem(
      'unsupported_media_type',
      `The body is not of a type that is read. Send ${types.join(' or ')}.`,
    )
  const length = headers.get('content-length')
  if (Number(length ?? 0) > mostBytes)
    throw new Problem('payload_too_large', `The file is larger than ${mostBytes / 1024 ** 2} MB. Send less.`)
  if (body === null) throw invalid([{ path: '', message: 'is empty; send the file as the body' }])
  return { body: arriving(body), bytes: length === null ? mostBytes : Number(length) }
}

async function* arriving(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      // A client that leaves meanwhile breaks its file off.
      const { done, value } = await inTime(reader.read().catch(() => Promise.reject(notWhole())))
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

const notWhole = () => invalid([{ path: '', message: 'did not arrive whole; send it again' }])

async function inTime<T>(next: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(notWhole()), arrivalPatience)
  try {
    return await Promise.race([next, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
