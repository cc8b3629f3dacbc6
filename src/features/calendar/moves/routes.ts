import type { Deps } from '../../shared/deps.ts'
import { viewBooked } from '../warnings.ts'
import { moveAll } from './actions.ts'
import { movedEntries, movesBody } from './schema.ts'

/** The route that moves several entries in one request (RULES §22), open to every member. */
export const moveRoutes = ({ route, now }: Deps) => ({
  move: route(
    {
      id: 'moveAppointments',
      tag: 'Appointments',
      summary: 'Move several entries at once',
      description:
        'Moves up to 50 entries, all of them or none. The overlap rule is checked with all entries in their new places. So two appointments can change places. A conflict (409) names the first 100 entries in the way, each with the move that it blocks: `moves.3.startAt`. The answer is 412 when the `version` of an entry differs from the version in its move.',
      body: movesBody,
      answer: movedEntries,
      streams: true,
      problems: ['conflict', 'precondition_failed'],
    },
    ({ practice, body }) => moveAll(practice, body, now()),
    (entries) => ({ appointments: entries.map(viewBooked) }),
  ),
})
