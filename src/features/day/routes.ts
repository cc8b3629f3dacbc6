import { lookupId } from '../../domain/id.ts'
import { inPieces } from '../../http/exchange.ts'
import { tagged } from '../../http/route.ts'
import { patientsIn } from '../../http/sights.ts'
import type { Deps } from '../shared/deps.ts'
import { readDay } from './actions.ts'
import { browseDays } from './days.ts'
import { day, dayList, dayListQuery, dayQuery } from './schema.ts'
import { viewDay, viewDays } from './view.ts'

/** The calendar by days (RULES §24), open to every member. */
export const dayRoutes = tagged('Appointments', ({ route, now }: Deps) => ({
  read: route(
    {
      id: 'getDay',
      summary: 'Read one day',
      description:
        'Returns everything that a front desk shows of one day of the calendar. The answer has every entry that touches the day, also entries that begin on an earlier day or end on a later day.',
      query: dayQuery,
      answer: day,
      streams: true,
      problems: ['not_found'],
    },
    ({ practice, query, saw }) => {
      const shown = readDay(practice, query.date, now())
      saw({ patients: patientsIn([...shown.entries, ...shown.withoutChair]), often: true })
      return viewDay(shown, now())
    },
  ),

  list: route(
    {
      id: 'listDays',
      summary: 'Count the entries and the free time of days',
      description:
        'Returns for each day the number of its appointments, and how long its active chairs are free. Appointments and blocks occupy a chair; entries of the type `reminder` do not.',
      query: dayListQuery,
      answer: dayList,
      problems: ['not_found'],
    },
    ({ practice, request, query }) => {
      const { from, to } = query
      const chairId = query.chairId === undefined ? undefined : lookupId(query.chairId)
      const days = browseDays(practice, { from, to, chairId })
      return inPieces(request, viewDays(days))
    },
  ),
}))
