/**
 * Books with 64 clients until its standard input ends: `book.ts <port> <token> <patients as JSON>`. Prints the bookings
 * per second.
 */
import { run } from './load.ts'
import { clinic } from './records.ts'
import { requestsOf } from './requests.ts'

const [port, token, patients] = process.argv.slice(2) as [string, string, string]
const ended = new AbortController()
void Bun.stdin.text().then(() => ended.abort())
const { perSecond } = await run({
  port: Number(port),
  clients: 64,
  seconds: 3_600,
  signal: ended.signal,
  ...requestsOf(token, JSON.parse(patients)).bookingOn(clinic.chairs),
})
console.log(Math.round(perSecond))
