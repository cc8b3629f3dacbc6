import { chunkLength, jsonChunks } from './pages.ts'

/** The media type of every answer of the API. */
export const json = 'application/json'

/** What a streamed answer needs of its request: its status, and whom to tell that it has ended or broken off. */
export interface Streaming {
  readonly status: number
  readonly ended: () => void
  readonly failed: (error: unknown) => void
  /** Lets each chunk wait. @throws what keeps it from being sent. */
  readonly ready?: (() => Promise<void>) | undefined
}

/**
 * Answers a value in which lists may be `Pages`. What fits one chunk is answered whole, as JSON text. A longer answer is
 * made chunk by chunk, no faster than the client reads, and other requests are answered between two chunks. One chunk is
 * in memory at a time, because clients that do not read must not fill it.
 * When reading fails half-way the connection is cut, so that no client takes half a list for a whole one.
 */
export function streamed(value: unknown, { status, ended, failed, ready }: Streaming): string | Response {
  const chunks = jsonChunks(value)
  let first: string | undefined = firstOf(chunks, ended)
  if (first.length < chunkLength) {
    ended()
    return first
  }
  const utf8 = new TextEncoder()
  let left = false
  return new Response(
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setImmediate(resolve))
        if (left) return
        try {
          const { done, value: chunk } = first === undefined ? chunks.next() : { done: false, value: first }
          first = undefined
          await ready?.()
          if (left) return
          if (!done) return controller.enqueue(utf8.encode(chunk!))
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

/** The first chunk. @throws what the reading throws, after telling `ended`. */
function firstOf(chunks: Iterator<string, void>, ended: () => void): string {
  try {
    return chunks.next().value!
  } catch (error) {
    ended()
    throw error
  }
}
