import { type Static, Type } from '@sinclair/typebox'
import { type CalendarFeeds, calendarFeedChoices } from '../../domain/calendar-feed.ts'
import { bookingIssues, mostRequests, sitePattern, slugPattern } from '../../domain/online-booking.ts'
import { mostOwnFields, type OwnField, ownFieldIssues } from '../../domain/own-fields.ts'
import { packIssues, packTemplates } from '../../domain/pack.ts'
import { longestLead } from '../../domain/reminders/lead.ts'
import { type Weekday, weekdays, workingHoursIssues } from '../../domain/working-hours.ts'
import {
  answeredFlag,
  answeredId,
  answeredNumber,
  answeredText,
  filledText,
  flag,
  formatted,
  integer,
  listOf,
  namedShape,
  nullable,
  oneOf,
  optional,
  timestamps,
  versioned,
} from '../../http/shape.ts'

const openHours = namedShape('OpenHours', 'A time in which the practice is open.', {
  start: formatted('clock-time', 'When the practice opens, `HH:MM` in its local time.', '09:00'),
  end: formatted(
    'closing-time',
    'When the practice closes, `HH:MM` or `24:00`. Later than `start`.',
    '13:00',
  ),
})

const dayNames: Record<Weekday, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}
const hoursOf = (day: Weekday) =>
  listOf(openHours, `When the practice is open on a ${dayNames[day]}. Empty when it is closed.`, {
    maxItems: 48,
  })

const nineToFive = [
  { start: '09:00', end: '13:00' },
  { start: '14:00', end: '17:00' },
]

export const workingHours = namedShape(
  'WorkingHours',
  'When the practice is open on each day of the week. The times of a day run forward, are sorted and do not overlap. They decide which slots are offered; bookings outside them are allowed.',
  Object.fromEntries(weekdays.map((day) => [day, hoursOf(day)])) as Record<
    Weekday,
    ReturnType<typeof hoursOf>
  >,
  {
    rule: workingHoursIssues,
    examples: [
      { mon: nineToFive, tue: nineToFive, wed: [], thu: nineToFive, fri: nineToFive, sat: [], sun: [] },
    ],
  },
)

const word = 'Lower-case letters, digits, `_` and `-`; at most 50.'
const pattern = '^[a-z0-9][a-z0-9_-]{0,49}$'

const status = namedShape('PatientStatus', 'A status that a patient can have.', {
  id: Type.String({
    pattern,
    description: `The \`status\` of patients. ${word}`,
    examples: ['recall'],
  }),
  label: filledText(200, 'The name that people read. Trimmed; not empty.', 'Recall due'),
})

export const pack = namedShape(
  'Pack',
  'The statuses that patients of a practice can have, and which of them is the first. No two statuses have the same id, and `defaultStatus` is one of them.',
  {
    id: Type.String({ pattern, description: `The id of the pack. ${word}`, examples: ['dental'] }),
    name: filledText(200, 'Name. Trimmed; not empty.', 'Dental practice'),
    statuses: listOf(status, 'The statuses that a patient can have. No two statuses have the same id.', {
      minItems: 1,
      maxItems: 50,
    }),
    defaultStatus: Type.String({
      pattern,
      description: 'The status of a new patient: the id of one of `statuses`.',
      examples: ['new'],
    }),
  },
  { rule: packIssues, examples: [packTemplates.dental] },
)

const means = {
  name: 'Name of the practice.',
  timezone: 'The IANA time zone of the practice, which decides when a day begins and ends.',
  slotMinutes: 'How far apart free slots start, in minutes.',
  lead: 'How many minutes before an appointment the patient is reminded. 0 means no reminders.',
  keepPatients:
    'For how many years deleted patients, notes and tags are kept. Then they are removed permanently. For the same number of years after the last appointment or note, an erasure of a patient needs `overrideRetention`.',
  shortNotice: 'A cancellation fewer hours before the appointment is at short notice. 0 for never.',
  practitionersOnce:
    'Whether a member can be on only one chair at a time. Then the service refuses a booking for a member who is busy on another chair.',
  daySheetPhones: 'Whether the printed sheet of a day shows the phone numbers of patients.',
  lockMinutes:
    'After how many minutes without use the desk locks itself, until a member uses a passkey. 0 for never.',
  onlineBooking: 'How patients book online.',
  calendarFeeds:
    'How much a subscribed calendar shows of an appointment: only that the member is busy, its kind, or the initials of the patient. `off`: members cannot subscribe.',
  ownFields:
    'The text fields that the practice adds to the records of its patients, in the order of forms. Archived ones count, too.',
  keepEntries:
    'For how many years deleted calendar entries, chairs and closures are kept. Then they are removed permanently.',
}

