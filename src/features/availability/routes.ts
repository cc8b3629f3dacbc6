import { Type } from '@sinclair/typebox'
import { lookupId } from '../../domain/id.ts'
import { formatInstant } from '../../domain/time.ts'
import { route } from '../../http/route.ts'
import { answeredInstant, formatted, givenId, query, queryInteger, shape } from '../../http/shape.ts'
import type { Deps } from '../shared/deps.ts'
import { browseFreeSlots } from './actions.ts'

const availabilityQuery = query({
  date: formatted('date', { description: "A day in the practice's time zone.", examples: ['2030-03-26'] }),
  chairId: givenId('chair', 'A chair of the practice.'),
  durationMinutes: queryInteger(1, 1440, { examples: [30] }),
})

const slotList = shape({ slots: Type.Array(shape({ startAt: answeredInstant(), endAt: answeredInstant() })) })

/** Free slots (RULES §4.3, availability), open to every member. */
export const availabilityRoutes = ({ practices }: Deps) => ({
  find: route(
    {
      id: 'findFreeSlots',
      tag: 'Appointments',
      summary: 'Find free slots on a chair for one day',
      description:
        "Slots lie within the practice's working hours and start one slot length apart. None overlaps an appointment or an unavailable block.",
      query: availabilityQuery,
      answer: slotList,
      problems: ['not_found'],
    },
    ({ caller, query }) => {
      const slots = browseFreeSlots(practices.of(caller.practiceId), {
        date: query.date,
        chairId: lookupId(query.chairId),
        durationMinutes: Number(query.durationMinutes),
      })
      return {
        slots: slots.map(({ startAt, endAt }) => ({
          startAt: formatInstant(startAt),
          endAt: formatInstant(endAt),
        })),
      }
    },
  ),
})
