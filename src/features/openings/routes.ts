import { formatInstant, formatInterval } from '../../domain/time.ts'
import { tagged } from '../../http/route.ts'
import { openingCursors } from '../calendar/free-times/cursor.ts'
import { viewReason } from '../calendar/reasons.ts'
import type { Deps } from '../shared/deps.ts'
import { browseOpenings } from './actions.ts'
import { explanation, openingList, openingQuery, whyQuery } from './schema.ts'
import { explainTime } from './why.ts'

/** Free times over chairs and days (RULES §21), open to every member. */
export const openingRoutes = tagged('Appointments', ({ route, now }: Deps) => ({
  list: route(
    {
      id: 'listOpenings',
      summary: 'Find the next free times',
      description:
        'Lists the free slots of all chairs and days, by start, then by the position of the chair and its id. No free time starts before now. With `appointmentTypeId`, the answer lists times for a kind of appointment. Such times are on a chair of the type, with a free member of the type, and as long as this member takes. They keep the buffers of the type and of the entries beside them.',
      query: openingQuery,
      answer: openingList,
      problems: ['not_found'],
    },
    ({ practice, query }) => {
      const { openings, next } = browseOpenings(practice, query, now())
      return {
        openings: openings.map(({ lane, ...time }) => ({
          chairId: lane.chair.id,
          practitionerId: lane.practitionerId,
          ...formatInterval(time),
        })),
        nextCursor: next && openingCursors.textOf(next),
      }
    },
  ),

  why: route(
    {
      id: 'explainOpening',
      summary: 'Explain why a time is not free',
      description:
        'Says whether a time on a chair is offered as a free time, and lists all reasons against it. A time that is not offered can still be booked when no entry is in the way and the chair is active.',
      query: whyQuery,
      answer: explanation,
      problems: ['not_found'],
    },
    ({ practice, query }) => {
      const { time, reasons } = explainTime(practice, query, now())
      return {
        free: reasons.length === 0,
        startAt: time && formatInstant(time.startAt),
        endAt: time && formatInstant(time.endAt),
        reasons: reasons.map(viewReason),
      }
    },
  ),
}))
