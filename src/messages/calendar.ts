import ical, { ICalCalendarMethod } from 'ical-generator'
import type { Language } from './language.ts'
import { oneLine } from './one-line.ts'

export interface CalendarEvent {
  readonly entryId: string
  readonly practiceName: string
  readonly startAt: number
  readonly endAt: number
  /** When the entry last changed. A newer file replaces an older one of the same appointment (RFC 5545 §3.8.7.4). */
  readonly updatedAt: number
}

/** An iCalendar file (RFC 5545) that adds the appointment to the patient's own calendar. */
export function calendarFile(language: Language, event: CalendarEvent): string {
  const calendar = ical({
    prodId: { company: 'chairside', product: 'reminders' },
    method: ICalCalendarMethod.PUBLISH,
  })
  calendar.createEvent({
    id: event.entryId,
    sequence: Math.floor(event.updatedAt / 60_000),
    stamp: new Date(event.updatedAt),
    start: new Date(event.startAt),
    end: new Date(event.endAt),
    summary: language.eventTitle(oneLine(event.practiceName)),
  })
  return calendar.toString()
}
