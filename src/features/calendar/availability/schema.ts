import {
  answeredInstant,
  formatted,
  givenId,
  listOf,
  namedShape,
  oneOf,
  optional,
  query,
  queryInteger,
} from '../../../http/shape.ts'
import { reasonSchema } from '../reasons.ts'

export const availabilityQuery = query({
  date: formatted('date', "A day in the practice's time zone, `YYYY-MM-DD`.", '2030-03-26'),
  chairId: givenId('chair', 'A chair of the practice. A chair that is not active has no free slots.'),
  durationMinutes: queryInteger(1, 1440, 'How long the slots are, in minutes.', 30),
  explain: optional(
    oneOf(['true', 'false'], 'Whether an answer without slots gives the reasons. `false` when left out.'),
  ),
})

const slot = namedShape('Slot', 'A time in which the chair is free.', {
  startAt: answeredInstant('When the slot starts.'),
  endAt: answeredInstant('When the slot ends.', '2030-03-26T08:30:00.000Z'),
})

export const slotList = namedShape('SlotList', 'The free slots on a chair for one day.', {
  slots: listOf(slot, 'The slots, by start. They may overlap each other.'),
  reasons: optional(
    listOf(
      reasonSchema,
      'Why there are no slots. Only with `explain=true`, and only when there are no slots.',
    ),
  ),
})
