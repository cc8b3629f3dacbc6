/** Two contenders under the same load, in turn, so that what the machine does besides hits both. */
import { type Load, run } from './load.ts'
import type { Requests } from './requests.ts'
import { median, type Ratio, ratioOf } from './statistics.ts'

export interface Contender {
  readonly port: number
  readonly requests: Requests
  /** Puts everything back as it was, outside the measured time. */
  readonly reset?: () => void
}

export interface Comparison {
  /** Requests a second, the medians. */
  readonly a: number
  readonly b: number
  /** Of a's to b's, round by round. */
  readonly ratio: Ratio
}

type Amount = Pick<Load, 'clients' | 'seconds'> & { readonly rounds: number; readonly count?: number }

/** Measures both in every round, the second first in every other one; a round before is not counted. */
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
