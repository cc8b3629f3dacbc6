import { readFileSync } from 'node:fs'
import { openDatabase } from '../../db/open.ts'
import { newId } from '../../src/domain/id.ts'
import { createToken } from '../../src/features/tokens/actions.ts'
import { insertMember } from '../../src/store/access/members.ts'
import { createStore } from '../../src/store/store.ts'
import { percentile, ratioOf } from '../bench/statistics.ts'
import { byTest } from '../support/by-test.ts'
import { newDatabasePath, type Server, startServer } from '../support/server.ts'
import { connect, requestText } from './connection.ts'
import { drillPractice } from './practice.ts'

const perToken = 10
const tokensOfMember = 40
const colleague = {
  name: 'Colleague',
  role: 'assistant' as const,
  active: true,
  color: null,
  language: null,
  createdAt: 0,
  updatedAt: 0,
} as const
/** The pause between two bookings in milliseconds, so that a round is not a burst. */
const pauseMs = 5

interface Size {
  /** How many streams are open. */
  readonly streams: number
  /** How many bookings are measured in each half of a round. */
  readonly bookings: number
  readonly rounds: number
}

/**
 * Many event streams are open while a client books. Each round measures the bookings without streams, and then beside
 * the streams. Returns the memory of a stream, the ratios of the bookings' times, and the delay between a booking's
 * answer and its event on the streams.
 * @throws when a change does not reach every stream.
 */
export async function streamsDrill({ streams, bookings, rounds }: Size) {
  const path = newDatabasePath()
  const { token } = await drillPractice({ DATABASE_PATH: path })
  const tokens = await moreTokens(path, Math.ceil(streams / perToken))
  await using server = await startServer({ DATABASE_PATH: path, RATE_LIMIT: 'on' })
  await measure(server, token, bookings)

  const ratios: Record<'p50' | 'p99', number[]> = { p50: [], p99: [] }
  const memory: number[] = []
  const toFirst: number[] = []
  const toLast: number[] = []
  let alone: Measured | undefined
  let beside: Measured | undefined
  for (let round = 0; round < rounds; round++) {
    alone = await measure(server, token, bookings)
    const before = memoryOf(server)
    const clients = await hold(server, streams, tokens)
    memory.push((memoryOf(server) - before) / streams)
    beside = await measure(server, token, bookings)
    const arrivals = await clients.end(beside.answered.length)
    for (const p of ['p50', 'p99'] as const) ratios[p].push(beside[p] / alone[p])
    for (const [i, times] of arrivals.entries()) {
      if (times.length !== streams) throw new Error(`a change reached ${times.length} of ${streams} streams`)
      const after = times.map((time) => time - beside!.answered[i]!)
      toFirst.push(Math.min(...after))
      toLast.push(Math.max(...after))
    }
  }
  const spread = (times: number[]) => ({
    p50: rounded(percentile(times, 0.5)),
    p99: rounded(percentile(times, 0.99)),
  })
  return {
    streams,
    kibOfStream: ratioOf(memory.map((bytes) => rounded(bytes / 1024))),
    bookingAloneMs: { p50: alone!.p50, p99: alone!.p99 },
    bookingBesideMs: { p50: beside!.p50, p99: beside!.p99 },
    ratios: { p50: ratioOf(ratios.p50.map(rounded)), p99: ratioOf(ratios.p99.map(rounded)) },
    msFromAnswerToFirstStream: spread(toFirst),
    msFromAnswerToLastStream: spread(toLast),
  }
}

/** Makes more tokens, because a credential may have at most ten streams. A member may have at most 50 credentials. */
async function moreTokens(path: string, count: number): Promise<string[]> {
  const store = createStore(openDatabase(path))
  const [owner] = store.identity.membersByEmail('owner@example.org')
  const practice = store.practices.of(owner!.practiceId, byTest)
  const tokens: string[] = []
  let userId = ''
  for (let i = 0; i < count; i++) {
    if (i % tokensOfMember === 0) {
      userId = newId(Date.now())
      await practice.write((tx) => {
        insertMember(tx, { ...colleague, id: userId, email: `${userId}@example.org` })
        tx.record({ kind: 'access' })
      })
    }
    tokens.push((await createToken(practice, userId, `streams ${i}`, 1, Date.now(), ['read'])).token)
  }
  await store.close()
  return tokens
}

/** Opens the streams in another process. */
async function hold({ url }: Server, count: number, tokens: readonly string[]) {
  const client = Bun.spawn(
    [process.execPath, `${import.meta.dir}/stream-clients.ts`, url, String(count), ...tokens],
    {
      // By default, Bun keeps at most 256 requests open at the same time.
      env: { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: String(2 * count) },
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'inherit',
    },
  )
  const lines = client.stdout.pipeThrough(new TextDecoderStream()).getReader()
  const { value } = await lines.read()
  if (value !== 'open\n') throw new Error(`the streams did not open: ${value}`)
  return {
    /** Ends the streams when all changes have arrived. Returns the arrivals in the order of the changes. */
    async end(changes: number): Promise<number[][]> {
      client.stdin.write(String(changes))
      await client.stdin.end()
      let text = ''
      for (let part = await lines.read(); !part.done; part = await lines.read()) text += part.value
      const arrivals: Record<string, number[]> = JSON.parse(text)
      const cursors = Object.keys(arrivals).sort((a, b) => seqOf(a) - seqOf(b))
      if (cursors.length !== changes) throw new Error(`${cursors.length} of ${changes} changes arrived`)
      return cursors.map((cursor) => arrivals[cursor]!)
    },
  }
}

const seqOf = (cursor: string): number => Number(cursor.split('.')[1])

/** The resident memory of the server, in bytes. */
const memoryOf = ({ pid }: Server): number =>
  1024 * Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])

interface Measured {
  readonly p50: number
  readonly p99: number
  /** The moments at which the bookings were answered, in milliseconds since 1970. */
  readonly answered: readonly number[]
}

let booked = 0

async function measure({ url }: Server, token: string, count: number): Promise<Measured> {
  const connection = await connect(Number(new URL(url).port))
  const times: number[] = []
  const answered: number[] = []
  for (let i = 0; i < count; i++) {
    const at = (minutes: number) =>
      new Date(Date.parse('2029-01-01T00:00:00.000Z') + (booked * 30 + minutes) * 60_000).toISOString()
    const body = { type: 'appointment', startAt: at(0), endAt: at(30) }
    booked++
    const sent = performance.now()
    const status = await connection.send(requestText(token, 'POST', '/api/v1/appointments', body))
    times.push(performance.now() - sent)
    answered.push(performance.timeOrigin + performance.now())
    if (status !== 201) throw new Error(`a booking was answered ${status}`)
    await Bun.sleep(pauseMs)
  }
  connection.close()
  return { p50: rounded(percentile(times, 0.5)), p99: rounded(percentile(times, 0.99)), answered }
}

const rounded = (value: number): number => Number(value.toFixed(2))
