/** Measures how long each search takes, by the kind of text, for one client. */
import { requireSameAnswers } from './answers.ts'
import type { Bench } from './bench.ts'
import { typedQueries } from './queries.ts'
import { type Line, milliseconds, spread, table } from './report.ts'
import type { Requests, requestsOf } from './requests.ts'
import { burst } from './rounds.ts'
import { mean, percentile, ratioOf } from './statistics.ts'

const aim = 4
/** The bare program gets only this many searches of each kind, because its scans are slow. */
const scansPerKind = 40

/** Searches among the patients of one large practice, beside the bare program. */
export async function measureSearch(
  bench: Bench,
  ours: number,
  bare: number,
  requests: ReturnType<typeof requestsOf>,
): Promise<{ line: Line; details: string }> {
  const figure = `search among ${bench.patients.toLocaleString('en')}`
  bench.progress(figure)
  const kinds = kindsOf((queries) => requests.search(queries))
  for (const { requests } of kinds)
    await requireSameAnswers({ port: ours, requests }, { port: bare, requests }, 5)
  const nothing: number[] = []
  const found = await searchAll(bench, ours, kinds, async () =>
    nothing.push(...(await ask(bare, requests.nothing, bench.searches))),
  )
  const scans: number[][] = []
  for (const { requests } of kinds)
    scans.push(await ask(bare, requests, Math.min(scansPerKind, bench.searches / 2)))

  const ratios = found.map(({ took }, i) => mean(scans[i]!) / mean(took))
  const rows = [
    ...found.map(({ kind, took }, i) => [kind, ...cells(took), ...cells(scans[i]!)]),
    ['nothing at all', '', '', '', ...cells(nothing)],
  ]
  return {
    line: {
      ...searchLine(figure, found),
      bare: milliseconds(percentile(scans.flat(), 0.5)),
      ratio: spread(ratioOf(ratios)),
    },
    details: `Search by what was typed. The bare program scans in the order of names. The ratio above is that of the mean times,
its spread that of the kinds below; "nothing at all" is the round trip alone.
${table([...headings, 'bare p50', 'p99', 'max'], rows)}`,
  }
}

/**
 * Searches among the patients of many practices in one file. `requests` has a function for each searching practice,
 * which makes its requests.
 */
export async function measureSearchInPractices(
  bench: Bench,
  port: number,
  figure: string,
  requests: readonly ReturnType<typeof requestsOf>[],
): Promise<{ line: Line; details: string }> {
  bench.progress(figure)
  const kinds = kindsOf((queries) => {
    const each = requests.map((own) => own.search(queries))
    return { request: (i) => each[i % each.length]!.request(i), status: 200 }
  })
  const found = await searchAll(bench, port, kinds)
  const rows = found.map(({ kind, took }) => [kind, ...cells(took)])
  return {
    line: searchLine(figure, found),
    details: `${figure}, by what was typed.\n${table(headings, rows)}`,
  }
}

interface Kind {
  readonly kind: string
  readonly requests: Requests
}
interface Found {
  readonly kind: string
  /** The duration of each search, in milliseconds. */
  readonly took: readonly number[]
}

const kindsOf = (search: (queries: readonly string[]) => Requests): Kind[] =>
  typedQueries().map(({ kind, queries }) => ({ kind, requests: search(queries) }))

/** Runs all searches of all rounds. A first round is not counted. */
async function searchAll(
  { rounds, searches }: Bench,
  port: number,
  kinds: readonly Kind[],
  between: () => Promise<unknown> = async () => undefined,
): Promise<Found[]> {
  const found = kinds.map(({ kind, requests }) => ({ kind, requests, took: [] as number[] }))
  for (let round = 0; round <= rounds; round++)
    for (const { requests, took } of found) {
      const times = await ask(port, requests, searches)
      if (round > 0) took.push(...times)
      await between()
    }
  return found
}

const ask = async (port: number, requests: Requests, count: number): Promise<number[]> => [
  ...(await burst({ port, requests }, { clients: 1, seconds: 60, count })).latencies,
]

/** The aim applies to every kind of search, so the line shows the slowest kind. */
function searchLine(figure: string, found: readonly Found[]): Line {
  const p99 = Math.max(...found.map(({ took }) => percentile(took, 0.99)))
  const p50 = percentile(
    found.flatMap(({ took }) => took),
    0.5,
  )
  return {
    figure: `${figure}: p50, slowest kind's p99`,
    ours: `${milliseconds(p50)}, ${milliseconds(p99)}`,
    bare: '',
    ratio: '',
    aim: `p99 ≤ ${aim} ms`,
    met: p99 <= aim,
  }
}

const headings = ['typed', 'p50', 'p99', 'max']

const cells = (took: readonly number[]): string[] =>
  [0.5, 0.99, 1].map((part) => milliseconds(percentile(took, part)))
