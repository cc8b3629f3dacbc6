import { Type } from '@sinclair/typebox'
import { deadReasons, failedReasons, failedStates } from '../../../domain/reminders/notice.ts'
import { named, oneOf, optional, shape } from '../../../http/shape.ts'

export const retryAllBody = named(
  'RetryReminders',
  shape(
    {
      state: optional(oneOf(failedStates, { description: 'The reminders in this state.' })),
      reason: optional(
        oneOf([...deadReasons, ...failedReasons], { description: 'The reminders with this reason.' }),
      ),
    },
    {
      description:
        'Which reminders: those in a state, those with a reason, or those with both. One of the two is required.',
    },
  ),
)

const number = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] })

export const retried = named(
  'RetriedReminders',
  shape(
    {
      retried: number('How many are tried again now.', 12),
      left: number('How many more could be tried again by a further call. At most 800 are counted.', 0),
      refused: shape(
        {
          appointmentChanged: number('The appointment was moved, deleted or given to another patient.', 0),
          tooLate: number('The appointment is about to begin.', 1),
        },
        { description: 'How many cannot be tried again, by why. At most 1,000 of each are counted.' },
      ),
    },
    { description: 'What became of the reminders.' },
  ),
)
