import { lte } from 'drizzle-orm'
import { practiceAliases } from '../../../db/schema/practice.ts'
import type { WriteScope } from '../engine/scope.ts'
import { equals, param, remove } from '../engine/statement.ts'

const removeHost = remove(practiceAliases, equals(practiceAliases.host, 'whereHost'))
const removeEnded = remove(practiceAliases, lte(practiceAliases.endsAt, param('now', practiceAliases.endsAt)))

/**
 * Notes that a practice leaves the host `left` for the host `entered`. The practice's links still work at `left` until
 * `endsAt`. All instants are epoch milliseconds.
 */
export function keepAlias(
  tx: WriteScope,
  { left, entered, endsAt }: { readonly left: string; readonly entered: string; readonly endsAt: number },
  now: number,
): void {
  tx.run(removeEnded, { now })
  tx.run(removeHost, { whereHost: entered })
  tx.run(removeHost, { whereHost: left })
  tx.insert(practiceAliases, { host: left, endsAt })
}
