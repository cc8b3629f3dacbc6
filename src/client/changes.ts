import type { components } from '../desk/contract/openapi.ts'
import type { ChairsideClient } from './client.ts'
import { ChairsideProblem, payload, problemOf } from './payload.ts'

/** A change of a record by somebody. It names the record, and contains none of its fields. */
export type RecordChanged = components['schemas']['Change']

/** Where `followChanges` begins, and a signal that ends it. */
export interface FollowOptions {
  /** The cursor of the last change that you have seen. When left out, `followChanges` begins with the next change. */
  readonly since?: string
  /** Ends `followChanges` when it is aborted. */
  readonly signal?: AbortSignal
}

/**
 * The service sends a ping each 20 seconds. After this time without any bytes, the stream is opened again. In
 * milliseconds.
 */
const silenceMs = 60_000
/** The pause before a stream is opened again, in milliseconds. */
const pauseMs = 1_000

/**
 * The changes of the practice as they happen, in order and without gaps: `for await (const change of
 * followChanges(client))`. A stream that breaks is opened again after the last change, also after a fault of the server
 * or of a proxy before it. The generator ends when `signal` is aborted.
 * @throws ChairsideProblem. `cursor_gone`: the service no longer knows the cursor, so read everything again.
 */
export async function* followChanges(
  client: ChairsideClient,
  { since, signal = new AbortController().signal }: FollowOptions = {},
): AsyncGenerator<RecordChanged, void, undefined> {
  let cursor = since ?? (await payload(client.GET('/api/v1/changes', { signal }))).next
  while (!signal.aborted) {
    for await (const change of oneStream(client, cursor, signal)) {
      yield change
      cursor = change.cursor
    }
    await new Promise((resolve) => setTimeout(resolve, signal.aborted ? 0 : pauseMs * (0.5 + Math.random())))
  }
}

/** The changes of one stream, until it breaks. @throws ChairsideProblem when the request is wrong. */
async function* oneStream(
  client: ChairsideClient,
  cursor: string,
  signal: AbortSignal,
): AsyncGenerator<RecordChanged, void, undefined> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), silenceMs)
  try {
    const { data, error, response } = await client.GET('/api/v1/changes', {
      parseAs: 'stream',
      headers: { accept: 'text/event-stream', 'last-event-id': cursor },
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (data === undefined || data === null) throw problemOf(response, error)
    for await (const event of eventsOf(data as ReadableStream<Uint8Array<ArrayBuffer>>, () => {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silenceMs)
    }))
      if (event.startsWith('event: change'))
        yield JSON.parse(/^data: (.*)$/m.exec(event)![1]!) as RecordChanged
  } catch (error) {
    // After a broken connection, the stream is opened again. After a refusal the stream stays closed, because the next
    // try would be refused, too.
    if (error instanceof ChairsideProblem && error.status < 500) throw error
  } finally {
    clearTimeout(timer)
  }
}

/** The events of a stream, each as its lines. `heard` is called whenever a part of the stream has arrived. */
async function* eventsOf(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  heard: () => void,
): AsyncGenerator<string, void, undefined> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader()
  try {
    let text = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      heard()
      const events = (text + part.value).split('\n\n')
      text = events.pop() ?? ''
      yield* events
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
