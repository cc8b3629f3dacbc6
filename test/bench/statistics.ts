export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** The value that `part` (from 0 to 1) of all values do not exceed. */
export function percentile(values: Iterable<number>, part: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** A ratio that was measured several times, with its smallest and largest value. */
export interface Ratio {
  readonly median: number
  readonly least: number
  readonly most: number
}

export const ratioOf = (values: readonly number[]): Ratio => ({
  median: median(values),
  least: Math.min(...values),
  most: Math.max(...values),
})
