/**
 * Leases for rows that one process at a time works on. A lease ends by itself, so that another process can continue. If
 * a lease lasts longer than a lease taken now would, the clock was set back since. Then this lease counts as over.
 */
import { and, sql } from 'drizzle-orm'
import type { importProgress } from '../../../db/schema/imports.ts'
import type { webhookPlaces } from '../../../db/schema/webhooks.ts'
import type { WriteScope } from './scope.ts'
import { columnsOf, equals, param, update } from './statement.ts'

/** An SQL condition: no process works on the row `p` at the moment `?1`. */
export const isFree = (leaseMs: number): string =>
  `(p.lease_until is null or p.lease_until <= ?1 or p.lease_until > ?1 + ${leaseMs})`

/**
 * Makes the function that takes over the work on a row of this table until `until` (epoch milliseconds). This function
 * returns false while another process has the row.
 */
export function leasing(table: typeof importProgress | typeof webhookPlaces) {
  const { id, leaseUntil } = columnsOf(table)
  const take = update(
    table,
    ['lease', 'leaseUntil'],
    and(
      equals(id, 'rowId'),
      sql`(${leaseUntil} is null or ${leaseUntil} <= ${param('now')} or ${leaseUntil} > ${param('longest')})`,
    )!,
  )
  return (tx: WriteScope, rowId: string, holder: string, now: number, until: number): boolean =>
    tx.run(take, { rowId, lease: holder, leaseUntil: until, now, longest: until }) > 0
}
