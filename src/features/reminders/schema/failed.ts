import { Type } from '@sinclair/typebox'
import { answeredInstant, named, nullable, shape } from '../../../http/shape.ts'
import { patientContact } from '../../shared/patient-contact.ts'
import { reminder } from './reminder.ts'

/** A failed reminder, with what a member needs to call the patient instead. */
export const failedReminder = named(
  'FailedReminder',
  shape(
    {
      ...reminder.properties,
      patient: patientContact,
      appointment: nullable(
        shape(
          { startAt: answeredInstant('When the appointment starts.') },
          { description: 'The appointment as it is now. Null when it was deleted.' },
        ),
      ),
    },
    { description: 'A reminder that failed, with the patient to call instead.' },
  ),
)

export const failedReminderList = named(
  'FailedReminderList',
  shape(
    { reminders: Type.Array(failedReminder, { description: 'The failed reminders.' }) },
    { description: 'Reminders that failed lately.' },
  ),
)
