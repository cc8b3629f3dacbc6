/**
 * Starts the service, sends one request, and prints the modules that are loaded after the answer. With
 * `SLOW_SYNC_COUNTS`, the program also prints the number of disk syncs of each act. The database has a practice, and
 * `TOKEN` is a token of its owner.
 */
import { readFileSync } from 'node:fs'
import { loadConfig } from '../../src/config.ts'
import { startServer } from '../../src/server.ts'
import { openLog } from '../../src/start/log.ts'
import { chairId, hour } from '../bench/records.ts'

const server = await startServer(loadConfig({ databasePath: 'unused.db' }), openLog('error'))
const headers = { authorization: `Bearer ${process.env.TOKEN}`, 'content-type': 'application/json' }
async function call(method: string, path: string, body?: object) {
  const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const response = await fetch(`${server.url}/api/v1${path}`, sent)
  const { data } = (await response.json()) as { data?: { id: string } }
  if (data === undefined) throw new Error(`${method} ${path} was answered with ${response.status}`)
  return data
}

await call('GET', '/me')
const modules = Object.keys(require.cache)

/** The number of syncs of an act: the fewest of several runs, because the service sometimes writes by itself. */
async function syncsOf(act: (i: number) => Promise<unknown>): Promise<number> {
  const counts: number[] = []
  for (let i = 0; i < 8; i++) {
    const before = syncs()
    await act(i)
    counts.push(syncs() - before)
  }
  return Math.min(...counts)
}

function syncs(): number {
  const bytes = readFileSync(process.env.SLOW_SYNC_COUNTS!)
  return Number(bytes.readBigUInt64LE(0))
}

async function syncsOfActs() {
  const first = Math.ceil(Date.now() / hour) * hour + 1_000 * hour
  const at = (i: number) => ({
    startAt: new Date(first + i * hour),
    endAt: new Date(first + i * hour + hour / 2),
  })
  const block = { type: 'unavailable', chairId: chairId(0) }
  const { id: patientId } = await call('POST', '/patients', { firstName: 'Eva', lastName: 'Anders' })
  const { id } = await call('POST', '/appointments', { ...block, ...at(-1) })
  return {
    booking: await syncsOf((i) => call('POST', '/appointments', { ...block, ...at(i) })),
    move: await syncsOf((i) => call('POST', '/appointments/moves', { moves: [{ id, ...at(20 + i) }] })),
    note: await syncsOf(() => call('POST', `/patients/${patientId}/notes`, { body: 'Plaque.' })),
    read: await syncsOf(() => call('GET', `/patients/${patientId}`)),
    list: await syncsOf(() => call('GET', '/patients')),
  }
}

console.log(JSON.stringify({ modules, syncs: process.env.SLOW_SYNC_COUNTS && (await syncsOfActs()) }))
await server.stop()
process.exit()
