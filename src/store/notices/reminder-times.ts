import { sql } from 'drizzle-orm'
import { reminderSettings } from '../../../db/schema/notices.ts'
import { practices } from '../../../db/schema/practice.ts'
import { defaultLeadMinutes } from '../../domain/reminders/lead.ts'
import { type ReminderTimes, reminderTimesOf } from '../../domain/reminders/plan.ts'
import type { Scope } from '../engine/scope.ts'
import { select } from '../engine/statement.ts'

/**
 * One statement reads both tables, because each booking needs them. A practice may have no settings for its notices.
 */
const settled = select({
  fields: {
    timezone: practices.timezone,
    reminderLeadMinutes: practices.reminderLeadMinutes,
    moreLeadMinutes: reminderSettings.moreLeadMinutes,
    sendFrom: reminderSettings.sendFrom,
    sendUntil: reminderSettings.sendUntil,
    tellBooked: reminderSettings.tellBooked,
  },
  from: practices,
  source: sql`${practices} left join ${reminderSettings} on ${reminderSettings.practiceKey} = ${practices.practiceKey}`,
})

/**
 * The practice's settings for the times of its reminders: leads, send window and time zone. `tellBooked` is whether the
 * practice wants messages to its patients about a booking.
 */
export function findReminderTimes(scope: Scope): ReminderTimes & { readonly tellBooked: boolean | null } {
  const { timezone, reminderLeadMinutes, tellBooked, ...own } = scope.get(settled)!
  const practice = { timezone, reminderLeadMinutes: reminderLeadMinutes ?? defaultLeadMinutes }
  return { ...reminderTimesOf(practice, own), tellBooked }
}
