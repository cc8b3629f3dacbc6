import type { AuditEntry } from '../../../domain/audit.ts'

/** Every change sets these fields, so the trail leaves them out. A row of the trail has its own time. */
const untold = ['updatedAt', 'version']

/** The fields of a record that an act changed, with their values before and after the act. */
interface Changed {
  readonly fields: readonly string[]
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

/**
 * The fields that differ. Null for a new and for a deleted record: the record itself or the archive has its values.
 */
export function changed({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Changed | null {
  if (!before || !after) return null
  const old = before as Readonly<Record<string, unknown>>
  const young = after as Readonly<Record<string, unknown>>
  const fields = [...new Set([...Object.keys(old), ...Object.keys(young)])].filter(
    (name) => !untold.includes(name) && !Bun.deepEquals(old[name], young[name]),
  )
  const only = (record: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(fields.map((name) => [name, record[name] ?? null]))
  return { fields, before: only(old), after: only(young) }
}
