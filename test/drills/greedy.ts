import { chairside, newDatabasePath, startServer } from '../support/server.ts'
import { connect, requestText } from './connection.ts'
import { drillPractice } from './practice.ts'

/** Percentiles, in milliseconds. */
interface Spread {
  readonly p50: number
  readonly p99: number
}

interface Measured {
  readonly me: Spread
  readonly booking: Spread
}

/**
 * A greedy credential sends as many requests as it can, over many connections. A modest credential works at the pace of
 * a busy practice. The modest one is measured three times: without the greedy one, beside it, and beside it without
 * rate limits. Throws when a request of the modest credential is refused. Throws also when the greedy one is refused
 * although there are no limits.
 */
export async function greedyDrill({ seconds, connections = 64 }: { seconds: number; connections?: number }) {
  const path = newDatabasePath()
  const { token: modest } = await drillPractice({ DATABASE_PATH: path })
  const named = ['--email', 'owner@example.org', '--name', 'greedy']
  const { token: greedy } = await chairside(path, 'token', 'create', ...named)
  await registerPatients(path, modest, 200)

  const limited = await besideGreedy({ path, modest, greedy: greedy!, seconds, connections, limit: 'on' })
  const free = await besideGreedy({ path, modest, greedy: greedy!, seconds, connections, limit: 'off' })
  if (free.statuses[429]) throw new Error('without limits the greedy credential was refused')
  return { connections, secondsEach: seconds, limited, free }
}

interface Round {
  readonly path: string
  readonly modest: string
  readonly greedy: string
  readonly seconds: number
  readonly connections: number
  readonly limit: 'on' | 'off'
}

async function besideGreedy({ path, modest, greedy, seconds, connections, limit }: Round) {
  await using server = await startServer({ DATABASE_PATH: path, RATE_LIMIT: limit })
  const { port } = new URL(server.url)
  const idle = await measure(Number(port), modest, seconds)
  const client = Bun.spawn(
    [process.execPath, `${import.meta.dir}/greedy-client.ts`, port, greedy, String(connections)],
    { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' },
  )
  // The measurement includes the burst at the beginning.
  const beside = await measure(Number(port), modest, seconds)
  await client.stdin.end()
  const statuses: Record<number, number> = JSON.parse(await new Response(client.stdout).text())
  const times = (of: keyof Measured, at: keyof Spread) => Number((beside[of][at] / idle[of][at]).toFixed(1))
  const ratios = {
    me: { p50: times('me', 'p50'), p99: times('me', 'p99') },
    booking: { p50: times('booking', 'p50'), p99: times('booking', 'p99') },
  }
  return { idle, beside, ratios, statuses }
}

async function registerPatients(path: string, token: string, count: number): Promise<void> {
  await using server = await startServer({ DATABASE_PATH: path })
  for (let i = 0; i < count; i++)
    await server.as(token)('POST', '/api/v1/patients', { firstName: 'Núria', lastName: `Öztürk ${i}` })
}

const pauseMs = 5
let booked = 0

/** Sends alternately reads and bookings, one request at a time, with a pause after each. */
async function measure(port: number, token: string, seconds: number): Promise<Measured> {
  const me: number[] = []
  const booking: number[] = []
  const connection = await connect(port)
  const timed = async (times: number[], expected: number, request: string) => {
    const sent = performance.now()
    const status = await connection.send(request)
    times.push(performance.now() - sent)
    if (status !== expected) throw new Error(`the modest credential was answered ${status}`)
    await Bun.sleep(pauseMs)
  }
  const until = performance.now() + seconds * 1_000
  while (performance.now() < until) {
    await timed(me, 200, requestText(token, 'GET', '/api/v1/me'))
    const at = (minutes: number) =>
      new Date(Date.parse('2029-01-01T00:00:00.000Z') + (booked * 30 + minutes) * 60_000).toISOString()
    const body = { type: 'appointment', startAt: at(0), endAt: at(30) }
    await timed(booking, 201, requestText(token, 'POST', '/api/v1/appointments', body))
    booked++
  }
  connection.close()
  return { me: spread(me), booking: spread(booking) }
}

function spread(times: number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Number(sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(2))
  return { p50: at(0.5), p99: at(0.99) }
}
