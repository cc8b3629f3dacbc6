import { isSpecial, type OpenRules } from './open-times.ts'

/**
 * `find` with a cache. `find` is called only once for all the chairs that have no hours or closures of their own,
 * because a practice may have many chairs.
 */
export function perChair<T>(rules: OpenRules, find: (chairId: string) => T): (chairId: string) => T {
  const known = new Map<string, T>()
  return (chairId) => {
    const key = isSpecial(rules, chairId) ? chairId : ''
    if (!known.has(key)) known.set(key, find(chairId))
    return known.get(key)!
  }
}
