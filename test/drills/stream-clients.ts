/** Holds event streams open, each by its own `fetch`. At the end it prints when each change reached each stream. */
import { openEvents } from '../support/events.ts'

const [url, count, ...tokens] = process.argv.slice(2) as [string, string, ...string[]]
const perToken = 10

/** For the cursor of each change, the moments at which the change reached the streams, in milliseconds since 1970. */
const arrivals = new Map<string, number[]>()

const streams = await Promise.all(
  Array.from({ length: Number(count) }, async (_, i) => {
    const events = await openEvents(`${url}/api/v1/changes`, tokens[Math.floor(i / perToken)]!)
    if ((await events.next())?.name !== 'cursor') throw new Error(`stream ${i}: ${events.response.status}`)
    void (async () => {
      for (let one = await events.next(); one !== undefined; one = await events.next())
        arrivals.getOrInsertComputed(one.id, () => []).push(performance.timeOrigin + performance.now())
    })()
    return events
  }),
)
console.log('open')
// The drill writes the number of changes that every stream must get. This process waits 20 seconds at most, and then
// prints the arrivals. The drill judges the arrivals.
const changes = Number(await Bun.stdin.text())
const isComplete = () =>
  arrivals.size >= changes && [...arrivals.values()].every((times) => times.length >= streams.length)
for (const end = performance.now() + 20_000; !isComplete() && performance.now() < end; ) await Bun.sleep(20)
for (const events of streams) events.close()
console.log(JSON.stringify(Object.fromEntries(arrivals)))
process.exit(0)
