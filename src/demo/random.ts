/** A random generator with a seed (mulberry32), so that the demo looks the same every time. */
export function random(seed: number) {
  const next = (): number => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    chance: (probability: number): boolean => next() < probability,
    below: (limit: number): number => Math.floor(next() * limit),
    pick: <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)]!,
  }
}

export type Random = ReturnType<typeof random>
