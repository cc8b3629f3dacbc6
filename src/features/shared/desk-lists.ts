/** What the front desk has to see to, as the desk of reminders and the inbox list it. */

import { shownAfter } from '../../domain/reminders/retry.ts'
import type { Scope } from '../../store/engine/scope.ts'
import {
  type Appointment,
  listFailedAhead,
  listFailingAhead,
  listUnanswered,
  startBehind,
} from '../../store/inbox/unresolved.ts'
import type { NoticeRow } from '../../store/notices/notices.ts'

/** How far ahead answers are asked for, in milliseconds. */
const answersWithin = 72 * 3_600_000
/** How many entries are looked through for missing answers. No desk calls more patients in three days. */
const mostLookedThrough = 5_000

/** What failed, and what has been tried for more than an hour in vain, at most `limit` of each, the soonest first. */
export const listNotSent = (read: Scope, now: number, limit: number): NoticeRow[] =>
  [...listFailedAhead(read, now, limit), ...listFailingAhead(read, now, now - shownAfter, limit)].sort(
    (a, b) => a.startAt - b.startAt || (a.id < b.id ? -1 : 1),
  )

/**
 * Appointments of the next 72 hours whose patient was reminded and has not answered, at most `limit`, the soonest first.
 * `isCut` says that there are more entries than are looked through.
 */
export function listWithoutAnswer(
  read: Scope,
  now: number,
  limit: number,
): { readonly rows: Appointment[]; readonly isCut: boolean } {
  const until = now + answersWithin
  const behind = startBehind(read, now, until, mostLookedThrough)
  const rows = listUnanswered(read, now, behind === null ? until : behind - 1, limit)
  return { rows, isCut: behind !== null }
}
