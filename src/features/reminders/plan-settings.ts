import { invalid } from '../../domain/problem.ts'
import { furtherLeads, placedLeads } from '../../domain/reminders/lead.ts'
import { chosenWindow, isLongEnough, sendHoursOf } from '../../domain/reminders/send-window.ts'
import type { NoticeSettings } from '../../store/notices/notice-settings.ts'
import type { UpdateSettings } from './schema/settings.ts'

/** The settings that decide when reminders go out. */
export const timeSettings = ['moreLeadMinutes', 'sendFrom', 'sendUntil'] as const

/** When reminders go out. A setting that the practice has not set shows its standard. */
export function viewTimes(settings: NoticeSettings) {
  const { from, until } = sendHoursOf(settings, '')
  return {
    moreLeadMinutes: furtherLeads(settings.moreLeadMinutes ?? []),
    sendFrom: from,
    sendUntil: until,
  }
}

/** The body, with each further lead in the slot that the settings keep for it. */
export function keptLeads({ moreLeadMinutes: before }: NoticeSettings, body: UpdateSettings): UpdateSettings {
  if (body.moreLeadMinutes === undefined) return body
  const placed = placedLeads(before ?? [], body.moreLeadMinutes ?? [])
  return { ...body, moreLeadMinutes: placed.length === 0 ? null : placed }
}

/** @throws `validation_failed` when the send window of these settings has less than an hour. */
export function requireSendWindow(after: NoticeSettings, body: UpdateSettings): void {
  if (isLongEnough(chosenWindow(after))) return
  throw invalid([
    body.sendUntil === undefined
      ? { path: 'sendFrom', message: 'must be at least an hour before the end, on the same day' }
      : {
          path: 'sendUntil',
          message: 'must be at least an hour after the beginning, on the same day; 24:00 is midnight',
        },
  ])
}
