import { isSpecial, type OpenRules } from './open-times.ts'

/**
 * A function that finds something out about a chair. It asks once for all the chairs that the rules do not tell apart,
 * because a practice may have many.
 */
export function perChair<T>(rules: OpenRules, find: (chairId: string) => T): (chairId: string) => T {
  const known = new Map<string, T>()
  return (chairId) => {
    const key = isSpecial(rules, chairId) ? chairId : ''
    if (!known.has(key)) known.set(key, find(chairId))
    return known.get(key)!
  }
}
