import type { EntryRow } from '../../store/calendar/entries.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { findNoticeSettings } from '../../store/notices/notice-settings.ts'
import { nextSequenceOf } from '../../store/notices/notices.ts'
import { findPractice } from '../../store/practice/practice.ts'

/**
 * The event for a calendar file: an appointment as it is now. Calendar programs recognize it as the event that came by
 * mail.
 */
export function appointmentEvent(scope: Scope, { id: entryId, startAt, endAt }: EntryRow, now: number) {
  const { phone, address } = findNoticeSettings(scope)
  return {
    entryId,
    practiceName: findPractice(scope)!.name,
    phone,
    address,
    organizer: undefined,
    startAt,
    endAt,
    sequence: nextSequenceOf(scope, entryId, now),
    writtenAt: now,
  }
}
