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
  'The state of the reminder. `scheduled`: it waits for `nextAttemptAt`. `running`: it is being delivered. `sent`: it was delivered. `skipped`: the service did not send it, see `reason`. `cancelled`: the appointment was moved or deleted. `dead`: delivery failed finally. `uncertain`: the mail server or text gateway got the message, gave no answer, and may have delivered it.'

const reasonMeans =
  'Why a reminder was not sent, or how it was sent. `inside_lead`: the appointment was booked, or the lead was set, too late for a reminder. `switched_off`: the practice sends no reminders. `other_lead`: another reminder of the appointment replaces it. `asked_to_cancel`: the patient asked to cancel. `missed_window`: its time passed while the service was down, or outside the hours in which the practice sends. `no_consent`: the patient did not agree. `no_address`, `no_phone`: the patient has no address or no number. `invalid_phone`: the number is not valid. `landline`: the number is no mobile number. `unknown_country`: the number has no country code, and the country of the patient is not known. `not_configured`: the service does not use this channel. `refused`: the address was refused. `provider_away`: the mail server or text gateway was away until it was too late. `gave_up`: every attempt failed. `over_ceiling`: the practice had sent as many messages on that day as this installation allows; a `scheduled` reminder is tried again on the next day. `country_not_allowed`: the practice does not text to the country of the number. `costly_number`: a premium or satellite number. `log_only`: the service only logs the message. Null when there is no reason.'

/** Why a notice was not sent, or how it was sent. */
const reason = nullable(oneOf(noticeReasons, reasonMeans, 'gave_up'))
const channel = oneOf(noticeChannels, 'How the reminder is delivered.')
const kind = oneOf(
  noticeKinds,
  'The purpose of the message. `reminder`: the appointment is near. `booked`: it was booked. `moved`: it has another start time than the patient knows. `cancelled`: the patient no longer has it. `recall`: the patient should come again.',
)

export const reminder = namedShape(
  'Reminder',
  'A message that reminds a patient of an appointment, is about a change, or asks a patient to come again.',
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
      'The start of the appointment in the message. In a cancellation, the start that the patient knows. A `recall` does not go out after this time.',
    ),
    dueAt: answeredInstant('When the reminder was due.', '2030-03-25T08:00:00.000Z'),
    nextAttemptAt: nullable(
      answeredInstant(
        'The time of the next try. Null when there is no further try.',
        '2030-03-25T08:00:00.000Z',
      ),
    ),
    attempts: answeredNumber('How often delivery was tried.', 1),
    lastError: nullable(
      answeredText('The error of the last attempt, as a short code. Null without an error.', 'timeout'),
    ),
    sentAt: nullable(
      answeredInstant('When the reminder was delivered. Null until then.', '2030-03-25T08:00:05.000Z'),
    ),
    ...timestamps,
  },
)

export const reminderList = namedShape('ReminderList', 'Reminders with their results.', {
  reminders: listOf(reminder, 'The reminders.'),
})
