/** Measures how long one client waits for answers, without other load and beside other load. */
import type { Bench } from './bench.ts'
import { type Line, milliseconds, spread, table } from './report.ts'
import type { Requests } from './requests.ts'
import { burst } from './rounds.ts'
import type { SideLoad } from './side-load.ts'
import { percentile, ratioOf } from './statistics.ts'

/**
 * The longest pause of the client before each request, in milliseconds. The pauses are random, so the requests arrive
 * at any moment of the other load.
 */
const pauseMs = 5
/** How many requests of each kind are not counted. */
const warmUp = 200
/** The time until the other load runs at its full rate, in milliseconds. */
const settleMs = 300

export interface Beside {
  readonly figure: string
  readonly port: number
  readonly kinds: Readonly<Record<string, Requests>>
  readonly load: () => SideLoad
  /**
   * The limits of a client's 99th percentile beside the other load: as a multiple of the one without load, and in
   * milliseconds.
   */
  readonly aim: { readonly times: number; readonly ms?: number }
  /** Restores the state after each round. */
  readonly reset?: () => void
}

const p99 = (took: Iterable<number>): number => percentile(took, 0.99)

/**
 * Compares the 99th percentiles of each kind of request over all rounds. The spread is that of the single rounds. The
 * line shows the kind of request that gets slowest.
 */
export async function measureBeside(
  bench: Bench,
  { figure, port, kinds, load, aim, reset }: Beside,
): Promise<{ line: Line; details: string }> {
  bench.progress(figure)
  const measured = Object.entries(kinds).map(([kind, requests]) => ({
    kind,
    requests,
    idle: [] as Float64Array[],
    beside: [] as Float64Array[],
  }))
  const amount = { clients: 1, seconds: 60, count: bench.beside, pauseMs }
  const printed: string[] = []
  // A new server is slow at first, so the figures without load would be too high. These requests warm it up.
  for (const { requests } of measured)
    await burst({ port, requests }, { clients: 4, seconds: 60, count: warmUp })
  for (let round = 0; round < bench.rounds; round++) {
    for (const { requests, idle } of measured) idle.push((await burst({ port, requests }, amount)).latencies)
    const others = load()
    await Bun.sleep(settleMs)
    for (const { requests, beside } of measured)
      beside.push((await burst({ port, requests }, amount)).latencies)
    printed.push(await others.stop())
    reset?.()
  }

  const results = measured
    .map(({ kind, idle, beside }) => {
      const each = beside.map((took, round) => p99(took) / p99(idle[round]!))
      const [allIdle, allBeside] = [idle, beside].map((rounds) => rounds.flatMap((took) => [...took]))
      const ratio = { ...ratioOf(each), median: p99(allBeside!) / p99(allIdle!) }
      return { kind, idle: allIdle!, beside: allBeside!, ratio }
    })
    .toSorted((a, b) => b.ratio.median - a.ratio.median)
  const worst = results[0]!
  const rows = results.map(({ kind, idle, beside, ratio }) => [
    kind,
    ...[idle, beside].flatMap((took) => [percentile(took, 0.5), p99(took)].map(milliseconds)),
    spread(ratio),
  ])
  return {
    line: {
      figure,
      ours: `${milliseconds(p99(worst.idle))}, ${milliseconds(p99(worst.beside))}`,
      bare: '',
      ratio: spread(worst.ratio),
      aim: `≤ ${aim.times}${aim.ms === undefined ? '' : `, ≤ ${aim.ms} ms`}`,
      met: worst.ratio.median <= aim.times && p99(worst.beside) <= (aim.ms ?? Number.POSITIVE_INFINITY),
    },
    details: `${figure}: the table above has the kind that suffers most. The others' load printed ${printed.join(', ')}.
${table(['kind', 'idle p50', 'p99', 'beside p50', 'p99', 'ratio of p99'], rows)}`,
  }
}
