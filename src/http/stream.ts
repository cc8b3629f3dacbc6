import { Problem } from '../domain/problem.ts'
import { json, type PieceWriter, plainPieces } from './compress.ts'
import { chunkLength, jsonChunks } from './pages.ts'

/**
 * What a streamed answer needs from its request: the status, and functions to call before, during and after the work.
 */
interface Streaming {
  readonly status: number
  readonly ended: () => void
  readonly failed: (error: unknown) => void
  /** Waits before a chunk. Other requests are answered meanwhile. */
  readonly next: () => Promise<void>
  /** Counts the making of a chunk as work of the request. */
  readonly count: <T>(work: () => T) => T
  /** Called once, for an answer that does not fit one chunk. */
  readonly writer?: (() => PieceWriter) | undefined
  /** Runs a function that makes a chunk, so that it reads one state of the records. */
  readonly reading: <T>(read: () => T) => T
  /** Each chunk except the first waits for it before it is sent. @throws the reason for not sending the chunk. */
  readonly ready?: (() => Promise<void>) | undefined
}

/**
 * Answers a value in which lists may be `Pages`. A value that fits one chunk is answered whole, as JSON text. A longer
 * answer is made chunk by chunk, no faster than the client reads, and other requests are answered between two chunks.
 * One chunk is in memory at a time, because clients that do not read must not fill it. When reading fails half-way, the
 * connection is cut. So no client takes half a list for the whole list.
 */
export function streamed(
  value: unknown,
  { status, ended, failed, next, count, writer = plainPieces, reading, ready }: Streaming,
): string | Response {
  const chunks = jsonChunks(value)
  const made = () => reading(() => chunks.next())
  let first: string | undefined = firstOf(made, ended)
  if (first.length < chunkLength) {
    ended()
    return first
  }
  const { piece, end } = writer()
  const bytesOf = ({ done, value }: IteratorResult<string, void>) =>
    done ? { done, bytes: end() } : { done: false, bytes: piece(value) }
  let left = false
  return new Response(
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        await next()
        if (left) return
        try {
          const { done, bytes } = count(() => bytesOf(first === undefined ? made() : { value: first }))
          // The caller of `streamed` waits before the first chunk itself, so that the status can still change.
          if (first === undefined) await ready?.()
          first = undefined
          if (left) return
          if (bytes !== undefined) controller.enqueue(bytes)
          if (!done) return
          ended()
          controller.close()
        } catch (error) {
          ended()
          failed(error)
          controller.error(error)
        }
      },
      cancel() {
        left = true
        ended()
        chunks.return(undefined)
      },
    }),
    { status, headers: { 'content-type': json } },
  )
}

/**
 * The whole text of a value in which lists may be `Pages`, for an answer that is kept (RULES §17).
 * @param holdsPages false for a value that the runtime can write in one go
 * @throws `payload_too_large` for a text of more than 1 MiB. So the answers of a credential take no more room than the
 * bodies of its requests may.
 */
export function whole(value: unknown, holdsPages: boolean): string {
  if (!holdsPages) return JSON.stringify(value)
  let text = ''
  let bytes = 0
  for (const chunk of jsonChunks(value)) {
    text += chunk
    bytes += Buffer.byteLength(chunk)
    if (bytes > mostKept) throw new Problem('payload_too_large', tooLongToKeep)
  }
  return text
}

/** The longest answer that is kept, in bytes. */
const mostKept = 1024 * 1024
const tooLongToKeep =
  'Nothing was changed: the answer would be longer than 1 MiB, too long to be kept for this Idempotency-Key. Send the request without the header.'

/** The first chunk. @throws the error of the read, after a call of `ended`. */
function firstOf(made: () => IteratorResult<string, void>, ended: () => void): string {
  try {
    return made().value!
  } catch (error) {
    ended()
    throw error
  }
}
