/** How the API shows a cancellation. Cancelling a series uses the same reasons. */
import { cancellers, longestNote, longestReason } from '../../../domain/cancellation.ts'
import {
  answeredFlag,
  answeredId,
  answeredInstant,
  answeredText,
  filledText,
  namedShape,
  nullable,
  oneOf,
  optional,
} from '../../../http/shape.ts'
import { entry } from '../entry-schema.ts'

const means = {
  reason: 'The reason for the cancellation.',
  by: 'Who wanted the cancellation.',
  note: 'A further note.',
  shortNotice:
    'Whether the cancellation was at short notice: fewer than `shortNoticeHours` of the practice before the start, or after the start.',
}

/** The fields of a body that cancels appointments. */
export const cancellingFields = {
  reason: filledText(longestReason, `${means.reason} Trimmed; not empty.`, 'Has a cold.'),
  by: oneOf(cancellers, means.by),
  note: optional(
    filledText(longestNote, `${means.note} Trimmed; not empty.`, 'Will call next week for another date.'),
  ),
}

/** The fields of a cancellation in an answer, except its time. */
export const cancellationFields = {
  reason: answeredText(means.reason, 'Has a cold.'),
  by: oneOf(cancellers, means.by),
  note: nullable(answeredText(`${means.note} Null without a note.`, 'Will call next week.')),
  shortNotice: answeredFlag(means.shortNotice, false),
}

export const cancelBody = namedShape(
  'CancelAppointment',
  'Why an appointment is cancelled, and who wanted it.',
  cancellingFields,
)

export const cancellation = namedShape(
  'Cancellation',
  'A cancelled appointment: the entry as it was, and the reason for the cancellation.',
  {
    ...entry.properties,
    ...cancellationFields,
    cancelledAt: answeredInstant('When it was cancelled.', '2030-03-25T16:00:00.000Z'),
    cancelledBy: nullable(
      answeredId('member', ''),
      'The member who cancelled it. Null when the patient cancelled it on their page.',
    ),
  },
)
