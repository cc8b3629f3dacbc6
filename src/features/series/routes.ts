import { pagesOf } from '../../http/pages.ts'
import { tagged } from '../../http/route.ts'
import { pathId } from '../../http/shape.ts'
import { patientsIn } from '../../http/sights.ts'
import { viewEntry } from '../calendar/entry-view.ts'
import { viewBooked } from '../calendar/warnings.ts'
import type { Deps } from '../shared/deps.ts'
import { bookSeries, readSeries } from './actions.ts'
import { cancelSeries } from './cancelling.ts'
import { moveSeries } from './moving.ts'
import {
  newSeries,
  seriesBody,
  seriesCancelBody,
  seriesCancelled,
  seriesMoveBody,
  seriesMoved,
  seriesPreview,
  seriesQuery,
  seriesShown,
} from './schema.ts'
import { viewCancelled, viewPlan, viewSeries } from './view.ts'

const ids = { seriesId: pathId('series', 'The series.') }

/** Entries that repeat (RULES §22), open to every member. */
export const seriesRoutes = tagged('Appointments', ({ route, now }: Deps) => ({
  book: route(
    {
      id: 'bookSeries',
      summary: 'Book a series',
      description:
        'Books an entry that repeats after a number of days, weeks or months, all occurrences or none. The occurrences start and end at the same local times, also when the clocks change. A conflict (409) names the first 100 entries in the way, each with its occurrence: `occurrences.7.startAt`. With `dryRun=true` the answer (200) has the occurrences and the entries in their way, and the service writes nothing.',
      query: seriesQuery,
      body: seriesBody,
      answer: newSeries,
      status: 201,
      dryRun: seriesPreview,
      problems: ['conflict'],
    },
    ({ practice, caller, query, body }) =>
      bookSeries(practice, caller.userId, body, { dryRun: query.dryRun === 'true' }, now()),
    (result) => ('seriesId' in result ? viewSeries(result) : viewPlan(result)),
  ),

  read: route(
    {
      id: 'getSeries',
      summary: 'Read a series',
      description:
        'Returns the occurrences that are in the calendar, and the times of the cancelled occurrences. The answer is 404 when the series has neither.',
      ids,
      answer: seriesShown,
      streams: true,
    },
    ({ practice, ids, saw }) => {
      const { standing, cancelled } = readSeries(practice, ids.seriesId)
      const seen = (page: readonly { readonly patientId: string | null }[]) =>
        saw({ patients: patientsIn(page) })
      seen(cancelled)
      return {
        seriesId: ids.seriesId,
        appointments: pagesOf(standing, viewEntry, seen),
        cancelled: cancelled.map(viewCancelled),
      }
    },
  ),

  move: route(
    {
      id: 'moveSeries',
      summary: 'Move occurrences of a series',
      description:
        'Moves the named occurrence. With `following` or `all`, other occurrences move by the same number of days, to the same local time. Occurrences that have begun stay. Either all others move, or none. A conflict (409) names the first 100 entries in the way, each with the index of its occurrence in the list of the series: `appointments.7.startAt`.',
      ids,
      body: seriesMoveBody,
      answer: seriesMoved,
      streams: true,
      problems: ['conflict', 'precondition_failed'],
    },
    ({ practice, ids, body }) => moveSeries(practice, ids.seriesId, body, now()),
    (entries, { ids }) => ({ seriesId: ids.seriesId, appointments: entries.map(viewBooked) }),
  ),

  cancel: route(
    {
      id: 'cancelSeries',
      summary: 'Cancel occurrences of a series',
      description:
        'Cancels the named occurrence. With `following` or `all`, other occurrences are cancelled, too, except occurrences that have begun. All of them are cancelled or none. Each cancellation can be taken back by itself. Only appointments can be cancelled; other entries are deleted one by one.',
      ids,
      body: seriesCancelBody,
      answer: seriesCancelled,
      problems: ['conflict', 'precondition_failed'],
    },
    ({ practice, caller, ids, body }) => cancelSeries(practice, caller.userId, ids.seriesId, body, now()),
    (cancelled, { ids }) => ({ seriesId: ids.seriesId, cancelled: cancelled.map(viewCancelled) }),
  ),
}))
