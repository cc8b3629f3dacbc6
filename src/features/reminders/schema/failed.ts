import { answeredInstant, describedShape, listOf, namedShape, nullable } from '../../../http/shape.ts'
import { patientContact } from '../../shared/patient-contact.ts'
import { reminder } from './reminder.ts'

/** A failed reminder, with what a member needs to call the patient instead. */
export const failedReminder = namedShape(
  'FailedReminder',
  'A reminder that failed, with the patient to call instead.',
  {
    ...reminder.properties,
    patient: patientContact,
    appointment: nullable(
      describedShape('The appointment as it is now. Null when it was deleted.', {
        startAt: answeredInstant('When the appointment starts.'),
      }),
    ),
  },
)

export const failedReminderList = namedShape('FailedReminderList', 'Reminders that failed lately.', {
  reminders: listOf(failedReminder, 'The failed reminders.'),
})
