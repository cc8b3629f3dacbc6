import { noticeChannels, noticeKinds, noticeReasons, noticeStates } from '../../../domain/reminders/notice.ts'
import {
  answeredId,
  answeredInstant,
  answeredNumber,
  answeredText,
  listOf,
  namedShape,
  nullable,
  ofPractice,
  oneOf,
  timestamps,
} from '../../../http/shape.ts'

const state =
  'Where the reminder stands. `scheduled`: it waits for `nextAttemptAt`. `running`: it is being delivered. `sent`: it was delivered. `skipped`: the service did not send it, see `reason`. `cancelled`: the appointment was moved or deleted. `dead`: delivery failed finally. `uncertain`: the other side took the message over, gave no answer, and may have delivered it.'

const reasonMeans =
  'Why a reminder was not sent, or how it was. `inside_lead`: the appointment was booked, or the lead was set, too late for one. `switched_off`: the practice sends none. `other_lead`: another reminder of the appointment takes its place. `asked_to_cancel`: the patient asked to cancel. `missed_window`: its time passed while the service was down, or outside the hours in which the practice sends. `no_consent`: the patient did not agree. `no_address`, `no_phone`: there is nowhere to send it. `invalid_phone`: the number is not valid. `landline`: the number is no mobile number. `unknown_country`: the number has no country code, and the country of the patient is not known. `not_configured`: the service does not use this channel. `refused`: the address was refused. `provider_away`: the mail server or text gateway was away until it was too late. `gave_up`: every attempt failed. `over_ceiling`: the practice had sent as many messages on that day as this installation allows; a `scheduled` one is tried again on the next day. `country_not_allowed`: the practice does not text to the country of the number. `costly_number`: a premium or satellite number. `log_only`: the service only logs what it would send. Null when there is nothing to say.'

/** Why a notice was not sent, or how it was sent. */
const reason = nullable(oneOf(noticeReasons, reasonMeans, 'gave_up'))
const channel = oneOf(noticeChannels, 'How the reminder is delivered.')
const kind = oneOf(
  noticeKinds,
  'What the message says. `reminder`: the appointment is near. `booked`: it was booked. `moved`: it has another start time than the patient knows. `cancelled`: the patient no longer has it. `recall`: the patient should come again.',
)

export const reminder = namedShape(
  'Reminder',
  'One message that reminds a patient of one appointment, is about a change, or tells a patient to come again.',
  {
    id: answeredId('reminder', 'The id of the reminder.'),
    ...ofPractice,
    appointmentId: nullable(
      answeredId('appointment', 'The appointment that the patient is reminded of. Null for a `recall`.'),
    ),
    patientId: nullable(
      answeredId('patient', 'The patient who is reminded. Null once the patient is deleted.'),
    ),
    channel,
    kind,
    state: oneOf(noticeStates, state),
    reason,
    startAt: answeredInstant(
      'The start of the appointment, as the message says it. In a cancellation it is the start that the patient knows. A `recall` does not go out after it.',
    ),
    dueAt: answeredInstant('When the reminder was to be sent.', '2030-03-25T08:00:00.000Z'),
    nextAttemptAt: nullable(
      answeredInstant(
        'When delivery is tried next. Null when it is not tried again.',
        '2030-03-25T08:00:00.000Z',
      ),
    ),
    attempts: answeredNumber('How often delivery was tried.', 1),
    lastError: nullable(
      answeredText('What went wrong in the last attempt, as a short code. Null when nothing did.', 'timeout'),
    ),
    sentAt: nullable(
      answeredInstant('When the reminder was delivered. Null until then.', '2030-03-25T08:00:05.000Z'),
    ),
    ...timestamps,
  },
)

export const reminderList = namedShape('ReminderList', 'Reminders and what became of them.', {
  reminders: listOf(reminder, 'The reminders.'),
})
