import type { Type } from '@sinclair/typebox'
import { callResults } from '../../domain/inbox.ts'
import { noticeChannels, noticeKinds, noticeReasons, noticeStates } from '../../domain/reminders/notice.ts'
import { exampleIds } from '../../http/examples.ts'
import {
  answeredCount,
  answeredFlag,
  answeredId,
  answeredInstant,
  answeredNumber,
  answeredText,
  describedShape,
  formatted,
  listOf,
  namedShape,
  nullable,
  oneOf,
  optional,
  query,
  shape,
  versionNumber,
} from '../../http/shape.ts'
import { dateTime } from '../calendar/entry-schema.ts'
import { warning } from '../calendar/warnings.ts'
import { patientToBook } from '../shared/patient-contact.ts'
import { apiKinds, mostCallsListed, mostOfKind } from './kinds.ts'

const kind = oneOf(
  apiKinds,
  'Why the item is in the inbox. `cancel_requested`: the patient asked to cancel. `unanswered`: the patient was reminded and did not answer. `failed`: a message did not go out. `uncertain`: nobody knows whether a message arrived. `note_next`: a note is marked as the next thing to do. `fits_gap`: somebody on the waiting list fits a free time of the next seven days. `online_request`: a patient asks online for a time. `online_patient`: a patient was made by booking online, and may have been here before. `online_flood`: so many codes went out in an hour that every online booking becomes a request. This item stays for a day. `displaced`: an appointment of the next 400 days is in a time that was closed after the booking, or in which its practitioner is away. `webhook_stopped`: the deliveries of a webhook have ended, and an owner should look.',
  'failed',
)
const recordId =
  'The id of the appointment, the reminder, the note, the item of the waiting list, or the webhook. A flood has an id of its own.'

export const inboxQuery = query({
  seen: optional(
    oneOf(
      ['true', 'false'],
      'With `true`, only items with a mark. With `false`, only items without a mark. All items when left out.',
      'false',
    ),
  ),
  kind: optional(kind),
})

const mark = describedShape('The mark of a member who has dealt with the item.', {
  id: answeredId('inboxMark', 'The id of the mark, which is needed to take the mark back.'),
  seenAt: answeredInstant('When the member dealt with the item.', '2030-03-25T08:00:00.000Z'),
  seenBy: answeredId('member', 'The member who dealt with the item.'),
})

const result = oneOf(
  callResults,
  'How the call ended. `no_answer`: nobody answered. `message_left`: a mailbox or another person took a message. `reached`: the patient answered.',
  'no_answer',
)

const call = describedShape('A call to the patient.', {
  id: answeredId('inboxCall', 'The id of the call, which is needed to take the call back.'),
  result,
  againAt: nullable(
    answeredInstant('When somebody will call again. Null for no time.', '2030-03-25T15:00:00.000Z'),
  ),
  calledAt: answeredInstant('When the call was noted.', '2030-03-25T08:00:00.000Z'),
  calledBy: answeredId('member', 'The member who called.'),
})

const message = describedShape('The message of the item.', {
  channel: oneOf(noticeChannels, 'How the message is delivered.'),
  kind: oneOf(noticeKinds, 'The purpose of the message.'),
  state: oneOf(noticeStates, 'The state of the message.'),
  reason: nullable(
    oneOf(
      noticeReasons,
      'Why the message did not go out, as in `Reminder`. Null when the reason is not known.',
      'gave_up',
    ),
  ),
  lastError: nullable(
    answeredText('The error of the last try, as a short code. Null without an error.', 'timeout'),
  ),
  retryable: answeredFlag('Whether `retryReminder` would try the message again now.', true),
})

