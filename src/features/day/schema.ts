import { mostAbsencesNamed, mostClosuresNamed, mostDays, mostOnDay } from '../../domain/limits.ts'
import { formatCursor } from '../../domain/record-change.ts'
import { patientAnswers } from '../../domain/reminders/answer.ts'
import { noticeChannels, noticeKinds, noticeReasons, noticeStates } from '../../domain/reminders/notice.ts'
import { exampleEpoch } from '../../http/examples.ts'
import {
  answeredCount,
  answeredFlag,
  answeredId,
  answeredInstant,
  answeredNumber,
  answeredText,
  describedShape,
  formatted,
  givenId,
  listOf,
  namedShape,
  nullable,
  oneOf,
  optional,
  query,
  timestamps,
  versioned,
  versionNumber,
} from '../../http/shape.ts'
import { entry } from '../calendar/entry-schema.ts'
import { progressSummary } from '../calendar/progress/schema.ts'
import { patientAlerts } from '../shared/patient-contact.ts'

export const dayQuery = query({
  date: optional(
    formatted('date', "A day in the practice's time zone, `YYYY-MM-DD`. Today when left out.", '2030-03-26'),
  ),
})

const patient = namedShape('DayPatient', 'The patient of an entry, and how to reach them.', {
  id: answeredId('patient', 'The id of the patient.'),
  firstName: answeredText('First name.', 'Zoé'),
  lastName: answeredText('Last name.', 'Müller'),
  dob: nullable(
    answeredInstant('Date of birth, as midnight UTC. Null when not known.', '1987-04-23T00:00:00.000Z'),
  ),
  phoneMobile: nullable(answeredText('Mobile number, as written. Null when not known.', '+49 151 2345678')),
  email: nullable(answeredText('E-mail address. Null when not known.', 'zoe.muller@example.org')),
  notifyByEmail: answeredFlag('Whether the patient agreed to be reminded by e-mail.', true),
  notifyBySms: answeredFlag('Whether the patient agreed to be reminded by text message.', false),
  preferredLanguage: nullable(
    answeredText('The language of messages to the patient. Null for the language of the practice.', 'de'),
  ),
  alerts: patientAlerts,
})

const progress = namedShape(
  'DayProgress',
  'The progress of a visit at the moment of the answer, without its steps.',
  {
    ...progressSummary,
    note: nullable(
      answeredText('Why the patient did not come. Null when nothing is known.', 'Was ill, will call.'),
    ),
    version: versionNumber('The version of the progress, from 1 on. Send it in `If-Match`.'),
  },
)

const reminder = namedShape('DayReminder', 'The result of a message about an appointment.', {
  channel: oneOf(noticeChannels, 'How the message is delivered.'),
  kind: oneOf(noticeKinds, 'The purpose of the message.'),
  state: oneOf(noticeStates, 'The state of the message.'),
  reason: nullable(
    oneOf(noticeReasons, 'Why the message was not sent, or how it was sent. Null when there is no reason.'),
  ),
  dueAt: answeredInstant('When the message was due.', '2030-03-25T08:00:00.000Z'),
  sentAt: nullable(
    answeredInstant('When the message was delivered. Null until then.', '2030-03-25T08:00:05.000Z'),
  ),
})

const practitioner = namedShape('DayPractitioner', 'A member who treats.', {
  id: answeredId('member', 'The id of the member.'),
  name: answeredText('Name.', 'Dr. Zoé Müller'),
  color: nullable(answeredText('The colour of the member. Null without a colour.', '#22c55e')),
})

export const dayEntry = namedShape(
  'DayEntry',
  'An entry, with everything that the front desk shows of the entry.',
  {
    ...entry.properties,
    patient: nullable(patient, 'The patient. Null without a patient.'),
    firstVisit: answeredFlag(
      'Whether this is the first appointment of the patient. Missed or cancelled earlier appointments do not count.',
      false,
    ),
    answer: nullable(
      oneOf(patientAnswers, 'What the patient answered to a reminder. Null without an answer.'),
    ),
    progress: nullable(progress, 'The progress of the visit. Null unless the entry is an appointment.'),
    reminders: listOf(
      reminder,
      'The newest 20 messages about the entry as it is now, with their results, by due time.',
    ),
    practitioner: nullable(practitioner, 'The member who treats. Null when nobody was named.'),
    hasNextNote: answeredFlag('Whether the patient has a note that is marked as next.', false),
  },
)

const entries = (description: string) => listOf(dayEntry, description)

const interval = {
  startAt: answeredInstant('The start.'),
  endAt: answeredInstant('The end.', '2030-03-26T16:00:00.000Z'),
}

