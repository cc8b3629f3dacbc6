/** How the API shows the progress of a visit. The calendar of a day and the list of a patient show parts of it. */
import type { Static } from '@sinclair/typebox'
import { longestNote } from '../../../domain/cancellation.ts'
import { type Progress, type ProgressStep, progressSteps, stateTexts } from '../../../domain/progress.ts'
import { formatInstant } from '../../../domain/time.ts'
import {
  answeredCount,
  answeredFlag,
  answeredId,
  answeredInstant,
  answeredText,
  describedShape,
  filledText,
  listOf,
  namedShape,
  nullable,
  oneOf,
  optional,
  versionedByClock,
} from '../../../http/shape.ts'

type Text<S extends keyof typeof stateTexts> = (typeof stateTexts)[S]

/** The steps as the API names them. */
const stepTexts = progressSteps.map((step) => stateTexts[step])
const states = Object.values(stateTexts)

/** The step with this name in the API. */
export const stepOf = (text: Text<ProgressStep>): ProgressStep =>
  progressSteps.find((step) => stateTexts[step] === text)!

/** The state of a visit in an answer. */
export const progressState = oneOf(
  states,
  'The last step of the visit. `expected` while no step is noted; `confirmed` also when the patient confirmed by their link.',
  'confirmed',
)

/** The progress of a visit in an answer that leaves out its steps. */
export const progressSummary = {
  state: progressState,
  late: answeredFlag(
    'Whether the start was less than a day ago, and nobody has noted that the patient came or did not come.',
    false,
  ),
  lateMinutes: answeredCount('For how many minutes the patient is late. 0 when the patient is not late.', 0),
  waitingSince: nullable(
    answeredInstant(
      'Since when the patient waits. Null unless the patient waits now.',
      '2030-03-26T09:55:00.000Z',
    ),
  ),
  waitedMinutes: nullable(
    answeredCount(
      'For how many minutes the patient waited, from the arrival to the chair or until now. Null when no arrival is noted, or when nobody noted the end of the wait within a day.',
      5,
    ),
  ),
}

const step = describedShape('A step of a visit.', {
  step: oneOf(stepTexts, 'The step that was noted.'),
  at: answeredInstant('When the step was noted.', '2030-03-01T09:15:00.000Z'),
  by: nullable(
    answeredId('member', 'The member who noted the step.'),
    'The member who noted the step. Null when the patient confirmed by their link.',
  ),
})

export const progressAnswer = namedShape(
  'Progress',
  'The progress of the visit of an appointment. `late` and the minutes depend on the clock, so the answer is always sent in full.',
  {
    appointmentId: answeredId('appointment', 'The appointment.'),
    ...progressSummary,
    steps: listOf(step, 'The steps, in the order of a visit.'),
    note: nullable(
      answeredText('Why the patient did not come. Null when nothing is known.', 'Was ill, will call.'),
    ),
    ...versionedByClock,
  },
)

export const noteStepBody = namedShape(
  'NoteStep',
  'The step of a visit to note. `note` is only for the step `no_show`.',
  {
    step: oneOf(
      stepTexts,
      '`confirmed`, `arrived`, `in_chair` and `done` follow each other, and may be skipped. `no_show` follows `expected` or `confirmed`.',
      'confirmed',
    ),
    note: optional(
      filledText(
        longestNote,
        'Why the patient did not come. Only with `no_show`. Trimmed; not empty.',
        'Was ill, will call.',
      ),
    ),
  },
  {
    rule: ({ step, note }) =>
      note !== undefined && step !== undefined && step !== 'no_show'
        ? [{ path: 'note', message: 'is only for the step `no_show`' }]
        : [],
    examples: [{ step: 'confirmed' }],
  },
)
export type NoteStep = Static<typeof noteStepBody>

/** The progress of a visit in an answer that leaves out its steps. */
export const viewProgressSummary = ({ state, late, lateMinutes, waitingSince, waitedMinutes }: Progress) => ({
  state: stateTexts[state],
  late,
  lateMinutes,
  waitingSince: waitingSince === null ? null : formatInstant(waitingSince),
  waitedMinutes,
})

export const viewProgress = (appointmentId: string, progress: Progress): Static<typeof progressAnswer> => ({
  appointmentId,
  ...viewProgressSummary(progress),
  steps: progress.steps.map(({ step, at, by }) => ({ step: stateTexts[step], at: formatInstant(at), by })),
  note: progress.note,
  version: progress.version,
})
