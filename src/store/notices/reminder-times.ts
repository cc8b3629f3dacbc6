import { type ReminderTimes, reminderTimesOf } from '../../domain/reminders/plan.ts'
import { settingsOf } from '../../domain/settings.ts'
import type { Scope } from '../engine/scope.ts'
import { findPractice } from '../practice/practice.ts'
import { findNoticeSettings } from './notice-settings.ts'

/**
 * What the practice has settled about the times of its reminders: leads, send window and time zone. `settings` are its
 * own settings of its notices, where they have been read already.
 */
export function findReminderTimes(scope: Scope, settings = findNoticeSettings(scope)): ReminderTimes {
  const practice = findPractice(scope)!
  const { reminderLeadMinutes } = settingsOf(practice)
  return reminderTimesOf({ timezone: practice.timezone, reminderLeadMinutes }, settings)
}