const chairDay = namedShape('DayChair', 'A chair on one day.', {
  id: answeredId('chair', 'The id of the chair.'),
  name: answeredText('Name.', 'Room 1'),
  color: nullable(answeredText('The colour in the calendar. Null without a colour.', '#22c55e')),
  position: answeredNumber("The chair's place in the list.", 0),
  active: answeredFlag('Whether the chair takes new entries.', true),
  hours: listOf(
    describedShape('A time in which the chair is open.', interval),
    'When the chair is open on the day, without the closed times. Empty for a chair that is not active.',
  ),
  closures: listOf(
    describedShape('A closure, cut to the day.', {
      id: answeredId('closure', 'The id of the closure.'),
      name: answeredText('Name.', 'Summer holidays'),
      ...interval,
    }),
    `The closures of the chair on the day, by start; the first ${mostClosuresNamed}.`,
  ),
})

const gridRow = describedShape('A row of the day.', {
  at: answeredInstant('When the row begins.'),
  label: answeredText('The local time at the beginning of the row, `HH:MM`.', '09:00'),
  offset: answeredText('How far the local time is ahead of UTC.', '+01:00'),
})

const date = (description: string) => formatted('date', description, '2030-03-26')

export const day = namedShape('Day', 'One day of the calendar as it is at one moment.', {
  date: date('The day.'),
  timezone: answeredText('The time zone of the practice.', 'Europe/Berlin'),
  dayStart: answeredInstant('The midnight with which the day begins.', '2030-03-25T23:00:00.000Z'),
  dayEnd: answeredInstant('The midnight with which the next day begins.', '2030-03-26T23:00:00.000Z'),
  previous: nullable(date('The day before. Null at the beginning of the calendar.')),
  next: nullable(date('The day after. Null at the end of the calendar.')),
  chairs: listOf(
    chairDay,
    'The chairs in order. A chair that is not active is listed only when it has entries on the day.',
  ),
  entries: entries('The entries on chairs that touch the day, by start and id.'),
  withoutChair: entries('The entries without a chair that touch the day, by start and id.'),
  practitioners: listOf(practitioner, 'The members who treat on the day, by name.'),
  notes: listOf(
    describedShape('A note on the day.', {
      id: answeredId('dayNote', 'The id of the note.'),
      text: answeredText('The text of the note.', 'Dr. Yılmaz is away from 3 p.m.'),
      createdBy: answeredId('member', 'The member who first wrote the note.'),
      ...timestamps,
      ...versioned,
    }),
    'The notes on the day, the oldest first.',
  ),
  absences: listOf(
    describedShape('When a member is away, cut to the day.', {
      id: answeredId('absence', 'The id of the absence.'),
      practitionerId: answeredId('colleague', 'The member who is away.'),
      name: answeredText('The name of the member.', 'Dr. Zoé Müller'),
      reason: nullable(answeredText('The reason. Null when no reason is given.', 'Ill')),
      ...interval,
    }),
    `The absences of members on the day, by start; the first ${mostAbsencesNamed}.`,
  ),
  grid: listOf(
    gridRow,
    "The day from midnight to midnight in rows of the practice's `slotMinutes`. A day has 23 or 25 hours when the clocks change.",
  ),
  entriesTotal: answeredNumber(
    'How many entries touch the day. At most 10,000 of the entries that start on the day are counted.',
    80,
  ),
  more: answeredFlag(
    `Whether entries were left out. The answer has at most the ${mostOnDay} earliest entries, and fewer when their texts are very long.`,
    false,
  ),
  cursor: answeredText(
    'The cursor of `/changes` up to which the answer has all changes. Ask for the changes after this cursor to keep the day up to date.',
    formatCursor({ epoch: exampleEpoch, seq: 0 }),
  ),
})

export const dayListQuery = query({
  from: formatted('date', "The first day, in the practice's time zone, `YYYY-MM-DD`.", '2030-03-01'),
  to: formatted('date', `The day after the last one, at most ${mostDays} days after \`from\`.`, '2030-04-01'),
  chairId: optional(givenId('chair', 'Count only the time and the entries of this chair.')),
})

const countedDay = namedShape('CountedDay', 'One day for a calendar of a month.', {
  date: date('The day.'),
  open: answeredFlag('Whether a chair is open at any time of the day.', true),
  appointments: answeredCount('How many appointments start on the day.', 24),
  cancelled: answeredCount('How many appointments with a start on the day were cancelled.', 1),
  freeMinutes: answeredCount('The sum of the minutes in which the chairs are open and free.', 300),
  bookedMinutes: answeredCount(
    'The sum of the minutes in which appointments occupy the chairs. Minutes outside the hours count, too.',
    720,
  ),
  closures: listOf(
    answeredText('Name.', 'Summer holidays'),
    `The names of the closures of the practice or of one of its chairs on the day, ${mostClosuresNamed} at most.`,
  ),
})

export const dayList = namedShape('DayList', 'Days and how full they are.', {
  days: listOf(countedDay, 'The days, in order.'),
})
