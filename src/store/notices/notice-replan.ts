import { asc, sql } from 'drizzle-orm'
import { entries } from '../../../db/schema/calendar.ts'
import { reminderReplans } from '../../../db/schema/notices.ts'
import { noticeChannels } from '../../domain/reminders/notice.ts'
import { occasionOf } from '../../domain/reminders/occasion.ts'
import type { ReminderTimes } from '../../domain/reminders/plan.ts'
import { isQuiet } from '../../domain/reminders/quiet.ts'
import { replanned } from '../../domain/reminders/replan.ts'
import { findEntry } from '../calendar/entries.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { columnsOf, param, remove, select } from '../engine/statement.ts'
import { type PlannedReminder, writePlans } from './notice-steps.ts'
import { findNotice, listRemindersOf } from './notices.ts'
import { findReminderTimes } from './reminder-times.ts'

/** How many entries of the calendar one transaction replans. This takes a few milliseconds. */
const entriesAtOnce = 50

const { practiceId: _, ...position } = columnsOf(reminderReplans)
const pending = select({ fields: position, from: reminderReplans })
const forget = remove(reminderReplans, sql`true`)

const { id, patientId, startAt, type, metadata } = columnsOf(entries)
const entriesAfter = select({
  fields: { id, patientId, startAt, type, metadata },
  from: entries,
  where: sql`(${startAt}, ${id}) > (${param('startAt')}, ${param('entryId', id)})`,
  orderBy: [asc(startAt), asc(id)],
  limit: param('limit'),
})
type EntryAhead = ReturnType<typeof entriesAhead>[number]
const entriesAhead = (scope: Scope, from: { startAt: number; entryId: string }) =>
  scope.all(entriesAfter, { ...from, limit: entriesAtOnce })

/**
 * Gives all reminders of the practice new times, after a change of the leads, the send window or the time zone. This
 * transaction replans the first appointments, and `continueReplan` replans the others.
 * If the times change again before all appointments are done, the work begins again.
 */
export function beginReplan(tx: WriteScope, now: number): void {
  tx.run(forget)
  // The id of an entry is never empty, so this position is before every entry that starts at the next millisecond.
  treatFrom(tx, { startAt: now + 1, entryId: '' }, now)
}

/** Replans the next appointments. Returns whether more are left. */
export function continueReplan(tx: WriteScope, now: number): boolean {
  const from = tx.get(pending)
  if (from === null) return false
  tx.run(forget)
  return treatFrom(tx, from, now)
}

/**
 * Gives the reminders of one appointment their new times now, if a change of the times has not reached them yet. So
 * no reminder is sent at a time that is no longer valid.
 */
export function replanIfBehind(tx: WriteScope, noticeId: string, now: number): void {
  const reached = tx.get(pending)
  if (reached === null) return
  const { entryId, startAt } = findNotice(tx, noticeId)!
  const isBehind = startAt > reached.startAt || (startAt === reached.startAt && entryId > reached.entryId)
  const entry = isBehind && startAt > now ? findEntry(tx, entryId) : null
  if (entry !== null) replanEntry(tx, entry, findReminderTimes(tx), now)
}

/** Replans the entries behind a position. When more are left, it stores the new position and returns true. */
function treatFrom(tx: WriteScope, from: { startAt: number; entryId: string }, now: number): boolean {
  const times = findReminderTimes(tx)
  const ahead = entriesAhead(tx, from)
  for (const entry of ahead) if (entry.startAt > now) replanEntry(tx, entry, times, now)
  if (ahead.length < entriesAtOnce) return false
  const last = ahead.at(-1)!
  tx.insert(reminderReplans, { startAt: last.startAt, entryId: last.id })
  return true
}

function replanEntry(tx: WriteScope, entry: EntryAhead, times: ReminderTimes, now: number): void {
  const occasion = occasionOf(entry)
  if (occasion === null || isQuiet(entry)) return
  const notices = listRemindersOf(tx, entry.id, occasion)
  const slots = new Set([...times.leads.keys(), ...notices.map(({ slot }) => slot)])
  const planned: PlannedReminder[] = []
  for (const slot of slots)
    for (const channel of noticeChannels) {
      const notice = notices.find((one) => one.channel === channel && one.slot === slot)
      const plan = replanned(notice ?? null, slot, entry.startAt, times, now)
      planned.push({ reminder: notice ?? { entryId: entry.id, ...occasion, channel, slot }, plan })
    }
  writePlans(tx, planned, now)
}
