import { lookupId } from '../../../domain/id.ts'
import { formatInterval } from '../../../domain/time.ts'
import type { Deps } from '../../shared/deps.ts'
import { viewReason } from '../reasons.ts'
import { browseFreeSlots } from './actions.ts'
import { availabilityQuery, slotList } from './schema.ts'

/** Free slots (RULES §4.3, availability), open to every member. */
export const availabilityRoutes = ({ route }: Deps) => ({
  find: route(
    {
      id: 'findFreeSlots',
      tag: 'Appointments',
      summary: 'Find free slots on a chair for one day',
      description:
        'Slots are within the hours of the chair. A chair without hours of its own has the hours of the practice. Slots start one slot length apart. No slot overlaps an appointment, an unavailable block or a closure.',
      query: availabilityQuery,
      answer: slotList,
      problems: ['not_found'],
    },
    ({ practice, query }) => {
      const { slots, reasons } = browseFreeSlots(practice, {
        date: query.date,
        chairId: lookupId(query.chairId),
        durationMinutes: Number(query.durationMinutes),
        explain: query.explain === 'true',
      })
      return {
        slots: slots.map(formatInterval),
        ...(reasons && { reasons: reasons.map(viewReason) }),
      }
    },
  ),
})
