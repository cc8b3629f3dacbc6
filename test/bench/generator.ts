/**
 * Measures the cost of the load itself. The load shares the processor with the measured programs, so its cost must be
 * small.
 */
import type { Bench } from './bench.ts'
import { perSecond } from './report.ts'
import type { Requests } from './requests.ts'
import { burst } from './rounds.ts'
import { median } from './statistics.ts'

/** Measures a request that the bare program answers without any work. This shows the cost of the load itself. */
export async function measureGenerator(bench: Bench, port: number, nothing: Requests): Promise<string> {
  bench.progress('the load itself')
  const bursts = []
  for (let round = 0; round <= bench.rounds; round++)
    bursts.push(await burst({ port, requests: nothing }, { clients: 16, seconds: bench.seconds }))
  const counted = bursts.slice(1)
  const rate = median(counted.map((made) => made.perSecond))
  const microseconds = median(counted.map((made) => (made.busy * 1e6) / made.perSecond))
  return `A request costs the load ${microseconds.toFixed(1)} µs of processor time, when the bare program answers with nothing. It answers
${perSecond(rate)} of these to 16 clients. The load has one thread. While it keeps less than one core busy, it is not what
limits a figure. At most it kept busy:`
}

export const cores = (busy: number): string => `${busy.toFixed(2)} cores`
