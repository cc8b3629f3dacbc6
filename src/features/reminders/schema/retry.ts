import { deadReasons, failedReasons, failedStates } from '../../../domain/reminders/notice.ts'
import { answeredCount, describedShape, namedShape, oneOf, optional } from '../../../http/shape.ts'

export const retryAllBody = namedShape(
  'RetryReminders',
  'Which reminders to try again: by state, by reason, or by both. State or reason is required.',
  {
    state: optional(oneOf(failedStates, 'The reminders in this state.')),
    reason: optional(oneOf([...deadReasons, ...failedReasons], 'The reminders with this reason.')),
  },
)

export const retried = namedShape('RetriedReminders', 'The results of the request.', {
  retried: answeredCount('How many reminders are tried again now.', 12),
  left: answeredCount('How many reminders a further request could try again. At most 800 are counted.', 0),
  refused: describedShape(
    'How many reminders cannot be tried again, by reason. At most 1,000 of each are counted.',
    {
      appointmentChanged: answeredCount('The appointment was moved, deleted or given to another patient.', 0),
      tooLate: answeredCount('The appointment is about to begin.', 1),
    },
  ),
})
