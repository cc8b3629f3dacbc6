import { desc } from 'drizzle-orm'
import { pastReminders } from '../../../db/schema/notices.ts'
import { mostReminders } from '../../domain/limits.ts'
import type { Scope } from '../engine/scope.ts'
import { columnsOf, equals, param, select } from '../engine/statement.ts'
import { byStart, listNotices, type NoticeRow } from './notices.ts'

const fields = columnsOf(pastReminders)
const ofEntry = select({
  fields,
  from: pastReminders,
  where: equals(fields.entryId, 'entryId'),
  orderBy: [desc(fields.id)],
  limit: param('limit'),
})

/** A notice in the history of an appointment. Only a notice that is not yet retired may be tried again. */
export type NoticeOfHistory = Omit<
  NoticeRow,
  'nextAttemptAt' | 'lease' | 'leaseUntil' | 'countedOn' | 'uncertainAt' | 'failingSince' | 'sequence'
> & {
  readonly nextAttemptAt?: number
}

/** The newest 200 notices that one entry has had, including retired notices, by start time. */
export const listHistory = (scope: Scope, entryId: string): NoticeOfHistory[] =>
  [...listNotices(scope, entryId), ...scope.all(ofEntry, { entryId, limit: mostReminders })]
    .sort((a: NoticeOfHistory, b: NoticeOfHistory) => b.createdAt - a.createdAt)
    .slice(0, mostReminders)
    .sort(byStart)
