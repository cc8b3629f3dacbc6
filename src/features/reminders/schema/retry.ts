import { deadReasons, failedReasons, failedStates } from '../../../domain/reminders/notice.ts'
import { answeredCount, describedShape, namedShape, oneOf, optional } from '../../../http/shape.ts'

export const retryAllBody = namedShape(
  'RetryReminders',
  'Which reminders: those in a state, those with a reason, or those with both. One of the two is required.',
  {
    state: optional(oneOf(failedStates, 'The reminders in this state.')),
    reason: optional(oneOf([...deadReasons, ...failedReasons], 'The reminders with this reason.')),
  },
)

export const retried = namedShape('RetriedReminders', 'What became of the reminders.', {
  retried: answeredCount('How many are tried again now.', 12),
  left: answeredCount('How many more could be tried again by a further call. At most 800 are counted.', 0),
  refused: describedShape('How many cannot be tried again, by why. At most 1,000 of each are counted.', {
    appointmentChanged: answeredCount('The appointment was moved, deleted or given to another patient.', 0),
    tooLate: answeredCount('The appointment is about to begin.', 1),
  }),
})
