/** The changes of the practice as they happen: an event stream, or a poll where a stream does not come through. */
import { api } from '../api/api.ts'
import { failedBy } from '../api/failure.ts'
import { asking } from '../api/online.ts'
import { sessionToken } from '../api/token.ts'
import type { Change } from './changes.ts'
import { look } from './look.ts'

export interface Heard {
  /** Up to where the changes are known from now on. */
  readonly cursor: string
  readonly changes: readonly Change[]
  /** Whether changes may have been missed, so that everything has to be read again. */
  readonly missed: boolean
}

type Hear = (heard: Heard) => void

/** The server sends a sign of life each 20 seconds. A network that dies may say nothing, so a longer silence is looked into. */
const silenceMs = 30_000
/** A proxy that gathers an answer before it passes it on shows nothing within this time. */
const patienceMs = 5_000
const pollMs = 3_000
const shortestPauseMs = 500
const longestPauseMs = 15_000

/** After how many questions to the server a stream is tried again. */
const pollsInARow = 20

const path = '/api/v1/changes'

/**
 * Follows the changes until `signal` ends it. `cursor` is where an earlier listener ended; without it, everything counts as
 * missed at first. A stream that breaks is opened again after a pause that grows.
 */
export async function hearChanges(
  cursor: string | undefined,
  hear: Hear,
  signal: AbortSignal,
): Promise<void> {
  let known = cursor
  let pauseMs = shortestPauseMs
  const heard: Hear = (news) => {
    known = news.cursor
    pauseMs = shortestPauseMs
    hear(news)
  }
  let streams = true
  while (!signal.aborted) {
    try {
      await (streams ? stream(known, heard, signal) : poll(known, heard, signal))
      streams = true
    } catch (error) {
      streams = !(error instanceof NoStream)
      if (failedBy(error, 'cursor_gone')) known = undefined
    }
    await pause(pauseMs * (0.5 + Math.random()), signal)
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }
}

/** The stream is refused, or held back on the way. */
class NoStream extends Error {}

/** Follows the stream until it ends. @throws when it cannot be opened, and after a silence. */
async function stream(cursor: string | undefined, hear: Hear, signal: AbortSignal): Promise<void> {
  const ends = new AbortController()
  const end = () => ends.abort()
  signal.addEventListener('abort', end, { once: true })
  let known = cursor
  let first = true
  let timer = setTimeout(end, patienceMs)
  const serverAnswers = asking()
  try {
    const answer = await fetch(new URL(path, location.origin), {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${sessionToken()}`,
        ...(cursor !== undefined && { 'last-event-id': cursor }),
      },
      signal: ends.signal,
    })
    if (!answer.ok || answer.body === null) throw new NoStream()
    serverAnswers(true)
    let batch: Change[] = []
    const read = eventReader()
    const texts = answer.body.pipeThrough(new TextDecoderStream())
    for await (const text of texts as unknown as AsyncIterable<string>) {
      clearTimeout(timer)
      timer = setTimeout(end, silenceMs)
      for (const { id, data } of read(text)) {
        known = id
        const told = JSON.parse(data) as Partial<Change>
        if (told.kind !== undefined) batch.push(told as Change)
      }
      if (known === undefined) continue
      if (first || batch.length > 0)
        hear({ cursor: known, changes: batch, missed: first && cursor === undefined })
      first = false
      batch = []
    }
  } catch (error) {
    if (ends.signal.aborted && !signal.aborted) {
      if (first) throw new NoStream()
      await look()
    }
    if (!ends.signal.aborted && !(error instanceof NoStream)) serverAnswers(false)
    throw error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}

/**
 * Reads the events of a stream (HTML §9.2.6). Their text may come in any pieces. The server writes an event in one form, and
 * signs of life as comments (`http/event-stream.ts`).
 */
export function eventReader(): (text: string) => { readonly id: string; readonly data: string }[] {
  let rest = ''
  return (text) => {
    const events = (rest + text).split('\n\n')
    rest = events.pop()!
    return events.flatMap((event) => {
      const [, id, data] = /^id: (.*)\ndata: (.*)$/m.exec(event) ?? []
      return id === undefined ? [] : [{ id, data: data! }]
    })
  }
}

/** Asks for changes some times in a row. @throws Failure. */
async function poll(cursor: string | undefined, hear: Hear, signal: AbortSignal): Promise<void> {
  let since = cursor
  for (let i = 0; i < pollsInARow && !signal.aborted; i++) {
    if (i > 0) await pause(pollMs, signal)
    const query = since === undefined ? {} : { since }
    const { changes, next } = await api.GET(path, { params: { query }, signal })
    if (since === undefined || changes.length > 0)
      hear({ cursor: next, changes, missed: since === undefined })
    since = next
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true })
  })
