import { jsonChunks } from './pages.ts'

/** What a streamed answer needs of its request: its status, and whom to tell that it has ended or broken off. */
export interface Streaming {
  readonly status: number
  readonly ended: () => void
  readonly failed: (error: unknown) => void
}

/**
 * Answers a value in which lists may be `Pages`. What fits one chunk is answered whole. A longer answer is made chunk by
 * chunk, no faster than the client reads, and other requests are answered between two chunks.
 * When reading fails half-way the connection is cut, so that no client takes half a list for a whole one.
 */
export function streamed(value: unknown, { status, ended, failed }: Streaming): Response {
  const chunks = jsonChunks(value)
  const ready = twoOf(chunks, ended)
  if (ready.length === 1) {
    ended()
    return json(ready[0]!, status)
  }
  const utf8 = new TextEncoder()
  let left = false
  return json(
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setImmediate(resolve))
        if (left) return
        try {
          const { done, value: chunk } =
            ready.length > 0 ? { done: false, value: ready.shift()! } : chunks.next()
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
    status,
  )
}

/** The first two chunks, or the only one. @throws what the reading throws, after telling `ended`. */
function twoOf(chunks: Iterator<string>, ended: () => void): string[] {
  try {
    return [chunks.next(), chunks.next()].flatMap(({ done, value }) => (done ? [] : [value]))
  } catch (error) {
    ended()
    throw error
  }
}

const json = (body: string | ReadableStream, status: number) =>
  new Response(body, { status, headers: { 'content-type': 'application/json' } })
