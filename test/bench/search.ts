/** Measures how long each search among 100,000 patients takes, by the kind of text, for one client. */
import { requireSameAnswers } from './answers.ts'
import type { Bench } from './bench.ts'
import { typedQueries } from './queries.ts'
import { type Line, milliseconds, spread, table } from './report.ts'
import type { Requests, requestsOf } from './requests.ts'
import { burst } from './rounds.ts'
import { mean, percentile } from './statistics.ts'

const aim = 5
/** The bare program gets only this many searches of each kind, because its scans are slow. */
const scansPerKind = 40

export async function measureSearch(
  bench: Bench,
  ours: number,
  bare: number,
  requests: ReturnType<typeof requestsOf>,
): Promise<{ line: Line; details: string }> {
  bench.progress('search')
  const kinds = typedQueries().map(({ kind, queries }) => ({
    kind,
    count: queries.length,
    requests: requests.search(queries),
    ours: [] as number[],
    bare: [] as number[],
  }))
  for (const { requests } of kinds)
    await requireSameAnswers({ port: ours, requests }, { port: bare, requests }, 5)
  const nothing: number[] = []
  const ask = async (port: number, asked: Requests, count: number): Promise<Iterable<number>> =>
    (await burst({ port, requests: asked }, { clients: 1, seconds: 60, count })).latencies

  for (let round = 0; round < bench.rounds; round++)
    for (const { requests: asked, count, ours: took } of kinds) {
      took.push(...(await ask(ours, asked, count)))
      nothing.push(...(await ask(bare, requests.nothing, count)))
    }
  for (const { requests: asked, bare: took } of kinds) took.push(...(await ask(bare, asked, scansPerKind)))

  const all = kinds.flatMap(({ ours }) => ours)
  const scans = kinds.flatMap(({ bare }) => bare)
  const ratios = kinds.map(({ ours, bare }) => mean(bare) / mean(ours))
  const rows = [
    ...kinds.map(({ kind, ours, bare }) => [kind, ...cells(ours), ...cells(bare)]),
    ['nothing at all', '', '', '', ...cells(nothing)],
  ]
  return {
    line: {
      figure: 'search, 1 client: p50, p99',
      ours: `${milliseconds(percentile(all, 0.5))}, ${milliseconds(percentile(all, 0.99))}`,
      bare: `${milliseconds(percentile(scans, 0.5))}, ${milliseconds(percentile(scans, 0.99))}`,
      ratio: spread({
        median: mean(scans) / mean(all),
        least: Math.min(...ratios),
        most: Math.max(...ratios),
      }),
      aim: `p99 ≤ ${aim} ms`,
      met: percentile(all, 0.99) <= aim,
    },
    details: `${explanation}\n${table(headings, rows)}`,
  }
}

const explanation = `Search by what was typed. The bare program scans in the order of names. The ratio above is that of the mean
times, its spread that of the kinds below; "nothing at all" is the round trip alone.`

const headings = ['typed', 'ours p50', 'p99', 'max', 'bare p50', 'p99', 'max']

const cells = (took: readonly number[]): string[] =>
  [0.5, 0.99, 1].map((part) => milliseconds(percentile(took, part)))
