import type { Static } from '@sinclair/typebox'
import { longestNote } from '../../../domain/cancellation.ts'
import { filledText, named, oneOf, optional, shape } from '../../../http/shape.ts'
import { stepTexts } from '../progress-schema.ts'

export const noteStepBody = named(
  'NoteStep',
  shape(
    {
      step: oneOf(stepTexts, {
        description:
          '`confirmed`, `arrived`, `in_chair` and `done` follow each other, and may be skipped. `no_show` follows `expected` or `confirmed`.',
        examples: ['arrived'],
      }),
      note: optional(
        filledText(longestNote, {
          description: 'Why the patient did not come. Only with `no_show`. Trimmed; not empty.',
          examples: ['Was ill, will call.'],
        }),
      ),
    },
    {
      rule: ({ step, note }) =>
        note !== undefined && step !== undefined && step !== 'no_show'
          ? [{ path: 'note', message: 'is only for the step `no_show`' }]
          : [],
      description: 'The step of a visit to note. `note` is only for the step `no_show`.',
      examples: [{ step: 'arrived' }],
    },
  ),
)
export type NoteStep = Static<typeof noteStepBody>
