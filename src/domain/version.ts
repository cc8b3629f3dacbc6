/** Versions of records, by which a caller says which state of a record they have seen (RULES §1.2). */
import type { Act } from './act.ts'
import { preconditionFailed } from './problem.ts'

/** The version of a new record. Every change adds one. */
export const firstVersion = 1

/**
 * Call this for the record that an act changes, before any other check of it.
 * @throws `precondition_failed` when the caller does not want to change this version of the record.
 */
export function requireMatch(
  { act }: { readonly act: Act },
  { version }: { readonly version: number },
): void {
  const unmet = act.unmet?.(version)
  if (unmet !== undefined) throw preconditionFailed(version, unmet)
}
