import { Database } from 'bun:sqlite'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { seedCalendar } from '../bench/seed.ts'
import { percentile } from '../bench/statistics.ts'
import { newDatabasePath, startServer } from '../support/server.ts'
import { memoryLimit } from './memory-limit.ts'

/**
 * Reads a whole calendar and prints the number of bytes. It runs in another process, so that it slows down only the
 * server.
 */
const reader = `
  const [, url, token] = process.argv
  const { body } = await fetch(url, { headers: { authorization: 'Bearer ' + token } })
  let bytes = 0
  for await (const chunk of body) bytes += chunk.byteLength
  console.log(bytes)`

interface LongLists {
  readonly entries: number
  /**
   * How many of the entries have notes of the greatest allowed length. In JSON, each character of these notes takes six
   * bytes.
   */
  readonly long: number
  readonly readers?: number
  /** How many more callers request the list and never read the answer. */
  readonly idle?: number
}

/**
 * Some callers read a calendar with this number of entries at once, from a server with 512 MB of memory. Meanwhile
 * another caller repeats a cheap request (`GET /me`). Returns how long that caller waited, and the server's largest
 * memory. Needs /proc. Throws when the server dies or a list is cut short.
 */
export async function longListsDrill({ entries, long, readers = 4, idle: idlers = 32 }: LongLists) {
  const path = newDatabasePath()
  const { token } = await seedCalendar(path, entries)
  lengthenNotes(path, long)
  using limit = memoryLimit(512)
  await using server = await startServer({ DATABASE_PATH: path, RATE_LIMIT: 'off' })
  limit?.hold(server.pid)
  const call = server.as(token)
  const ask = async (until: () => boolean) => {
    const waits: number[] = []
    while (!until()) {
      const began = performance.now()
      if ((await call('GET', '/api/v1/me')).status !== 200) throw new Error('the other caller was refused')
      waits.push(performance.now() - began)
    }
    return { p99: percentile(waits, 0.99), longest: Math.max(...waits) }
  }
  const end = performance.now() + 2_000
  const idle = await ask(() => performance.now() > end)

  const url = `${server.url}/api/v1/appointments?from=1970-01-01T00:00:00Z&to=2100-01-01T00:00:00Z`
  const hangUp = askWithoutReading(url, token, idlers)
  const children = Array.from({ length: readers }, () =>
    Bun.spawn([process.execPath, '-e', reader, url, token], { stdout: 'pipe', stderr: 'ignore' }),
  )
  const began = performance.now()
  let over = false
  const read = Promise.all(children.map((child) => new Response(child.stdout).text())).finally(() => {
    over = true
  })
  const beside = await ask(() => over).catch((error: Error) => ({ error: error.message }))
  const bytes = (await read).map(Number)
  const seconds = (performance.now() - began) / 1_000
  hangUp()
  const figures = {
    limited: limit !== undefined,
    idle,
    beside,
    bytes,
    seconds,
    megabytes: peakOf(server.pid),
  }
  if ('error' in beside || bytes.some((count) => count < entries * 300 + long * 600_000))
    throw new Error(`the server did not last: ${JSON.stringify(figures)}`)
  await server.stop()
  return figures
}

function lengthenNotes(path: string, entries: number): void {
  using database = new Database(path)
  database
    .query("update entries set notes = replace(hex(zeroblob(50000)), '00', char(1, 1)) where rowid <= ?")
    .run(entries)
  database.run('pragma wal_checkpoint(truncate)')
}

/**
 * Requests a list over this number of connections, and reads no answer. Returns a function that closes the connections.
 */
function askWithoutReading(url: string, token: string, count: number): () => void {
  const { hostname, port, pathname, search } = new URL(url)
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname).pause()
    // The server may close the connection of a client that does not read.
    socket.on('error', () => undefined)
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${token}\r\n\r\n`)
    return socket
  })
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}

/** The most memory that a process has held, in megabytes. */
const peakOf = (pid: number): number => {
  try {
    return Math.round(
      Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    )
  } catch {
    return Number.NaN
  }
}
