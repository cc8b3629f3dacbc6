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
  const first = chunks.next().value ?? ''
  const second = chunks.next()
  if (second.done) {
    ended()
    return json(first, status)
  }
  const ready = [first, second.value]
  const utf8 = new TextEncoder()
  return json(
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setImmediate(resolve))
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
        ended()
        chunks.return(undefined)
      },
    }),
    status,
  )
}

const json = (body: string | ReadableStream, status: number) =>
  new Response(body, { status, headers: { 'content-type': 'application/json' } })
