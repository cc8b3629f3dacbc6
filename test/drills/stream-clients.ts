/** Holds event streams open, each by a `fetch` of its own. At the end it prints when each change reached them. */
import { openEvents } from '../support/events.ts'

const [url, count, ...tokens] = process.argv.slice(2) as [string, string, ...string[]]
const perToken = 10

/** By the cursor of a change: when it reached each stream, in milliseconds since 1970. */
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
// The drill says how many changes every stream must get. It judges what has arrived after a while at most.
const changes = Number(await Bun.stdin.text())
const isComplete = () =>
  arrivals.size >= changes && [...arrivals.values()].every((times) => times.length >= streams.length)
for (const end = performance.now() + 20_000; !isComplete() && performance.now() < end; ) await Bun.sleep(20)
for (const events of streams) events.close()
console.log(JSON.stringify(Object.fromEntries(arrivals)))
process.exit(0)
