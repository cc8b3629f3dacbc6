/** Versions of records. By a version, a caller names the state of a record that they have seen (RULES §1.2). */
import type { Act } from './act.ts'
import { found, preconditionFailed } from './problem.ts'

/** The version of a new record. Every change adds one. */
export const firstVersion = 1

/**
 * Returns the record that an act changes. Call this before any other check of the record.
 * @throws `not_found` when the record is null; `precondition_failed` when the caller does not want to change this version.
 */
export function requireMatch<R extends { readonly version: number }>(
  { act }: { readonly act: Act },
  record: R | null,
): R {
  const { version } = found(record)
  const unmet = act.unmet?.(version)
  if (unmet !== undefined) throw preconditionFailed(version, unmet)
  return record!
}
