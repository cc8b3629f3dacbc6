import { Type } from '@sinclair/typebox'
import {
  changeKinds,
  cursorPattern,
  formatCursor,
  mostChanges,
  usualChanges,
} from '../../domain/record-change.ts'
import { event } from '../../http/event-stream.ts'
import { exampleEpoch, exampleIds } from '../../http/examples.ts'
import {
  answeredFlag,
  answeredId,
  answeredInstant,
  answeredNumber,
  answeredText,
  listOf,
  namedShape,
  nullable,
  oneOf,
  optional,
  query,
  queryInteger,
} from '../../http/shape.ts'

/** The cursor of the examples. It is a cursor of the demo practice, so that the examples work there. */
const begin = formatCursor({ epoch: exampleEpoch, seq: 0 })
const later = formatCursor({ epoch: exampleEpoch, seq: 1 })

export const changesQuery = query({
  since: optional(
    Type.String({
      pattern: cursorPattern,
      description:
        'Lists the changes after this cursor. Without a cursor, the list is empty, and `next` is the newest cursor.',
      examples: [begin],
    }),
  ),
  limit: optional(
    queryInteger(
      1,
      mostChanges,
      `How many changes the answer has at most. ${usualChanges} when left out.`,
      usualChanges,
    ),
  ),
})

const change = namedShape(
  'Change',
  'A record that a write touched. The change contains no names and no texts.',
  {
    cursor: answeredText('The cursor after this change.', later),
    kind: oneOf(
      changeKinds,
      'The kind of the record. `progress` and `cancellation` have the id of their appointment. A message that was planned, sent or failed is a change of its appointment. `waiting` is an item of the waiting list, and `archive` an item of the archive.',
    ),
    id: answeredId('appointment', 'The id of the record.'),
    version: nullable(
      answeredNumber(
        'The version of the record after the write. Null when the record is gone, or has no version.',
        1,
      ),
    ),
    gone: answeredFlag('Whether the record no longer exists after the write.', false),
    patientId: nullable(answeredId('patient', 'The patient of a note. Null for every other kind.')),
    memberId: nullable(
      answeredId(
        'member',
        'The member who made the change. Null for a patient, a command and the service itself.',
      ),
    ),
    at: answeredInstant('When the change was written.', '2030-03-01T09:15:00.000Z'),
  },
)

/** The two events that the OpenAPI document shows as an example. */
export const exampleEvents = [
  event('cursor', begin, { cursor: begin }),
  event('change', later, {
    cursor: later,
    kind: 'appointment',
    id: exampleIds.appointment,
    version: 1,
    gone: false,
    patientId: null,
    memberId: null,
    at: '2030-03-01T09:15:00.000Z',
  }),
].join('')

export const changePage = namedShape('ChangePage', 'Changes of records of the practice.', {
  changes: listOf(change, 'The changes, oldest first.'),
  next: answeredText('The cursor for the next request.', later),
  more: answeredFlag('Whether more changes follow already.', false),
})
