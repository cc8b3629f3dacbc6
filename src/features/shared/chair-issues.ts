import { lookupId } from '../../domain/id.ts'
import type { Issue } from '../../domain/problem.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { listChairs } from '../../store/practice/chairs.ts'

/**
 * Returns an issue for each id in the field `chairIds` that is neither a chair of the practice nor among `known`. A
 * record may keep a chair that was deleted later. Then the caller passes the id of this chair in `known`.
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
