import { gt, sql } from 'drizzle-orm'
import { audit, auditValues } from '../../../db/schema/audit.ts'
import type { Scope } from '../engine/scope.ts'
import { columnsOf, param, select } from '../engine/statement.ts'

/** A row of the trail, with the values of the record before and after the act. */
export type AuditRow = ReturnType<typeof auditRowsAfter>[number]

const { practiceId: _, ...columns } = columnsOf(audit)

const rowsAfter = select({
  fields: {
    ...columns,
    before: sql<string | null>`${auditValues.before}`,
    after: sql<string | null>`${auditValues.after}`,
  },
  from: audit,
  source: sql`${audit} left join ${auditValues} on ${auditValues.practiceKey} = ${audit.practiceKey} and ${auditValues.seq} = ${audit.seq}`,
  where: gt(audit.seq, param('after')),
  orderBy: [audit.seq],
  limit: param('limit'),
})

/** The next rows of a practice's trail after the row `after`, the oldest first. */
export const auditRowsAfter = (scope: Scope, after: number, limit: number) =>
  scope.all(rowsAfter, { after, limit })
