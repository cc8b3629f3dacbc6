import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { lookupId } from '../../domain/id.ts'
import { formatInstant } from '../../domain/time.ts'
import { answers } from '../../http/answers.ts'
import { answer, callerOf } from '../../http/exchange.ts'
import { answeredInstant, formatted, givenId, query, queryInteger, shape } from '../../http/shape.ts'
import type { Deps } from '../shared/deps.ts'
import { findFreeSlots } from './actions.ts'

const availabilityQuery = query({
  date: formatted('date', { description: "A day in the practice's time zone.", examples: ['2030-03-26'] }),
  chairId: givenId('chair', 'A chair of the practice.'),
  durationMinutes: queryInteger(1, 1440, { examples: [30] }),
})

const slotList = shape({ slots: Type.Array(shape({ startAt: answeredInstant(), endAt: answeredInstant() })) })

/** Contract §4.3, decisions "Availability". */
export const availabilityRoutes = ({ practices }: Deps) =>
  new Elysia({ prefix: '/appointments/availability', tags: ['Appointments'] }).get(
    '',
    ({ request, query }) => {
      const slots = findFreeSlots(practices.of(callerOf(request).practiceId), {
        date: query.date,
        chairId: lookupId(query.chairId),
        durationMinutes: Number(query.durationMinutes),
      })
      return answer(request, {
        slots: slots.map(({ startAt, endAt }) => ({
          startAt: formatInstant(startAt),
          endAt: formatInstant(endAt),
        })),
      })
    },
    {
      query: availabilityQuery,
      response: answers(200, slotList, 'validation_failed', 'not_found'),
      detail: {
        summary: 'Find free slots on a chair for one day',
        description:
          "Within the practice's working hours, a slot length apart, around appointments and unavailable blocks.",
      },
    },
  )
