import { Type } from '@sinclair/typebox'
import {
  answeredInstant,
  formatted,
  givenId,
  named,
  oneOf,
  optional,
  query,
  queryInteger,
  shape,
} from '../../../http/shape.ts'
import { reasonSchema } from '../reasons.ts'

export const availabilityQuery = query({
  date: formatted('date', {
    description: "A day in the practice's time zone, `YYYY-MM-DD`.",
    examples: ['2030-03-26'],
  }),
  chairId: givenId('chair', 'A chair of the practice. A chair that is not active has no free slots.'),
  durationMinutes: queryInteger(1, 1440, {
    description: 'How long the slots are, in minutes.',
    examples: [30],
  }),
  explain: optional(
    oneOf(['true', 'false'], {
      description: 'Whether an answer without slots says why there are none. `false` when left out.',
    }),
  ),
})

const slot = named(
  'Slot',
  shape(
    {
      startAt: answeredInstant('When the slot starts.'),
      endAt: answeredInstant('When the slot ends.', '2030-03-26T08:30:00.000Z'),
    },
    { description: 'A time in which the chair is free.' },
  ),
)

export const slotList = named(
  'SlotList',
  shape(
    {
      slots: Type.Array(slot, { description: 'The slots, by start. They may overlap each other.' }),
      reasons: optional(
        Type.Array(reasonSchema, {
          description: 'Why there are no slots. Only with `explain=true`, and only where there are none.',
        }),
      ),
    },
    { description: 'The free slots on a chair for one day.' },
  ),
)