const item = namedShape('InboxItem', 'A task of the front desk.', {
  kind,
  recordId: answeredId('reminder', recordId),
  appointmentId: nullable(
    answeredId('appointment', 'The appointment. Null for a note, the waiting list, and a flood.'),
  ),
  patientId: nullable(answeredId('patient', 'The patient. Null once the patient is deleted.')),
  patient: patientToBook,
  startAt: nullable(
    answeredInstant('When the appointment starts, or the visit in the free time. Null for a note.'),
  ),
  fit: nullable(
    describedShape('The first visit that suits.', {
      chairId: answeredId('chair', 'The chair that is free.'),
      startAt: answeredInstant('When the visit would start.'),
      endAt: answeredInstant('When the visit would end.', '2030-03-26T08:30:00.000Z'),
    }),
    'The free time that suits a patient on the waiting list. Null for other kinds.',
  ),
  displaced: nullable(
    describedShape('The appointment that must be moved.', {
      warning,
      endAt: answeredInstant('When the appointment ends.', '2030-03-26T08:30:00.000Z'),
      chairId: nullable(answeredId('chair', 'The chair of the appointment. Null when it has no chair.')),
      practitionerId: nullable(answeredId('colleague', 'The member who treats. Null when nobody was named.')),
      appointmentTypeId: nullable(
        answeredId('appointmentType', 'The type of the appointment. Null when it has no type.'),
      ),
      title: nullable(answeredText('The title of the appointment. Null when it has no title.', 'Check-up')),
      version: versionNumber('The version of the appointment. Send the version in `If-Match`.'),
    }),
    'The appointment in a closed time. Null for other kinds.',
  ),
  message: nullable(message, 'The message with the id `recordId`. Null for other kinds.'),
  heading: nullable(
    answeredText(
      'The title of the note, or the beginning of its text. For a webhook, the host of its address. Null for other kinds.',
      'Crown 24',
    ),
  ),
  call: nullable(
    answeredText(
      'The number to call, in the form that a telephone dials. Null when the patient has no such number.',
      '+4915123456789',
    ),
  ),
  since: answeredInstant('Since when the item is in the inbox.', '2030-03-24T08:00:00.000Z'),
  mark: nullable(mark, 'The member who has dealt with the item, and when. Null while nobody has.'),
  calls: listOf(
    call,
    `The calls about the present state of the item, the newest first; at most ${mostCallsListed}.`,
  ),
  tries: answeredCount('How many calls there were about this state.', 2),
})

const ofEachKind = <S extends ReturnType<typeof Type.Integer> | ReturnType<typeof answeredFlag>>(
  schema: S,
  description: string,
) =>
  shape(Object.fromEntries(apiKinds.map((kind) => [kind, schema])) as Record<(typeof apiKinds)[number], S>, {
    description,
  })

export const inbox = namedShape('Inbox', 'The tasks of the front desk.', {
  items: listOf(
    item,
    `The items, the soonest first. Items without a start come last, the longest wait first. At most ${mostOfKind} of each kind.`,
  ),
  counts: ofEachKind(
    answeredNumber('How many items have no mark.', 1),
    'How many items of each kind have no mark. The query does not change these numbers.',
  ),
  more: ofEachKind(
    answeredFlag('Whether there may be more items.', false),
    'For each kind, whether there may be more items than are listed or counted.',
  ),
})

export const markBody = namedShape('MarkInbox', 'The item that is done: its `kind` and `recordId`.', {
  kind,
  recordId: formatted('uuid', recordId, exampleIds.reminder),
})

export const marked = namedShape('InboxMark', 'The mark of a member who has dealt with an item.', {
  ...mark.properties,
  kind,
  recordId: answeredId('reminder', recordId),
})

export const callBody = namedShape(
  'NoteCall',
  'A call about an item: its `kind` and `recordId`, and how it ended.',
  {
    ...markBody.properties,
    result,
    againAt: optional(
      nullable(
        formatted(
          'date-time',
          `When somebody will call again, later than now. ${dateTime}`,
          '2030-03-26T16:00:00+01:00',
        ),
        'When somebody will call again. Null for no time.',
      ),
    ),
  },
)

export const called = namedShape('InboxCall', 'A call about an item of the inbox.', {
  ...call.properties,
  kind,
  recordId: answeredId('reminder', recordId),
})
