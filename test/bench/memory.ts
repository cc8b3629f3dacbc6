/** Measures the service's memory when it is idle, and while it answers very many requests of all kinds. */
import type { Bench, Measured } from './bench.ts'
import { typedQueries } from './queries.ts'
import { clinic } from './records.ts'
import type { Line } from './report.ts'
import type { Requests, requestsOf } from './requests.ts'
import { burst } from './rounds.ts'

const aims = { idle: 80, after: 150, growth: 1.05 }
const idleMs = 2_000
/** The number of parts into which the requests are divided. Each part has all kinds of requests. */
const parts = 12

export async function measureMemory(
  bench: Bench,
  path: string,
  requests: ReturnType<typeof requestsOf>,
): Promise<Measured> {
  const count = bench.mixedRequests.toLocaleString('en')
  bench.progress(`memory over ${count} requests`)
  const server = await bench.ours(path)
  await Bun.sleep(idleMs)
  const idle = server.rss()
  if (idle === undefined)
    return { lines: [], details: 'This machine has no /proc, so memory was not measured.' }
  const held: number[] = []
  const kinds = mixture(requests)
  for (let part = 0; part < parts; part++) {
    for (const { share, requests } of kinds) {
      const count = Math.ceil((bench.mixedRequests * share) / parts)
      await burst({ port: server.port, requests, trail: path }, { clients: 16, seconds: 600, count })
    }
    held.push(server.rss()!)
  }
  const most = Math.max(...held)
  const growth = Math.max(...held.slice(-parts / 3)) / Math.max(...held.slice(parts / 3, (2 * parts) / 3))
  const line = (figure: string, ours: string, aim: string, met: boolean): Line => ({
    figure,
    ours,
    bare: '',
    ratio: '',
    aim,
    met,
  })
  return {
    lines: [
      line('memory when idle', megabytes(idle), `≤ ${aims.idle} MB`, idle <= aims.idle),
      line(`memory, most over ${count} requests`, megabytes(most), `≤ ${aims.after} MB`, most <= aims.after),
      line('memory, last third beside second', growth.toFixed(2), `≤ ${aims.growth}`, growth <= aims.growth),
    ],
    details: `Memory after each twelfth of ${count} requests: ${held.map(megabytes).join(', ')}.`,
  }
}

/**
 * The mixture of requests that the programs of a practice send, each kind with its part of all requests. Bookings
 * continue after the last ones.
 */
function mixture(requests: ReturnType<typeof requestsOf>): { share: number; requests: Requests }[] {
  const booking = requests.bookingOn(clinic.chairs)
  let booked = 0
  return [
    { share: 0.4, requests: requests.patient },
    { share: 0.33, requests: requests.me },
    { share: 0.15, requests: requests.availability },
    { share: 0.05, requests: { ...booking, request: () => booking.request(booked++) } },
    { share: 0.03, requests: requests.dayOfEntries },
    { share: 0.02, requests: requests.page },
    { share: 0.02, requests: requests.search(typedQueries().flatMap(({ queries }) => queries)) },
  ]
}

const megabytes = (value: number): string => `${Math.round(value)} MB`
