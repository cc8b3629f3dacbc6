/** Measures two contenders alternately under the same load, so that other work of the machine affects both. */
import { type Burst, type Load, run } from './load.ts'
import type { Requests } from './requests.ts'
import { median, type Ratio, ratioOf } from './statistics.ts'
import { tellingOf } from './told.ts'

export interface Contender {
  readonly port: number
  readonly requests: Requests
  /** The file whose audit trail records the requests of the load. Undefined for a program without an audit trail. */
  readonly trail?: string | undefined
  /** Restores the state before the next burst. Its time is not measured. */
  readonly reset?: () => void
}

export interface Comparison {
  /** The median of requests per second, for each of the compared servers. */
  readonly a: number
  readonly b: number
  /** The ratio of a's rate to b's rate in each round. */
  readonly ratio: Ratio
  /** The largest number of processor cores that the load itself kept busy. */
  readonly busy: number
}

type Amount = Pick<Load, 'clients' | 'seconds' | 'count' | 'pauseMs'> & { readonly rounds: number }

/** Measures both contenders in every round, in alternating order. A first round is not counted. */
export async function compare(
  a: Contender,
  b: Contender,
  { rounds, ...amount }: Amount,
): Promise<Comparison> {
  const measured: { a: number; b: number }[] = []
  let busy = 0
  for (let round = 0; round <= rounds; round++) {
    const rates = new Map<Contender, number>()
    for (const contender of round % 2 === 0 ? [a, b] : [b, a]) {
      const made = await burst(contender, amount)
      rates.set(contender, made.perSecond)
      if (round > 0) busy = Math.max(busy, made.busy)
    }
    if (round > 0) measured.push({ a: rates.get(a)!, b: rates.get(b)! })
  }
  return {
    a: median(measured.map(({ a }) => a)),
    b: median(measured.map(({ b }) => b)),
    ratio: ratioOf(measured.map(({ a, b }) => a / b)),
    busy,
  }
}

export async function burst(
  { port, requests, reset, trail }: Contender,
  amount: Omit<Amount, 'rounds'>,
): Promise<Burst> {
  const { told, mayRepeat, ...asked } = requests
  const load = () => run({ port, ...asked, ...amount })
  const result = await (told && trail !== undefined ? tellingOf(trail, told, load, { mayRepeat }) : load())
  reset?.()
  return result
}
