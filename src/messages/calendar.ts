import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Language } from './language.ts'
import { oneLine } from './one-line.ts'

/** How long before the start the patient's calendar shows an alarm, in seconds. */
const alarmSeconds = 2 * 3_600

interface CalendarEvent {
  readonly entryId: string
  readonly practiceName: string
  /** The phone number and the address of the practice, when they are known. */
  readonly phone: string | null
  readonly address: string | null
  /** The e-mail address that our mails are sent from. Without such an address, the file names no organizer. */
  readonly organizer: string | undefined
  readonly startAt: number
  /** Null when the appointment no longer exists. */
  readonly endAt: number | null
  /**
   * The number of this file among all files of the appointment. Calendars ignore a file with a lower number than an
   * earlier file.
   */
  readonly sequence: number
  /** When the file is written, in epoch milliseconds. */
  readonly writtenAt: number
}

/** A file for the patient's calendar. The mail part that carries it must name the same method (RFC 6047 §2.4). */
interface CalendarFile {
  readonly method: 'PUBLISH' | 'CANCEL'
  /** The text of an iCalendar file (RFC 5545). */
  readonly content: string
}

/**
 * A file that adds the appointment to the patient's own calendar, or moves it there (RFC 5546 §3.2.1).
 *
 * The file is no `REQUEST`, because mail programs would then offer to accept or decline. Such an answer goes to the
 * organizer's mailbox, and the patient would wrongly believe that the practice knows the answer.
 */
export const calendarFile = (language: Language, event: CalendarEvent): CalendarFile =>
  fileOf('PUBLISH', language, event)

/** A file that removes the appointment from the calendar of the person with this address (RFC 5546 §3.2.5). */
export const cancellationFile = (language: Language, event: CalendarEvent, attendee: string): CalendarFile =>
  fileOf('CANCEL', language, event, attendee)

function fileOf(
  method: CalendarFile['method'],
  language: Language,
  { entryId, practiceName, phone, address, organizer, startAt, endAt, sequence, writtenAt }: CalendarEvent,
  attendee?: string,
): CalendarFile {
  const name = oneLine(practiceName)
  const calendar = ical({
    prodId: { company: 'chairside', product: 'reminders' },
    method: ICalCalendarMethod[method],
  })
  const event = calendar.createEvent({
    id: entryId,
    sequence,
    stamp: new Date(writtenAt),
    start: new Date(startAt),
    end: endAt === null ? null : new Date(endAt),
    summary: language.eventTitle(name),
    location: address === null ? null : oneLine(`${name}, ${address}`),
    description: phone === null ? null : `${language.footer.phone}: ${oneLine(phone)}`,
    organizer: organizer === undefined ? null : { name, email: organizer },
    status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : null,
  })
  if (method === 'PUBLISH')
    event.createAlarm({
      type: ICalAlarmType.display,
      trigger: alarmSeconds,
      description: language.eventTitle(name),
    })
  if (attendee !== undefined) event.createAttendee({ email: attendee })
  // The library leaves out the end of the last line (RFC 5545 §3.1).
  return { method, content: `${calendar.toString()}\r\n` }
}
