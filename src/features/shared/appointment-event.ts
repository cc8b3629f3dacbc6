import type { EntryRow } from '../../store/calendar/entries.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { nextSequenceOf } from '../../store/notices/notices.ts'
import { findPractice } from '../../store/practice/practice.ts'

/** What a calendar file says of an appointment as it is now. Calendars take it for the one that came by mail. */
export const appointmentEvent = (scope: Scope, { id: entryId, startAt, endAt }: EntryRow, now: number) => ({
  ...{ entryId, practiceName: findPractice(scope)!.name, organizer: undefined, startAt, endAt },
  ...{ sequence: nextSequenceOf(scope, entryId, now), writtenAt: now },
})
