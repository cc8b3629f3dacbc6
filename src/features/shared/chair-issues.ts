import { lookupId } from '../../domain/id.ts'
import type { Issue } from '../../domain/problem.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { listChairs } from '../../store/practice/chairs.ts'

/**
 * The places of chairs in the field `chairIds` that are neither the practice's nor among `known`. A record may keep a
 * chair that was deleted since, and so names it as known.
 */
export function chairIssues(
  scope: Scope,
  chairIds: readonly string[] | null | undefined,
  known: readonly string[] = [],
): Issue[] {
  const ids = (chairIds ?? []).map(lookupId)
  if (ids.every((id) => known.includes(id))) return []
  const chairs = new Set([...known, ...listChairs(scope).map(({ id }) => id)])
  return ids.flatMap((id, i) =>
    chairs.has(id) ? [] : [{ path: `chairIds.${i}`, message: 'must be a chair of the practice' }],
  )
}