const onlineBooking = namedShape(
  'BookingSettings',
  'How patients book by themselves, on the page of the practice. `enabled` needs a `slug`. The object is replaced as a whole.',
  {
    enabled: flag('Whether patients can book online.', true),
    slug: nullable(
      Type.String({ pattern: slugPattern, examples: ['lindenplatz'] }),
      'The name of the practice in the address of its page. It has 3 to 50 letters from a to z, digits and dashes, with no dash at an end. No other practice of this service has the same slug.',
    ),
    frameAncestors: listOf(
      Type.String({
        pattern: sitePattern,
        description: 'An origin, such as `https://praxis.example`.',
        examples: ['https://praxis.example'],
      }),
      'The sites of the practice, which may show the page in a frame.',
      { maxItems: 10 },
    ),
    requestHours: integer(1, 336, 'For how many hours a request holds its time if nobody decides.', 48),
    mostOpenRequests: integer(1, mostRequests, 'How many requests can wait at the same time.', 20),
  },
  { rule: bookingIssues },
)

const ownField = namedShape(
  'OwnField',
  'A text field that the practice adds to the records of its patients.',
  {
    id: Type.String({
      pattern,
      description: `The id of the field in the records of patients. The id stays when the name changes. ${word}`,
      examples: ['insurer'],
    }),
    name: filledText(100, 'What people read. Trimmed; not empty.', 'Insurer'),
    archived: flag('Whether forms no longer offer the field. Texts in the field stay.', false),
  },
)
/** The rules between fields of the settings. Their paths begin at the settings. */
const practiceIssues = ({ ownFields }: { readonly ownFields?: readonly OwnField[] | null }) =>
  ownFieldIssues(ownFields ?? []).map(({ path, ...rest }) => ({ ...rest, path: `ownFields.${path}` }))
const ownFields = listOf(ownField, means.ownFields, { maxItems: mostOwnFields })

export const updatePracticeBody = namedShape(
  'UpdatePractice',
  'The settings to change. Null sets a setting back to its default. A pack is replaced as a whole.',
  {
    name: optional(filledText(200, `${means.name} Trimmed; not empty.`, 'Zahnarztpraxis am Lindenplatz')),
    timezone: optional(formatted('time-zone', means.timezone, 'Europe/Berlin')),
    pack: optional(pack),
    workingHours: optional(nullable(workingHours)),
    slotMinutes: optional(nullable(integer(1, 1440, means.slotMinutes, 15))),
    reminderLeadMinutes: optional(nullable(integer(0, longestLead, means.lead, 1440))),
    keepPatientsYears: optional(nullable(integer(1, 100, means.keepPatients, 10))),
    keepEntriesYears: optional(nullable(integer(1, 100, means.keepEntries, 1))),
    shortNoticeHours: optional(nullable(integer(0, 720, means.shortNotice, 24))),
    practitionersOnce: optional(nullable(flag(means.practitionersOnce, false))),
    daySheetPhones: optional(nullable(flag(means.daySheetPhones, true))),
    lockMinutes: optional(nullable(integer(0, 240, means.lockMinutes, 10))),
    onlineBooking: optional(nullable(onlineBooking, means.onlineBooking)),
    calendarFeeds: optional(nullable(oneOf<CalendarFeeds>(calendarFeedChoices, means.calendarFeeds, 'off'))),
    ownFields: optional(
      nullable(
        ownFields,
        `${means.ownFields} No two fields have the same id or name. The list is replaced as a whole. It must keep every field in which a patient has a text.`,
      ),
    ),
  },
  { rule: practiceIssues },
)
export type UpdatePractice = Static<typeof updatePracticeBody>

export const practice = namedShape(
  'Practice',
  'The settings of the practice. A setting that was never set shows its default.',
  {
    id: answeredId('practice', 'The id of the practice.'),
    name: answeredText(means.name, 'Zahnarztpraxis am Lindenplatz'),
    timezone: answeredText(means.timezone, 'Europe/Berlin'),
    pack,
    workingHours,
    slotMinutes: answeredNumber(means.slotMinutes, 15),
    reminderLeadMinutes: answeredNumber(means.lead, 1440),
    keepPatientsYears: answeredNumber(means.keepPatients, 10),
    keepEntriesYears: answeredNumber(means.keepEntries, 1),
    shortNoticeHours: answeredNumber(means.shortNotice, 24),
    practitionersOnce: answeredFlag(means.practitionersOnce, false),
    daySheetPhones: answeredFlag(means.daySheetPhones, true),
    lockMinutes: answeredNumber(means.lockMinutes, 0),
    onlineBooking,
    calendarFeeds: oneOf<CalendarFeeds>(calendarFeedChoices, means.calendarFeeds, 'off'),
    ownFields,
    ...timestamps,
    ...versioned,
  },
)
