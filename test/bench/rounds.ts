/** Measures two contenders in turn under the same load, so that other work of the machine affects both. */
import { type Load, run } from './load.ts'
import type { Requests } from './requests.ts'
import { median, type Ratio, ratioOf } from './statistics.ts'

export interface Contender {
  readonly port: number
  readonly requests: Requests
  /** Restores the state before the next burst. Its time is not measured. */
  readonly reset?: () => void
}

export interface Comparison {
  /** The median of requests per second, for each contender. */
  readonly a: number
  readonly b: number
  /** The ratio of a's rate to b's rate in each round. */
  readonly ratio: Ratio
}

type Amount = Pick<Load, 'clients' | 'seconds'> & { readonly rounds: number; readonly count?: number }

/** Measures both contenders in every round, in alternating order. A first round is not counted. */
export async function compare(
  a: Contender,
  b: Contender,
  { rounds, ...amount }: Amount,
): Promise<Comparison> {
  const measured: { a: number; b: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    const rates = new Map<Contender, number>()
    for (const contender of round % 2 === 0 ? [a, b] : [b, a])
      rates.set(contender, (await burst(contender, amount)).perSecond)
    if (round > 0) measured.push({ a: rates.get(a)!, b: rates.get(b)! })
  }
  return {
    a: median(measured.map(({ a }) => a)),
    b: median(measured.map(({ b }) => b)),
    ratio: ratioOf(measured.map(({ a, b }) => a / b)),
  }
}

export async function burst({ port, requests, reset }: Contender, amount: Omit<Amount, 'rounds'>) {
  const result = await run({ port, ...requests, ...amount })
  reset?.()
  return result
}
