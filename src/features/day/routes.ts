import { route } from '../../http/route.ts'
import { patientsIn } from '../../http/sights.ts'
import type { Deps } from '../shared/deps.ts'
import { readDay } from './actions.ts'
import { day, dayQuery } from './schema.ts'
import { viewDay } from './view.ts'

const tag = 'Appointments'

/** The calendar by days (RULES §24), open to every member. */
export const dayRoutes = ({ practices, now }: Deps) => ({
  read: route(
    {
      id: 'getDay',
      tag,
      summary: 'Read one day',
      description:
        'Answers one day of the calendar with all that a front desk shows of it. It has every entry that touches the day, also those that began before it or end after it.',
      query: dayQuery,
      answer: day,
      streams: true,
      problems: ['not_found'],
    },
    ({ act, caller, query, saw }) => {
      const shown = readDay(practices.of(caller.practiceId, act), query.date, now())
      const entries = [...shown.chairs.flatMap(({ entries }) => entries), ...shown.withoutChair]
      saw({ patients: patientsIn(entries), often: true })
      return viewDay(shown, now())
    },
  ),
})
