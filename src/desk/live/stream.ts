/** Receives the changes of the practice as they happen: by an event stream, or by polling if a stream does not work. */
import { api } from '../api/api.ts'
import { failedBy } from '../api/failure.ts'
import { asking } from '../api/online.ts'
import { sessionToken } from '../api/token.ts'
import type { Change } from './changes.ts'
import { look } from './look.ts'

export interface Heard {
  /** The cursor up to which the changes are known from now on. */
  readonly cursor: string
  readonly changes: readonly Change[]
  /** Whether changes may have been missed, so that everything has to be read again. */
  readonly missed: boolean
}

type Hear = (heard: Heard) => void

/**
 * After how much silence the connection is checked, in milliseconds. The server sends a sign of life every 20 seconds,
 * and a network that fails may give no error.
 */
const silenceMs = 30_000
/**
 * How long to wait for the first text, in milliseconds. A proxy that collects an answer before it passes the answer on
 * sends nothing in this time.
 */
const patienceMs = 5_000
const pollMs = 3_000
const shortestPauseMs = 500
const longestPauseMs = 15_000

/** After how many polls a stream is tried again. */
const pollsInARow = 20

const path = '/api/v1/changes'

/**
 * Receives the changes until `signal` is aborted. `cursor` is the cursor at which an earlier call ended. Without it,
 * everything counts as missed at first. A stream that breaks is opened again after a pause that grows.
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

/** The server refuses the stream, or something on the way holds it back. */
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
 * Reads the events of a stream (HTML §9.2.6). Their text may arrive in parts of any length. The server writes each
 * event in one form, and signs of life as comments (`http/event-stream.ts`).
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

/** Requests the changes several times in a row. @throws Failure. */
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
