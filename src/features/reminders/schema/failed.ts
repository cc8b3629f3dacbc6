import { Type } from '@sinclair/typebox'
import { answeredInstant, answeredText, named, nullable, shape } from '../../../http/shape.ts'
import { reminder } from './reminder.ts'

/** A patient's name, and how to reach them. */
export const patient = nullable(
  shape(
    {
      firstName: answeredText('First name.', 'Zoé'),
      lastName: answeredText('Last name.', 'Müller'),
      phoneMobile: nullable(
        answeredText('The mobile number, as it was written. Null when there is none.', '+49 151 23456789'),
      ),
      email: nullable(answeredText('The e-mail address. Null when there is none.', 'zoe.muller@example.org')),
    },
    { description: 'The patient as they are now. Null when the patient was deleted.' },
  ),
)

/** A failed reminder, with what a member needs to call the patient instead. */
export const failedReminder = named(
  'FailedReminder',
  shape(
    {
      ...reminder.properties,
      patient,
      appointment: nullable(
        shape(
          { startAt: answeredInstant('When the appointment starts.') },
          { description: 'The appointment as it is now. Null when it was deleted.' },
        ),
      ),
    },
    { description: 'A reminder that failed, with whom to call instead.' },
  ),
)

export const failedReminderList = named(
  'FailedReminderList',
  shape(
    { reminders: Type.Array(failedReminder, { description: 'The failed reminders.' }) },
    { description: 'Reminders that failed lately.' },
  ),
)
