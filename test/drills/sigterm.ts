import { Agent, request } from 'node:http'
import type { Client } from '../support/client.ts'
import { newDatabasePath, type Server, startServer } from '../support/server.ts'
import { Ledger, recordsIn } from './ledger.ts'
import { mixedLoad, newTally } from './mixed-load.ts'
import { drillPractice } from './practice.ts'

/**
 * Sends SIGTERM to a server under load, again and again. Throws when an acknowledged change is missing, or when a
 * connection is reset before its answer. Throws also when the server does not end with 0 within ten seconds.
 */
export const sigtermDrill = ({
  rounds,
  clients = 32,
  megabytes = 0,
}: {
  rounds: number
  clients?: number
  megabytes?: number
}) => {
  const settings = { DATABASE_PATH: newDatabasePath(), LOG_LEVEL: 'info' }
  return stopsUnderLoad({ rounds, clients, megabytes, settings, stop: (server) => server.stop() })
}

/**
 * Stops a server under load, again and again. `check` gets the ledger after each stop. Throws when an acknowledged
 * change is missing, or when an accepted request gets no answer. Throws also when the server does not end with 0 within
 * ten seconds.
 */
export async function stopsUnderLoad(options: {
  rounds: number
  clients: number
  /** The least size of the database at the beginning. */
  megabytes?: number
  settings: { DATABASE_PATH: string; LOG_LEVEL: string }
  /** Stops the server. Returns its exit code. */
  stop: (server: Server) => Promise<number>
  check?: (ledger: Ledger) => Promise<void>
}) {
  const { rounds, clients, megabytes = 0, settings, stop, check } = options
  const path = settings.DATABASE_PATH
  const practice = await drillPractice({ DATABASE_PATH: path, megabytes })
  const ledger = new Ledger()
  const tally = newTally()
  let slowestStopMs = 0
  for (let round = 0; round < rounds; round++) {
    await using server = await startServer(settings)
    let over = false
    let stopping = false
    const client = () => keptOpen(server.url, practice.token, () => stopping)
    const load = mixedLoad({ practice, client, clients, ledger, tally, isOver: () => over })
    await ledger.grownBy(15)
    await Bun.sleep(Math.random() * 400)
    const sent = performance.now()
    stopping = true
    const code = await stop(server)
    slowestStopMs = Math.max(slowestStopMs, performance.now() - sent)
    over = true
    await load
    if (code !== 0) throw new Error(`it ended with ${code}`)
    if (slowestStopMs > 10_000) throw new Error('it took more than ten seconds')
    const missing = ledger.missingIn(recordsIn(path)).length
    if (missing > 0) throw new Error(`${missing} acknowledged writes are missing`)
    await check?.(ledger)
  }
  const { [refused]: refusals = 0, [notTaken]: untaken = 0, ...resets } = tally.unanswered
  if (Object.keys(resets).length > 0) throw new Error(`connections were reset: ${Bun.inspect(tally)}`)
  return {
    stops: rounds,
    megabytes,
    requests: tally.requests,
    statuses: tally.statuses,
    refused: refusals,
    resetBeforeTaken: untaken,
    acknowledged: ledger.acknowledged,
    missing: 0,
    slowestStopMs: Math.round(slowestStopMs),
  }
}

/** No process listened on the port any more. */
const refused = 'ECONNREFUSED'
/** The system had accepted a new connection, but the server stopped to listen before it took the connection. */
const notTaken = 'not taken'

/** A client with one kept-alive connection. It never repeats a request by itself. */
export function keptOpen(base: string, token: string, isStopping: () => boolean): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? '' : JSON.stringify(body)
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        }),
      }
      const sent = request(base + path, { method, agent, headers }, async (answer) => {
        try {
          const chunks: Buffer[] = []
          for await (const chunk of answer) chunks.push(chunk)
          const text = Buffer.concat(chunks).toString()
          const parsed = JSON.parse(text)
          resolve({
            status: answer.statusCode!,
            headers: new Headers(),
            text,
            body: parsed,
            data: parsed.data,
          })
        } catch (error) {
          reject(error)
        }
      })
      const late = isStopping()
      sent.on('error', (error: Error & { code?: string }) => {
        if (error.code !== refused && late && !sent.reusedSocket) error.code = notTaken
        reject(error)
      })
      sent.end(text)
    })
}
