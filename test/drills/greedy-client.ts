/**
 * A client that sends as many requests as it can, in another process: `greedy-client.ts <port> <token> <connections>`.
 * When its standard input ends, the process prints the number of answers by status.
 */
import { connect, requestText } from './connection.ts'

const [port, token, connections] = process.argv.slice(2) as [string, string, string]
const statuses: Record<number, number> = {}
const start = Date.parse('2031-01-01T00:00:00.000Z')
let over = false
let n = 0

/** Alternately makes a cheap read, a long list and a booking. */
function next(): string {
  n++
  if (n % 3 === 0) return requestText(token, 'GET', '/api/v1/me')
  if (n % 3 === 1) return requestText(token, 'GET', '/api/v1/patients?limit=200')
  const at = (minutes: number) => new Date(start + (n + minutes) * 60_000).toISOString()
  return requestText(token, 'POST', '/api/v1/appointments', {
    type: 'appointment',
    startAt: at(0),
    endAt: at(1),
  })
}

const working = Array.from({ length: Number(connections) }, async () => {
  const connection = await connect(Number(port))
  // On a busy machine, standard input may end before the first request. Each connection sends at least one request.
  do {
    const status = await connection.send(next())
    statuses[status] = (statuses[status] ?? 0) + 1
  } while (!over)
  connection.close()
})
await Bun.stdin.text()
over = true
await Promise.all(working)
console.log(JSON.stringify(statuses))
process.exit(0)
