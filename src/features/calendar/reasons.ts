/** Why a chair is not free: the reasons in answers (RULES §21). */
import type { Static } from '@sinclair/typebox'
import { type Reason, reasonCodes } from '../../domain/open-reasons.ts'
import { formatInterval } from '../../domain/time.ts'
import {
  answeredId,
  answeredInstant,
  answeredNumber,
  answeredText,
  describedShape,
  listOf,
  namedShape,
  oneOf,
  optional,
} from '../../http/shape.ts'

const inTheWay = describedShape('An entry that is in the way.', {
  id: answeredId('appointment', 'The entry.'),
  startAt: answeredInstant('When the entry starts.'),
  endAt: answeredInstant('When the entry ends.', '2030-03-26T08:30:00.000Z'),
})

export const reasonSchema = namedShape('FreeTimeReason', 'A reason why a chair is not free.', {
  code: oneOf(
    reasonCodes,
    'The reason. `past`: the time begins before now. `chair_inactive`: the chair is out of use. `closed_hours`: the time is outside the hours. `off_grid`: free times start at other minutes. `skipped_time`: the clocks skip the time. `closure`: a closure touches the time. `in_the_way`: entries are in the way. Of a kind of appointment: `too_close`: there is no room for the buffers beside entries. `other_chair`: the kind takes place on other chairs. `other_length`: the kind has another length. `practitioners_busy`: every member who does the kind treats elsewhere or is away. Of a day: `too_long`: no opening is long enough. `full`: the entries leave no room.',
  ),
  closureId: optional(answeredId('practice', 'The closure. Only with the code `closure`.')),
  name: optional(
    answeredText('The name of the closure. Only with the code `closure`.', 'Christmas holidays'),
  ),
  entries: optional(
    listOf(
      inTheWay,
      'The first 100 entries in the way, by start. Only with the codes `in_the_way` and `too_close`.',
    ),
  ),
  total: optional(
    answeredNumber('How many entries are in the way. Only with the codes `in_the_way` and `too_close`.', 1),
  ),
})

export const viewReason = ({ entries, ...reason }: Reason): Static<typeof reasonSchema> => ({
  ...reason,
  ...(entries && {
    entries: entries.map((block) => ({ id: block.id, ...formatInterval(block) })),
  }),
})
